//! The worth of a hand: the chance of winning the game after it.
//!
//! A bot turns everything it weighs into this one number. Therefore it bids for one mark if it
//! needs one, dares more if the other side is about to win, and in the points game also values the
//! points beyond its bid.

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::options::Mode;
use crate::score::pay;
use crate::sides::{Sides, other_side};
use crate::state::PublicTable;
use crate::trick::HAND_POINTS;
use kernel::Side;
use std::sync::LazyLock;

/// The chance of one side to win the game, by the points (in nello, the tricks) that the bidders
/// take in the hand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stakes {
    by_taken: [f64; HAND_POINTS as usize + 1],
    /// The points that the bidders must take, if nothing else matters.
    pub(super) needed: Option<u8>,
    pledge: Pledge,
    /// Whether our side bid.
    pub(super) is_ours: bool,
}

impl Stakes {
    /// The stakes of a hand for a side.
    pub(super) fn new(table: &PublicTable, pledge: Pledge, side: Side) -> Stakes {
        let score = table.score.sides();
        let target = f64::from(table.options.target());
        let mode = table.options.mode;
        let missing = |side: Side| target - f64::from(score[side]);
        let bidders = pledge.side();
        let by_taken = std::array::from_fn(|taken| {
            let (made, [ours, theirs]) = awards(mode, pledge, taken as u8);
            let left = [
                missing(bidders) - f64::from(ours),
                missing(other_side(bidders)) - f64::from(theirs),
            ];
            let chance = match (left[0] <= 0.0, left[1] <= 0.0) {
                // Both reach the target in one hand: the bid decides.
                (true, true) => f64::from(u8::from(made)),
                _ => win_chance(mode, left[0], left[1]),
            };
            if side == bidders {
                chance
            } else {
                1.0 - chance
            }
        });
        let both_score = mode == Mode::Points && matches!(pledge.bid, Bid::Points(_));
        Stakes {
            by_taken,
            needed: (!both_score).then(|| needed(pledge)),
            pledge,
            is_ours: side == bidders,
        }
    }

    /// Whether the bid is made if the bidders take this much.
    pub(super) fn is_made(&self, taken: u8) -> bool {
        is_made(self.pledge, taken)
    }

    /// An amount with which the bid is made, or set.
    pub(super) fn taken_if(&self, made: bool) -> u8 {
        match (self.pledge.declaration, made) {
            (Declaration::Nello, made) => u8::from(!made),
            (_, true) => HAND_POINTS as u8,
            (_, false) => 0,
        }
    }

    /// The gain for the seat's side if the bid is made rather than set.
    pub(super) fn gain(&self) -> f64 {
        self.at(self.taken_if(true)) - self.at(self.taken_if(false))
    }

    /// The chance of winning the game if the bidders take this much.
    pub(super) fn at(&self, taken: u8) -> f64 {
        self.by_taken[usize::from(taken).min(HAND_POINTS as usize)]
    }
}

/// The chance of a side to win the game at the present score, for a hand that is thrown in.
pub(super) fn chance_now(table: &PublicTable, side: Side) -> f64 {
    let score = table.score.sides();
    let target = f64::from(table.options.target());
    let missing = |side: Side| target - f64::from(score[side]);
    win_chance(table.options.mode, missing(side), missing(other_side(side)))
}

/// Whether the bid is made if the bidders take this much.
pub(super) fn is_made(pledge: Pledge, taken: u8) -> bool {
    match pledge.declaration {
        Declaration::Nello => taken == 0,
        _ => taken >= needed(pledge),
    }
}

const fn needed(pledge: Pledge) -> u8 {
    match (pledge.declaration, pledge.bid) {
        (Declaration::Nello, _) => 0,
        (_, Bid::Points(points)) => points,
        _ => HAND_POINTS as u8,
    }
}

/// Whether the bid is made, and the scores of the bidders and of the others.
fn awards(mode: Mode, pledge: Pledge, taken: u8) -> (bool, [u16; 2]) {
    let made = is_made(pledge, taken);
    let sides = [pledge.side(), other_side(pledge.side())];
    let mut points = Sides::default();
    points[sides[0]] = taken;
    points[sides[1]] = (HAND_POINTS as u8).saturating_sub(taken);
    let paid = pay(mode, &pledge, made, points);
    (
        made,
        sides.map(|side| paid[side].iter().map(|(_, points)| points).sum()),
    )
}

/// The chance of a side that still needs `ours`, if the other still needs `theirs`.
fn win_chance(mode: Mode, ours: f64, theirs: f64) -> f64 {
    match (ours <= 0.0, theirs <= 0.0) {
        (true, _) => return 1.0,
        (_, true) => return 0.0,
        _ => {}
    }
    match mode {
        Mode::Marks => MARKS.at(ours, theirs),
        Mode::Points => POINTS.at(ours / POINTS_STEP, theirs / POINTS_STEP),
    }
}

/// Chances of winning by what both sides still need, in steps.
struct Race {
    size: usize,
    chances: Vec<f64>,
}

/// One way in which a hand can end: the steps of one side and of the other, and its frequency.
type Ending = (usize, usize, f64);

impl Race {
    /// Computes the chances from the shares of endings, which are equally likely for both sides.
    fn new(size: usize, endings: &[Ending]) -> Race {
        let mut race = Race {
            size,
            chances: vec![0.5; (size + 1) * (size + 1)],
        };
        for sum in 2..=2 * size {
            for ours in sum.saturating_sub(size).max(1)..=size.min(sum - 1) {
                let theirs = sum - ours;
                let chance = endings
                    .iter()
                    .map(|&(one, other, share)| {
                        let here = race.after(ours, theirs, one, other);
                        let there = race.after(ours, theirs, other, one);
                        share * (here + there) / 2.0
                    })
                    .sum();
                race.chances[ours * (size + 1) + theirs] = chance;
            }
        }
        race
    }

    fn after(&self, ours: usize, theirs: usize, we: usize, they: usize) -> f64 {
        let (ours, theirs) = (ours.saturating_sub(we), theirs.saturating_sub(they));
        match (ours, theirs) {
            (0, 0) => 0.5,
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => self.chances[ours * (self.size + 1) + theirs],
        }
    }

    /// The chance, interpolated between steps.
    fn at(&self, ours: f64, theirs: f64) -> f64 {
        let place = |needed: f64| {
            let needed = needed.clamp(1.0, self.size as f64);
            let step = (needed.floor() as usize).min(self.size - 1).max(1);
            (step, needed - step as f64)
        };
        let ((i, x), (j, y)) = (place(ours), place(theirs));
        let get = |i: usize, j: usize| self.chances[i * (self.size + 1) + j];
        let low = get(i, j) * (1.0 - y) + get(i, j + 1) * y;
        let high = get(i + 1, j) * (1.0 - y) + get(i + 1, j + 1) * y;
        low * (1.0 - x) + high * x
    }
}

/// A game of marks, up to seven. The shares of hands worth one, two and more marks come from the
/// expert against itself.
static MARKS: LazyLock<Race> =
    LazyLock::new(|| Race::new(7, &[(1, 0, 0.90), (2, 0, 0.09), (4, 0, 0.01)]));

/// Points are counted in steps of five: finer steps change no decision.
const POINTS_STEP: f64 = 5.0;

/// A game of points, up to 500: a bid made with 36 of 42, set at about 33 with 14 taken by the
/// bidders, or of every trick.
static POINTS: LazyLock<Race> = LazyLock::new(|| {
    let endings = [(7, 1, 0.52), (9, 0, 0.33), (8, 0, 0.13), (17, 0, 0.02)];
    Race::new(100, &endings)
});
