//! The average figures of good players, which each game's `measures.rs` gives as par.
//!
//! `cargo run --release -p roster --example par -- cribbage hard 2000` lets bots of one level play
//! this many games with the default options, and prints each measure in thousandths.

#![expect(clippy::print_stdout, reason = "it prints what it counted")]

use std::collections::BTreeMap;

use kernel::{AnyGame, Figures, Key, Player, Sample, Seat, Seating, Setting, Turn, Viewer};
use serde_json::Value;

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "cribbage".to_owned());
    let bot = args.next().unwrap_or_else(|| "hard".to_owned());
    let n_games = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let kind = roster::find(&game).expect("the first word is the key of a game");
    let mut figures = Figures::default();
    for number in 0..n_games {
        let key = Key::from_seed(number);
        let mut game = kind
            .start(&Value::Null)
            .expect("the usual options are possible");
        let seating = seating(&*game);
        let mut rng = key.stream("bots");
        let (mut draws, mut input) = (0, None);
        let mut seats: BTreeMap<Seat, Figures> = BTreeMap::new();
        loop {
            let setting = Setting {
                key: &key,
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
                break;
            };
            let seat = asked.iter().next().expect("somebody is to move");
            let view = game.view(Viewer::Seat(seat));
            let legal = game.legal_actions(seat);
            let action = kind.choose(&bot, &view, &legal, &mut rng);
            input = Some((seat, action.expect("there is such a bot")));
        }
        for (measure, figure) in seats.values().flat_map(Figures::iter) {
            // Only means are wanted; a game counts as samples of its own mean.
            for _ in 0..figure.n {
                let value = (figure.sum * 1000 / i64::from(figure.n)) as i32;
                figures.add(&Sample::whole(Seat(0), measure, value));
            }
        }
    }
    for (measure, figure) in figures.iter() {
        let n = i64::from(figure.n);
        println!("{measure} {} from {n}", figure.sum / n);
    }
}

fn seating(game: &dyn AnyGame) -> Seating {
    let player = |seat: Seat| Player {
        uuid: seat.to_string(),
        nickname: seat.to_string(),
    };
    Seating::new(kernel::BySeat::from_fn(game.n_seats(), player))
}
