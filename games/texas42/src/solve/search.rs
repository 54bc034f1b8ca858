//! The null-window search behind the solver: can the attack still take this much?
//!
//! Every call asks one yes-or-no question about one position and answers with a bound: a number of
//! at least `need` means that the attack takes at least that much, a smaller number that it takes
//! at most that much. Positions before a trick are remembered with both bounds, which lets one
//! question help the next.
//!
//! The attack is north and south, who want as many points as possible. In nello the attack is the
//! bidder's two opponents, and it "takes" the tricks that it forces the bidder to take.

use super::bounds;
use super::deal::{Deal, Style};
use super::equals;
use super::memory::{Known, Memory};
use super::order::Moves;
use super::trick::{Standing, Trick};
use crate::play::{Bits, SEATS, lowest};

pub(super) struct Search<'a> {
    pub(super) deal: &'a Deal,
    pub(super) memory: &'a mut Memory,
    /// Positions searched, before and within tricks.
    pub(super) nodes: u64,
}

/// The points that the attack needs of those still in play.
#[derive(Clone, Copy)]
struct Question {
    need: i32,
    left: i32,
}

impl Search<'_> {
    /// A bound on the points that the attack takes from the deal's position on. It settles whether
    /// they are at least `need`.
    pub(super) fn ask(&mut self, need: i32) -> i32 {
        let deal = self.deal;
        let left = deal.left;
        let in_play = deal.hands.iter().fold(0, |all, hand| all | hand);
        let Some((&lead, later)) = deal.played.split_first() else {
            return self.before_trick(in_play, deal.leader, Question { need, left });
        };
        let spare = equals::spare(deal, &deal.hands);
        let trick = Trick::new(deal, &deal.hands, spare, deal.leader, lead);
        let mut standing = trick.led(deal, in_play, lead);
        for &domino in later {
            standing = trick.played(deal, standing, domino);
        }
        self.within_trick(&trick, standing, Question { need, left })
    }

    /// The bound for a position before a trick.
    fn before_trick(&mut self, in_play: Bits, leader: usize, question: Question) -> i32 {
        self.nodes += 1;
        let Question { need, left } = question;
        if need <= 0 {
            return 0;
        }
        if need > left {
            return left;
        }
        let hands = self.deal.hands.map(|hand| hand & in_play);
        let is_last = hands[leader] & hands[leader].wrapping_sub(1) == 0;
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
        let bound = self.every_lead(&hands, in_play, leader, question, &mut known);
        self.memory.put(in_play, leader, known);
        bound
    }

    /// Tries the leads until one settles the question, and remembers the result.
    fn every_lead(
        &mut self,
        hands: &[Bits; SEATS],
        in_play: Bits,
        leader: usize,
        question: Question,
        known: &mut Known,
    ) -> i32 {
        let deal = self.deal;
        let attacks = deal.attacks(leader);
        let spare = equals::spare(deal, hands);
        let mut bound = if attacks { 0 } else { question.left };
        for lead in Moves::leads(deal, hands, leader, spare, known.best) {
            let trick = Trick::new(deal, hands, spare, leader, lead);
            let standing = trick.led(deal, in_play, lead);
            let found = self.within_trick(&trick, standing, question);
            if attacks == (found >= question.need) {
                known.best = lead;
                bound = found;
                break;
            }
            bound = better(attacks, bound, found);
        }
        if bound >= question.need {
            known.least = bound;
        } else {
            known.most = bound;
        }
        bound
    }

    /// The bound within a trick, after the lead.
    fn within_trick(&mut self, trick: &Trick, standing: Standing, question: Question) -> i32 {
        self.nodes += 1;
        if let Some(bound) = self.settled_by_trick(trick, standing, question) {
            return bound;
        }
        let deal = self.deal;
        let choice = trick.choice(standing);
        if choice & choice.wrapping_sub(1) == 0 {
            let next = trick.played(deal, standing, lowest(choice));
            return self.after_play(trick, next, question);
        }
        let attacks = deal.attacks(trick.seat(standing));
        let mut bound = if attacks { 0 } else { question.left };
        for domino in Moves::plays(deal, trick, standing) {
            let next = trick.played(deal, standing, domino);
            let found = self.after_play(trick, next, question);
            if attacks == (found >= question.need) {
                return found;
            }
            bound = better(attacks, bound, found);
        }
        bound
    }

    /// The bound after a domino is played.
    #[inline]
    fn after_play(&mut self, trick: &Trick, standing: Standing, question: Question) -> i32 {
        if standing.n_played() == self.deal.size {
            self.after_trick(trick, standing, question)
        } else {
            self.within_trick(trick, standing, question)
        }
    }

    /// A bound that settles the question because the trick's holder can no longer lose it.
    #[inline]
    fn settled_by_trick(
        &self,
        trick: &Trick,
        standing: Standing,
        question: Question,
    ) -> Option<i32> {
        let Question { need, left } = question;
        let points = standing.points();
        let gains = self.deal.gains(trick.holder(standing));
        let settles = if gains {
            points >= need
        } else {
            left - points < need
        };
        if settles && self.deal.style == Style::Taking && trick.is_decided(standing) {
            Some(if gains { points } else { left - points })
        } else {
            None
        }
    }

    /// A full trick goes to its holder, who leads the next.
    #[inline]
    fn after_trick(&mut self, trick: &Trick, standing: Standing, question: Question) -> i32 {
        let holder = trick.holder(standing);
        let points = standing.points();
        let gain = if self.deal.gains(holder) { points } else { 0 };
        let next = Question {
            need: question.need - gain,
            left: question.left - points,
        };
        gain + self.before_trick(standing.in_play, holder, next)
    }

    /// If everyone has one domino left, nobody has a choice.
    fn last_trick(&self, hands: &[Bits; SEATS], leader: usize, left: i32) -> i32 {
        let deal = self.deal;
        let lead = lowest(hands[leader]);
        let above = &deal.table.above[deal.led(lead)];
        let (mut best, mut holder) = (lead, leader);
        for &seat in &deal.turns[leader][1..deal.size] {
            let seat = usize::from(seat) % SEATS;
            if above[best] & hands[seat] != 0 {
                (best, holder) = (lowest(hands[seat]), seat);
            }
        }
        if deal.gains(holder) { left } else { 0 }
    }
}

/// The better of two bounds for the seat that moves.
#[inline]
fn better(attacks: bool, one: i32, other: i32) -> i32 {
    if attacks {
        one.max(other)
    } else {
        one.min(other)
    }
}
