//! The proof of a claim: a search for a line of play that breaks it.

use super::super::SEATS;
use super::super::trick_table::{Bits, TrickTable, lowest};
use super::{CLAIM_BUDGET, Claim, Evidence};
use crate::contract::Contract;
use pieces::{Domino, DominoSet};
use std::collections::BTreeMap;

/// A search for a line that breaks the claim.
pub(super) struct Proof<'a> {
    claim: &'a Claim,
    claimant: Claimant,
    budget: u32,
    /// The results for positions before a trick, which many lines lead to.
    known: BTreeMap<Boundary, bool>,
}

impl<'a> Proof<'a> {
    /// A proof that still has its whole budget.
    pub(super) fn new(claim: &'a Claim, claimant: Claimant) -> Proof<'a> {
        Proof {
            claim,
            claimant,
            budget: CLAIM_BUDGET,
            known: BTreeMap::new(),
        }
    }

    /// Whether the claim holds from here on; false once the budget is spent.
    pub(super) fn holds(&mut self, seen: &Evidence) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let claim = self.claim;
        if seen.trick.len() == claim.contract.trick_size() {
            return self.holds_after_trick(seen);
        }
        if !seen.trick.is_empty() {
            return self.holds_for_next(seen);
        }
        if seen.own == 0 || self.leads_to_the_end(seen) {
            return true;
        }
        let boundary = Boundary {
            own: seen.own,
            unseen: seen.unseen,
            lacks: seen.lacks.map(|lacks| lacks & seen.unseen),
            leader: seen.leader,
        };
        if let Some(&holds) = self.known.get(&boundary) {
            return holds;
        }
        let holds = self.holds_for_next(seen);
        self.known.insert(boundary, holds);
        holds
    }

    /// Whether the claim survives every play of the seat in turn.
    fn holds_for_next(&mut self, seen: &Evidence) -> bool {
        let claim = self.claim;
        if claim.turn(seen) != claim.claimant {
            return self.holds_for_all(seen, self.plays_of_others(seen));
        }
        let own = DominoSet::from_bits(seen.own).unwrap_or_default();
        let lead = seen.trick.first().copied();
        let legal = claim.contract.legal_plays(own, lead);
        match self.claimant {
            Claimant::PlaysAnything => self.holds_for_all(seen, legal.bits()),
            Claimant::PlaysWell => legal.iter().any(|domino| {
                let next = claim.played(seen, domino);
                self.holds(&next)
            }),
        }
    }

    fn holds_after_trick(&mut self, seen: &Evidence) -> bool {
        let winner = self.claim.winner(seen);
        if self.claim.must_not_win(winner) {
            return false;
        }
        let mut next = seen.clone();
        next.leader = winner;
        next.trick.clear();
        self.holds(&next)
    }

    /// Whether the claim survives each of these plays that some deal allows.
    fn holds_for_all(&mut self, seen: &Evidence, plays: Bits) -> bool {
        let mut rest = plays;
        while rest != 0 {
            let index = lowest(rest);
            rest &= rest - 1;
            let Some(domino) = Domino::from_index(index) else {
                continue;
            };
            let next = self.claim.played(seen, domino);
            if self.claim.is_possible(&next) && !self.holds(&next) {
                return false;
            }
        }
        true
    }

    /// The dominoes that the seat in turn may hold. [`Claim::played`] ensures that it follows suit
    /// if it can: a seat that does not follow lacks the suit.
    fn plays_of_others(&self, seen: &Evidence) -> Bits {
        seen.unseen & !seen.lacks[self.claim.turn(seen)]
    }

    /// Whether the claimant is about to lead and wins every trick by leading, whatever the others
    /// play.
    fn leads_to_the_end(&self, seen: &Evidence) -> bool {
        let claim = self.claim;
        let is_leading = seen.trick.is_empty() && seen.leader == claim.claimant;
        if !is_leading || matches!(claim.contract, Contract::Nello(_)) {
            return false;
        }
        let trumps = claim.table().trumps;
        let top_trumps = unbeaten(claim.table(), seen.own & trumps, seen.unseen);
        let draws_all = top_trumps.count_ones() >= (seen.unseen & trumps).count_ones();
        let against = if self.claimant == Claimant::PlaysWell && draws_all {
            // Even if one seat holds all the trumps, they fall under the top trumps first.
            seen.unseen & !trumps
        } else {
            seen.unseen
        };
        let others = unbeaten(claim.table(), seen.own & !trumps, against);
        top_trumps | others == seen.own
    }
}

/// All that matters of the evidence before a trick.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Boundary {
    own: Bits,
    unseen: Bits,
    /// Only unseen dominoes count.
    lacks: [Bits; SEATS],
    leader: usize,
}

/// The lines that a claim must survive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claimant {
    /// The claimant may play anything legal.
    PlaysAnything,
    /// The claimant plays as well as its knowledge allows.
    PlaysWell,
}

/// The dominoes of a set that no unseen one beats if they are led.
fn unbeaten(table: &TrickTable, set: Bits, unseen: Bits) -> Bits {
    let mut unbeaten = 0;
    let mut rest = set;
    while rest != 0 {
        let domino = lowest(rest);
        rest &= rest - 1;
        if table.above[usize::from(table.led[domino])][domino] & unseen == 0 {
            unbeaten |= 1 << domino;
        }
    }
    unbeaten
}
