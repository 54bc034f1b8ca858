//! A plain sampled double-dummy player, as a baseline: 50 uniform deals per decision, all hands
//! open, and no inference from the calls.

use super::deals;
use super::playout::Playout;
use super::situation::Situation;
use crate::bid::{Bid, Call};
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::play::{Bits, SEATS};
use crate::solve::Solver;
use crate::state::Action;
use kernel::Rng;
use pieces::Domino;

/// The number of deals it considers.
const DEALS: usize = 50;

/// It bids if its estimated chance of making the bid is at least this.
const ENOUGH: f64 = 0.6;

/// The action that this player chooses.
pub(super) fn choose(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    if let [only] = legal {
        return Some(*only);
    }
    match legal.first()? {
        Action::Bid(_) => Some(bid(situation, legal, rng)),
        Action::Name(_) => name(situation, legal, rng),
        Action::Play(_) | Action::LayDown => play(situation, legal, rng),
    }
}

/// The lowest bid that it may make, if it makes it often enough with some trump.
fn bid(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Action {
    let pass = Action::Bid(Call::Pass);
    let lowest = legal.iter().find_map(|action| match action {
        Action::Bid(Call::Bid(bid @ (Bid::Points(_) | Bid::Marks(_)))) => Some(*bid),
        _ => None,
    });
    let Some(lowest) = lowest else { return pass };
    let deals = deals::imagine(situation, 0, DEALS, rng);
    let mut solver = Solver::new();
    let enough = Declaration::ALL
        .into_iter()
        .filter(|&declaration| situation.options().allows(lowest, declaration))
        .any(|declaration| {
            let pledge = Pledge {
                bidder: situation.seat,
                bid: lowest,
                declaration,
            };
            makes_enough(&mut solver, situation, pledge, &deals)
        });
    if enough || !legal.contains(&pass) {
        Action::Bid(Call::Bid(lowest))
    } else {
        pass
    }
}

/// The declaration that makes the bid most often.
fn name(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    let (bidder, bid) = situation.hand.auction.standing()?;
    let deals = deals::imagine(situation, 0, DEALS, rng);
    let mut solver = Solver::new();
    let declarations = legal.iter().filter_map(|action| match action {
        Action::Name(declaration) => Some(*declaration),
        _ => None,
    });
    declarations
        .map(|declaration| {
            let pledge = Pledge {
                bidder,
                bid,
                declaration,
            };
            (makes(&mut solver, situation, pledge, &deals), declaration)
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, declaration)| Action::Name(declaration))
}

/// The number of deals in which the bid is made with open hands.
fn makes(
    solver: &mut Solver,
    situation: &Situation<'_>,
    pledge: Pledge,
    deals: &[deals::Deal],
) -> f64 {
    let made = deals
        .iter()
        .filter(|deal| is_made(solver, situation, pledge, deal));
    made.map(|deal| deal.weight).sum()
}

/// Whether the bid is made often enough. This counts the deals, but stops once the answer is
/// certain.
fn makes_enough(
    solver: &mut Solver,
    situation: &Situation<'_>,
    pledge: Pledge,
    deals: &[deals::Deal],
) -> bool {
    let enough = DEALS as f64 * ENOUGH;
    let mut still_possible = DEALS as f64;
    let mut made = 0.0;
    for deal in deals {
        if is_made(solver, situation, pledge, deal) {
            made += deal.weight;
        } else {
            still_possible -= deal.weight;
        }
        if made >= enough || still_possible < enough {
            break;
        }
    }
    made >= enough
}

/// Whether the bid is made with open hands in one of the deals.
fn is_made(
    solver: &mut Solver,
    situation: &Situation<'_>,
    pledge: Pledge,
    deal: &deals::Deal,
) -> bool {
    let needed = match pledge.bid {
        Bid::Points(points) => points,
        _ => 42,
    };
    Playout::of_pledge(situation.options(), pledge, deal.hands)
        .position()
        .is_some_and(|position| solver.makes(&position, needed))
}

/// The domino with the best average for its side.
fn play(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    if legal.contains(&Action::LayDown) {
        return Some(Action::LayDown);
    }
    let (_, contract) = situation.pledge()?;
    let deals = deals::imagine(situation, 0, DEALS, rng);
    let played = situation.played();
    let mut solver = Solver::new();
    let mut sums: Vec<(f64, Domino)> = Vec::new();
    for deal in &deals {
        let dealt: [Bits; SEATS] = std::array::from_fn(|seat| deal.hands[seat] | played[seat]);
        let mut playout = situation.dealt_out(dealt)?;
        for play in situation.hand.plays() {
            playout.play(play.domino.index());
        }
        let moves = solver.moves(&playout.position()?);
        if sums.is_empty() {
            sums = moves.iter().map(|it| (0.0, it.domino)).collect();
        }
        for (sum, it) in sums.iter_mut().zip(moves) {
            sum.0 += deal.weight * f64::from(it.taken.by_side_of(situation.seat));
        }
    }
    // In nello tricks are bad for the bidder: the side that takes few has done well.
    let sign = match contract {
        Contract::Nello(_) => -1.0,
        _ => 1.0,
    };
    sums.into_iter()
        .max_by(|one, other| (sign * one.0).total_cmp(&(sign * other.0)))
        .map(|(_, domino)| Action::Play(domino))
}
