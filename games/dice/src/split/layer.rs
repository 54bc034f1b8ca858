//! The pools that may remain in one phase of the search, in a small hash table.
//!
//! It is iterated only in the order in which pools were found; therefore the same pool is always
//! searched in the same way.

use super::remaining::Remaining;

/// The pools that may remain in one phase, each once.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    pub(crate) nodes: Vec<PoolNode>,
    keys: Vec<u32>,
    /// A hash table of indices into `nodes`, each plus one; its size is a power of two.
    slots: Vec<u32>,
}

/// A remaining pool and the greatest worth of the mixed hands before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PoolNode {
    pub(crate) remaining: Remaining,
    pub(crate) worth: i32,
}

impl Layer {
    /// Keeps the better path to a pool; returns the index of a new one.
    #[inline]
    pub(crate) fn offer(&mut self, key: u32, remaining: Remaining, worth: i32) -> Option<usize> {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        match self.slots[slot] {
            0 => {
                self.nodes.push(PoolNode { remaining, worth });
                self.keys.push(key);
                self.slots[slot] = self.nodes.len() as u32;
                Some(self.nodes.len() - 1)
            }
            place => {
                let node = &mut self.nodes[place as usize - 1];
                node.worth = node.worth.max(worth);
                None
            }
        }
    }

    pub(crate) fn find(&self, key: u32) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// The slot that holds this key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the top bits of a multiple of 2^32 / φ.
        let mut slot = (key.wrapping_mul(0x9e37_79b9) >> (32 - mask.count_ones())) as usize;
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - 1] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 4).max(64)];
        for place in 0..self.keys.len() {
            let slot = self.slot(self.keys[place]);
            self.slots[slot] = place as u32 + 1;
        }
    }
}
