//! The endings of a round in which the best keep is always chosen.

use super::super::group::Group;
use super::super::{Ending, Situation};
use super::RerollTable;
use crate::DieKind;
use std::collections::BTreeMap;

impl RerollTable {
    /// Every way in which a round with this many rerolls, at most those of the table, may end if
    /// the best keep is always chosen. A score and its rerolls may appear more than once.
    pub fn endings(&self, rerolls: u8) -> Vec<Ending> {
        if usize::from(rerolls) >= self.values.len() {
            return Vec::new();
        }
        let mut chances = vec![0.0; self.len()];
        chances[0] = 1.0;
        self.throw(&mut chances, |group| &group.first);
        self.endings_from(chances, rerolls)
    }

    /// Every way in which the round may end if these dice are thrown again now and the best keep is
    /// always chosen later. The dice must be of the kinds that the table was made for.
    pub(crate) fn endings_after(
        &self,
        situation: &Situation,
        throws: &[u8],
        rerolls: u8,
    ) -> Vec<Ending> {
        let roll = self.state(&self.multisets(&situation.dice));
        if throws.is_empty() {
            return vec![Ending {
                score: self.scores[roll],
                unused: rerolls,
                chance: 1.0,
            }];
        }
        let mut chances = vec![0.0; self.len()];
        chances[self.state(&self.multisets_after(&situation.dice, throws))] = 1.0;
        self.throw(&mut chances, |group| &group.again);
        self.endings_from(chances, rerolls - 1)
    }

    /// The chance of each final score if this keep is chosen now and the best one later.
    pub(super) fn distribution(&self, roll: usize, keep: usize, rerolls: u8) -> Vec<(i32, f64)> {
        if keep == roll {
            return vec![(self.scores[roll], 1.0)];
        }
        let mut chances = vec![0.0; self.len()];
        chances[keep] = 1.0;
        self.throw(&mut chances, |group| &group.again);
        let mut scores = BTreeMap::new();
        for ending in self.endings_from(chances, rerolls - 1) {
            *scores.entry(ending.score).or_insert(0.0) += ending.chance;
        }
        scores.into_iter().collect()
    }

    /// The endings when no die is in the air and each roll has its chance.
    fn endings_from(&self, mut chances: Vec<f64>, rerolls: u8) -> Vec<Ending> {
        let full = self.full_states();
        let mut endings = Vec::new();
        for left in (0..=rerolls).rev() {
            let mut next = vec![0.0; self.len()];
            let keeps = match left {
                0 => None,
                _ => Some(self.best_keeps(&self.values[usize::from(left) - 1], &full)),
            };
            for &state in full.iter().filter(|&&state| chances[state] > 0.0) {
                let score = self.scores[state];
                let now = self.objective.value(score, left);
                match &keeps {
                    Some((best, keeps)) if best[state] > now => {
                        next[keeps[state] as usize] += chances[state];
                    }
                    _ => endings.push(Ending {
                        score,
                        unused: left,
                        chance: chances[state],
                    }),
                }
            }
            chances = next;
            self.throw(&mut chances, |group| &group.again);
        }
        endings
    }

    /// Lets all dice in the air fall, each symbol with its chance.
    fn throw(&self, chances: &mut [f64], each: impl Fn(&Group) -> &[f64; 7]) {
        for state in 0..self.len() {
            if chances[state] == 0.0 {
                continue;
            }
            let Some(at) = self.first_in_air(state, 0) else {
                continue;
            };
            let digit = self.digit(state, at);
            let group = &self.groups[at];
            let each = match group.kind {
                DieKind::Echo => self.echo_chances(state),
                _ => *each(group),
            };
            for (&up, chance) in group.lattice.ups(digit).iter().zip(each) {
                chances[state + (up as usize - digit) * self.strides[at]] +=
                    chance * chances[state];
            }
        }
    }
}
