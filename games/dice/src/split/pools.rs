//! The points of every pool of up to a number of dice, all at once.
//!
//! Rerolls need the score of thousands of overlapping pools. The [search](super::search) scores one
//! pool by bounds; this scores all of them by a table: a pool is worth what its sides are worth, or
//! a mixed hand plus the rest.

use super::catalogue::PricedHand;
use super::remaining::{packed, unpacked, without};
use super::search::{SplitTask, modes};
use super::side::HalfPool;
use super::worth::SplitWorth;
use super::{Counts, Scorer};
use crate::lattice::{Lattice, Multiset};
use std::sync::Arc;

/// The most dice for which all pools are scored together: 230,230 pools of up to twenty.
pub const MAX_TABLE_DICE: usize = 20;

/// The points of every pool of up to a number of dice.
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
                _ => SplitWorth::points(worth),
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
    let task = SplitTask {
        counts: [dice; 6],
        most: dice,
        plain: [dice; 6],
        may_lose: 0,
        banned: None,
        at_least: SplitWorth::NONE,
    };
    let (mut odd, mut even) = (
        HalfPool::odd(catalogue, &task),
        HalfPool::even(catalogue, &task),
    );
    let modes = modes(catalogue, &task, &odd, &even);
    for mode in &modes {
        odd.prepare(mode.odd);
        even.prepare(mode.even);
    }
    let tables: Vec<(&[i32], &[i32])> = modes
        .iter()
        .map(|mode| (odd.worths(mode.odd), even.worths(mode.even)))
        .collect();
    let fits = |entry: &&PricedHand| entry.hand.size() <= dice;
    let hands: Vec<(u64, i32)> = catalogue
        .mixed
        .iter()
        .filter(fits)
        .map(|entry| (packed(entry.hand.counts()), entry.worth))
        .collect();
    let mut worths = Vec::with_capacity(lattice.len());
    for at in 0..lattice.len() {
        let pool = counts(&lattice.get(at));
        let (odds, evens) = (odd.distance(pool), even.distance(pool));
        let apart = tables.iter().map(|(odd, even)| odd[odds] + even[evens]);
        let mut best = apart.max().unwrap_or(0);
        let pool = packed(pool);
        for &(takes, worth) in &hands {
            if let Some(rest) = without(pool, takes) {
                best = best.max(worth + worths[lattice.index(&multiset(unpacked(rest)))]);
            }
        }
        worths.push(best);
    }
    worths
}

fn counts(multiset: &Multiset) -> Counts {
    std::array::from_fn(|face| multiset[face])
}

fn multiset(pool: Counts) -> Multiset {
    std::array::from_fn(|symbol| pool.get(symbol).copied().unwrap_or(0))
}
