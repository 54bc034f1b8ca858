//! What players usually call with a hand, at a glance: to guess how an auction goes
//! on, and what a call that was made says about the hand behind it.

use super::appraisal::{Appraisal, chance_of, log_odds_with_doubles};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::{Declaration, Trump};
use crate::options::Options;
use crate::play::Bits;

/// A hand of seven under each trump.
#[derive(Debug, Clone)]
pub(super) struct Glance {
    by_trump: [Appraisal; Trump::ALL.len()],
    doubles: u8,
}

impl Glance {
    pub(super) fn new(options: &Options, hand: Bits) -> Glance {
        let doubles = crate::Contract::Trump(crate::Suit::Doubles).table().trumps;
        Glance {
            by_trump: Trump::ALL
                .map(|trump| Appraisal::new(trump.contract(options.follow_me_doubles), hand)),
            doubles: (hand & doubles).count_ones() as u8,
        }
    }

    /// The best trump for so many points, and the logarithm of its odds.
    pub(super) fn best(&self, points: u8) -> (Trump, f32) {
        let mut best = (Trump::FollowMe, f32::MIN);
        for (trump, appraisal) in Trump::ALL.into_iter().zip(&self.by_trump) {
            let log_odds = appraisal.log_odds(points);
            if log_odds > best.1 {
                best = (trump, log_odds);
            }
        }
        best
    }

    /// The trumps worth a thought: the best few for points, and for every trick.
    pub(super) fn promising(&self) -> Vec<Declaration> {
        let ranked = |points| {
            let mut trumps = Trump::ALL;
            let log_odds = |trump: &Trump| self.by_trump[*trump as usize].log_odds(points);
            trumps.sort_by(|a, b| log_odds(b).total_cmp(&log_odds(a)));
            trumps
        };
        let mut promising: Vec<Trump> = ranked(30)[..3].to_vec();
        for trump in &ranked(42)[..2] {
            if !promising.contains(trump) {
                promising.push(*trump);
            }
        }
        promising.into_iter().map(Declaration::Trump).collect()
    }

    /// The chance to make a bid with the best trump.
    pub(super) fn chance(&self, bid: Bid) -> f32 {
        chance_of(self.best(needed(bid)).1)
    }

    /// What the holder would usually name for a bid.
    pub(super) fn name(&self, bid: Bid) -> Declaration {
        Declaration::Trump(self.best(needed(bid)).0)
    }

    /// What the holder would usually call.
    pub(super) fn call(&self, options: &Options, auction: &Auction) -> Call {
        self.call_with_hope(options, auction, 0.0)
    }

    /// What a holder would call who thinks every chance better by so much.
    pub(super) fn call_with_hope(&self, options: &Options, auction: &Auction, hope: f32) -> Call {
        let legal = |call| auction.check(options, self.doubles, call).is_ok();
        let two = Call::Bid(Bid::Marks(2));
        if self.chance(Bid::Marks(2)) + hope >= TWO_MARKS && legal(two) {
            return two;
        }
        let next = lowest_bid(auction);
        let chance = self.chance(next) + hope;
        let enough = enough_for(next);
        if (chance >= enough && legal(Call::Bid(next))) || !legal(Call::Pass) {
            let forced = Call::Bid(Bid::Points(options.forced().unwrap_or(30)));
            return [Call::Bid(next), forced]
                .into_iter()
                .find(|&call| legal(call))
                .unwrap_or(Call::Pass);
        }
        Call::Pass
    }

    /// How well a call that was made fits the hand: near 1 where it is what the
    /// holder would call, small where it is a surprise, never 0.
    pub(super) fn fits_call(&self, before: &Auction, call: Call) -> f32 {
        let fit = match call {
            Call::Pass => {
                let next = lowest_bid(before);
                1.0 - chance_of((self.chance(next) - enough_for(next)) / VAGUENESS)
            }
            Call::Bid(Bid::Marks(2)) => {
                chance_of((self.chance(Bid::Marks(2)) - TWO_MARKS + 0.1) / VAGUENESS)
            }
            Call::Bid(bid @ (Bid::Points(_) | Bid::Marks(_))) => {
                chance_of((self.chance(bid) - enough_for(bid) + 0.05) / VAGUENESS)
            }
            // The doubles are certain, and nothing else is promised.
            Call::Bid(Bid::Plunge(_) | Bid::Splash(_)) => 1.0,
        };
        SURPRISE + (1.0 - SURPRISE) * fit
    }

    /// How well a trump that was named fits the hand.
    pub(super) fn fits_trump(&self, bid: Bid, trump: Trump) -> f32 {
        let points = needed(bid);
        let best = self.best(points).1;
        let named = self.by_trump[trump as usize].log_odds(points);
        SURPRISE + (1.0 - SURPRISE) * libm::expf(TRUMP_SHARPNESS * (named - best))
    }
}

/// A hand of seven as its holder looks at it whose partner plunged or splashed: how good each trump
/// is together with many doubles.
#[derive(Debug, Clone)]
pub(super) struct GlanceWithDoubles {
    /// The logarithms of the odds to take every trick.
    log_odds: [f32; Trump::ALL.len()],
}

impl GlanceWithDoubles {
    pub(super) fn new(options: &Options, hand: Bits) -> GlanceWithDoubles {
        let log_odds = |trump: Trump| {
            let contract = trump.contract(options.follow_me_doubles);
            log_odds_with_doubles(contract, hand)
        };
        GlanceWithDoubles {
            log_odds: Trump::ALL.map(log_odds),
        }
    }

    /// What the holder would usually name.
    pub(super) fn name(&self) -> Declaration {
        Declaration::Trump(self.ranked()[0])
    }

    /// The trumps worth a thought.
    pub(super) fn promising(&self) -> Vec<Declaration> {
        let best = self.ranked().into_iter().take(4);
        best.map(Declaration::Trump).collect()
    }

    /// How well a trump that was named fits the hand.
    pub(super) fn fits_trump(&self, trump: Trump) -> f32 {
        let behind = self.of(trump) - self.of(self.ranked()[0]);
        SURPRISE + (1.0 - SURPRISE) * libm::expf(SHARPNESS_WITH_DOUBLES * behind)
    }

    /// Every trump, the best first.
    fn ranked(&self) -> [Trump; Trump::ALL.len()] {
        let mut trumps = Trump::ALL;
        trumps.sort_by(|&a, &b| self.of(b).total_cmp(&self.of(a)));
        trumps
    }

    const fn of(&self, trump: Trump) -> f32 {
        self.log_odds[trump as usize]
    }
}

/// The lowest bid over what stands.
pub(super) fn lowest_bid(auction: &Auction) -> Bid {
    match auction.standing() {
        None => Bid::Points(*Bid::POINTS.start()),
        Some((_, bid)) if bid.height() < *Bid::POINTS.end() => Bid::Points(bid.height() + 1),
        Some((_, bid)) => Bid::Marks(bid.marks_bid().saturating_add(1)),
    }
}

/// What the bidders must take; 42 for every trick.
const fn needed(bid: Bid) -> u8 {
    match bid {
        Bid::Points(points) => points,
        _ => 42,
    }
}

/// The chance at a glance from which on a hand is usually bid.
const fn enough_for(bid: Bid) -> f32 {
    match bid {
        Bid::Points(_) => POINTS,
        _ => MARKS,
    }
}

/// A bid of one mark is made or set, so more often than not is enough. Passing leaves the hand
/// to the others, and two marks are as easily lost as won, so they need more.
const POINTS: f32 = 0.5;
const MARKS: f32 = 0.5;
const TWO_MARKS: f32 = 0.7;

/// How far from these chances players still differ.
const VAGUENESS: f32 = 0.07;

/// How much is left of a hand's weight when its call is a complete surprise.
const SURPRISE: f32 = 0.05;

/// How strongly players prefer the better of two trumps, and how strongly for a partner with
/// many doubles, which is all that they can go by.
const TRUMP_SHARPNESS: f32 = 2.0;
const SHARPNESS_WITH_DOUBLES: f32 = 4.0;
