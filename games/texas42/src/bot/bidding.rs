//! Choosing a call and a declaration, by playing the rest of the auction and the hand in many
//! imagined deals.
//!
//! In each deal the others call and name as players usually do, and everyone plays by habit. The
//! chance of making a bid is therefore that of real play, where nobody sees the other hands. The
//! worth of a call is the chance of winning the game after it. Passing has a worth too, because the
//! others then play the hand.

use super::calls::{Glance, GlanceWithDoubles};
use super::deals::{self, Deal};
use super::rehearsal::{Rehearsal, share_made};
use super::situation::Situation;
use super::stakes::{Stakes, chance_now, is_made};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::play::SEATS;
use crate::sides::partner_of;
use kernel::{Rng, Seat};

/// The worth of a call.
#[derive(Debug, Clone)]
pub(super) struct CallWorth {
    pub(super) call: Call,
    /// The chance of winning the game.
    pub(super) chance: f64,
    /// The chance that this call wins the auction.
    pub(super) bought: f64,
    /// For a bid: the chance of making it if it wins the auction, and the declaration that would be
    /// named.
    pub(super) make: f64,
    pub(super) declaration: Option<Declaration>,
}

/// The worth of a declaration.
#[derive(Debug, Clone)]
pub(super) struct NameWorth {
    pub(super) declaration: Declaration,
    /// The chance of winning the game.
    pub(super) chance: f64,
    /// The chance of making the bid.
    pub(super) make: f64,
}

/// Weighs each of these calls in this many imagined deals.
pub(super) fn weigh_calls(
    situation: &Situation<'_>,
    calls: &[Call],
    (drawn, kept): (usize, usize),
    rng: &mut Rng,
) -> Vec<CallWorth> {
    let deals = deals::imagine(situation, drawn, kept, rng);
    let mut foresight = Foresight::new(situation, &deals);
    calls.iter().map(|&call| foresight.weigh(call)).collect()
}

/// Weighs each of these declarations.
pub(super) fn weigh_names(
    situation: &Situation<'_>,
    declarations: &[Declaration],
    (drawn, kept): (usize, usize),
    rng: &mut Rng,
) -> Vec<NameWorth> {
    let deals = deals::imagine(situation, drawn, kept, rng);
    let Some((bidder, bid)) = situation.hand.auction.standing() else {
        return Vec::new();
    };
    let mut rehearsal = Rehearsal::new(situation, &deals);
    let weigh = |&declaration: &Declaration| {
        let pledge = Pledge {
            bidder,
            bid,
            declaration,
        };
        let stakes = situation.stakes(pledge);
        let (mut chance, mut make) = (Mean::default(), Mean::default());
        for (place, deal) in deals.iter().enumerate() {
            for (taken, share) in rehearsal.ends(pledge, place) {
                chance.add(stakes.at(taken), deal.weight * share);
                make.add(
                    f64::from(u8::from(is_made(pledge, taken))),
                    deal.weight * share,
                );
            }
        }
        NameWorth {
            declaration,
            chance: chance.get(),
            make: make.get(),
        }
    };
    declarations.iter().map(weigh).collect()
}

/// The imagined deals, with each seat's appraisal of its hand in them.
struct Foresight<'a> {
    situation: &'a Situation<'a>,
    deals: &'a [Deal],
    glances: Vec<[Glance; SEATS]>,
    /// The trumps worth considering.
    trumps: Vec<Declaration>,
    /// The chance of winning the game if the hand is thrown in.
    thrown_in: f64,
    rehearsal: Rehearsal<'a>,
    plans: Vec<Plan>,
}

/// The declaration of the seat if it wins the auction with a bid of this kind.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// The points that must be taken: 42 for every trick.
    needed: u8,
    declaration: Declaration,
    make: f64,
}

impl<'a> Foresight<'a> {
    fn new(situation: &'a Situation<'a>, deals: &'a [Deal]) -> Foresight<'a> {
        let options = situation.options();
        let own = Glance::new(options, situation.own.bits());
        let glances = deals
            .iter()
            .map(|deal| {
                std::array::from_fn(|seat| {
                    if seat == situation.seat.index() {
                        own.clone()
                    } else {
                        Glance::new(options, deal.hands[seat])
                    }
                })
            })
            .collect();
        Foresight {
            situation,
            deals,
            glances,
            trumps: own.promising(),
            thrown_in: chance_now(situation.table, situation.side()),
            rehearsal: Rehearsal::new(situation, deals),
            plans: Vec::new(),
        }
    }

    /// Weighs a call.
    fn weigh(&mut self, call: Call) -> CallWorth {
        let mut auction = self.situation.hand.auction.clone();
        auction.push(call);
        let plan = call
            .bid()
            .filter(|bid| !bid.partner_names())
            .and_then(|bid| self.plan(bid));
        let (mut chance, mut bought, mut make) =
            (Mean::default(), Mean::default(), Mean::default());
        let mut stakes = StakesBook::default();
        for (place, deal) in self.deals.iter().enumerate() {
            let Some((bidder, bid)) = self.finish(auction.clone(), place) else {
                chance.add(self.thrown_in, deal.weight);
                continue;
            };
            let is_own = bidder == self.situation.seat;
            let declaration = match plan {
                Some(plan) if is_own => plan.declaration,
                _ => self.name(bidder, bid, place),
            };
            let pledge = Pledge {
                bidder,
                bid,
                declaration,
            };
            bought.add(f64::from(u8::from(is_own)), deal.weight);
            for (taken, share) in self.rehearsal.ends(pledge, place) {
                let weight = deal.weight * share;
                chance.add(stakes.of(self.situation, pledge).at(taken), weight);
                if is_own {
                    make.add(f64::from(u8::from(is_made(pledge, taken))), weight);
                }
            }
        }
        let make = plan.map_or(make.get(), |plan| plan.make);
        let bluff = match call {
            Call::Pass => 0.0,
            Call::Bid(_) => BLUFF * (0.5 - make).max(0.0),
        };
        CallWorth {
            call,
            chance: (chance.get() - bluff).max(0.0),
            bought: bought.get(),
            make,
            declaration: plan.map(|plan| plan.declaration),
        }
    }

    /// Plays the rest of the auction in one of the deals.
    fn finish(&self, mut auction: Auction, place: usize) -> Option<(Seat, Bid)> {
        while let Some(seat) = auction.speaker() {
            let glance = &self.glances[place][seat.index()];
            let call = glance.call(self.situation.options(), &auction);
            auction.push(call);
        }
        auction.standing()
    }

    /// The declaration that is named by quick appraisal for a bid in one of the deals.
    fn name(&self, bidder: Seat, bid: Bid, place: usize) -> Declaration {
        if bid.partner_names() {
            let hand = self.deals[place].hands[partner_of(bidder).index()];
            GlanceWithDoubles::new(self.situation.options(), hand).name()
        } else {
            self.glances[place][bidder.index()].name(bid)
        }
    }

    /// The plan for a bid of the seat itself. It is made once for each kind of bid.
    fn plan(&mut self, bid: Bid) -> Option<Plan> {
        let needed = match bid {
            Bid::Points(points) => points,
            _ => 42,
        };
        if let Some(plan) = self.plans.iter().find(|plan| plan.needed == needed) {
            return Some(*plan);
        }
        let special = [Declaration::Nello, Declaration::Sevens];
        let ways: Vec<Declaration> = self.trumps.iter().copied().chain(special).collect();
        let plan = ways
            .into_iter()
            .filter(|&declaration| self.situation.options().allows(bid, declaration))
            .map(|declaration| self.plan_for(bid, needed, declaration))
            .reduce(|best, plan| if plan.make > best.make { plan } else { best });
        self.plans.extend(plan);
        plan
    }

    fn plan_for(&mut self, bid: Bid, needed: u8, declaration: Declaration) -> Plan {
        let pledge = Pledge {
            bidder: self.situation.seat,
            bid,
            declaration,
        };
        let mut make = Mean::default();
        for (place, deal) in self.deals.iter().enumerate() {
            let ends = self.rehearsal.ends(pledge, place);
            make.add(share_made(pledge, ends), deal.weight);
        }
        Plan {
            needed,
            declaration,
            make: make.get(),
        }
    }
}

/// The stakes of the bids that win an imagined auction; there are few.
#[derive(Default)]
struct StakesBook(Vec<(Pledge, Stakes)>);

impl StakesBook {
    fn of(&mut self, situation: &Situation<'_>, pledge: Pledge) -> &Stakes {
        let place = self.0.iter().position(|(known, _)| *known == pledge);
        let place = place.unwrap_or_else(|| {
            self.0.push((pledge, situation.stakes(pledge)));
            self.0.len() - 1
        });
        &self.0[place].1
    }
}

/// The cost of a bid in chance of winning, for each unit that its chance of being made lacks to one
/// half. The partner believes a bid, which imagined auctions do not model.
const BLUFF: f64 = 0.03;

/// A weighted mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
    }

    /// The mean; 0 if nothing was added.
    pub(super) fn get(self) -> f64 {
        if self.weight > 0.0 {
            self.sum / self.weight
        } else {
            0.0
        }
    }
}
