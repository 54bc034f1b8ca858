//! The points of every pool of up to so many dice, all at once.
//!
//! Rerolls need the score of thousands of pools that overlap. What the
//! [search](super::search) does for one pool by bounds, this does for all by a
//! table: a pool is worth what its sides are worth, or a mixed hand and what
//! remains.

use super::catalogue::Entry;
use super::search::{Task, modes};
use super::side::{Mode, Side};
use super::worth::Worth;
use super::{Counts, Scorer};
use crate::lattice::{Lattice, Multiset};
use std::sync::Arc;

/// The most dice of which all pools are scored together: 230,230 pools of up to twenty.
pub const MAX_TABLE_DICE: usize = 20;

/// The points of every pool of up to so many dice.
#[derive(Debug, Clone)]
pub struct PoolPoints {
    lattice: Arc<Lattice>,
    points: Vec<u32>,
}

impl PoolPoints {
    /// Scores every pool of up to `dice` dice, at most [`MAX_TABLE_DICE`].
    pub fn new(scorer: &Scorer, dice: usize) -> PoolPoints {
        let dice = dice.min(MAX_TABLE_DICE);
        let lattice = Lattice::new(6, dice);
        let worths = worths(scorer, &lattice, dice as u8);
        let points = worths
            .into_iter()
            .enumerate()
            .map(|(at, worth)| match worth {
                0 => scorer.high_roll(counts(&lattice.get(at))).points(),
                _ => Worth::points(worth),
            });
        PoolPoints {
            points: points.collect(),
            lattice: Arc::new(lattice),
        }
    }

    /// The points of a pool, if it is in the table.
    pub fn get(&self, pool: [u8; 6]) -> Option<u32> {
        let dice: usize = pool.iter().map(|&n| usize::from(n)).sum();
        let known = dice <= self.lattice.dice();
        known.then(|| self.points[self.lattice.index(&multiset(pool))])
    }

    /// All multisets of the table's dice.
    pub(crate) fn lattice(&self) -> &Arc<Lattice> {
        &self.lattice
    }
}

fn worths(scorer: &Scorer, lattice: &Lattice, dice: u8) -> Vec<i32> {
    let catalogue = &scorer.catalogue;
    let task = Task {
        counts: [dice; 6],
        most: dice,
        plain: [dice; 6],
        may_lose: 0,
        banned: None,
        at_least: Worth::NONE,
    };
    let (mut odd, mut even) = (Side::odd(catalogue, &task), Side::even(catalogue, &task));
    let modes = modes(catalogue, &task, &odd, &even);
    for mode in &modes {
        odd.prepare(mode.odd);
        even.prepare(mode.even);
    }
    let mut worths = Vec::with_capacity(lattice.len());
    let hands: Vec<Entry> = catalogue
        .mixed
        .iter()
        .filter(|entry| entry.hand.size() <= dice)
        .copied()
        .collect();
    for at in 0..lattice.len() {
        let pool = counts(&lattice.get(at));
        let apart = apart(&modes, &odd, &even, pool);
        let mixed = hands.iter().filter_map(|entry| {
            let rest = without(pool, entry.hand.counts())?;
            Some(entry.worth + worths[lattice.index(&multiset(rest))])
        });
        let best: i32 = mixed.fold(apart, i32::max);
        worths.push(best);
    }
    worths
}

/// What a pool is worth without mixed hands.
fn apart(modes: &[Mode], odd: &Side<'_>, even: &Side<'_>, pool: Counts) -> i32 {
    let (odd_at, even_at) = (odd.distance(pool), even.distance(pool));
    let worths = modes
        .iter()
        .map(|mode| odd.worths(mode.odd)[odd_at] + even.worths(mode.even)[even_at]);
    worths.max().unwrap_or(0)
}

fn without(pool: Counts, takes: Counts) -> Option<Counts> {
    let fits = (0..6).all(|face| takes[face] <= pool[face]);
    fits.then(|| std::array::from_fn(|face| pool[face] - takes[face]))
}

fn counts(multiset: &Multiset) -> Counts {
    std::array::from_fn(|face| multiset[face])
}

fn multiset(pool: Counts) -> Multiset {
    std::array::from_fn(|symbol| pool.get(symbol).copied().unwrap_or(0))
}
