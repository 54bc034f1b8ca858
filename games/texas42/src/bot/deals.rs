//! Deals as a seat may imagine them: consistent with everything seen, and more likely the better
//! they explain what the others called and played.
//!
//! Many deals are drawn uniformly from all possible ones. Each is weighed by how well the calls,
//! the trump and the plays so far fit its hands, and some are then drawn by weight. Certain
//! evidence is never softened, and likely evidence is never treated as certain.

use super::calling::COUNTS;
use super::calls::{HandAppraisal, HandAppraisalWithDoubles};
use super::habit;
use super::playout::Playout;
use super::situation::{Reading, Situation};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::options::Options;
use crate::play::{Bits, SEATS};
use crate::sides::partner_of;
use kernel::{Rng, Seat};
use pieces::DominoSet;
use std::collections::BTreeMap;

/// A deal that may be the true one.
#[derive(Debug, Clone)]
pub(super) struct Deal {
    /// The dominoes that each seat holds now.
    pub(super) hands: [Bits; SEATS],
    /// Its weight.
    pub(super) weight: f64,
}

/// Draws `drawn` deals and keeps `kept` of them by their weight. Without a surplus no deal is
/// weighed.
pub(super) fn imagine(
    situation: &Situation<'_>,
    drawn: usize,
    kept: usize,
    rng: &mut Rng,
) -> Vec<Deal> {
    let every = every(situation, drawn);
    let is_few = every.as_ref().is_some_and(|every| every.len() <= FEW);
    let mut deals = every.unwrap_or_else(|| draw(situation, drawn.max(kept), rng));
    if drawn > kept {
        let judge = Judge::new(situation);
        for deal in &mut deals {
            deal.weight *= judge.weigh(deal.hands);
        }
        if deals.len() > kept && !is_few {
            thin(&mut deals, kept, rng);
        }
    }
    deals
}

/// Every possible deal once, if a seat that counts would draw more than there are.
fn every(situation: &Situation<'_>, drawn: usize) -> Option<Vec<Deal>> {
    // Before the fourth trick there are always more.
    if situation.reading == Reading::ByRule || situation.own.len() > 4 {
        return None;
    }
    let all = situation.worlds().all(drawn as u64)?;
    let deal = |others: Vec<DominoSet>| {
        let mut hands = [0; SEATS];
        hands[situation.seat.index()] = situation.own.bits();
        for (seat, dominoes) in situation.others().zip(others) {
            hands[seat.index()] = dominoes.bits();
        }
        Deal { hands, weight: 1.0 }
    };
    Some(all.into_iter().map(deal).collect())
}

/// This many deals are all kept and examined: with two tricks to go there are at most 90.
const FEW: usize = 120;

/// Draws this many deals uniformly. A repeated deal is merged and counts again; towards the end of
/// a hand every possible deal is therefore present once.
fn draw(situation: &Situation<'_>, n: usize, rng: &mut Rng) -> Vec<Deal> {
    let mut worlds = situation.worlds();
    let mut deals: Vec<Deal> = Vec::with_capacity(n);
    let mut places = BTreeMap::new();
    for _ in 0..n {
        let mut hands = [0; SEATS];
        hands[situation.seat.index()] = situation.own.bits();
        for (seat, dominoes) in situation.others().zip(worlds.deal(rng)) {
            hands[seat.index()] = dominoes.bits();
        }
        let place = *places.entry(hands).or_insert(deals.len());
        if place == deals.len() {
            deals.push(Deal { hands, weight: 0.0 });
        }
        deals[place].weight += 1.0;
    }
    deals
}

/// Keeps this many deals by their weight, at even distances: a heavy deal may be kept several
/// times, and a light one not at all.
fn thin(deals: &mut Vec<Deal>, kept: usize, rng: &mut Rng) {
    let total: f64 = deals.iter().map(|deal| deal.weight).sum();
    let step = total / kept as f64;
    let mut next = step * f64::from(rng.next_u32()) / 4_294_967_296.0;
    let mut reached = 0.0;
    for deal in deals.iter_mut() {
        reached += deal.weight;
        deal.weight = 0.0;
        while next < reached {
            deal.weight += 1.0;
            next += step;
        }
    }
    deals.retain(|deal| deal.weight > 0.0);
}

/// Judges how well a deal explains what happened.
struct Judge<'a> {
    situation: &'a Situation<'a>,
    played: [Bits; SEATS],
    /// The auction before each call.
    auctions: Vec<(Seat, Auction, Call)>,
    plays: Vec<(usize, usize)>,
}

impl<'a> Judge<'a> {
    fn new(situation: &'a Situation<'a>) -> Judge<'a> {
        let hand = situation.hand;
        let mut before = Auction::new(hand.auction.shaker());
        let mut auctions = Vec::new();
        for (seat, call) in hand.auction.calls() {
            if seat != situation.seat {
                auctions.push((seat, before.clone(), call));
            }
            before.push(call);
        }
        Judge {
            situation,
            played: situation.played(),
            auctions,
            plays: hand
                .plays()
                .map(|play| (play.seat.index(), play.domino.index()))
                .collect(),
        }
    }

    fn weigh(&self, hands: [Bits; SEATS]) -> f64 {
        let dealt: [Bits; SEATS] = std::array::from_fn(|seat| hands[seat] | self.played[seat]);
        self.by_calls(&dealt) * self.by_plays(dealt)
    }

    /// The degree to which the calls and the declaration fit.
    fn by_calls(&self, dealt: &[Bits; SEATS]) -> f64 {
        let options = self.situation.options();
        let mut fit = 1.0;
        if self.situation.reading == Reading::Counted {
            for (seat, before, call) in &self.auctions {
                let glance = HandAppraisal::with_every_contract(options, dealt[seat.index()]);
                let chance = glance.next_call(options, before).chance(*call);
                fit *= f64::from(SURPRISE + (1.0 - SURPRISE) * chance);
            }
            return fit * self.by_name(dealt);
        }
        for (seat, before, call) in &self.auctions {
            if self.may_be_without_trumps(*seat, *call) {
                continue;
            }
            let glance = HandAppraisal::new(options, dealt[seat.index()]);
            fit *= f64::from(glance.fits_call(before, *call));
        }
        fit * self.by_name(dealt)
    }

    /// Whether a seat may have bid marks for nello or sevens, which says nothing about trumps.
    fn may_be_without_trumps(&self, seat: Seat, call: Call) -> bool {
        let Call::Bid(bid @ Bid::Marks(_)) = call else {
            return false;
        };
        match self.situation.hand.pledge() {
            Some(pledge) if pledge.bidder == seat => {
                !matches!(pledge.declaration, Declaration::Trump(_))
            }
            _ => [Declaration::Nello, Declaration::Sevens]
                .into_iter()
                .any(|declaration| self.situation.options().allows(bid, declaration)),
        }
    }

    /// The degree to which the trump that another seat named fits.
    fn by_name(&self, dealt: &[Bits; SEATS]) -> f64 {
        let Some(pledge) = self.situation.hand.pledge() else {
            return 1.0;
        };
        let options = self.situation.options();
        let partner_names = pledge.bid.partner_names();
        let namer = if partner_names {
            partner_of(pledge.bidder)
        } else {
            pledge.bidder
        };
        if namer == self.situation.seat {
            return 1.0;
        }
        let hand = dealt[namer.index()];
        if self.situation.reading == Reading::Counted {
            return f64::from(chance_to_name(options, hand, &pledge));
        }
        let Declaration::Trump(trump) = pledge.declaration else {
            return 1.0;
        };
        f64::from(if partner_names {
            HandAppraisalWithDoubles::new(options, hand).fits_trump(trump)
        } else {
            HandAppraisal::new(options, hand).fits_trump(pledge.bid, trump)
        })
    }

    /// The degree to which the plays of the others fit.
    fn by_plays(&self, dealt: [Bits; SEATS]) -> f64 {
        let Some(mut playout) = self.situation.dealt_out(dealt) else {
            return 1.0;
        };
        let mut fit = 1.0;
        for &(seat, domino) in &self.plays {
            if seat != self.situation.seat.index() {
                let n_legal = playout.legal().count_ones();
                if n_legal > 1 {
                    let is_usual = habit::choose(&playout) == domino;
                    fit *= match self.situation.reading {
                        Reading::Counted => chance_to_play(&playout, n_legal, is_usual),
                        Reading::ByRule if is_usual => 1.0,
                        Reading::ByRule => UNUSUAL_PLAY,
                    };
                }
            }
            playout.play(domino);
        }
        fit
    }
}

/// The chance that the holder of a hand, who won the auction or whose partner plunged, names this.
fn chance_to_name(options: &Options, hand: Bits, pledge: &Pledge) -> f32 {
    let [points, marks, with_doubles] = COUNTS.sharpness;
    let chance = match (pledge.bid, pledge.declaration) {
        (bid, Declaration::Trump(trump)) if bid.partner_names() => {
            HandAppraisalWithDoubles::new(options, hand).chance_to_name(trump, with_doubles)
        }
        (bid, declaration) => {
            let sharpness = match bid {
                Bid::Points(_) => points,
                _ => marks,
            };
            let glance = HandAppraisal::with_every_contract(options, hand);
            glance.chance_to_name(bid, declaration, sharpness)
        }
    };
    SURPRISE + (1.0 - SURPRISE) * chance
}

/// The chance of a play by whether habit would have made it. Unusual plays share their chance.
fn chance_to_play(playout: &Playout, n_legal: u32, is_usual: bool) -> f64 {
    let kind = usize::from(!playout.trick.is_empty());
    let place = (n_legal as usize).clamp(2, 7) - 2;
    let usual = COUNTS.usual[kind][place];
    if is_usual {
        usual
    } else {
        (1.0 - usual) / f64::from(n_legal - 1)
    }
}

/// The chance of a call or a declaration without an explanation, because the counts have gaps.
const SURPRISE: f32 = 0.01;

/// The share of a deal's weight that remains for each play that habit would not have made in it.
const UNUSUAL_PLAY: f64 = 0.5;
