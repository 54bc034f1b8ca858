//! The outcome of a contract in imagined deals, as it would really be played.
//!
//! Everyone plays by habit, seeing only their own dominoes, which is a fair estimate for most
//! contracts. If one trick decides everything and two hands must work together, or against one,
//! habit alone is too clumsy and the solver, which sees all hands, too clever; then both are asked
//! and weighted. Each contract is played once per deal, however many bids lead to it.

use super::deals::Deal;
use super::habit;
use super::playout::Playout;
use super::situation::{Situation, is_for_all_tricks};
use super::stakes::is_made;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::solve::Solver;
use crate::trick::HAND_POINTS;
use kernel::Seat;
use std::collections::BTreeMap;

/// The imagined deals, and the outcomes of the contracts that were tried in them.
pub(super) struct Rehearsal<'a> {
    situation: &'a Situation<'a>,
    deals: &'a [Deal],
    solver: Solver,
    known: BTreeMap<Line, Vec<Option<Ends>>>,
}

/// The parts of a pledge that change how it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    bidder: Seat,
    declaration: Declaration,
    all_tricks: bool,
    partner_names: bool,
}

/// The points that the bidders take, with their probabilities.
type Ends = [(u8, f64); 2];

impl<'a> Rehearsal<'a> {
    pub(super) fn new(situation: &'a Situation<'a>, deals: &'a [Deal]) -> Rehearsal<'a> {
        Rehearsal {
            situation,
            deals,
            solver: Solver::new(),
            known: BTreeMap::new(),
        }
    }

    /// The points that the bidders take in one of the deals, by habit and by the solver, with the
    /// weight of each.
    pub(super) fn ends(&mut self, pledge: Pledge, place: usize) -> Ends {
        let line = Line {
            bidder: pledge.bidder,
            declaration: pledge.declaration,
            all_tricks: is_for_all_tricks(pledge.bid),
            partner_names: pledge.bid.partner_names(),
        };
        let n_deals = self.deals.len();
        let known = self
            .known
            .entry(line)
            .or_insert_with(|| vec![None; n_deals]);
        if let Some(ends) = known[place] {
            return ends;
        }
        let ends = self.play(pledge, place);
        self.known
            .entry(line)
            .and_modify(|known| known[place] = Some(ends));
        ends
    }

    fn play(&mut self, pledge: Pledge, place: usize) -> Ends {
        let start = Playout::of_pledge(self.situation.options(), pledge, self.deals[place].hands);
        rehearse(&start, pledge, &mut self.solver)
    }
}

/// The points that the bidders take in a fully known deal.
pub(super) fn rehearse(start: &Playout, pledge: Pledge, solver: &mut Solver) -> Ends {
    let mut playout = start.clone();
    habit::play_out(&mut playout);
    let by_habit = playout.taken_by_bidders();
    let trust = trust(pledge);
    if trust == 0.0 {
        return [(by_habit, 1.0), (by_habit, 0.0)];
    }
    let made = start
        .position()
        .is_some_and(|position| solver.makes(&position, HAND_POINTS as u8));
    let solved = match (pledge.declaration, made) {
        (Declaration::Nello, made) => u8::from(!made),
        (_, true) => HAND_POINTS as u8,
        (_, false) => 0,
    };
    [(by_habit, 1.0 - trust), (solved, trust)]
}

/// The probability that the bid is made by these ends.
pub(super) fn share_made(pledge: Pledge, ends: Ends) -> f64 {
    let made = ends
        .into_iter()
        .filter(|&(taken, _)| is_made(pledge, taken));
    made.map(|(_, share)| share).sum()
}

/// The weight of the solver's result. Habit alone is not a fair estimate if two hands must win
/// every trick together without having bid on them, or if two play against one; experts' results
/// lay about half way between habit and the solver there.
fn trust(pledge: Pledge) -> f64 {
    match (pledge.declaration, pledge.bid.partner_names()) {
        (Declaration::Nello, _) => 0.5,
        (_, true) => 0.4,
        (_, false) => 0.0,
    }
}
