//! Measures whether the chances at three and four seats come true.
//!
//! `cargo bench -p cribbage --bench seats -- [games] [seed]` lets the expert play this many games
//! against itself at each kind of table. Every throw of every seat and the first card of each deal
//! are predicted with the chance of what was done, and compared with who won. It prints the
//! comparison and draws it as `target/calibration-seats.svg`. A miss is printed and not asserted,
//! because a small number of games says little.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::path::Path;
use std::{env, fs, io};

use arena::{Aim, Calibration, Prediction};
use cribbage::{Action, Cribbage, Options, Phase};
use kernel::{Facade, Game, Key, Rng, Seat, Sight};

/// The kinds of tables, each with a group for throws and one for first cards.
const KINDS: [(u8, bool, [&str; 2]); 3] = [
    (3, false, ["three: throw", "three: first card"]),
    (4, false, ["partners: throw", "partners: first card"]),
    (4, true, ["four alone: throw", "four alone: first card"]),
];

fn main() -> io::Result<()> {
    // Cargo passes `--bench` along.
    let numbers: Vec<u64> = env::args().filter_map(|text| text.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(20);
    let seed = numbers.get(1).copied().unwrap_or(1);
    let groups = KINDS.iter().flat_map(|(_, _, names)| *names);
    let mut calibration = Calibration::new(groups, &Calibration::TENTHS);
    for (number, &(seats, alone, _)) in KINDS.iter().enumerate() {
        let options = Options {
            seats,
            alone,
            ..Options::default()
        };
        for game in 0..games {
            let key = Key::from_seed(seed << 32 | (number as u64) << 24 | game);
            calibration.add_game(&predicted(options.clone(), &key, 2 * number));
        }
    }
    print!("{}", calibration.table(Aim::HOUSE));
    println!("{games} games at each kind of table, seed {seed}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/calibration-seats.svg");
    fs::write(
        path,
        calibration.svg("Cribbage at three and four seats", Aim::HOUSE),
    )
}

/// The predictions of one game.
fn predicted(options: Options, key: &Key, group: usize) -> Vec<Prediction> {
    let expert = kernel::bot::<Cribbage>("expert").expect("cribbage has an expert");
    let game = Cribbage::new(options).expect("a kind of table that the rules know");
    let mut said: Vec<(usize, Seat, f64)> = Vec::new();
    let game = testkit::play_out(game, key, |game, seat, rng| {
        let action = Sight::show(game, seat, |sight| (expert.choose)(sight, rng));
        let table = game.table();
        let throws = table.phase == Phase::Discarding;
        if throws || table.plays.is_empty() {
            let chance = chance(game, seat, &action, rng);
            said.push((group + usize::from(!throws), seat, chance));
        }
        action
    });
    let winners = game.winners();
    let prediction = |(group, seat, chance)| Prediction {
        group,
        chance,
        happened: f64::from(u8::from(winners.contains(&game.side(seat)))),
    };
    said.into_iter().map(prediction).collect()
}

/// The chance that advice gives an action.
fn chance(game: &Cribbage, seat: Seat, action: &Action, rng: &mut Rng) -> f64 {
    let advise = Cribbage::ADVISE.expect("cribbage has an adviser");
    let advice = Sight::show(game, seat, |sight| advise(sight, Some(action), rng));
    let own = advice.iter().find(|advice| advice.action == *action);
    own.expect("advice lists what can be done").chance
}
