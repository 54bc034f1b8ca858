//! Computes the values of a table from the last reroll backwards.

use super::super::group::{BROKEN, Group};
use super::super::shown::{Judge, ShownDice};
use super::RerollTable;
use super::states::{full_states, is_thrown};
use crate::DieKind;

impl RerollTable {
    /// Scores every state in which no die is in the air.
    pub(super) fn score_all(&mut self, judge: &Judge<'_>) {
        let mut lying = ShownDice::default();
        for die in &judge.situation.dice {
            match (is_thrown(die), die.locked) {
                (true, _) => {}
                (false, false) if die.kind == DieKind::Wild => lying.add_wild(),
                _ => {
                    lying.add(judge, die.kind, die.face.index(), 1);
                    self.fixed[die.face.index()] += 1;
                }
            }
        }
        let mut scores = vec![0; self.len()];
        let full: Vec<usize> = self.full_states();
        for state in full {
            let mut shown = lying;
            for (at, group) in self.groups.iter().enumerate() {
                let multiset = group.lattice.get(self.digit(state, at));
                for (symbol, &n) in multiset.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let (kind, face) = group.shows(symbol);
                    shown.add(judge, kind, face, n);
                }
            }
            scores[state] = judge.score(&shown);
        }
        self.scores = scores;
    }

    /// Fills the values from no rerolls left upwards.
    pub(super) fn work_backwards(&mut self, rerolls: u8) {
        let full = self.full_states();
        let mut values = vec![0.0; self.len()];
        for &state in &full {
            values[state] = self.objective.value(self.scores[state], 0);
        }
        self.average(&mut values, |group| &group.again);
        self.values.push(values);
        for left in 1..=rerolls {
            let before = &self.values[usize::from(left) - 1];
            let best = self.best_values(before, &full);
            let mut values = vec![0.0; self.len()];
            for &state in &full {
                let now = self.objective.value(self.scores[state], left);
                values[state] = now.max(best[state]);
            }
            self.average(&mut values, |group| &group.again);
            self.values.push(values);
        }
    }

    /// Fills the states with dice in the air by the mean over the symbols of the next die.
    ///
    /// The dice of the first group in the air fall first; the groups are therefore visited from the
    /// last one. Values for states whose earlier dice are still in the air are overwritten when
    /// their turn comes.
    pub(super) fn average(&self, values: &mut [f64], chances: impl Fn(&Group) -> &[f64; 7]) {
        for (at, group) in self.groups.iter().enumerate().rev() {
            if group.kind == DieKind::Echo {
                self.average_echoes(values, at);
                continue;
            }
            let (lattice, stride) = (&group.lattice, self.strides[at]);
            let chances = &chances(group)[..lattice.symbols()];
            for block in values.chunks_exact_mut(stride * lattice.len()) {
                for digit in (0..lattice.full()).rev() {
                    let ups = lattice.ups(digit).iter().map(|&up| up as usize);
                    if stride == 1 {
                        let ups = ups.zip(chances);
                        block[digit] = ups.map(|(up, chance)| chance * block[up]).sum();
                        continue;
                    }
                    let (below, above) = block.split_at_mut((digit + 1) * stride);
                    let means = &mut below[digit * stride..];
                    means.fill(0.0);
                    for (up, chance) in ups.zip(chances) {
                        let values = &above[(up - digit - 1) * stride..][..stride];
                        for (mean, value) in means.iter_mut().zip(values) {
                            *mean += chance * value;
                        }
                    }
                }
            }
        }
    }

    /// Fills the states in which only echoes are in the air: they fall last.
    fn average_echoes(&self, values: &mut [f64], at: usize) {
        let (lattice, stride) = (&self.groups[at].lattice, self.strides[at]);
        let others = full_states(&self.groups[..at], &self.strides);
        for digit in (0..lattice.full()).rev() {
            for other in &others {
                let state = other + digit * stride;
                let ups = lattice.ups(digit).iter().zip(self.echo_chances(state));
                let next = |up: u32| values[state + (up as usize - digit) * stride];
                values[state] = ups.map(|(&up, chance)| chance * next(up)).sum();
            }
        }
    }

    /// The chances of an echo's copy when all dice lie except echoes: any other die, and an echo
    /// that has still to copy shows the face it fell on.
    pub(super) fn echo_chances(&self, state: usize) -> [f64; 7] {
        let mut lying = self.fixed.map(f64::from);
        for (at, group) in self.groups.iter().enumerate() {
            let multiset = group.lattice.get(self.digit(state, at));
            for (symbol, &n) in multiset.iter().enumerate().filter(|(_, n)| **n > 0) {
                lying[group.shows(symbol).1] += f64::from(n);
            }
        }
        let others = self.n_dice as f64 - 1.0;
        let in_air = others - lying.iter().sum::<f64>();
        if others == 0.0 {
            return [1.0 / 6.0; 7];
        }
        std::array::from_fn(|face| lying.get(face).map_or(0.0, |n| (n + in_air / 6.0) / others))
    }

    /// For each state with no die in the air the value of its best keep that throws a die.
    ///
    /// The best keep is found group by group: first the best over all keeps of the first group,
    /// then over all keeps of the second, and so on.
    fn best_values(&self, values: &[f64], full: &[usize]) -> Vec<f64> {
        let mut best = values.to_vec();
        for &state in full {
            best[state] = f64::NEG_INFINITY;
        }
        for (group, &stride) in self.groups.iter().zip(&self.strides) {
            let lattice = &group.lattice;
            for block in best.chunks_exact_mut(stride * lattice.len()) {
                for digit in 0..lattice.full() {
                    for up in can_stay(lattice.ups(digit)) {
                        if stride == 1 {
                            block[up] = block[up].max(block[digit]);
                            continue;
                        }
                        let (below, above) = block.split_at_mut(up * stride);
                        let fewer = &below[digit * stride..][..stride];
                        for (best, fewer) in above.iter_mut().zip(fewer) {
                            *best = best.max(*fewer);
                        }
                    }
                }
            }
        }
        best
    }

    /// Finds the best value together with its keep.
    pub(super) fn best_keeps(&self, values: &[f64], full: &[usize]) -> (Vec<f64>, Vec<u32>) {
        let mut best = values.to_vec();
        for &state in full {
            best[state] = f64::NEG_INFINITY;
        }
        let mut keeps: Vec<u32> = (0..self.len() as u32).collect();
        for (group, &stride) in self.groups.iter().zip(&self.strides) {
            let lattice = &group.lattice;
            let block = stride * lattice.len();
            for first in (0..self.len()).step_by(block) {
                for digit in 0..lattice.full() {
                    for up in can_stay(lattice.ups(digit)) {
                        let (fewer, more) = (first + digit * stride, first + up * stride);
                        for (fewer, more) in (fewer..fewer + stride).zip(more..) {
                            if best[fewer] > best[more] {
                                best[more] = best[fewer];
                                keeps[more] = keeps[fewer];
                            }
                        }
                    }
                }
            }
        }
        (best, keeps)
    }
}

/// The states with one more kept die. A broken die cannot be thrown and is left out.
fn can_stay(ups: &[u32]) -> impl Iterator<Item = usize> {
    ups.iter().take(BROKEN).map(|&up| up as usize)
}
