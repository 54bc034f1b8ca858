//! The speed of counting in cribbage, with every result asserted.
//!
//! `cargo bench -p cribbage --bench score` prints for each way of counting the best time of a few
//! runs, its rate, its speed relative to the naive scorer of the same run, and the target rate.
//! Times are never asserted: a slow machine is not a fault. Checks that take too long for a test
//! are here too.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "../tests/known/mod.rs"]
mod known;
#[path = "../tests/naive/mod.rs"]
mod naive;
#[path = "../tests/stacks/mod.rs"]
mod stacks;

use cribbage::score::{
    Exactly, Four, HandOrCrib, Prepared, ScoreAnswer, Show, Six, Tally, best_throw, total,
};
use kernel::Rng;
use known::{CRIB_POINTS, CRIBS, HAND_POINTS, HANDS, PAIRS};
use pieces::{Card, CardSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of six-card deals: 52 choose 6.
const DEALS: u64 = 20_358_520;

/// The number of random hands that are counted again and again. They are few enough to stay in the
/// cache.
const RANDOM: usize = 1 << 16;

/// The work of finding a best throw: fifteen ways to keep four cards, each with 46 starters.
const HANDS_A_DEAL: u64 = 15 * 46;

fn main() {
    let deck: Vec<Card> = Card::deck().collect();
    let random = random_hands();
    let hands = RANDOM as u64;
    println!("{}", TITLE);

    let (time, random_points) = best_of(3, || naive_points(black_box(&random)));
    let naive = Line::new("naive, random hands", hands, time);
    naive.print();
    let print = |line: Line| line.against(&naive, 1).print();

    let (time, counts) = best_of(5, || count_all(black_box(&deck), false));
    assert_eq!((counts, sum(counts)), (HANDS, HAND_POINTS));
    print(Line::new("by table, all hands", PAIRS, time).target(PAIRS * 1000 / 60));

    let (time, counts) = best_of(5, || count_all(black_box(&deck), true));
    assert_eq!((counts, sum(counts)), (CRIBS, CRIB_POINTS));
    print(Line::new("by table, all cribs", PAIRS, time).target(PAIRS * 1000 / 60));

    let (time, points) = best_of(5, || passes(100, || table_points(black_box(&random))));
    assert_eq!(points, 100 * random_points);
    print(Line::new("by table, random hands", 100 * hands, time).target(150_000_000));

    let (time, points) = best_of(2, || itemised_points(black_box(&deck)));
    assert_eq!(points, HAND_POINTS);
    print(Line::new("itemised, all hands", PAIRS, time).target(4_000_000));

    let (time, points) = best_of(5, || passes(5, || random_itemised(black_box(&random))));
    assert_eq!(points, 5 * random_points);
    print(Line::new("itemised, random hands", 5 * hands, time).target(4_000_000));

    let (time, points) = best_of(5, || answered_points(black_box(&random)));
    assert_eq!(points, random_points);
    print(Line::new("itemised, written as JSON", hands, time).target(400_000));

    let (time, points) = best_of(3, || best_throws(black_box(&deck)));
    // Over the 46 starters of every deal: a mean of 8.293938.
    assert_eq!(points, 7_767_205_480);
    let line = Line::new("best throw, all deals of six", DEALS, time).target(DEALS / 3);
    line.against(&naive, HANDS_A_DEAL).print();

    let (time, walk) = best_of(1, || stacks::check_all(13));
    assert_eq!(
        (walk.checked, walk.most),
        (stacks::OF_ANY_LENGTH, stacks::MOST)
    );
    Line::new("every stack, beside naive", walk.checked, time).print();
}

const TITLE: &str = "\
cribbage                           counted      time      a second   x naive        target";

/// One measurement.
struct Line {
    name: &'static str,
    count: u64,
    time: Duration,
    ratio: Option<f64>,
    target: Option<u64>,
}

impl Line {
    fn new(name: &'static str, count: u64, time: Duration) -> Line {
        Line {
            name,
            count,
            time,
            ratio: None,
            target: None,
        }
    }

    /// The target rate per second.
    fn target(self, target: u64) -> Line {
        Line {
            target: Some(target),
            ..self
        }
    }

    /// Compares with the naive scorer, where each unit is worth this many hands.
    fn against(self, naive: &Line, hands: u64) -> Line {
        Line {
            ratio: Some(self.rate() * hands as f64 / naive.rate()),
            ..self
        }
    }

    fn rate(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64()
    }

    fn print(&self) {
        let Line {
            name, count, time, ..
        } = self;
        let rate = self.rate();
        let ratio = self
            .ratio
            .map_or("-".to_owned(), |ratio| format!("{ratio:.1}"));
        let target = self
            .target
            .map_or("-".to_owned(), |target| target.to_string());
        println!("{name:<30}{count:>12}{time:>10.1?}{rate:>14.0}{ratio:>10}{target:>14}");
    }
}

/// The shortest time of a few runs, and the result of the last.
fn best_of<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let start = Instant::now();
        let result = black_box(run());
        (start.elapsed(), result)
    };
    let mut best = timed();
    for _ in 1..runs {
        let (time, result) = timed();
        best = (best.0.min(time), result);
    }
    best
}

/// The sum of several passes over the same hands.
fn passes(count: usize, pass: impl Fn() -> u64) -> u64 {
    (0..count).map(|_| pass()).sum()
}

/// The number of hands or cribs with each score.
fn count_all(deck: &[Card], crib: bool) -> [u64; 30] {
    // A score is below 32: an index cut to five bits needs no check.
    let mut counts = [0; 32];
    for_each_hand(deck, |hand, starters| {
        let hand = Prepared::new(hand);
        for part in starters {
            for &starter in part {
                counts[usize::from(hand.total(starter, crib)) % 32] += 1;
            }
        }
    });
    assert_eq!(counts[30..], [0, 0]);
    std::array::from_fn(|score| counts[score])
}

fn itemised_points(deck: &[Card]) -> u64 {
    let mut points = 0;
    for_each_hand(deck, |hand, starters| {
        let hand = exactly(hand);
        for &starter in starters.into_iter().flatten() {
            points += itemised(hand, starter).total() as u64;
        }
    });
    points
}

/// Calls `f` with every hand and, in the gaps between its cards, every starter.
fn for_each_hand<'a>(deck: &'a [Card], mut f: impl FnMut([Card; 4], [&'a [Card]; 5])) {
    for d in 3..deck.len() {
        for c in 2..d {
            for b in 1..c {
                for a in 0..b {
                    let starters = [
                        &deck[..a],
                        &deck[a + 1..b],
                        &deck[b + 1..c],
                        &deck[c + 1..d],
                        &deck[d + 1..],
                    ];
                    f([a, b, c, d].map(|card| deck[card]), starters);
                }
            }
        }
    }
}

fn best_throws(deck: &[Card]) -> u64 {
    let mut points = 0;
    for f in 5..deck.len() {
        for e in 4..f {
            for d in 3..e {
                for c in 2..d {
                    for b in 1..c {
                        for a in 0..b {
                            let dealt: Six = exactly([a, b, c, d, e, f].map(|card| deck[card]));
                            points += u64::from(best_throw(dealt).points);
                        }
                    }
                }
            }
        }
    }
    points
}

/// Random hands with their starters, the same in every run.
fn random_hands() -> Vec<[Card; 5]> {
    let mut rng = Rng::from_seed(0);
    let mut deck: Vec<Card> = Card::deck().collect();
    let mut deal = || {
        rng.shuffle(&mut deck);
        std::array::from_fn(|card| deck[card])
    };
    (0..RANDOM).map(|_| deal()).collect()
}

fn naive_points(hands: &[[Card; 5]]) -> u64 {
    let plain = |card: Card| (card.rank().number(), card.suit() as u8);
    let points = |&[a, b, c, d, starter]: &[Card; 5]| {
        naive::show([a, b, c, d].map(plain), plain(starter), false).total()
    };
    hands.iter().map(|hand| u64::from(points(hand))).sum()
}

fn table_points(hands: &[[Card; 5]]) -> u64 {
    let points = |&[a, b, c, d, starter]: &[Card; 5]| total([a, b, c, d], starter, false);
    hands.iter().map(|hand| u64::from(points(hand))).sum()
}

fn random_itemised(hands: &[[Card; 5]]) -> u64 {
    let points =
        |&[a, b, c, d, starter]: &[Card; 5]| itemised(exactly([a, b, c, d]), starter).total();
    hands.iter().map(|hand| points(hand) as u64).sum()
}

/// Writes every answer, and reads the points back from the last count in it.
fn answered_points(hands: &[[Card; 5]]) -> u64 {
    let mut points = 0;
    let mut text = Vec::new();
    for &[a, b, c, d, starter] in hands {
        text.clear();
        let tally = itemised(exactly([a, b, c, d]), starter);
        serde_json::to_writer(&mut text, &ScoreAnswer(&tally)).expect("a count can be written");
        points += total_in(&text);
    }
    points
}

/// The number after `{"total":`, with which every answer begins.
fn total_in(text: &[u8]) -> u64 {
    let digits = text[br#"{"total":"#.len()..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |total, digit| 10 * total + u64::from(digit - b'0'))
}

fn itemised(hand: Four, starter: Card) -> Tally {
    let show = Show::new(hand, Some(starter), HandOrCrib::Hand);
    show.expect("the starter is another card").tally()
}

fn exactly<const N: usize>(cards: [Card; N]) -> Exactly<N> {
    Exactly::new(CardSet::from_iter(cards)).expect("the cards are different")
}

/// The total points of these numbers of hands by score.
fn sum(counts: [u64; 30]) -> u64 {
    (0..).zip(counts).map(|(score, count)| score * count).sum()
}
