//! The mixed hands whose only odd dice are fives, settled by a table.
//!
//! They come last among the mixed hands, and connect the even side to one odd face only; a table
//! over the even dice and the fives they use is small enough. A search would meet the same pools
//! again for every way to leave ones and threes behind.

use super::first::First;
use super::remaining::MixedHand;
use super::side::{HalfPool, SideEnding};
use super::worth::SplitWorth;
use crate::score::Hand;
use std::collections::BTreeMap;

/// For each number of fives used and each pool of even dice, their worth together.
#[derive(Debug)]
pub(crate) struct Bridge {
    ending: SideEnding,
    hands: Vec<Step>,
    /// By number of fives, the worth of each even pool.
    worths: Vec<Vec<i32>>,
}

/// A hand of fives and even dice.
#[derive(Debug, Clone, Copy)]
struct Step {
    hand: Hand,
    worth: i32,
    fives: usize,
    takes: [u8; 3],
    even_step: usize,
}

/// The index of the fives among the faces.
const FIVE: usize = 4;

impl Bridge {
    /// Tables of up to this many fives and the even pools of this side, for an ending that has been
    /// prepared.
    pub(crate) fn new(
        moves: &[MixedHand],
        fives: usize,
        even: &HalfPool<'_>,
        ending: SideEnding,
    ) -> Bridge {
        let step = |taken: &MixedHand| Step {
            hand: taken.hand,
            worth: taken.worth,
            fives: taken.hand.counts()[FIVE].into(),
            takes: even.takes(taken.hand.counts()),
            even_step: taken.even_step as usize,
        };
        let mut bridge = Bridge {
            ending,
            hands: moves.iter().map(step).collect(),
            worths: Vec::with_capacity(fives + 1),
        };
        bridge.worths.push(even.worths(ending).to_vec());
        for fives in 1..=fives {
            let mut worths = vec![SplitWorth::NONE; even.len()];
            for step in bridge.hands.iter().filter(|step| step.fives <= fives) {
                let rest = &bridge.worths[fives - step.fives];
                even.each_row_with(step.takes, |row| {
                    let below = row.start - step.even_step..row.end - step.even_step;
                    for (worth, rest) in worths[row].iter_mut().zip(&rest[below]) {
                        *worth = (*worth).max(rest + step.worth);
                    }
                });
            }
            bridge.worths.push(worths);
        }
        bridge
    }

    /// The worth of an even pool together with each number of fives that it may use, from none.
    #[inline]
    pub(crate) fn worths(&self, even: usize) -> impl Iterator<Item = i32> {
        self.worths.iter().map(move |worths| worths[even])
    }

    /// The worth of each even pool if fives can be bought at this price.
    pub(crate) fn with_fives_at(&self, price: i32) -> Vec<i32> {
        let mut best = self.worths[0].clone();
        for (fives, worths) in (0..).zip(&self.worths).skip(1) {
            for (best, worth) in best.iter_mut().zip(worths) {
                *best = (*best).max(worth - fives * price);
            }
        }
        best
    }

    /// The hands of the best way to use an even pool and this many fives: of equal worth, the first
    /// by ties.
    pub(crate) fn hands(&self, even: &HalfPool<'_>, fives: usize, at: usize) -> Vec<Hand> {
        self.hands_from(even, fives, at, &mut BTreeMap::new())
    }

    fn hands_from(
        &self,
        even: &HalfPool<'_>,
        fives: usize,
        at: usize,
        known: &mut BTreeMap<(usize, usize), Vec<Hand>>,
    ) -> Vec<Hand> {
        if fives == 0 {
            return even.hands(self.ending, at);
        }
        if let Some(hands) = known.get(&(fives, at)) {
            return hands.clone();
        }
        let pool = even.pool_at(at);
        let mut first = First::default();
        for step in self.hands.iter().filter(|step| step.fives <= fives) {
            let fits = (0..3).all(|i| step.takes[i] <= pool[i]);
            if fits
                && self.worths[fives - step.fives][at - step.even_step] + step.worth
                    == self.worths[fives][at]
            {
                let mut hands =
                    self.hands_from(even, fives - step.fives, at - step.even_step, known);
                hands.push(step.hand);
                first.offer(hands);
            }
        }
        let hands = first.0.unwrap_or_default();
        known.insert((fives, at), hands.clone());
        hands
    }
}
