//! The speed of splitting pools and computing reroll tables, compared with a plain memoised search.
//!
//! Prints each figure with its target; asserts every result that it times, and never a time, which
//! depends on the machine.
#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

#[path = "../tests/naive/mod.rs"]
mod naive;

use dice::reroll::{Objective, RerollTable};
use dice::score::{HandKind, Levels, ScoreRules};
use dice::split::Scorer;
use naive::{Pool, Table};
use pieces::FaceCounts;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    // Under `cargo test --benches` there is nothing to time.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let table = Table {
        rules: ScoreRules::default(),
        levels: [0; 13],
    };
    let scorer = scorer(&table);
    println!("the exact split, worst-case pool (equal counts), level 0");
    for (dice, points, target, aim) in [
        (12, 1362, "30 µs", "15 µs"),
        (30, 3719, "1.5 ms", "0.5 ms"),
        (60, 7912, "40 ms", "10 ms"),
        (100, 13070, "1 s", "100 ms"),
    ] {
        let pool = equal(dice);
        let (time, found) = fastest(|| scorer.split(counts(pool)).map(|split| split.points()));
        assert_eq!(found, Ok(points), "{dice} dice");
        let ratio = match dice {
            0..=30 => ratio("search", time, points, || table.memoised_points(pool)),
            31..=60 => ratio("table", time, points, || table.tabled_points(pool)),
            _ => "no plain search comes this far".into(),
        };
        println!("  {dice:>3} dice: {time:>12.1?}  target {target} (aim {aim})  {ratio}");
    }
    println!("  the same and the second-best split");
    for dice in [12, 30] {
        let pool = counts(equal(dice));
        let (time, behind) = fastest(|| {
            scorer
                .runner_up(pool)
                .ok()
                .flatten()
                .map(|second| second.behind)
        });
        assert!(behind.is_some());
        println!("  {dice:>3} dice: {time:>12.1?}");
    }
    println!("the exact split at mixed levels up to 10, slowest of sixteen pools");
    for dice in [12, 30, 60, 100] {
        mixed_levels(dice);
    }
    println!("the complete reroll table (all rolls, 3 rerolls)");
    for (dice, expected, target) in [
        (5, "179.11", "50 µs"),
        (12, "1596.39", "5 ms"),
        (20, "", "none"),
    ] {
        let make = || RerollTable::equal(&scorer, dice, 3, Objective::Score);
        let (time, made) = fastest(|| make().map(|table| table.expected(3)));
        let value = format!("{:.2}", made.expect("so many dice have a table"));
        println!("  {dice:>3} dice: {time:>12.1?}  target {target}  expects {value}");
        assert!(
            expected.is_empty() || value == expected,
            "{dice} dice: {value}"
        );
    }
}

/// Splits pools at levels of all kinds; up to 12 dice, checks each against the plain search.
fn mixed_levels(dice: u8) {
    let mut rng = kernel::Rng::from_seed(u64::from(dice));
    let mut slowest = Duration::ZERO;
    for round in 0..16 {
        let table = Table {
            rules: ScoreRules {
                level_cap: 10,
                ..ScoreRules::default()
            },
            levels: std::array::from_fn(|_| rng.below(11) as u8),
        };
        let scorer = scorer(&table);
        let mut pool = [0; 6];
        (0..dice).for_each(|_| pool[rng.below(6) as usize] += 1);
        let pool = if round % 2 == 0 { equal(dice) } else { pool };
        let (time, points) = fastest(|| scorer.split(counts(pool)).map(|split| split.points()));
        if dice <= 12 {
            assert_eq!(points, Ok(table.memoised_points(pool)));
        }
        slowest = slowest.max(time);
    }
    println!("  {dice:>3} dice: {slowest:>12.1?}");
}

fn scorer(table: &Table) -> Scorer {
    let levels = Levels::from_pairs(HandKind::ALL.into_iter().zip(table.levels));
    let scorer = levels.and_then(|levels| Scorer::new(table.rules, levels));
    scorer.expect("the levels are within the cap")
}

/// This many dice, distributed evenly.
fn equal(dice: u8) -> Pool {
    std::array::from_fn(|face| dice / 6 + u8::from(face < usize::from(dice % 6)))
}

fn counts(pool: Pool) -> FaceCounts {
    FaceCounts::from_counts(pool.map(u16::from))
}

/// The fastest of many runs, which is the least disturbed, and their common result.
fn fastest<T>(run: impl Fn() -> T) -> (Duration, T) {
    let start = Instant::now();
    let mut result = run();
    let mut best = start.elapsed();
    let runs = (0.3 / best.as_secs_f64()).clamp(1.0, 2000.0) as u32;
    for _ in 0..runs {
        let start = Instant::now();
        result = black_box(run());
        best = best.min(start.elapsed());
    }
    (best, result)
}

/// The factor by which a plain search takes longer for the same points.
fn ratio(name: &str, ours: Duration, points: u32, run: impl Fn() -> u32) -> String {
    let (plain, found) = fastest(run);
    assert_eq!(found, points, "the plain {name} finds the same");
    let times = plain.as_secs_f64() / ours.as_secs_f64();
    format!("plain {name} {plain:.1?}: {times:.0} times as long")
}
