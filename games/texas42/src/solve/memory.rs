//! The search's memory of positions before a trick.
//!
//! It has a fixed number of words, 256 KiB in all, and never grows: a new position replaces an old
//! one. Forgetting everything costs nothing, because each word carries the number of its question.

use crate::play::Bits;

/// Bounds on the points of the attack, and the move that proved them.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) least: i32,
    pub(super) most: i32,
    /// The index of the best lead, or [`Known::NO_MOVE`].
    pub(super) best: usize,
}

impl Known {
    /// An index that no domino has.
    pub(super) const NO_MOVE: usize = 31;
}

/// A hash table of [`Known`] by position.
///
/// Within one question the dominoes still in play and the leader are the whole position, because
/// each domino's owner is fixed: 28 + 2 bits. A word holds, from the lowest bit: these 30 bits, 16
/// of the question's number, 6 for each bound (which are at most 42) and 5 of the move: 63 bits.
pub(super) struct Memory {
    words: Box<[u64; Memory::WORDS]>,
    question: u64,
}

impl Memory {
    const WORDS: usize = 1 << Memory::INDEX_BITS;
    const INDEX_BITS: u32 = 15;

    const LEADER: u32 = 28;
    const QUESTION: u32 = 30;
    const LEAST: u32 = 46;
    const MOST: u32 = 52;
    const BEST: u32 = 58;

    pub(super) fn new() -> Memory {
        Memory {
            words: Box::new([0; Memory::WORDS]),
            question: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.question += 1;
        if self.question >> (Memory::LEAST - Memory::QUESTION) != 0 {
            self.words.fill(0);
            self.question = 1;
        }
    }

    /// The bounds of a position, if it is known.
    #[inline]
    pub(super) fn get(&self, in_play: Bits, leader: usize) -> Option<Known> {
        let key = self.key(in_play, leader);
        let word = self.words[Memory::index(key)];
        if word & ((1 << Memory::LEAST) - 1) != key {
            return None;
        }
        Some(Known {
            least: (word >> Memory::LEAST & 63) as i32,
            most: (word >> Memory::MOST & 63) as i32,
            best: (word >> Memory::BEST & 31) as usize,
        })
    }

    /// Remembers a position, replacing the content of its word.
    #[inline]
    pub(super) fn put(&mut self, in_play: Bits, leader: usize, known: Known) {
        let key = self.key(in_play, leader);
        self.words[Memory::index(key)] = key
            | (known.least as u64) << Memory::LEAST
            | (known.most as u64) << Memory::MOST
            | (known.best as u64) << Memory::BEST;
    }

    #[inline]
    fn key(&self, in_play: Bits, leader: usize) -> u64 {
        u64::from(in_play) | (leader as u64) << Memory::LEADER | self.question << Memory::QUESTION
    }

    /// The upper bits of a product with 2^64 divided by the golden ratio, which
    /// spreads keys that differ in few bits.
    #[inline]
    fn index(key: u64) -> usize {
        let position = key & ((1 << Memory::QUESTION) - 1);
        (position.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - Memory::INDEX_BITS)) as usize
    }
}
