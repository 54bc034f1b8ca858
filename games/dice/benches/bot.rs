//! The results of bots in runs alone: the rates at which they pass and win, compared with the exact
//! chances, and their thinking times.
//!
//! `cargo bench -p dice --bench bot -- [runs] [first seed] [level ...]` plays whole runs from the
//! view of a seat. Before the throw of every round the reroll tables give the best chance of
//! passing it; the passed rounds are printed beside the sum of these chances, by round and by boss.
//! Times are never asserted. It is asserted that nobody passes more often than the tables allow,
//! and that the exact levels pass no less often.
#![expect(clippy::print_stdout, reason = "a benchmark prints its report")]

use dice::reroll::{Objective, RerollTable};
use dice::split::Scorer;
use dice::{DiceHands, Options, Round, Run, RunStage};
use kernel::{Bot, Game, Input, Key, Seat, Seen, Sight, Turn, Viewer, bot};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The default seeds: those of the balance, which nothing was tuned with.
const FIRST_SEED: u64 = 7_000_000;
const RUNS: u64 = 50;
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// The levels that throw exactly.
const EXACT: [&str; 2] = ["hard", "expert"];

const SEAT: Seat = Seat(0);

fn main() {
    // Under `cargo test --benches` there is nothing to time.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
    let runs = numbers.next().unwrap_or(RUNS).max(1);
    let first = numbers.next().unwrap_or(FIRST_SEED);
    let asked: Vec<&Bot<DiceHands>> = words.iter().filter_map(|word| bot(word)).collect();
    let all = || LEVELS.iter().filter_map(|name| bot(name)).collect();
    let bots: Vec<&Bot<DiceHands>> = if asked.is_empty() { all() } else { asked };
    for bot in bots {
        let mut report = Report::default();
        for seed in first..first + runs {
            play(bot, seed, &mut report);
        }
        report.print(bot.name(), first, runs);
    }
}

/// The results of a level's runs.
#[derive(Default)]
struct Report {
    won: u64,
    /// The rate at which each round, and each boss, was passed, and the exact chances.
    rounds: BTreeMap<String, Rounds>,
    throws: Vec<Duration>,
    purchases: Vec<Duration>,
}

/// Rounds of one sort.
#[derive(Default, Clone, Copy)]
struct Rounds {
    n: u64,
    passed: f64,
    expected: f64,
    variance: f64,
}

impl Rounds {
    fn add(&mut self, chance: f64, passed: bool) {
        self.n += 1;
        self.passed += f64::from(u8::from(passed));
        self.expected += chance;
        self.variance += chance * (1.0 - chance);
    }

    /// By how many standard errors more rounds were passed than expected.
    fn off(self) -> f64 {
        (self.passed - self.expected) / self.variance.sqrt().max(0.5)
    }
}

impl Report {
    fn note(&mut self, round: &Round, chance: f64, passed: bool) {
        let boss = round.boss.map(|boss| format!("boss {boss}"));
        let sorts = [
            Some(format!("round {:2}", round.number)),
            boss,
            Some("all".to_owned()),
        ];
        for sort in sorts.into_iter().flatten() {
            self.rounds.entry(sort).or_default().add(chance, passed);
        }
    }

    fn print(mut self, name: &str, first: u64, runs: u64) {
        let share = self.won as f64 / runs as f64;
        let error = (share * (1.0 - share) / runs as f64).sqrt();
        println!(
            "{name}: {} of {runs} runs from seed {first} won, {:.1} % ± {:.1}",
            self.won,
            100.0 * share,
            100.0 * error
        );
        println!("  rounds             n   passed  exact chances  standard errors off");
        for (sort, rounds) in &self.rounds {
            println!(
                "  {sort:14} {:5} {:8} {:14.2} {:20.2}",
                rounds.n,
                rounds.passed,
                rounds.expected,
                rounds.off()
            );
        }
        for (what, times) in [
            ("throw", &mut self.throws),
            ("purchase", &mut self.purchases),
        ] {
            times.sort();
            let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
            let at = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize);
            let shown = |time: Option<&Duration>| time.map_or(0.0, |time| 1e3 * time.as_secs_f64());
            println!(
                "  {what}: mean {:.2} ms, half within {:.2} ms, 99 of 100 within {:.2} ms, {} decisions",
                shown(Some(&mean)),
                shown(at(0.5)),
                shown(at(0.99)),
                times.len()
            );
        }
        // Four standard errors are exceeded once in sixteen thousand.
        let off = self.rounds.get("all").map_or(0.0, |all| all.off());
        assert!(off < 4.0, "{name} passes more often than is possible");
        assert!(off > -4.0 || !EXACT.contains(&name), "{name} is not exact");
    }
}

/// Plays a run until it is won or lost.
fn play(bot: &Bot<DiceHands>, seed: u64, report: &mut Report) {
    let key = Key::from_seed(seed);
    let mut game = DiceHands::new(Options::default()).expect("the default options are valid");
    let mut chance = None;
    for n in 0.. {
        let input = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(_) => act(bot, &game, &key, n, report),
        };
        for event in game.decide(&input).expect("a bot plays by the rules") {
            game.evolve(&event);
        }
        let (run, round) = (game.run(SEAT), &game.table().round);
        let begins = run.stage == RunStage::Choosing && run.dice.iter().all(|die| die.throws == 1);
        if matches!(input, Input::Chance(_)) && begins {
            chance = best_chance(run, round, &game.table().options);
        }
        let passed = run.stage == RunStage::Settling;
        let ends = passed || run.is_out();
        if let Some(chance) = chance.take_if(|_| ends) {
            report.note(round, chance, passed);
        }
        if run.passed >= 12 {
            report.won += 1;
            break;
        }
    }
}

/// The bot's action, from the view of its seat.
fn act(
    bot: &Bot<DiceHands>,
    game: &DiceHands,
    key: &Key,
    n: u64,
    report: &mut Report,
) -> Input<DiceHands> {
    let view = Seen::view(game, Viewer::Seat(SEAT));
    let legal = game.legal_actions(SEAT);
    let sight = Sight {
        seat: SEAT,
        view: &view,
        legal: &legal,
    };
    let mut rng = key.stream(&format!("bot/{n}"));
    let start = Instant::now();
    let action = (bot.choose)(&sight, &mut rng);
    let times = match game.run(SEAT).stage {
        RunStage::Shopping => &mut report.purchases,
        _ => &mut report.throws,
    };
    if legal.len() > 1 {
        times.push(start.elapsed());
    }
    Input::Act { seat: SEAT, action }
}

/// The best chance of passing a round before its first throw, if there is a table.
fn best_chance(run: &Run, round: &Round, options: &Options) -> Option<f64> {
    let rules = dice::score::ScoreRules {
        level_cap: run.level_cap(options.rules),
        ..options.rules
    };
    let scorer = Scorer::new(rules, run.levels).ok()?;
    let reach = Objective::Reach {
        target: u32::try_from(round.target).ok()?,
    };
    let table = RerollTable::new(&scorer, &run.situation(round.boss), run.rerolls, reach).ok()?;
    Some(table.expected(run.rerolls))
}
