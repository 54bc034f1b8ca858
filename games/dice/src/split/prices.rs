//! Prices of the six faces: the greatest worth of a die to any mixed hand that takes it.
//!
//! Prices bound the search, and the closer they are to the real worth of this pool's dice, the
//! shorter it is. Good ones come from a linear programme: mixed hands may be taken in fractions,
//! and so may *plans* for the odd and the even side, where a plan is any pool of that side with its
//! table's worth. The value of one more die of a face is then its price. Plans are found on demand
//! by a scan of the side's table; hands of odd or of even dice alone therefore count exactly and
//! not in fractions.
//!
//! It is solved in floats, by the simplex method with eight rows, because nothing depends on its
//! digits: [`prices`] rounds, and then raises the integers until every mixed hand is covered, which
//! it checks itself.

use super::Counts;
use super::catalogue::{EVEN, ODD, PricedHand};
use super::side::{EndingMode, HalfPool};

/// Prices of the six faces such that the dice of every mixed hand cost at least its worth.
///
/// The sides' tables for the mode must be prepared.
pub(crate) fn prices(
    mixed: &[PricedHand],
    counts: Counts,
    mode: EndingMode,
    odd: &HalfPool<'_>,
    even: &HalfPool<'_>,
) -> [i32; 6] {
    /// A pool of a hundred dice takes about thirty; the limit ends the cycles of degenerate pools.
    const STEPS: usize = 120;
    let columns = Columns::new(mixed);
    let mut master = Master::new(counts);
    let mut gains = vec![0.0; mixed.len()];
    for _ in 0..STEPS {
        let dual = master.dual();
        let rounded = round(dual);
        let (odd_gain, odd_plan) = odd.best_plan(mode.odd, rounded);
        let (even_gain, even_plan) = even.best_plan(mode.even, rounded);
        let (hand_gain, hand) = columns.best(dual, &mut gains);
        let odd_gain = f64::from(odd_gain) - dual[ODD_ROW];
        let even_gain = f64::from(even_gain) - dual[EVEN_ROW];
        // A 128th of a point, the unit of worth, is less than the rounding of plans.
        if hand_gain.max(odd_gain).max(even_gain) < 4.0 {
            break;
        }
        let (column, worth) = if hand_gain >= odd_gain.max(even_gain) {
            columns.get(hand)
        } else if odd_gain >= even_gain {
            (
                plan(ODD, odd_plan, ODD_ROW),
                odd.plan_worth(mode.odd, odd_plan),
            )
        } else {
            (
                plan(EVEN, even_plan, EVEN_ROW),
                even.plan_worth(mode.even, even_plan),
            )
        };
        if !master.enter(column, worth) {
            break;
        }
    }
    let mut prices = round(master.dual());
    for entry in mixed {
        cover(&mut prices, entry);
    }
    prices
}

/// Six faces, and one row for the plans of each side, whose fractions add up to one.
const ROWS: usize = 8;
const ODD_ROW: usize = 6;
const EVEN_ROW: usize = 7;

type Row = [f64; ROWS];

fn round(dual: Row) -> [i32; 6] {
    std::array::from_fn(|face| dual[face].max(0.0).round() as i32)
}

fn plan(faces: [usize; 3], takes: [u8; 3], row: usize) -> Row {
    let mut column = [0.0; ROWS];
    for (face, n) in faces.into_iter().zip(takes) {
        column[face] = f64::from(n);
    }
    column[row] = 1.0;
    column
}

/// Raises the prices of a hand's faces until its dice cost its worth.
fn cover(prices: &mut [i32; 6], entry: &PricedHand) {
    let counts = entry.hand.counts().map(i32::from);
    let cost: i32 = prices.iter().zip(counts).map(|(price, n)| price * n).sum();
    if cost < entry.worth {
        let size = i32::from(entry.hand.size());
        let raise = (entry.worth - cost + size - 1) / size;
        for (price, _) in prices.iter_mut().zip(counts).filter(|(_, n)| *n > 0) {
            *price += raise;
        }
    }
}

/// The mixed hands as columns of the programme, face by face: pricing them all is six plain loops.
struct Columns {
    takes: [Vec<f64>; 6],
    worths: Vec<f64>,
}

impl Columns {
    fn new(mixed: &[PricedHand]) -> Columns {
        let takes = |face: usize| {
            mixed
                .iter()
                .map(move |entry| f64::from(entry.hand.counts()[face]))
        };
        Columns {
            takes: std::array::from_fn(|face| takes(face).collect()),
            worths: mixed.iter().map(|entry| f64::from(entry.worth)).collect(),
        }
    }

    fn get(&self, at: usize) -> (Row, f64) {
        let mut column = [0.0; ROWS];
        for (row, takes) in column.iter_mut().zip(&self.takes) {
            *row = takes[at];
        }
        (column, self.worths[at])
    }

    /// The hand whose worth exceeds its dice's price by most, and by how much.
    fn best(&self, dual: Row, gains: &mut [f64]) -> (f64, usize) {
        gains.copy_from_slice(&self.worths);
        for (takes, price) in self.takes.iter().zip(dual) {
            for (gain, takes) in gains.iter_mut().zip(takes) {
                *gain -= price * takes;
            }
        }
        let mut best = (0.0, 0);
        for (column, &gain) in gains.iter().enumerate() {
            if gain > best.0 {
                best = (gain, column);
            }
        }
        best
    }
}

/// The basis of the simplex method: its inverse, the amount of each basic column, and its worth.
struct Master {
    inverse: [Row; ROWS],
    taken: Row,
    worths: Row,
}

impl Master {
    /// All dice left over, and both sides with an empty plan.
    fn new(counts: Counts) -> Master {
        let unit = |row| std::array::from_fn(|column| f64::from(u8::from(row == column)));
        Master {
            inverse: std::array::from_fn(unit),
            taken: std::array::from_fn(|row| counts.get(row).map_or(1.0, |&n| f64::from(n))),
            worths: [0.0; ROWS],
        }
    }

    fn dual(&self) -> Row {
        let mut dual = [0.0; ROWS];
        for (row, worth) in self.inverse.iter().zip(self.worths) {
            for (dual, x) in dual.iter_mut().zip(row) {
                *dual += worth * x;
            }
        }
        dual
    }

    /// Takes as much of this column as fits, in place of the one that runs out; returns whether any
    /// does.
    fn enter(&mut self, column: Row, worth: f64) -> bool {
        let direction = self
            .inverse
            .map(|row| row.iter().zip(column).map(|(x, y)| x * y).sum::<f64>());
        let shrinking = (0..ROWS).filter(|&row| direction[row] > 1e-7);
        let ratio = |row: usize| self.taken[row] / direction[row];
        let Some(leaving) = shrinking.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b))) else {
            return false;
        };
        self.inverse[leaving] = self.inverse[leaving].map(|x| x / direction[leaving]);
        self.taken[leaving] /= direction[leaving];
        self.worths[leaving] = worth;
        let (pivot, amount) = (self.inverse[leaving], self.taken[leaving]);
        for row in (0..ROWS).filter(|&row| row != leaving) {
            for (x, pivot) in self.inverse[row].iter_mut().zip(pivot) {
                *x -= direction[row] * pivot;
            }
            self.taken[row] -= direction[row] * amount;
        }
        true
    }
}
