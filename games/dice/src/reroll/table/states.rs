//! Numbers the states of a table: one multiset for each kind of dice.

use super::super::group::{Group, THROWN};
use super::super::{Keep, PoolDie};
use super::RerollTable;
use crate::lattice::Multiset;
use pieces::FaceCounts;

impl RerollTable {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.groups
            .iter()
            .map(|group| group.lattice.len())
            .product()
    }

    /// The state of these multisets, one for each group.
    pub(super) fn state(&self, multisets: &[Multiset]) -> usize {
        let digits = self.groups.iter().zip(multisets).zip(&self.strides);
        digits
            .map(|((group, multiset), stride)| group.lattice.index(multiset) * stride)
            .sum()
    }

    /// The multiset of a group in a state.
    #[inline]
    pub(super) fn digit(&self, state: usize, group: usize) -> usize {
        match self.groups.len() {
            1 => state,
            _ => state / self.strides[group] % self.groups[group].lattice.len(),
        }
    }

    /// The first group, from this one on, with a die in the air.
    pub(super) fn first_in_air(&self, state: usize, from: usize) -> Option<usize> {
        (from..self.groups.len()).find(|&at| self.digit(state, at) < self.groups[at].lattice.full())
    }

    /// The states in which no die is in the air.
    pub(super) fn full_states(&self) -> Vec<usize> {
        full_states(&self.groups, &self.strides)
    }

    /// The symbols of the thrown dice, one multiset for each group.
    pub(super) fn multisets(&self, dice: &[PoolDie]) -> Vec<Multiset> {
        self.multisets_after(dice, &[])
    }

    /// The symbols of the dice that are not at these places.
    pub(super) fn multisets_after(&self, dice: &[PoolDie], throws: &[u8]) -> Vec<Multiset> {
        let of_group = |group: &Group| {
            let mut multiset = [0; 7];
            let dice = (0_u8..)
                .zip(dice)
                .filter(|(place, _)| !throws.contains(place));
            for (_, die) in dice.filter(|(_, die)| is_thrown(die) && die.kind == group.kind) {
                multiset[group.symbol(die.face.index())] += 1;
            }
            multiset
        };
        self.groups.iter().map(of_group).collect()
    }

    /// Visits every way to keep some of the dice, from this group on.
    pub(super) fn each_keep(
        &self,
        shown: &[Multiset],
        group: usize,
        kept: &mut Vec<Multiset>,
        visit: &mut impl FnMut(&[Multiset]),
    ) {
        if group == shown.len() {
            return visit(kept);
        }
        let mut next = shown[group];
        loop {
            kept[group] = next;
            self.each_keep(shown, group + 1, kept, visit);
            // Counts down like an odometer whose digits start at the present symbols.
            let can_go = |&symbol: &usize| next[symbol] > 0 && self.groups[group].can_throw(symbol);
            let Some(symbol) = (0..next.len()).find(can_go) else {
                break;
            };
            next[..symbol].copy_from_slice(&shown[group][..symbol]);
            next[symbol] -= 1;
        }
        kept[group] = shown[group];
    }

    /// The choice to keep these multisets, as places of dice.
    pub(super) fn keep(&self, dice: &[PoolDie], kept: &[Multiset], value: f64) -> Keep {
        let mut left = kept.to_vec();
        let mut keep = Keep {
            kept: FaceCounts::EMPTY,
            throws: Vec::new(),
            value,
        };
        for (place, die) in (0_u8..).zip(dice) {
            let group = self
                .groups
                .iter()
                .position(|group| group.kind == die.kind && is_thrown(die));
            let stays = group.is_none_or(|at| {
                let n = &mut left[at][self.groups[at].symbol(die.face.index())];
                let stays = *n > 0;
                *n -= u8::from(stays);
                stays
            });
            match stays {
                true => keep.kept.add(die.face),
                false => keep.throws.push(place),
            }
        }
        keep
    }
}

/// The states of these groups in which no die is in the air.
pub(super) fn full_states(groups: &[Group], strides: &[usize]) -> Vec<usize> {
    let mut states = vec![0];
    for (group, stride) in groups.iter().zip(strides) {
        let lying = group.lattice.full()..group.lattice.len();
        let more = states
            .iter()
            .flat_map(|&state| lying.clone().map(move |digit| state + digit * stride));
        states = more.collect();
    }
    states
}

/// Whether throwing the die again can change it.
pub(crate) fn is_thrown(die: &PoolDie) -> bool {
    !die.locked && THROWN.contains(&die.kind)
}
