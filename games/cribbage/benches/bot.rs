//! Measures how long bots think, and asserts their decisions.
//!
//! `cargo bench -p cribbage --bench bot` prints the time for ranking all fifteen throws of a deal
//! with the exact odds of each hand and the crib, and the thinking time of each level for a throw
//! and a card over whole games. Times are never asserted: a slow machine is not a fault. It is
//! asserted that the same luck gives the same moves.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cribbage::bot::{Worth, worths};
use cribbage::score::{Six, Throw};
use cribbage::{Action, Cribbage, Options};
use kernel::{Bot, Game, Key, Rng, Sight, bots};
use pieces::Card;

/// The number of deals that are ranked.
const DEALS: usize = 20_000;

/// The number of games that each level plays against itself.
const GAMES: u64 = 100;

fn main() {
    rank_throws();
    println!("\nlevel     decision      mean       p50       p99    longest");
    for bot in bots::<Cribbage>() {
        let (first, times) = games(bot);
        let (again, _) = games(bot);
        assert_eq!(
            first,
            again,
            "{} chose another action with the same luck",
            bot.name()
        );
        for (name, mut times) in [("throw", times.throws), ("card", times.cards)] {
            times.sort();
            let mean = times.iter().sum::<Duration>() / times.len() as u32;
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            println!(
                "{:9} {name:8} {:>9} {:>9} {:>9} {:>10}",
                bot.name(),
                shown(mean),
                shown(at(0.5)),
                shown(at(0.99)),
                shown(at(1.0))
            );
        }
    }
}

/// All fifteen throws with the exact odds of the hand and the crib, best first.
fn rank_throws() {
    let mut rng = Rng::from_seed(1);
    let mut deck: Vec<Card> = Card::deck().collect();
    let deals: Vec<Six> = (0..DEALS)
        .map(|_| {
            rng.shuffle(&mut deck);
            Six::new(deck[..6].iter().copied().collect()).expect("six of a deck")
        })
        .collect();
    // The tables are read once, before the first throw.
    black_box(ranked(deals[0], true));
    let start = Instant::now();
    let mut best = 0.0;
    for (number, &six) in deals.iter().enumerate() {
        let dealer = number % 2 == 0;
        best += black_box(ranked(six, dealer))[0].total(dealer);
    }
    let each = start.elapsed() / DEALS as u32;
    for &six in &deals[..100] {
        let ranked = ranked(six, true);
        assert_eq!(ranked.len(), 15);
        assert!(ranked.is_sorted_by(|one, next| one.total(true) >= next.total(true)));
        assert!(
            ranked
                .iter()
                .all(|worth| worth.odds.starters() == Throw::STARTERS)
        );
    }
    let mean = best / DEALS as f64;
    // A dealer's hand and crib make about 12.7 points, pone's hand less the crib about 3.6.
    assert!((7.5..8.8).contains(&mean), "the best throws bring {mean}");
    println!(
        "all fifteen throws of a deal ranked: {} (aim: 100 µs)",
        shown(each)
    );
}

fn ranked(six: Six, dealer: bool) -> Vec<Worth> {
    let mut worths = worths(six, dealer);
    worths.sort_by(|one, other| other.total(dealer).total_cmp(&one.total(dealer)));
    worths
}

#[derive(Default)]
struct Times {
    throws: Vec<Duration>,
    cards: Vec<Duration>,
}

/// Plays a bot against itself and returns its actions and the time of each decision.
fn games(bot: &Bot<Cribbage>) -> (Vec<Action>, Times) {
    let mut actions = Vec::new();
    let mut times = Times::default();
    for seed in 0..GAMES {
        let key = Key::from_seed(seed);
        let game = Cribbage::new(Options::default()).expect("two players to 121");
        testkit::play_out(game, &key, |game, seat, rng| {
            let (action, time) = Sight::show(game, seat, |sight| {
                let start = Instant::now();
                ((bot.choose)(sight, rng), start.elapsed())
            });
            match action {
                Action::Discard(_) => times.throws.push(time),
                _ => times.cards.push(time),
            }
            actions.push(action.clone());
            action
        });
    }
    (actions, times)
}

fn shown(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
