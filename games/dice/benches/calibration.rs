//! Whether the adviser's chances come true: to pass the round, and to win the run or the race.
//!
//! `cargo bench -p dice --bench calibration -- [games] [first seed]` lets the adviser play both
//! set-ups below against itself, always its first choice, which is what the expert does. Its
//! prediction before each decision is compared with the outcome. A shared win counts by its share.
//! Decisions without a reroll left do not count, because nothing is predicted there. The bins are
//! fixed here; the plot is written to `target/calibration-dice.svg`. `raw` prints every prediction.
#![expect(clippy::print_stdout, reason = "a benchmark prints its report")]

use arena::{Aim, Calibration, Prediction};
use dice::{Action, DiceHands, Options, RunStage};
use kernel::{Facade, Game, Input, Key, Seat, Sight, Turn};

/// Nothing was tuned with these seeds.
const FIRST_SEED: u64 = 9_000_000;
const GAMES: u64 = 400;

/// A round and the game, at the dice and in the shop.
const GROUPS: [&str; 4] = [
    "pass, at the dice",
    "pass, in the shop",
    "win, at the dice",
    "win, in the shop",
];

/// A run alone that is won about half the time: the first target is far above that of real runs,
/// most of which are won.
fn hard_run() -> Options {
    Options {
        first_target: 105,
        win_round: 4,
        ..Options::default()
    }
}

/// The race of the daily game.
fn short_race() -> Options {
    Options {
        seats: 2,
        win_round: 4,
        ..Options::default()
    }
}

fn main() {
    // Under `cargo test --benches` there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(GAMES);
    let first = numbers.next().unwrap_or(FIRST_SEED);
    let raw = words.iter().any(|word| word == "raw");
    let asked = |name: &str| {
        !words.iter().any(|word| word == "run" || word == "race")
            || words.iter().any(|word| word == name)
    };
    let setups = [("run", hard_run()), ("race", short_race())];
    let setups: Vec<_> = setups.into_iter().filter(|(name, _)| asked(name)).collect();
    let groups = setups
        .iter()
        .flat_map(|(name, _)| GROUPS.map(|group| format!("{name}: {group}")));
    let mut calibration = Calibration::new(groups, &Calibration::TENTHS);
    for (place, (name, options)) in setups.iter().enumerate() {
        for seed in first..first + games {
            let predictions = play(options, seed, GROUPS.len() * place);
            calibration.add_game(&predictions);
            for Prediction {
                group,
                chance,
                happened,
            } in predictions.iter().filter(|_| raw)
            {
                println!(
                    "{name} {seed} {} {chance:.6} {happened}",
                    group % GROUPS.len()
                );
            }
        }
    }
    println!("{games} games of each from seed {first}");
    print!("{}", calibration.table(Aim::HOUSE));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/calibration-dice.svg"
    );
    std::fs::write(file, calibration.svg("Dice hands", Aim::HOUSE)).expect("target can be written");
    let misses = calibration.misses(Aim::HOUSE);
    assert!(misses.is_empty(), "{misses:#?}");
}

/// The prediction before a decision.
struct Said {
    seat: Seat,
    shopping: bool,
    /// The round that is to be passed.
    round: u32,
    pass: f64,
    win: f64,
}

/// The predictions of one game, in groups from this one on.
fn play(options: &Options, seed: u64, group: usize) -> Vec<Prediction> {
    let key = Key::from_seed(seed);
    let mut game = DiceHands::new(options.clone()).expect("the options are valid");
    let mut said = Vec::new();
    for n in 0.. {
        let input = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(seats) => {
                let seat = seats.first().expect("somebody is to move");
                let action = act(&game, seat, &key, n, &mut said);
                Input::Act { seat, action }
            }
        };
        for event in game.decide(&input).expect("the adviser plays by the rules") {
            game.evolve(&event);
        }
    }
    let winners = game.winners();
    let mut predictions = Vec::new();
    for said in &said {
        let passed = f64::from(u8::from(game.run(said.seat).passed >= said.round));
        let won = winners.iter().filter(|side| side.0 == said.seat.0).count();
        let won = won as f64 / winners.len().max(1) as f64;
        let shop = usize::from(said.shopping);
        for (kind, chance, happened) in [(0, said.pass, passed), (2, said.win, won)] {
            predictions.push(Prediction {
                group: group + kind + shop,
                chance,
                happened,
            });
        }
    }
    predictions
}

/// The adviser's first choice. A won run is stopped.
fn act(game: &DiceHands, seat: Seat, key: &Key, n: u64, said: &mut Vec<Said>) -> Action {
    let legal = game.legal_actions(seat);
    if legal.contains(&Action::StopRun) {
        return Action::StopRun;
    }
    let advise = DiceHands::ADVISE.expect("dice has an adviser");
    let mut rng = key.stream(&format!("bot/{n}"));
    let advice = Sight::show(game, seat, |sight| advise(sight, None, &mut rng));
    // It has none where there are more dice than it imagines.
    let Some(best) = advice.first() else {
        return legal[0].clone();
    };
    let run = game.run(seat);
    let shopping = run.stage == RunStage::Shopping;
    if shopping || run.rerolls > 0 {
        said.push(Said {
            seat,
            shopping,
            round: game.table().round.number + u32::from(shopping),
            pass: best.parts[0].value,
            win: best.chance,
        });
    }
    best.action.clone()
}
