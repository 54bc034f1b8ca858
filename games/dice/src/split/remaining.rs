//! The rest of a pool while mixed hands are taken from it.

use super::Counts;
use crate::score::Hand;

/// A mixed hand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MixedHand {
    pub(crate) hand: Hand,
    pub(crate) worth: i32,
    /// The least by which the bound of the rest falls if it is taken.
    pub(crate) loss: i32,
    pub(crate) packed: u64,
    pub(crate) odd_step: u32,
    pub(crate) even_step: u32,
}

/// The rest of the pool: six counts in the bytes of a word, and its places in the tables of the
/// sides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remaining {
    pub(crate) packed: u64,
    pub(crate) odd: u32,
    pub(crate) even: u32,
}

impl Remaining {
    /// The rest after a hand, if its dice are present.
    #[inline]
    pub(crate) fn after(self, taken: &MixedHand) -> Option<Remaining> {
        without(self.packed, taken.packed).map(|packed| Remaining {
            packed,
            odd: self.odd - taken.odd_step,
            even: self.even - taken.even_step,
        })
    }

    /// The rest before a hand was taken.
    pub(crate) fn before(self, taken: &MixedHand) -> Remaining {
        Remaining {
            packed: self.packed + taken.packed,
            odd: self.odd + taken.odd_step,
            even: self.even + taken.even_step,
        }
    }

    pub(crate) fn count(self, face: usize) -> usize {
        (self.packed >> (8 * face) & 0xff) as usize
    }
}

/// Six counts in the bytes of a word, ones lowest.
pub(crate) fn packed(counts: Counts) -> u64 {
    (0..6)
        .map(|face| u64::from(counts[face]) << (8 * face))
        .sum()
}

/// The counts of a word.
pub(crate) fn unpacked(word: u64) -> Counts {
    std::array::from_fn(|face| (word >> (8 * face)) as u8)
}

/// Takes dice from a pool, if they are present, both packed.
#[inline]
pub(crate) fn without(pool: u64, takes: u64) -> Option<u64> {
    /// The top bit of each byte: a count is at most 120, and therefore a borrow clears it.
    const GUARDS: u64 = 0x8080_8080_8080;
    let difference = (pool | GUARDS) - takes;
    (difference & GUARDS == GUARDS).then_some(difference & !GUARDS)
}
