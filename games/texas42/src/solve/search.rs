//! Can the attack still take so much? The null-window search behind the solver.
//!
//! Every call asks one yes-or-no question about one position and answers with
//! a bound: a number not below `need` says that the attack takes at least that
//! much, a number below it that the attack takes at most that much. Positions
//! before a trick are remembered with both bounds, so that one question helps
//! the next.
//!
//! The attack is north and south, who want as many points as they can get. In
//! nello the attack is the bidder's two opponents, and what it "takes" are the
//! tricks that it makes the bidder take.

use super::bounds;
use super::deal::{Deal, Style};
use super::equals;
use super::memory::{Known, Memory};
use super::order::Moves;
use crate::position::SEATS;
use crate::table::{Bits, PLACES};

pub(super) struct Search<'a> {
    pub(super) deal: &'a Deal,
    pub(super) memory: &'a mut Memory,
    /// Positions looked at, before and within tricks.
    pub(super) nodes: u64,
}

/// A trick under way: what stays the same while its dominoes are played.
pub(super) struct Trick<'a> {
    /// What the seats held before the trick.
    pub(super) hands: [Bits; SEATS],
    /// Dominoes that need not be tried, because an equal one of the same hand is.
    pub(super) spare: Bits,
    /// Who plays in turn.
    pub(super) turns: [u8; SEATS],
    /// The dominoes that follow the lead.
    pub(super) follows: Bits,
    /// For each domino, those that beat it in this trick.
    pub(super) above: &'a [Bits; PLACES],
    /// What can still be taken, this trick included.
    left: i32,
    /// How much of it the attack needs.
    need: i32,
}

/// How far a trick has got.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// The dominoes in the four hands.
    in_play: Bits,
    /// How many have played to the trick.
    pub(super) n_played: usize,
    /// The domino that holds the trick.
    pub(super) best: usize,
    /// Whose it is.
    pub(super) holder: usize,
    /// What the trick is worth.
    points: i32,
}

impl Search<'_> {
    /// A bound on what the attack takes from the deal's position on, which settles whether it is at least `need`.
    pub(super) fn from_root(&mut self, need: i32) -> i32 {
        let deal = self.deal;
        let in_play = deal.hands.iter().fold(0, |all, hand| all | hand);
        let Some((&lead, later)) = deal.played.split_first() else {
            return self.before_trick(in_play, deal.leader, deal.left, need);
        };
        let spare = equals::spare(deal, &deal.hands);
        let trick = self.trick(deal.hands, spare, deal.leader, lead, deal.left, need);
        let mut standing = self.led(in_play, deal.leader, lead);
        for &domino in later {
            standing = self.played(&trick, standing, domino);
        }
        self.within_trick(&trick, standing)
    }

    /// The same for a position before a trick, where `left` can still be taken.
    fn before_trick(&mut self, in_play: Bits, leader: usize, left: i32, need: i32) -> i32 {
        self.nodes += 1;
        if need <= 0 {
            return 0;
        }
        if need > left {
            return left;
        }
        let hands = self.deal.hands.map(|hand| hand & in_play);
        let is_last = hands[leader] & (hands[leader] - 1) == 0;
        if is_last {
            return self.last_trick(&hands, leader, left);
        }
        if self.deal.style == Style::Taking
            && let Some(bound) = bounds::settle(self.deal, &hands, leader, left, need)
        {
            return bound;
        }
        let known = self.memory.get(in_play, leader);
        let mut known = known.unwrap_or(Known {
            least: 0,
            most: left,
            best: Known::NO_MOVE,
        });
        if known.least >= need {
            return known.least;
        }
        if known.most < need {
            return known.most;
        }
        let bound = self.every_lead(&hands, in_play, leader, left, need, &mut known);
        self.memory.put(in_play, leader, known);
        bound
    }

    /// Tries the leads until one settles the question, and notes what was learnt.
    fn every_lead(
        &mut self,
        hands: &[Bits; SEATS],
        in_play: Bits,
        leader: usize,
        left: i32,
        need: i32,
        known: &mut Known,
    ) -> i32 {
        let attacks = self.deal.attacks(leader);
        let spare = equals::spare(self.deal, hands);
        let mut bound = if attacks { 0 } else { left };
        for lead in Moves::leads(self.deal, hands, leader, spare, known.best) {
            let trick = self.trick(*hands, spare, leader, lead, left, need);
            let standing = self.led(in_play, leader, lead);
            let found = self.within_trick(&trick, standing);
            if attacks && found >= need {
                known.least = found;
                known.best = lead;
                return found;
            }
            if !attacks && found < need {
                known.most = found;
                known.best = lead;
                return found;
            }
            bound = if attacks {
                bound.max(found)
            } else {
                bound.min(found)
            };
        }
        if attacks {
            known.most = bound;
        } else {
            known.least = bound;
        }
        bound
    }

    /// The same within a trick, when the lead is on the table.
    fn within_trick(&mut self, trick: &Trick<'_>, standing: Standing) -> i32 {
        if standing.n_played == self.deal.size {
            return self.after_trick(trick, standing);
        }
        self.nodes += 1;
        let seat = usize::from(trick.turns[standing.n_played & 3]);
        let attacks = self.deal.attacks(seat);
        let mut bound = if attacks { 0 } else { trick.left };
        for domino in Moves::plays(self.deal, trick, standing, seat) {
            let next = self.played(trick, standing, domino);
            let found = self.within_trick(trick, next);
            if attacks == (found >= trick.need) {
                return found;
            }
            bound = if attacks {
                bound.max(found)
            } else {
                bound.min(found)
            };
        }
        bound
    }

    /// A full trick goes to its holder, who leads the next.
    fn after_trick(&mut self, trick: &Trick<'_>, standing: Standing) -> i32 {
        let gain = if self.deal.gains(standing.holder) {
            standing.points
        } else {
            0
        };
        let left = trick.left - standing.points;
        gain + self.before_trick(standing.in_play, standing.holder, left, trick.need - gain)
    }

    /// When everyone has one domino left, there is nothing to choose.
    fn last_trick(&self, hands: &[Bits; SEATS], leader: usize, left: i32) -> i32 {
        let deal = self.deal;
        let lead = lowest(hands[leader]);
        let above = &deal.table.above[deal.led(lead)];
        let (mut best, mut holder) = (lead, leader);
        for &seat in &deal.turns[leader][1..deal.size] {
            let seat = usize::from(seat & 3);
            if above[best] & hands[seat] != 0 {
                (best, holder) = (lowest(hands[seat]), seat);
            }
        }
        if deal.gains(holder) { left } else { 0 }
    }

    fn trick(
        &self,
        hands: [Bits; SEATS],
        spare: Bits,
        leader: usize,
        lead: usize,
        left: i32,
        need: i32,
    ) -> Trick<'static> {
        let led = self.deal.led(lead);
        Trick {
            hands,
            spare,
            turns: self.deal.turns[leader],
            follows: self.deal.table.follows[led],
            above: &self.deal.table.above[led],
            left,
            need,
        }
    }

    fn led(&self, in_play: Bits, leader: usize, lead: usize) -> Standing {
        Standing {
            in_play: in_play & !(1 << lead),
            n_played: 1,
            best: lead,
            holder: leader,
            points: 1 + self.deal.count(lead),
        }
    }

    #[inline]
    fn played(&self, trick: &Trick<'_>, standing: Standing, domino: usize) -> Standing {
        let takes = trick.above[standing.best] >> domino & 1 == 1;
        let seat = usize::from(trick.turns[standing.n_played & 3]);
        Standing {
            in_play: standing.in_play & !(1 << domino),
            n_played: standing.n_played + 1,
            best: if takes { domino } else { standing.best },
            holder: if takes { seat } else { standing.holder },
            points: standing.points + self.deal.count(domino),
        }
    }
}

/// The index of the lowest domino of a set that is not empty.
#[inline]
pub(super) fn lowest(set: Bits) -> usize {
    set.trailing_zeros() as usize % PLACES
}
