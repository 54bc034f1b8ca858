//! Measures whether a run is worth playing: the share of runs that the exact player wins, and that
//! of a player who never rerolls.
//!
//! `cargo bench -p dice --bench balance -- [runs] [first seed]`

#![expect(clippy::print_stdout, reason = "a benchmark prints its report")]

use dice::bot::Exact;
use dice::{Action, DiceHands, Item, Options, Run, RunStage};
use kernel::{Game, Input, Key, Seat, Turn};

/// The default seeds. All seeds that the offers were tuned with are lower.
const FIRST_SEED: u64 = 7_000_000;
const RUNS: u64 = 200;

/// A player who never rerolls wins rarely, and measuring that takes many runs; they are short.
const MORE: u64 = 5;

const SEAT: Seat = Seat(0);

/// The way in which a player throws; both shop alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hand {
    Exact,
    NeverRerolls,
}

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse::<u64>().ok());
    let runs = numbers.next().unwrap_or(RUNS).max(1);
    let first = numbers.next().unwrap_or(FIRST_SEED);
    println!("Runs from seed {first}, won by passing round 12");
    let exact = report("the exact player", Hand::Exact, first, runs);
    let never = report("who never rerolls", Hand::NeverRerolls, first, MORE * runs);
    if runs >= RUNS {
        assert!(
            (0.30..=0.60).contains(&exact),
            "the exact player wins {exact}"
        );
        assert!(never < 0.02, "who never rerolls wins {never}");
    }
}

/// Plays the runs, prints their results and returns the share that was won.
fn report(name: &str, hand: Hand, first: u64, runs: u64) -> f64 {
    let ended: Vec<Run> = (first..first + runs).map(|seed| play(seed, hand)).collect();
    let won = ended.iter().filter(|run| run.passed >= 12).count();
    let share = won as f64 / runs as f64;
    let error = (share * (1.0 - share) / runs as f64).sqrt();
    println!(
        "{name}: {won} of {runs} won, {:.1} % ± {:.1}",
        100.0 * share,
        100.0 * error
    );
    for round in 1..=12 {
        let alive = ended.iter().filter(|run| run.passed + 1 >= round).count();
        let passed = ended.iter().filter(|run| run.passed >= round).count();
        println!("  round {round:2}: {passed} of {alive} pass");
    }
    let mean = |of: &dyn Fn(&Run) -> f64| ended.iter().map(of).sum::<f64>() / runs as f64;
    let n_dice = mean(&|run| run.dice.len() as f64);
    let n_items = mean(&|run| {
        Item::ALL
            .iter()
            .filter(|&&item| run.items.contains(item))
            .count() as f64
    });
    println!("  at the end {n_dice:.1} dice, {n_items:.1} items");
    share
}

/// Plays a run until it is won or lost.
fn play(seed: u64, hand: Hand) -> Run {
    let key = Key::from_seed(seed);
    let mut bot = Exact::new(seed);
    let mut game = DiceHands::new(Options::default()).expect("the default options are valid");
    for n in 0.. {
        let run = game.run(SEAT);
        let table = game.table();
        let input = match game.turn() {
            Turn::Over => break,
            _ if run.passed >= 12 => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(_) => {
                let throws = hand == Hand::Exact || run.stage == RunStage::Shopping;
                let action = if throws {
                    bot.choose(run, &table.round, &table.options)
                } else {
                    first_throw(run, &table.options, &table.round)
                };
                Input::Act { seat: SEAT, action }
            }
        };
        for event in game.decide(&input).expect("the bot plays by the rules") {
            game.evolve(&event);
        }
    }
    game.run(SEAT).clone()
}

/// Scores the first throw, with wild dice set to their best faces.
fn first_throw(run: &Run, options: &Options, round: &dice::Round) -> Action {
    match run.best_setting(options.rules, round.boss).first() {
        Some(&(die, face)) => Action::SetWild { die, face },
        None => Action::ScoreDice,
    }
}
