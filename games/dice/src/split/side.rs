//! One half of a pool, its odd or its even dice: exact values for every possible rest of it.
//!
//! A side has three faces; a table over the rests is small (5832 entries for seventeen of each
//! face). It settles every hand of the side's own dice, including those that take "all remaining".

use super::Counts;
use super::catalogue::{Catalogue, EVEN, ODD, PricedHand, of_a_kind};
use super::first::First;
use super::search::SplitTask;
use super::worth::SplitWorth;
use crate::score::{Hand, HandKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// The possible leftovers of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SideEnding {
    /// Dice may be left over; at most this many of those that may not be lost for free.
    Lose(u8),
    /// All dice are used.
    UsedUp,
    /// The last hand is All Even or All Odd and takes all that remain.
    AllRemaining,
}

/// The joint end of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EndingMode {
    pub(crate) odd: SideEnding,
    pub(crate) even: SideEnding,
}

/// The three faces of a side, the number of dice of each, and its tables.
#[derive(Debug)]
pub(crate) struct HalfPool<'a> {
    catalogue: &'a Catalogue,
    entries: Vec<Placed>,
    faces: [usize; 3],
    /// The number of dice of each face.
    counts: [u8; 3],
    /// The number of dice of each face that may be left over for free.
    plain: [u8; 3],
    /// The distance in a table between two pools that differ by one die of a face.
    strides: [usize; 3],
    /// Pools of more dice are left out of the tables.
    most: u8,
    banned: Option<Hand>,
    all_kind: HandKind,
    tables: Vec<SideTable>,
}

/// The value of every possible rest of a side, for one ending.
#[derive(Debug)]
struct SideTable {
    ending: SideEnding,
    worths: Vec<i32>,
}

/// A hand of the side's own dice, and its distance in a table.
#[derive(Debug, Clone, Copy)]
struct Placed {
    entry: PricedHand,
    takes: [u8; 3],
    step: usize,
    /// The first face that it takes, as an index into the side's faces.
    first: usize,
}

/// One step from a pool: the hand taken, if any, and the pool and the ending that follow.
#[derive(Debug, Clone, Copy)]
struct Step {
    hand: Option<Hand>,
    worth: i32,
    next: usize,
    ending: SideEnding,
}

impl<'a> HalfPool<'a> {
    /// The odd side of a pool.
    pub(crate) fn odd(catalogue: &'a Catalogue, task: &SplitTask) -> HalfPool<'a> {
        HalfPool::new(catalogue, task, ODD, HandKind::AllOdd, &catalogue.pure[0])
    }

    /// The even side of a pool.
    pub(crate) fn even(catalogue: &'a Catalogue, task: &SplitTask) -> HalfPool<'a> {
        HalfPool::new(catalogue, task, EVEN, HandKind::AllEven, &catalogue.pure[1])
    }

    fn new(
        catalogue: &'a Catalogue,
        task: &SplitTask,
        faces: [usize; 3],
        all_kind: HandKind,
        pure: &[PricedHand],
    ) -> HalfPool<'a> {
        let counts = faces.map(|face| task.counts[face]);
        let sizes = counts.map(|n| usize::from(n) + 1);
        let strides = [1, sizes[0], sizes[0] * sizes[1]];
        let place = |entry: &PricedHand| {
            let takes = faces.map(|face| entry.hand.counts()[face]);
            let fits = (0..3).all(|i| takes[i] <= counts[i]) && task.banned != Some(entry.hand);
            fits.then(|| Placed {
                entry: *entry,
                takes,
                step: (0..3).map(|i| usize::from(takes[i]) * strides[i]).sum(),
                first: (0..3).find(|&i| takes[i] > 0).unwrap_or(0),
            })
        };
        HalfPool {
            catalogue,
            entries: pure.iter().filter_map(place).collect(),
            faces,
            counts,
            plain: faces.map(|face| task.plain[face]),
            strides,
            most: task.most,
            banned: task.banned,
            all_kind,
            tables: Vec::with_capacity(3),
        }
    }

    /// The number of dice of the side.
    pub(crate) fn total(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// The number of pools in a table.
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().map(|&n| usize::from(n) + 1).product()
    }

    /// The distance between two pools that differ by these dice.
    pub(crate) fn distance(&self, counts: Counts) -> usize {
        (0..3)
            .map(|i| usize::from(counts[self.faces[i]]) * self.strides[i])
            .sum()
    }

    /// The number of dice of the side's faces that a hand takes.
    pub(crate) fn takes(&self, counts: Counts) -> [u8; 3] {
        self.faces.map(|face| counts[face])
    }

    /// Visits the places of all pools that contain these dice, row by row.
    pub(crate) fn each_row_with(&self, takes: [u8; 3], mut visit: impl FnMut(Range<usize>)) {
        for outer in takes[2]..=self.counts[2] {
            for middle in takes[1]..=self.counts[1] {
                let start =
                    usize::from(outer) * self.strides[2] + usize::from(middle) * self.strides[1];
                visit(start + usize::from(takes[0])..start + self.strides[1]);
            }
        }
    }

    /// Makes the table of an ending when it is first needed.
    pub(crate) fn prepare(&mut self, ending: SideEnding) {
        if self.tables.iter().any(|table| table.ending == ending) {
            return;
        }
        if let SideEnding::Lose(n @ 1..) = ending {
            self.prepare(SideEnding::Lose(n - 1));
        }
        let mut worths = vec![SplitWorth::NONE; self.len()];
        let mut pool = [0; 3];
        for at in 0..worths.len() {
            if pool.iter().sum::<u8>() <= self.most {
                let mut best = self.finish(ending, pool);
                self.each_step(ending, pool, at, |step| {
                    let rest = match step.ending == ending {
                        true => worths[step.next],
                        false => self.worths(step.ending)[step.next],
                    };
                    best = best.max(step.worth + rest);
                });
                worths[at] = best.max(SplitWorth::NONE);
            }
            self.advance(&mut pool);
        }
        self.tables.push(SideTable { ending, worths });
    }

    /// The worth of every pool for an ending that has been prepared.
    pub(crate) fn worths(&self, ending: SideEnding) -> &[i32] {
        let table = self.tables.iter().find(|table| table.ending == ending);
        table.map_or(&[], |table| &table.worths)
    }

    /// For every pool the greatest worth that it can still add if its dice may also be sold at
    /// these prices.
    ///
    /// That is the maximum, over the pools within it, of its worth in the given table plus the
    /// price of the dice in between. `sold` tells which faces may be sold.
    pub(crate) fn bound(&self, worths: &[i32], prices: [i32; 6], sold: [bool; 3]) -> Vec<i32> {
        let mut bound = worths.to_vec();
        let mut pool = [0; 3];
        for at in 0..bound.len() {
            for i in 0..3 {
                if sold[i] && pool[i] > 0 {
                    let below = bound[at - self.strides[i]] + prices[self.faces[i]];
                    bound[at] = bound[at].max(below);
                }
            }
            self.advance(&mut pool);
        }
        bound
    }

    /// The pool whose worth exceeds the price of its dice by most, and by how much.
    pub(crate) fn best_plan(&self, ending: SideEnding, prices: [i32; 6]) -> (i32, [u8; 3]) {
        let worths = self.worths(ending);
        let [inner, middle, outer] = self.faces.map(|face| prices[face]);
        let row = self.strides[1];
        let mut best = (SplitWorth::NONE, 0);
        let mut pool = [0; 3];
        for (at, worths) in worths.chunks_exact(row).enumerate() {
            let cost = middle * i32::from(pool[1]) + outer * i32::from(pool[2]);
            let gains = (0..).zip(worths).map(|(n, worth)| worth - n * inner);
            let gain = gains.max().unwrap_or(SplitWorth::NONE) - cost;
            if gain > best.0 {
                best = (gain, at);
            }
            pool[0] = self.counts[0];
            self.advance(&mut pool);
        }
        let start = best.1 * row;
        let last = (start..start + row).max_by_key(|&at| worths[at] - (at - start) as i32 * inner);
        (best.0, self.pool_at(last.unwrap_or(start)))
    }

    /// The worth of a pool, as a number of the linear programme.
    pub(crate) fn plan_worth(&self, ending: SideEnding, pool: [u8; 3]) -> f64 {
        let at: usize = (0..3).map(|i| usize::from(pool[i]) * self.strides[i]).sum();
        f64::from(self.worths(ending)[at])
    }

    /// The hands of the best way to end the pool at this place: of equal worth, the first by ties.
    pub(crate) fn hands(&self, ending: SideEnding, at: usize) -> Vec<Hand> {
        self.hands_from(ending, at, &mut BTreeMap::new())
    }

    fn hands_from(
        &self,
        ending: SideEnding,
        at: usize,
        known: &mut BTreeMap<(usize, u8), Vec<Hand>>,
    ) -> Vec<Hand> {
        let key = (
            at,
            if let SideEnding::Lose(n) = ending {
                n
            } else {
                0
            },
        );
        if let Some(hands) = known.get(&key) {
            return hands.clone();
        }
        let pool = self.pool_at(at);
        let worth = self.worths(ending)[at];
        let mut first = First::default();
        if self.finish(ending, pool) == worth {
            first.offer(self.finishing_hand(ending, pool).into_iter().collect());
        }
        let mut steps = Vec::new();
        self.each_step(ending, pool, at, |step| steps.push(step));
        for step in steps {
            if step.worth + self.worths(step.ending)[step.next] == worth {
                let mut hands = self.hands_from(step.ending, step.next, known);
                hands.extend(step.hand);
                first.offer(hands);
            }
        }
        let hands = first.0.unwrap_or_default();
        known.insert(key, hands.clone());
        hands
    }

    /// The worth of the pool if nothing more is taken, or everything by All Even or All Odd.
    fn finish(&self, ending: SideEnding, pool: [u8; 3]) -> i32 {
        match ending {
            SideEnding::AllRemaining => self
                .finishing_hand(ending, pool)
                .map_or(SplitWorth::NONE, |hand| self.catalogue.worth(hand)),
            _ if pool == [0; 3] => 0,
            _ => SplitWorth::NONE,
        }
    }

    fn finishing_hand(&self, ending: SideEnding, pool: [u8; 3]) -> Option<Hand> {
        let enough = pool.iter().sum::<u8>() >= self.all_kind.least_dice();
        let hand = Hand::new(self.all_kind, self.spread(pool));
        let takes = ending == SideEnding::AllRemaining && enough && self.banned != Some(hand);
        takes.then_some(hand)
    }

    /// Every step from a pool that some best continuation may begin with.
    ///
    /// Unless All Even or All Odd end it, the order of hands is free: the hands that take the first
    /// face come first, then X of a Kind takes the rest of that face or it is left over. All Even
    /// and All Odd may take the first face last of all, and before them any hand may be the next.
    #[inline]
    fn each_step(&self, ending: SideEnding, pool: [u8; 3], at: usize, mut visit: impl FnMut(Step)) {
        let Some(first) = (0..3).find(|&i| pool[i] > 0) else {
            return;
        };
        let any_order = ending == SideEnding::AllRemaining;
        for placed in &self.entries {
            let now = any_order || placed.first == first;
            if now && (0..3).all(|i| placed.takes[i] <= pool[i]) {
                visit(Step {
                    hand: Some(placed.entry.hand),
                    worth: placed.entry.worth,
                    next: at - placed.step,
                    ending,
                });
            }
        }
        let faces = if any_order { 0..3 } else { first..first + 1 };
        for i in faces {
            self.each_of_a_kind(i, pool[i], |hand, worth, n| {
                visit(Step {
                    hand: Some(hand),
                    worth,
                    next: at - usize::from(n) * self.strides[i],
                    ending,
                });
            });
        }
        if let SideEnding::Lose(may_lose) = ending {
            let lost = pool[first].saturating_sub(self.plain[first]);
            if lost <= may_lose {
                visit(Step {
                    hand: None,
                    worth: 0,
                    next: at - usize::from(pool[first]) * self.strides[first],
                    ending: SideEnding::Lose(may_lose - lost),
                });
            }
        }
    }

    /// X of a Kind of four dice or more: all dice of a face, or any number if the rules allow.
    #[inline]
    fn each_of_a_kind(&self, i: usize, there: u8, mut visit: impl FnMut(Hand, i32, u8)) {
        let least = if self.catalogue.of_a_kind_may_leave() {
            4
        } else {
            there.max(4)
        };
        for n in least..=there {
            let hand = of_a_kind(self.faces[i], n);
            if self.banned != Some(hand) {
                let worth = self.catalogue.of_a_kind[self.faces[i]][usize::from(n)];
                visit(hand, worth, n);
            }
        }
    }

    /// The next pool in the order of the tables.
    fn advance(&self, pool: &mut [u8; 3]) {
        for (n, most) in pool.iter_mut().zip(self.counts) {
            if *n < most {
                *n += 1;
                return;
            }
            *n = 0;
        }
    }

    /// The pool at this place of a table.
    pub(crate) fn pool_at(&self, at: usize) -> [u8; 3] {
        std::array::from_fn(|i| (at / self.strides[i] % (usize::from(self.counts[i]) + 1)) as u8)
    }

    fn spread(&self, pool: [u8; 3]) -> Counts {
        let mut counts = [0; 6];
        for (face, n) in self.faces.into_iter().zip(pool) {
            counts[face] = n;
        }
        counts
    }
}
