//! Prices of the six faces: what a die is worth at most to any hand that takes it.
//!
//! Prices bound the search, and the closer they are to what the dice of this
//! pool really bring, the shorter it is. Good ones come from a linear programme:
//! let hands be taken in fractions, and the value of one more die of a face is its
//! price. It is solved in floats, by the simplex method with six rows, because
//! nothing depends on its digits: [`prices`] rounds up and then raises the
//! integers until every hand is covered, which it checks itself.

use super::Counts;
use super::catalogue::{Catalogue, Entry};

/// Prices of the six faces such that the dice of every mixed hand cost at least what it is worth.
pub(crate) fn prices(catalogue: &Catalogue, mixed: &[Entry], counts: Counts) -> [i32; 6] {
    let mut columns = Columns::default();
    let pure = catalogue.pure.iter().flatten();
    for entry in mixed.iter().chain(pure) {
        if (0..6).all(|face| entry.hand.counts()[face] <= counts[face]) {
            columns.push(entry.hand.counts(), entry.worth);
        }
    }
    for face in 0..6 {
        if counts[face] > 3 {
            let mut all = [0; 6];
            all[face] = counts[face];
            columns.push(all, catalogue.of_a_kind[face][usize::from(counts[face])]);
        }
    }
    let mut prices = columns
        .dual(counts)
        .map(|price| price.max(0.0).ceil() as i32);
    for entry in mixed {
        cover(&mut prices, entry);
    }
    prices
}

/// Raises the prices of a hand's faces until its dice cost what it is worth.
fn cover(prices: &mut [i32; 6], entry: &Entry) {
    let counts = entry.hand.counts();
    let cost: i32 = (0..6)
        .map(|face| prices[face] * i32::from(counts[face]))
        .sum();
    if cost < entry.worth {
        let size = i32::from(entry.hand.size());
        let raise = (entry.worth - cost + size - 1) / size;
        for face in 0..6 {
            prices[face] += if counts[face] > 0 { raise } else { 0 };
        }
    }
}

/// The hands as columns of the programme, face by face so that pricing them all is six plain loops.
#[derive(Default)]
struct Columns {
    takes: [Vec<f32>; 6],
    worths: Vec<f32>,
}

impl Columns {
    fn push(&mut self, counts: Counts, worth: i32) {
        for (takes, n) in self.takes.iter_mut().zip(counts) {
            takes.push(f32::from(n));
        }
        self.worths.push(worth as f32);
    }

    /// The prices at the optimum, or near it if that takes too many steps.
    fn dual(&self, counts: Counts) -> [f32; 6] {
        /// A pool of a hundred dice takes about a dozen; the limit ends the cycles of degenerate pools.
        const STEPS: usize = 40;
        let mut inverse = identity();
        let mut levels = counts.map(f32::from);
        let mut basic_worth = [0.0; 6];
        let mut prices = [0.0; 6];
        let mut gains = vec![0.0; self.worths.len()];
        for _ in 0..STEPS {
            let Some(entering) = self.most_gain(prices, &mut gains) else {
                break;
            };
            let takes: [f32; 6] = std::array::from_fn(|face| self.takes[face][entering]);
            let direction: [f32; 6] = std::array::from_fn(|row| dot(inverse[row], takes));
            let Some(leaving) = tightest(levels, direction) else {
                break;
            };
            pivot(&mut inverse, &mut levels, direction, leaving);
            basic_worth[leaving] = self.worths[entering];
            prices = std::array::from_fn(|face| {
                (0..6)
                    .map(|row| basic_worth[row] * inverse[row][face])
                    .sum()
            });
        }
        prices
    }

    /// The column whose worth exceeds its dice's price by most, if any does.
    fn most_gain(&self, prices: [f32; 6], gains: &mut [f32]) -> Option<usize> {
        gains.copy_from_slice(&self.worths);
        for (takes, price) in self.takes.iter().zip(prices) {
            for (gain, takes) in gains.iter_mut().zip(takes) {
                *gain -= price * takes;
            }
        }
        // Half a 128th of a point is noise.
        let mut best = (0.5, None);
        for (column, &gain) in gains.iter().enumerate() {
            if gain > best.0 {
                best = (gain, Some(column));
            }
        }
        best.1
    }
}

fn identity() -> [[f32; 6]; 6] {
    std::array::from_fn(|row| std::array::from_fn(|column| f32::from(u8::from(row == column))))
}

fn dot(a: [f32; 6], b: [f32; 6]) -> f32 {
    (0..6).map(|i| a[i] * b[i]).sum()
}

/// The row that runs out first when the entering column grows.
fn tightest(levels: [f32; 6], direction: [f32; 6]) -> Option<usize> {
    let rows = (0..6).filter(|&row| direction[row] > 1e-4);
    rows.min_by(|&a, &b| (levels[a] / direction[a]).total_cmp(&(levels[b] / direction[b])))
}

/// Puts the entering column into the basis in place of the leaving row's.
fn pivot(inverse: &mut [[f32; 6]; 6], levels: &mut [f32; 6], direction: [f32; 6], leaving: usize) {
    let by = direction[leaving];
    inverse[leaving] = inverse[leaving].map(|x| x / by);
    levels[leaving] /= by;
    let (pivot_row, pivot_level) = (inverse[leaving], levels[leaving]);
    for row in (0..6).filter(|&row| row != leaving) {
        for column in 0..6 {
            inverse[row][column] -= direction[row] * pivot_row[column];
        }
        levels[row] -= direction[row] * pivot_level;
    }
}
