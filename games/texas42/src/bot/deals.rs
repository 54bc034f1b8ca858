//! Deals as a seat may imagine them: consistent with everything seen, and more likely the better
//! they explain what the others called and played.
//!
//! Many deals are drawn uniformly from all possible ones. Each is weighed by how well the calls,
//! the trump and the plays so far fit its hands, and some are then drawn by weight. Certain
//! evidence is never softened, and likely evidence is never treated as certain.

use super::calls::{Glance, GlanceWithDoubles};
use super::habit;
use super::situation::Situation;
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::play::{Bits, SEATS};
use crate::sides::partner_of;
use kernel::{Rng, Seat};
use std::collections::BTreeMap;

/// A deal that may be the true one.
#[derive(Debug, Clone)]
pub(super) struct Deal {
    /// The dominoes that each seat holds now.
    pub(super) hands: [Bits; SEATS],
    /// Its weight.
    pub(super) weight: f64,
}

/// Draws `drawn` deals and keeps `kept` of them by their weight. If there is no surplus, none is
/// weighed.
pub(super) fn imagine(
    situation: &Situation<'_>,
    drawn: usize,
    kept: usize,
    rng: &mut Rng,
) -> Vec<Deal> {
    let mut deals = draw(situation, drawn.max(kept), rng);
    if drawn > kept {
        let judge = Judge::new(situation);
        for deal in &mut deals {
            deal.weight *= judge.weigh(deal.hands);
        }
        if deals.len() > kept {
            thin(&mut deals, kept, rng);
        }
    }
    deals
}

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
    let mut next = step * f64::from(rng.next_u32()) / 2_f64.powi(32);
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

    /// How well the calls and the declaration fit.
    fn by_calls(&self, dealt: &[Bits; SEATS]) -> f64 {
        let options = self.situation.options();
        let mut fit = 1.0;
        for (seat, before, call) in &self.auctions {
            if self.may_be_without_trumps(*seat, *call) {
                continue;
            }
            let glance = Glance::new(options, dealt[seat.index()]);
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

    /// How well the trump that another seat named fits.
    fn by_name(&self, dealt: &[Bits; SEATS]) -> f64 {
        let Some(pledge) = self.situation.hand.pledge() else {
            return 1.0;
        };
        let Declaration::Trump(trump) = pledge.declaration else {
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
        f64::from(if partner_names {
            GlanceWithDoubles::new(options, hand).fits_trump(trump)
        } else {
            Glance::new(options, hand).fits_trump(pledge.bid, trump)
        })
    }

    /// How well the plays of the others fit.
    fn by_plays(&self, dealt: [Bits; SEATS]) -> f64 {
        let Some(mut playout) = self.situation.dealt_out(dealt) else {
            return 1.0;
        };
        let mut fit = 1.0;
        for &(seat, domino) in &self.plays {
            if seat != self.situation.seat.index() {
                let legal = playout.legal();
                if legal.count_ones() > 1 && habit::choose(&playout) != domino {
                    fit *= UNUSUAL_PLAY;
                }
            }
            playout.play(domino);
        }
        fit
    }
}

/// The share of a deal's weight that remains for each play that habit would not have made in it.
const UNUSUAL_PLAY: f64 = 0.5;
