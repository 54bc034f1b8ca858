//! The average figures of good players, which each game's `measures.rs` gives as par.
//!
//! `cargo run --release -p roster --example par -- cribbage expert 2000` lets bots of one level
//! play this many games with the default options, and prints each measure in thousandths with its
//! standard error by games. A fourth word is the first seed (0), and a fifth the options as JSON.

#![expect(clippy::print_stdout, reason = "it prints what it counted")]

mod average;

use average::averages;
use serde_json::Value;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word =
        |place: usize, usual: &str| words.get(place).map_or(usual, String::as_str).to_owned();
    let number = |place, usual| word(place, usual).parse::<u64>().expect("a whole number");
    let (game, bot) = (word(0, "cribbage"), word(1, "expert"));
    let (n_games, first) = (number(2, "100"), number(3, "0"));
    let options: Value = serde_json::from_str(&word(4, "null")).expect("options as JSON");
    let kind = roster::find(&game).expect("the first word is the key of a game");
    println!("{n_games} games of {game} by {bot} from seed {first}, in thousandths");
    for (measure, average) in averages(kind, &bot, &options, first..first + n_games) {
        let (mean, error) = (1e3 * average.mean, 1e3 * average.error);
        println!("{measure} {mean:.0} ± {error:.1} from {}", average.n);
    }
}
