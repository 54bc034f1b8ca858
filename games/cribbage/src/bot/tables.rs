//! Computes the tables in `games/cribbage/bot`, as text.
//!
//! An example writes the files and has the threads: this crate touches neither. [`first`] computes
//! everything from the rules alone. A round then takes the tables as they are, lets the expert play
//! against itself, and makes them anew from that ([`PracticeRound`]); rounds are repeated until the
//! tables no longer move.

use kernel::{Key, Rng};

use super::book::{BOOK, Book, Lessons};
use super::chance::{TARGET, WinTable};
use super::habits::{HABITS, Habits};
use super::hindsight::Hindsight;
use super::order::PegOrder;
use super::pegs::PegTable;
use super::practice::{Practised, practise};

/// The number of plays for each hand in each role. A play's pegging has a standard deviation of
/// about 2.5 points, and the mean of 4,000 plays is right to within 0.04.
const TIMES: u32 = 4_000;

/// The seed of the plays, which makes the files the same each time.
const SEED: u64 = 20_261_115;

/// The tables that follow from the rules: each file's name and text. The pegging of hands is that
/// between players who look one card ahead.
pub fn first() -> Vec<(&'static str, String)> {
    let habits = Habits::settle();
    let pegs = PegTable::play_out(&habits, TIMES, &mut Rng::from_seed(SEED));
    let chance = WinTable::solve(&habits, &pegs, None);
    vec![
        ("crib.txt", habits.crib_text()),
        ("hands.txt", habits.hands_text()),
        ("pegging.txt", pegs.text()),
        ("chance.txt", chance.text()),
    ]
}

/// Deals that the expert has played against itself.
#[derive(Debug, Default)]
pub struct Deals(Vec<Practised>);

impl Deals {
    /// Adds others.
    pub fn extend(&mut self, more: Deals) {
        self.0.extend(more.0);
    }
}

/// A round of practice: from the tables that are checked in to the next.
#[derive(Debug)]
pub struct PracticeRound {
    book: &'static Book,
    seed: u64,
}

impl PracticeRound {
    /// A round with this luck.
    pub fn new(seed: u64) -> PracticeRound {
        PracticeRound { book: &BOOK, seed }
    }

    /// Plays the deals of these numbers from 0-0, with this many guesses for a card.
    pub fn from_the_start(&self, numbers: std::ops::Range<u64>, guesses: usize) -> Deals {
        let deal = |n| practise([0, 0], self.book, guesses, &self.key("start", n));
        Deals(numbers.map(deal).collect())
    }

    /// Plays the deals of these numbers from any scores, most of them near the end of a game.
    pub fn from_any_score(&self, numbers: std::ops::Range<u64>, guesses: usize) -> Deals {
        let deal = |n| {
            let key = self.key("scores", n);
            practise(scores(&mut key.stream("scores")), self.book, guesses, &key)
        };
        Deals(numbers.map(deal).collect())
    }

    /// Takes what hands peg, and in which order, from deals that start at 0-0.
    pub fn learn_pegging(&mut self, deals: &Deals) {
        let pegs = self.book.pegs.learn(&deals.0);
        let order = PegOrder::count(deals.0.iter().map(|deal| &deal.pegged[..]));
        let chance = WinTable::solve(&HABITS, &pegs, Some(&order));
        self.turn(Book {
            pegs,
            chance,
            lessons: self
                .book
                .lessons
                .clone()
                .map(|lessons| Lessons { order, ..lessons }),
        });
    }

    /// Takes what hands peg from deals that start at 0-0, and leaves the rest as it is.
    pub fn learn_pegging_alone(&mut self, deals: &Deals) {
        self.turn(Book {
            pegs: self.book.pegs.learn(&deals.0),
            ..self.book.clone()
        });
    }

    /// Corrects the chance before a deal by what came of these deals.
    pub fn learn_chance(&mut self, deals: &Deals) {
        let chance = self.book.chance.corrected(&deals.0);
        self.turn(Book {
            chance,
            ..self.book.clone()
        });
    }

    /// Takes from these deals how far chances come true.
    pub fn learn_hindsight(&mut self, deals: &Deals) {
        let hindsight = Hindsight::learn(&deals.0, &self.book.chance);
        self.turn(Book {
            lessons: self.book.lessons.clone().map(|lessons| Lessons {
                hindsight,
                ..lessons
            }),
            ..self.book.clone()
        });
    }

    /// Each file's name and text.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = vec![
            ("pegging.txt", self.book.pegs.text()),
            ("chance.txt", self.book.chance.text()),
        ];
        if let Some(lessons) = &self.book.lessons {
            files.push(("order.txt", lessons.order.text()));
            files.push(("hindsight.txt", lessons.hindsight.text()));
        }
        files
    }

    /// A few lines about the differences between these tables and those that are checked in.
    pub fn moved(&self) -> String {
        let [most, mean] = self.book.chance.differences(&BOOK.chance);
        let pegs = self.book.pegs.mean_difference(&BOOK.pegs);
        format!(
            "chance.txt: {most:.4} at most, {mean:.4} on average\n\
             pegging.txt: {pegs:.3} points on average over the hands as often as they are kept\n"
        )
    }

    /// The slope of real pegging on the table, for the dealer and for pone, with its standard
    /// error.
    pub fn slopes(&self, deals: &Deals) -> [[f64; 2]; 2] {
        [0, 1].map(|role| self.book.pegs.slope(role, &deals.0))
    }

    /// The process that makes tables ends after a round: a book need never be dropped.
    fn turn(&mut self, book: Book) {
        self.book = Box::leak(Box::new(book));
    }

    fn key(&self, name: &str, n: u64) -> Key {
        let mut stream = Key::from_seed(self.seed).stream(&format!("practice/{name}/{n}"));
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(4) {
            word.copy_from_slice(&stream.next_u32().to_le_bytes());
        }
        Key::new(bytes)
    }
}

/// Scores of the dealer and of pone. In three of five deals both needs are drawn alike from 1, 2, 4
/// ... 64, and evenly between two of these, because the last holes are what there is to learn. In
/// the others the scores are anything, and at most thirty apart.
fn scores(rng: &mut Rng) -> [u16; 2] {
    let target = TARGET as u32;
    let needs = if rng.below(5) < 3 {
        [0, 1].map(|_| {
            let base = 1 << rng.below(6);
            base + rng.below(base)
        })
    } else {
        let one = 1 + rng.below(target);
        let other = (one + rng.below(61)).saturating_sub(30);
        [one, other.clamp(1, target)]
    };
    needs.map(|need| (target - need) as u16)
}
