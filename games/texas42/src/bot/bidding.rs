//! Choosing a call and a declaration, by playing the rest of the auction and the hand in many
//! imagined deals.
//!
//! In each deal the others call and name as players usually do, and everyone plays by habit. The
//! chance of making a bid is therefore that of real play, where nobody sees the other hands. The
//! worth of a call is the chance of winning the game after it. Passing has a worth too, because the
//! others then play the hand.

use super::calls::{HandAppraisal, HandAppraisalWithDoubles};
use super::deals::{self, Deal};
use super::ends::{Ends, Mean, Outcome, corrected};
use super::hindsight::{Forecast, Sort};
use super::rehearsal::{Rehearsal, share_made};
use super::situation::{Reading, Situation};
use super::stakes::{chance_now, is_made};
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
    /// Before correction: the chances that it wins the auction and that it is made.
    pub(super) raw: UncorrectedChance,
}

/// The chances in imagined deals, before correction.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct UncorrectedChance {
    pub(super) bought: f64,
    pub(super) make: f64,
}

/// The worth of a declaration.
#[derive(Debug, Clone)]
pub(super) struct NameWorth {
    pub(super) declaration: Declaration,
    /// The chance of winning the game.
    pub(super) chance: f64,
    /// The chance of making the bid.
    pub(super) make: f64,
    /// The chance before correction.
    pub(super) raw: f64,
}

/// Weighs each of these calls in this many imagined deals.
pub(super) fn weigh_calls(
    situation: &Situation<'_>,
    calls: &[Call],
    (drawn, kept): (usize, usize),
    rng: &mut Rng,
) -> Vec<CallWorth> {
    let deals = deals::imagine(situation, drawn, kept, rng);
    let mut foresight = Foresight::new(situation, &deals, rng);
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
        let (mut chance, mut outcome) = (Mean::default(), Outcome::default());
        for (place, deal) in deals.iter().enumerate() {
            for (taken, share) in rehearsal.ends(pledge, place) {
                chance.add(stakes.at(taken), deal.weight * share);
                outcome.add(&stakes, taken, deal.weight * share);
            }
        }
        let raw = outcome.make();
        let kind = Forecast::Name(Sort::of(&pledge));
        let make = corrected(situation, kind, raw);
        NameWorth {
            declaration,
            chance: match situation.reading {
                Reading::ByRule => chance.get(),
                Reading::Counted => outcome.chance(make),
            },
            make,
            raw,
        }
    };
    declarations.iter().map(weigh).collect()
}

/// The imagined deals, with each seat's appraisal of its hand in them.
struct Foresight<'a> {
    situation: &'a Situation<'a>,
    deals: &'a [Deal],
    glances: Vec<[HandAppraisal; SEATS]>,
    /// The luck of each seat's call in each deal. It is the same for all calls that are compared.
    luck: Vec<[f32; SEATS]>,
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
    sort: Sort,
    make: f64,
}

impl<'a> Foresight<'a> {
    fn new(situation: &'a Situation<'a>, deals: &'a [Deal], rng: &mut Rng) -> Foresight<'a> {
        let options = situation.options();
        let glance = match situation.reading {
            Reading::ByRule => HandAppraisal::new,
            Reading::Counted => HandAppraisal::with_every_contract,
        };
        let luck = match situation.reading {
            Reading::ByRule => Vec::new(),
            Reading::Counted => {
                let mut luck = || rng.next_u32() as f32 / 4_294_967_296.0;
                let by_seat = |_: &Deal| std::array::from_fn(|_| luck());
                deals.iter().map(by_seat).collect()
            }
        };
        let own = glance(options, situation.own.bits());
        let glances = deals
            .iter()
            .map(|deal| {
                std::array::from_fn(|seat| {
                    if seat == situation.seat.index() {
                        own.clone()
                    } else {
                        glance(options, deal.hands[seat])
                    }
                })
            })
            .collect();
        Foresight {
            situation,
            deals,
            glances,
            luck,
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
        let (mut bought, mut make) = (Mean::default(), Mean::default());
        let mut ends = Ends::default();
        for (place, deal) in self.deals.iter().enumerate() {
            let Some((bidder, bid)) = self.finish(auction.clone(), place) else {
                ends.thrown_in.add(self.thrown_in, deal.weight);
                ends.all.add(self.thrown_in, deal.weight);
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
                ends.add(self.situation, pledge, taken, weight);
                if is_own {
                    make.add(f64::from(u8::from(is_made(pledge, taken))), weight);
                }
            }
        }
        let raw = UncorrectedChance {
            bought: bought.get(),
            make: self.make_if_bought(plan, make),
        };
        let own = (self.situation.seat, call.bid());
        let make = match plan {
            Some(plan) => corrected(self.situation, Forecast::Call(plan.sort), raw.make),
            None => corrected(self.situation, Forecast::Call(Sort::Partner), raw.make),
        };
        let chance = ends.chance(self.situation, own, make);
        let bluff = match call {
            Call::Pass => 0.0,
            Call::Bid(_) => BLUFF * (0.5 - make).max(0.0),
        };
        CallWorth {
            call,
            chance: (chance - bluff).max(0.0),
            bought: corrected(self.situation, Forecast::Stands, raw.bought),
            make,
            declaration: plan.map(|plan| plan.declaration),
            raw,
        }
    }

    /// The chance that the seat's bid is made if it wins the auction. If the others let a bid
    /// stand, they are weaker than usual; therefore mainly such deals count. A few of all deals
    /// count as well, for a bid that hardly ever stands.
    fn make_if_bought(&self, plan: Option<Plan>, mut made: Mean) -> f64 {
        match (plan, self.situation.reading) {
            (None, _) => made.get(),
            (Some(plan), Reading::ByRule) => plan.make,
            (Some(plan), Reading::Counted) => {
                let weight: f64 = self.deals.iter().map(|deal| deal.weight).sum();
                made.add(plan.make, FEW * weight);
                made.get()
            }
        }
    }

    /// Plays the rest of the auction in one of the deals.
    fn finish(&self, mut auction: Auction, place: usize) -> Option<(Seat, Bid)> {
        while let Some(seat) = auction.speaker() {
            let glance = &self.glances[place][seat.index()];
            let options = self.situation.options();
            let call = match self.luck.get(place) {
                Some(luck) => glance.next_call(options, &auction).call(luck[seat.index()]),
                None => glance.call(options, &auction),
            };
            auction.push(call);
        }
        auction.standing()
    }

    /// The declaration that is named by quick appraisal for a bid in one of the deals.
    fn name(&self, bidder: Seat, bid: Bid, place: usize) -> Declaration {
        if bid.partner_names() {
            let hand = self.deals[place].hands[partner_of(bidder).index()];
            HandAppraisalWithDoubles::new(self.situation.options(), hand).name()
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
            sort: Sort::of(&pledge),
            make: make.get(),
        }
    }
}

/// The share of all deals that counts beside those in which a bid stands.
const FEW: f64 = 0.03;

/// The cost of a bid in chance of winning, for each unit that its chance of being made lacks to one
/// half. The partner believes a bid, which imagined auctions do not model.
const BLUFF: f64 = 0.03;
