//! What bots of one level have on average.

use std::collections::BTreeMap;
use std::ops::Range;

use kernel::{AnyGame, BySeat, Figures, Key, Kind, Player, Seat, Seating, Setting, Turn, Viewer};
use serde_json::Value;

/// The samples of a measure in many games.
pub(crate) struct Average {
    /// The number of samples.
    pub(crate) n: f64,
    pub(crate) mean: f64,
    /// The standard error of the mean: samples of one game are not independent, games are.
    pub(crate) error: f64,
}

/// The measures of games between bots of this level, a game for each seed.
pub(crate) fn averages(
    kind: &dyn Kind,
    bot: &str,
    options: &Value,
    seeds: Range<u64>,
) -> BTreeMap<&'static str, Average> {
    // The samples of each measure and their sum, game by game.
    let mut games: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
    for seed in seeds {
        let mut sums: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        let seats = play(kind, bot, options, &Key::from_seed(seed));
        for (measure, figure) in seats.values().flat_map(Figures::iter) {
            let [n, sum] = sums.entry(measure).or_default();
            *n += f64::from(figure.n);
            *sum += figure.sum as f64;
        }
        for (measure, sum) in sums {
            games.entry(measure).or_default().push(sum);
        }
    }
    let averaged = games.into_iter();
    averaged
        .map(|(measure, games)| (measure, average(&games)))
        .collect()
}

/// The average of games, each with its number of samples and their sum.
fn average(games: &[[f64; 2]]) -> Average {
    let [n, sum] = games
        .iter()
        .fold([0.0; 2], |[n, sum], game| [n + game[0], sum + game[1]]);
    let mean = sum / n;
    let off = |[n, sum]: &[f64; 2]| (sum - n * mean) * (sum - n * mean);
    let error = games.iter().map(off).sum::<f64>().sqrt() / n;
    Average { n, mean, error }
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
    Seating::new(BySeat::from_fn(game.n_seats(), player))
}
