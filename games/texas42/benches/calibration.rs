//! Whether the adviser's chances come true.
//!
//! `cargo bench -p texas42 --bench calibration -- 3000 2000000` lets experts play 3,000 short games
//! of seed 2000000 at the default table, asks the adviser on the way, and prints what it predicted
//! against what happened; a third word `family` chooses the table Texas family. It writes a picture
//! to `target/calibration-texas42.svg` and lists what misses the aim of the house. Groups and bins
//! are fixed here, before the first game.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::fs;

use arena::{Aim, Calibration, Prediction};
use texas42::Options;
use texas42::bot::{Foretold, foretell};

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse().ok());
    // Without a number it is a short look; the figures on record name theirs.
    let n_games: u64 = number(0).unwrap_or(60);
    let seed: u64 = number(1).unwrap_or(2_000_000);
    let is_family = words.iter().any(|word| word == "family");
    let mut presets = Options::presets().into_iter();
    let preset = presets.find(|preset| !is_family || preset.name == "Texas family");
    let preset = preset.expect("the tables are there");
    let mut calibration = Calibration::new(Foretold::GROUPS, &Calibration::TENTHS);
    let mut sums = [(0.0, 0.0, 0.0); Foretold::GROUPS.len()];
    for game in 0..n_games {
        let foretold = foretell(&preset.options, seed, game);
        let predictions: Vec<Prediction> = foretold.iter().map(prediction).collect();
        for told in &predictions {
            let (n, chance, happened) = &mut sums[told.group];
            *n += 1.0;
            *chance += told.chance;
            *happened += told.happened;
        }
        calibration.add_game(&predictions);
        assert!(
            game % 100 > 0 || foretold == foretell(&preset.options, seed, game),
            "the same luck gave another game"
        );
    }
    println!(
        "{n_games} games of seed {seed} at the table {}",
        preset.name
    );
    println!(
        "{:28} {:>7} {:>10} {:>9}",
        "over all bins", "number", "predicted", "happened"
    );
    for (group, (n, chance, happened)) in Foretold::GROUPS.iter().zip(sums) {
        let all: f64 = n;
        println!(
            "{group:28} {n:>7} {:>10.4} {:>9.4}",
            chance / all.max(1.0),
            happened / all.max(1.0)
        );
    }
    report(&calibration);
}

/// Prints the bins and what misses the aim, and writes the picture.
fn report(calibration: &Calibration) {
    print!("{}", calibration.table(Aim::HOUSE));
    for miss in calibration.misses(Aim::HOUSE) {
        println!("missed: {miss}");
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/calibration-texas42.svg"
    );
    match fs::write(
        path,
        calibration.svg("Texas 42: predicted and happened", Aim::HOUSE),
    ) {
        Ok(()) => println!("the picture is target/calibration-texas42.svg"),
        Err(error) => println!("the picture could not be written: {error}"),
    }
}

const fn prediction(told: &Foretold) -> Prediction {
    Prediction {
        group: told.group,
        chance: told.chance,
        happened: told.happened,
    }
}
