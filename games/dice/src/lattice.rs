//! All multisets of up to a number of dice, numbered.
//!
//! Dice that are thrown together differ only by their faces: a throw of n equal dice is one of
//! C(n + 5, 5) multisets and not one of 6^n lists. Multisets with fewer dice represent those kept
//! while the rest is in the air. The numbers grow with the number of dice; a loop upwards meets every
//! multiset after all it contains, and a loop downwards before.

/// The most distinct symbols: six faces, and a broken glass die.
pub(crate) const MAX_SYMBOLS: usize = 7;

/// The number of dice that show each symbol.
pub(crate) type Multiset = [u8; MAX_SYMBOLS];

/// All multisets of up to `dice` dice with `symbols` symbols.
#[derive(Debug, Clone)]
pub(crate) struct Lattice {
    symbols: usize,
    dice: usize,
    multisets: Vec<Multiset>,
    /// For each multiset with fewer than `dice` dice, the multiset with one more of each symbol.
    ups: Vec<[u32; MAX_SYMBOLS]>,
    /// `below[i][r]`: the number of multisets that come before those with `r` dice from the i-th
    /// symbol on, among those that agree before.
    below: Vec<[u32; MAX_SYMBOLS]>,
}

impl Lattice {
    pub(crate) fn new(symbols: usize, dice: usize) -> Lattice {
        let mut below = vec![[0; MAX_SYMBOLS]; dice + 2];
        for i in 0..symbols {
            // For k symbols there are C(r + k - 1, k) multisets with fewer than r dice: for one
            // symbol r, and for more the sum over one symbol less.
            let i = symbols - 1 - i;
            for r in 1..dice + 2 {
                below[r][i] = match i + 1 == symbols {
                    true => r as u32,
                    false => below[r - 1][i] + below[r][i + 1],
                };
            }
        }
        let mut lattice = Lattice {
            symbols,
            dice,
            multisets: Vec::with_capacity(below[dice + 1][0] as usize),
            ups: Vec::with_capacity(below[dice][0] as usize),
            below,
        };
        let mut from = [0; MAX_SYMBOLS];
        while from[0] <= dice {
            lattice.push(&from);
            advance(&mut from[..symbols]);
        }
        lattice
    }

    /// The number of multisets.
    pub(crate) fn len(&self) -> usize {
        self.multisets.len()
    }

    /// The number of dice.
    pub(crate) fn dice(&self) -> usize {
        self.dice
    }

    /// The number of symbols of a die.
    pub(crate) fn symbols(&self) -> usize {
        self.symbols
    }

    /// The first multiset with all the dice.
    pub(crate) fn full(&self) -> usize {
        self.ups.len()
    }

    /// The number of dice that show each symbol.
    pub(crate) fn get(&self, at: usize) -> Multiset {
        self.multisets[at]
    }

    /// The multisets with one more symbol; none if all dice are there.
    #[inline]
    pub(crate) fn ups(&self, at: usize) -> &[u32] {
        &self.ups[at][..self.symbols]
    }

    /// The number of a multiset.
    #[inline]
    pub(crate) fn index(&self, multiset: &Multiset) -> usize {
        let (mut rest, mut index) = (0, 0);
        for i in (0..self.symbols).rev() {
            rest += usize::from(multiset[i]);
            index += self.below[rest][i] as usize;
        }
        index
    }

    /// Adds the next multiset, which has `from[i]` dice from the i-th symbol on.
    fn push(&mut self, from: &[usize; MAX_SYMBOLS]) {
        let mut multiset = [0; MAX_SYMBOLS];
        for i in 0..self.symbols {
            let after = from.get(i + 1).copied().unwrap_or(0);
            multiset[i] = (from[i] - after) as u8;
        }
        if from[0] < self.dice {
            let mut ups = [0; MAX_SYMBOLS];
            // One more of a symbol is one more from each symbol on up to it.
            let mut up = self.multisets.len() as u32;
            for i in 0..self.symbols {
                up += self.below[from[i] + 1][i] - self.below[from[i]][i];
                ups[i] = up;
            }
            self.ups.push(ups);
        }
        self.multisets.push(multiset);
    }
}

/// The next multiset in the order of numbers: by the number of dice from the first symbol on, then
/// from the second, and so on, never more from a symbol on than from the one before.
fn advance(from: &mut [usize]) {
    let can_grow = |&i: &usize| i == 0 || from[i] < from[i - 1];
    let grows = (0..from.len()).rev().find(can_grow).unwrap_or(0);
    from[grows] += 1;
    from[grows + 1..].fill(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_with_the_dice_and_find_their_multisets() {
        for (symbols, dice) in [(1, 4), (3, 5), (6, 6), (7, 3)] {
            let lattice = Lattice::new(symbols, dice);
            let total = |at| lattice.get(at).iter().sum::<u8>();
            for at in 0..lattice.len() {
                assert_eq!(lattice.index(&lattice.get(at)), at);
                assert_eq!(at >= lattice.full(), usize::from(total(at)) == dice);
                if at < lattice.full() {
                    for (symbol, &up) in lattice.ups(at).iter().enumerate() {
                        let mut more = lattice.get(at);
                        more[symbol] += 1;
                        assert_eq!(lattice.get(up as usize), more);
                    }
                }
            }
        }
    }

    #[test]
    fn there_are_as_many_rolls_as_the_binomials_say() {
        // C(N + 5, 5) rolls of N dice.
        for (dice, rolls) in [(5, 252), (12, 6188), (20, 53130)] {
            let lattice = Lattice::new(6, dice);
            assert_eq!(lattice.len() - lattice.full(), rolls);
        }
    }
}
