//! Makes the chances at tables of three and four from a bot's own play:
//! `cargo run --release -p cribbage --example seat_chances -- <deals> <seed> [bot]`.
//!
//! The bot plays this many deals against itself at each kind of table. The points of each seat with
//! each of its four cards and in the show are counted by its place from the dealer. The dealer's
//! heels count with its first card, and the crib with its hand. The file `bot/seats.txt` is
//! written, and how far its means differ from those of the file that was there is printed: the bot
//! plays by that file, and a table that stands still is the table of its own play.
#![allow(clippy::print_stdout, reason = "an example prints what it does")]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

use cribbage::{Cribbage, Event, Options, Phase};
use kernel::{Bot, Facade, Game, Input, Key, Rng, Seat, Sight, Turn};

/// The steps of a seat in a deal: four cards and the show.
const STEPS: usize = 5;

/// The number of deals of a game that are kept; nobody wins as early as this.
const EARLY: u32 = 2;

/// The kinds of tables: seats, and whether everybody plays alone.
const KINDS: [(u8, bool); 3] = [(3, false), (4, false), (4, true)];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        let given = arguments.get(place).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let (deals, seed) = (number(0, 4_000), number(1, 1));
    let name = arguments.get(2).map_or("expert", String::as_str);
    let bot = kernel::bot(name).expect("the bot must be one that the arena knows");
    let mut text = String::from(TITLE);
    let _ = writeln!(
        text,
        "# {deals} deals of {name} at each kind of table, seed {seed}."
    );
    for ((seats, alone), number) in KINDS.into_iter().zip(0..) {
        let options = Options {
            seats,
            alone,
            ..Options::default()
        };
        let key = Key::from_seed(seed << 8 | number);
        Pool::played(&options, bot, deals as usize, &key).write(&mut text);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot/seats.txt");
    println!("{}", compared(&fs::read_to_string(&path)?, &text));
    fs::write(path, text)
}

const TITLE: &str = "\
# What each seat gets in a deal at three seats, at four as partners and at four alone.
# Made by `cargo run --release -p cribbage --example seat_chances`; see README.md in this folder.
# For each kind of table: the seats, the sides, what hand and crib are usually worth to a side that owns
# the crib and to one that does not. Then for the dealer and each seat from its left: in how many deals
# its first, second, third and fourth card and its show brought 0, 1, 2 ... points.
";

/// The counts at one kind of table.
struct Pool {
    seats: usize,
    sides: u8,
    deals: usize,
    /// The number of times that each number of points came, by the seat's place from the dealer and
    /// by the step.
    counts: Vec<Vec<u32>>,
    /// The worths of hand and crib after the best throw, for the dealer's side and for the others.
    worths: [Vec<f64>; 2],
}

impl Pool {
    fn played(options: &Options, bot: &Bot<Cribbage>, deals: usize, key: &Key) -> Pool {
        let seats = usize::from(options.seats);
        let mut pool = Pool {
            seats,
            sides: options.n_sides(),
            deals: 0,
            counts: vec![Vec::new(); seats * STEPS],
            worths: [Vec::new(), Vec::new()],
        };
        let mut game = 0;
        while pool.deals < deals {
            pool.play(
                options.clone(),
                bot,
                &Key::new(key.seed(&format!("game/{game}"))),
            );
            game += 1;
        }
        pool
    }

    /// Plays the first deals of a game.
    fn play(&mut self, options: Options, bot: &Bot<Cribbage>, key: &Key) {
        let mut game = Cribbage::new(options).expect("a kind of table that the rules know");
        let mut inputs = 0;
        let mut deal = vec![0; self.seats * STEPS];
        while game.turn() != Turn::Over && game.table().deal <= EARLY {
            inputs += 1;
            let input = match game.turn() {
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("somebody is to move");
                    let mut rng = key.stream(&format!("bot/{inputs}"));
                    if game.table().phase == Phase::Discarding {
                        self.weigh(&game, seat, &mut rng);
                    }
                    let action = Sight::show(&game, seat, |sight| (bot.choose)(sight, &mut rng));
                    Input::Act { seat, action }
                }
                _ => Input::Chance(game.draw(&key.draw(inputs))),
            };
            for event in game.decide(&input).expect("a bot plays by the rules") {
                if let Some((step, points)) = self.step(&game, &event) {
                    deal[step] += points;
                }
                game.evolve(&event);
                if game.table().phase == Phase::Dealing && matches!(event, Event::Counted { .. }) {
                    self.note(&mut deal);
                }
            }
        }
    }

    /// The step of an event that brings points, and the points.
    fn step(&self, game: &Cribbage, event: &Event) -> Option<(usize, i32)> {
        let table = game.table();
        let dealer = table.dealer?;
        let (seat, step, tally) = match event {
            Event::StarterCut { tally, .. } => (dealer, 0, tally),
            Event::Played { seat, tally, .. } => (*seat, table.played_by(*seat).len(), tally),
            Event::Counted { seat, tally, .. } => (*seat, STEPS - 1, tally),
            _ => return None,
        };
        let place = (seat.index() + self.seats - dealer.index()) % self.seats;
        Some((place * STEPS + step, tally.total()))
    }

    /// Counts a deal, and clears it for the next.
    fn note(&mut self, deal: &mut [i32]) {
        self.deals += 1;
        for (counts, points) in self.counts.iter_mut().zip(deal) {
            let points = std::mem::take(points) as usize;
            if counts.len() <= points {
                counts.resize(points + 1, 0);
            }
            counts[points] += 1;
        }
    }

    /// Notes the worth of a seat's hand and crib after its best throw.
    fn weigh(&mut self, game: &Cribbage, seat: Seat, rng: &mut Rng) {
        let advise = Cribbage::ADVISE.expect("cribbage has an adviser");
        let advice = Sight::show(game, seat, |sight| advise(sight, None, rng));
        let parts = advice.iter().flat_map(|advice| &advice.parts);
        let totals = parts.filter(|part| part.name == "total");
        let best = totals
            .map(|part| part.value)
            .fold(f64::NEG_INFINITY, f64::max);
        let owns = game.table().dealer.map(|dealer| game.side(dealer)) == Some(game.side(seat));
        self.worths[usize::from(!owns)].push(best);
    }

    /// Writes the counts.
    fn write(&self, text: &mut String) {
        let usual = |worths: &[f64]| worths.iter().sum::<f64>() / worths.len().max(1) as f64;
        let [owner, other] = &self.worths;
        let (seats, sides) = (self.seats, self.sides);
        let _ = writeln!(
            text,
            "{seats} {sides} {:.2} {:.2}",
            usual(owner),
            usual(other)
        );
        for counts in &self.counts {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}", counts.join(" "));
        }
    }
}

/// The differences of the means of two files, in points of a seat in a step.
fn compared(before: &str, after: &str) -> String {
    let (before, after) = (means(before), means(after));
    if before.len() != after.len() {
        return String::from("the file that was there has other steps");
    }
    let apart = before
        .iter()
        .zip(&after)
        .map(|(one, other)| (one - other).abs());
    let most = apart.clone().fold(0.0, f64::max);
    let mean = apart.sum::<f64>() / after.len() as f64;
    format!(
        "points of a step, apart from the file that was there: {mean:.3} on average, {most:.3} at most"
    )
}

/// The mean points of each step.
fn means(text: &str) -> Vec<f64> {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.contains('.'));
    let mean = |line: &str| {
        let counts = line.split(' ').filter_map(|word| word.parse::<f64>().ok());
        let (mut sum, mut all) = (0.0, 0.0);
        for (points, count) in (0..).zip(counts) {
            sum += f64::from(points) * count;
            all += count;
        }
        sum / all
    };
    lines.map(mean).collect()
}
