//! What to call, and what to name: by playing the rest of the auction and the
//! hand in many imagined deals.
//!
//! In each deal the others call and name as players usually do, and everyone plays
//! by habit; so the chance to make a bid is that of real play, where nobody sees
//! the other hands. Each call is worth the chance to win the game after it,
//! and passing too, for then the others have the hand.

use super::calls::Glance;
use super::deals::{self, Deal};
use super::habit;
use super::playout::Playout;
use super::situation::{Situation, is_for_all_tricks};
use super::stakes::{Stakes, chance_now, is_made};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::position::SEATS;
use crate::sides::partner_of;
use crate::solve::Solver;
use kernel::{Rng, Seat};

/// What a call is worth.
#[derive(Debug, Clone)]
pub(super) struct CallWorth {
    pub(super) call: Call,
    /// The chance to win the game.
    pub(super) chance: f64,
    /// The chance that this call wins the auction.
    pub(super) bought: f64,
    /// For a bid: the chance to make it if it wins the auction, and what would be named.
    pub(super) make: f64,
    pub(super) declaration: Option<Declaration>,
}

/// What a declaration is worth.
#[derive(Debug, Clone)]
pub(super) struct NameWorth {
    pub(super) declaration: Declaration,
    /// The chance to win the game.
    pub(super) chance: f64,
    /// The chance to make the bid.
    pub(super) make: f64,
}

/// Weighs each of these calls in so many imagined deals.
pub(super) fn weigh_calls(
    situation: &Situation<'_>,
    calls: &[Call],
    (drawn, kept): (usize, usize),
    rng: &mut Rng,
) -> Vec<CallWorth> {
    let deals = deals::imagine(situation, drawn, kept, rng);
    let table = Foresight::new(situation, &deals);
    let mut plans = Vec::new();
    calls
        .iter()
        .map(|&call| table.weigh(call, &mut plans))
        .collect()
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
    let weigh = |&declaration: &Declaration| {
        let pledge = Pledge {
            bidder,
            bid,
            declaration,
        };
        let stakes = situation.stakes(pledge);
        let (mut chance, mut make) = (Mean::default(), Mean::default());
        for deal in &deals {
            let taken = play(situation, pledge, deal);
            chance.add(stakes.at(taken), deal.weight);
            make.add(f64::from(u8::from(is_made(pledge, taken))), deal.weight);
        }
        NameWorth {
            declaration,
            chance: chance.get(),
            make: make.get(),
        }
    };
    declarations.iter().map(weigh).collect()
}

/// What the bidders take if everyone plays by habit.
fn play(situation: &Situation<'_>, pledge: Pledge, deal: &Deal) -> u8 {
    let mut playout = start(situation, pledge, deal);
    habit::play_out(&mut playout);
    playout.taken_by_bidders()
}

/// A hand before its first lead, in one of the deals.
fn start(situation: &Situation<'_>, pledge: Pledge, deal: &Deal) -> Playout {
    let options = situation.options();
    Playout::new(
        options.contract(pledge.declaration),
        pledge.bidder,
        pledge.first_leader(options.plunge_leader),
        is_for_all_tricks(pledge.bid),
        deal.hands,
    )
}

/// The imagined deals, with what everybody thinks of their hand in them.
struct Foresight<'a> {
    situation: &'a Situation<'a>,
    deals: &'a [Deal],
    glances: Vec<[Glance; SEATS]>,
    /// The trumps that are worth a thought.
    trumps: Vec<Declaration>,
    /// The chance to win the game if the hand is thrown in.
    thrown_in: f64,
}

/// What the seat names if it wins the auction with a bid of this kind, and what
/// comes of it in each deal.
struct Plan {
    /// What must be taken: 42 for every trick.
    needed: u8,
    declaration: Declaration,
    taken: Vec<u8>,
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
        }
    }

    /// Weighs a call. Plans are made once for each kind of bid.
    fn weigh(&self, call: Call, plans: &mut Vec<Plan>) -> CallWorth {
        let mut auction = self.situation.hand.auction.clone();
        auction.push(call);
        let plan = call
            .bid()
            .filter(|bid| !bid.partner_names())
            .map(|bid| self.plan(bid, plans));
        let (mut chance, mut bought, mut make) =
            (Mean::default(), Mean::default(), Mean::default());
        for (place, deal) in self.deals.iter().enumerate() {
            let Some((bidder, bid)) = self.finish(auction.clone(), place) else {
                chance.add(self.thrown_in, deal.weight);
                continue;
            };
            let is_own = bidder == self.situation.seat;
            let (pledge, taken) = match plan {
                Some(plan) if is_own => {
                    let pledge = Pledge {
                        bidder,
                        bid,
                        declaration: plans[plan].declaration,
                    };
                    (pledge, plans[plan].taken[place])
                }
                _ => self.others_contract(bidder, bid, place),
            };
            let stakes = Stakes::new(self.situation.table, pledge, self.situation.side());
            bought.add(f64::from(u8::from(is_own)), deal.weight);
            let ends = if is_own && bid.partner_names() {
                let solved = self.solved(pledge, place);
                [taken, solved, solved]
            } else {
                [taken; 3]
            };
            for taken in ends {
                chance.add(stakes.at(taken), deal.weight / 3.0);
                if is_own {
                    make.add(
                        f64::from(u8::from(is_made(pledge, taken))),
                        deal.weight / 3.0,
                    );
                }
            }
        }
        let make = plan.map_or(make.get(), |plan| plans[plan].make);
        let bluff = match call {
            Call::Pass => 0.0,
            Call::Bid(_) => BLUFF * (0.5 - make).max(0.0),
        };
        CallWorth {
            call,
            chance: (chance.get() - bluff).max(0.0),
            bought: bought.get(),
            make,
            declaration: plan.map(|plan| plans[plan].declaration),
        }
    }

    /// The rest of the auction in one of the deals.
    fn finish(&self, mut auction: Auction, place: usize) -> Option<(Seat, Bid)> {
        while let Some(seat) = auction.speaker() {
            let glance = &self.glances[place][seat.index()];
            let call = glance.call(self.situation.options(), &auction);
            auction.push(call);
        }
        auction.standing()
    }

    /// What comes of a contract whose trump is named at a glance.
    fn others_contract(&self, bidder: Seat, bid: Bid, place: usize) -> (Pledge, u8) {
        let declaration = if bid.partner_names() {
            let namer = partner_of(bidder).index();
            Glance::name_for_doubles(self.situation.options(), self.deals[place].hands[namer])
        } else {
            self.glances[place][bidder.index()].name(bid)
        };
        let pledge = Pledge {
            bidder,
            bid,
            declaration,
        };
        (pledge, play(self.situation, pledge, &self.deals[place]))
    }

    /// What the bidders take with open hands. Habit alone is too clumsy for a contract
    /// in which two hands must win every trick together, and the solver too clever:
    /// experts come out nearer to the solver.
    fn solved(&self, pledge: Pledge, place: usize) -> u8 {
        let position = start(self.situation, pledge, &self.deals[place]).position();
        let makes = position.is_some_and(|position| Solver::new().makes(&position, 42));
        if makes { 42 } else { 0 }
    }

    /// The plan for a bid of the seat's own, as a place in the list of plans.
    fn plan(&self, bid: Bid, plans: &mut Vec<Plan>) -> usize {
        let needed = match bid {
            Bid::Points(points) => points,
            _ => 42,
        };
        if let Some(place) = plans.iter().position(|plan| plan.needed == needed) {
            return place;
        }
        let options = self.situation.options();
        let special = [Declaration::Nello, Declaration::Sevens];
        let ways = self
            .trumps
            .iter()
            .chain(&special)
            .filter(|&&declaration| options.allows(bid, declaration));
        let plan = ways
            .map(|&declaration| self.plan_for(bid, needed, declaration))
            .reduce(|best, plan| if plan.make > best.make { plan } else { best });
        plans.extend(plan);
        plans.len().saturating_sub(1)
    }

    fn plan_for(&self, bid: Bid, needed: u8, declaration: Declaration) -> Plan {
        let pledge = Pledge {
            bidder: self.situation.seat,
            bid,
            declaration,
        };
        let mut make = Mean::default();
        let mut taken = Vec::with_capacity(self.deals.len());
        for deal in self.deals {
            let takes = play(self.situation, pledge, deal);
            taken.push(takes);
            make.add(f64::from(u8::from(is_made(pledge, takes))), deal.weight);
        }
        Plan {
            needed,
            declaration,
            taken,
            make: make.get(),
        }
    }
}

/// What a bid costs in chances to win, for each chance that it lacks to an even one:
/// the partner believes it, and nobody in an imagined auction does.
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

    /// The mean; 0 of nothing.
    pub(super) fn get(self) -> f64 {
        if self.weight > 0.0 {
            self.sum / self.weight
        } else {
            0.0
        }
    }
}
