//! The average figures of good players, which each game's `measures.rs` gives as par.
//!
//! `cargo run --release -p roster --example par -- cribbage expert 2000` lets bots of one level
//! play this many games with the default options, and prints each measure in thousandths with its
//! standard error by games. A fourth word is the first seed (0), and a fifth the options as JSON.

#![expect(clippy::print_stdout, reason = "it prints what it counted")]

use std::collections::BTreeMap;

use kernel::{AnyGame, Figures, Key, Kind, Player, Seat, Seating, Setting, Turn, Viewer};
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
    // The samples of each measure and their sum, game by game.
    let mut games: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
    for seed in first..first + n_games {
        let mut sums: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        let seats = play(kind, &bot, &options, &Key::from_seed(seed));
        for (measure, figure) in seats.values().flat_map(Figures::iter) {
            let [n, sum] = sums.entry(measure).or_default();
            *n += f64::from(figure.n);
            *sum += figure.sum as f64;
        }
        for (measure, sum) in sums {
            games.entry(measure).or_default().push(sum);
        }
    }
    println!("{n_games} games of {game} by {bot} from seed {first}, in thousandths");
    for (measure, games) in games {
        let [n, sum] = games
            .iter()
            .fold([0.0; 2], |[n, sum], game| [n + game[0], sum + game[1]]);
        let mean = sum / n;
        let off = |[n, sum]: &[f64; 2]| (sum - n * mean) * (sum - n * mean);
        let error = games.iter().map(off).sum::<f64>().sqrt() / n;
        println!("{measure} {:.0} ± {:.1} from {n}", 1e3 * mean, 1e3 * error);
    }
}

/// The figures of each seat in one game.
fn play(kind: &dyn Kind, bot: &str, options: &Value, key: &Key) -> BTreeMap<Seat, Figures> {
    let mut game = kind.start(options).expect("these options are possible");
    let seating = seating(&*game);
    let mut rng = key.stream("bots");
    let (mut draws, mut input) = (0, None);
    let mut seats: BTreeMap<Seat, Figures> = BTreeMap::new();
    loop {
        let setting = Setting {
            key,
            draws,
            seating: &seating,
        };
        let course = match input.take() {
            None => game.begin(&setting),
            Some((seat, action)) => game.action(seat, &action, &setting),
        };
        let course = course.expect("bots do what is legal");
        draws += course
            .steps
            .iter()
            .filter(|step| step.draw.is_some())
            .count() as u64;
        for sample in &course.samples {
            seats.entry(sample.seat).or_default().add(sample);
        }
        if let Some(last) = course.scenes.into_iter().rev().find_map(|scene| scene.game) {
            game = last;
        }
        let Turn::Seats(asked) = game.turn() else {
            return seats;
        };
        let seat = asked.iter().next().expect("somebody is to move");
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let action = kind.choose(bot, &view, &legal, &mut rng);
        input = Some((seat, action.expect("there is such a bot")));
    }
}

fn seating(game: &dyn AnyGame) -> Seating {
    let player = |seat: Seat| Player {
        uuid: seat.to_string(),
        nickname: seat.to_string(),
    };
    Seating::new(kernel::BySeat::from_fn(game.n_seats(), player))
}
