//! The usual calls of players with a hand, by quick appraisal. They serve to guess how an auction
//! goes on, and what a call reveals about the hand behind it.

use super::appraisal::{Appraisal, chance_of, log_odds_with_doubles, log_odds_without_trumps};
use super::calling::{COUNTS, NextCall};
use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::{Declaration, Trump};
use crate::options::Options;
use crate::play::Bits;

/// A hand of seven appraised under each trump.
#[derive(Debug, Clone)]
pub(super) struct HandAppraisal {
    by_trump: [Appraisal; Trump::ALL.len()],
    /// The log odds of nello and of sevens; tiny if they are not considered.
    without_trumps: [f32; WITHOUT_TRUMPS.len()],
    pub(super) doubles: u8,
}

/// The declarations without trumps, for which only marks are bid.
const WITHOUT_TRUMPS: [Declaration; 2] = [Declaration::Nello, Declaration::Sevens];

impl HandAppraisal {
    pub(super) fn new(options: &Options, hand: Bits) -> HandAppraisal {
        let doubles = crate::Contract::Trump(crate::Suit::Doubles).table().trumps;
        HandAppraisal {
            by_trump: Trump::ALL
                .map(|trump| Appraisal::new(trump.contract(options.follow_me_doubles), hand)),
            without_trumps: [f32::MIN; WITHOUT_TRUMPS.len()],
            doubles: (hand & doubles).count_ones() as u8,
        }
    }

    /// An appraisal by a holder who also thinks of nello and sevens, if the table plays them.
    pub(super) fn with_every_contract(options: &Options, hand: Bits) -> HandAppraisal {
        let allowed = |declaration| options.allows(Bid::Marks(1), declaration);
        HandAppraisal {
            without_trumps: WITHOUT_TRUMPS.map(|declaration| {
                if allowed(declaration) {
                    log_odds_without_trumps(options.contract(declaration), hand)
                } else {
                    f32::MIN
                }
            }),
            ..HandAppraisal::new(options, hand)
        }
    }

    /// The best declaration for a bid, and its log odds.
    pub(super) fn best(&self, bid: Bid) -> (Declaration, f32) {
        let (trump, log_odds) = self.best_trump(needed(bid));
        let mut best = (Declaration::Trump(trump), log_odds);
        if let Bid::Marks(_) = bid {
            for (declaration, log_odds) in WITHOUT_TRUMPS.into_iter().zip(self.without_trumps) {
                if log_odds > best.1 {
                    best = (declaration, log_odds);
                }
            }
        }
        best
    }

    /// The better log odds of nello and sevens.
    pub(super) fn best_without_trumps(&self) -> f32 {
        self.without_trumps.into_iter().fold(f32::MIN, f32::max)
    }

    /// The log odds of a declaration for a bid.
    fn log_odds(&self, bid: Bid, declaration: Declaration) -> f32 {
        match declaration {
            Declaration::Trump(trump) => self.by_trump[trump as usize].log_odds(needed(bid)),
            Declaration::Nello => self.without_trumps[0],
            Declaration::Sevens => self.without_trumps[1],
        }
    }

    /// The best trump for this many points, and its log odds.
    pub(super) fn best_trump(&self, points: u8) -> (Trump, f32) {
        let mut best = (Trump::FollowMe, f32::MIN);
        for (trump, appraisal) in Trump::ALL.into_iter().zip(&self.by_trump) {
            let log_odds = appraisal.log_odds(points);
            if log_odds > best.1 {
                best = (trump, log_odds);
            }
        }
        best
    }

    /// The trumps worth considering: the best few for points, and for every trick.
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

    /// The chance of making a bid with the best trump.
    pub(super) fn chance(&self, bid: Bid) -> f32 {
        chance_of(self.best(bid).1)
    }

    /// The declaration that the holder would usually name for a bid.
    pub(super) fn name(&self, bid: Bid) -> Declaration {
        self.best(bid).0
    }

    /// The chance that the holder names this declaration for a bid, as counted with this sharpness.
    pub(super) fn chance_to_name(&self, bid: Bid, named: Declaration, sharpness: f32) -> f32 {
        let best = self.best(bid).1;
        let share = |declaration| {
            let behind = self.log_odds(bid, declaration) - best;
            libm::expf(sharpness * behind)
        };
        let without = match bid {
            Bid::Marks(_) => &WITHOUT_TRUMPS[..],
            _ => &[],
        };
        let trumps = Trump::ALL.into_iter().map(Declaration::Trump);
        let all: f32 = trumps.chain(without.iter().copied()).map(share).sum();
        share(named) / all
    }

    /// The next call of the holder, as experts were counted to call.
    pub(super) fn next_call(&self, options: &Options, auction: &Auction) -> NextCall {
        NextCall::new(&COUNTS, self, options, auction)
    }

    /// The call that the holder would usually make.
    pub(super) fn call(&self, options: &Options, auction: &Auction) -> Call {
        self.call_with_hope(options, auction, 0.0)
    }

    /// The call of a holder who overestimates every chance by this much.
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

    /// The degree to which a call fits the hand: near 1 if the holder would make it, small if it is
    /// a surprise, never 0.
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

    /// The degree to which a named trump fits the hand.
    pub(super) fn fits_trump(&self, bid: Bid, trump: Trump) -> f32 {
        let points = needed(bid);
        let best = self.best_trump(points).1;
        let named = self.by_trump[trump as usize].log_odds(points);
        SURPRISE + (1.0 - SURPRISE) * libm::expf(TRUMP_SHARPNESS * (named - best))
    }
}

/// A hand of seven as seen by a holder whose partner plunged or splashed: the strength of each
/// trump together with many doubles.
#[derive(Debug, Clone)]
pub(super) struct HandAppraisalWithDoubles {
    /// The log odds of taking every trick.
    log_odds: [f32; Trump::ALL.len()],
}

impl HandAppraisalWithDoubles {
    pub(super) fn new(options: &Options, hand: Bits) -> HandAppraisalWithDoubles {
        let log_odds = |trump: Trump| {
            let contract = trump.contract(options.follow_me_doubles);
            log_odds_with_doubles(contract, hand)
        };
        HandAppraisalWithDoubles {
            log_odds: Trump::ALL.map(log_odds),
        }
    }

    /// The declaration that the holder would usually name.
    pub(super) fn name(&self) -> Declaration {
        Declaration::Trump(self.ranked()[0])
    }

    /// The trumps worth considering.
    pub(super) fn promising(&self) -> Vec<Declaration> {
        let best = self.ranked().into_iter().take(4);
        best.map(Declaration::Trump).collect()
    }

    /// The chance that the holder names this trump, as counted with this sharpness.
    pub(super) fn chance_to_name(&self, named: Trump, sharpness: f32) -> f32 {
        let best = self.of(self.ranked()[0]);
        let share = |trump| libm::expf(sharpness * (self.of(trump) - best));
        share(named) / Trump::ALL.into_iter().map(share).sum::<f32>()
    }

    /// The degree to which a named trump fits the hand.
    pub(super) fn fits_trump(&self, trump: Trump) -> f32 {
        let behind = self.of(trump) - self.of(self.ranked()[0]);
        SURPRISE + (1.0 - SURPRISE) * libm::expf(SHARPNESS_WITH_DOUBLES * behind)
    }

    /// Every trump, best first.
    fn ranked(&self) -> [Trump; Trump::ALL.len()] {
        let mut trumps = Trump::ALL;
        trumps.sort_by(|&a, &b| self.of(b).total_cmp(&self.of(a)));
        trumps
    }

    const fn of(&self, trump: Trump) -> f32 {
        self.log_odds[trump as usize]
    }
}

/// The lowest bid over the standing one.
pub(super) fn lowest_bid(auction: &Auction) -> Bid {
    match auction.standing() {
        None => Bid::Points(*Bid::POINTS.start()),
        Some((_, bid)) if bid.height() < *Bid::POINTS.end() => Bid::Points(bid.height() + 1),
        Some((_, bid)) => Bid::Marks(bid.marks_bid().saturating_add(1)),
    }
}

/// The points that the bidders must take; 42 for every trick.
const fn needed(bid: Bid) -> u8 {
    match bid {
        Bid::Points(points) => points,
        _ => 42,
    }
}

/// The least appraised chance with which a hand is usually bid.
const fn enough_for(bid: Bid) -> f32 {
    match bid {
        Bid::Points(_) => POINTS,
        _ => MARKS,
    }
}

/// A bid of one mark is made or set; a chance of one half is enough, because passing leaves the
/// hand to the others. Two marks are as easily lost as won and need more.
const POINTS: f32 = 0.5;
const MARKS: f32 = 0.5;
const TWO_MARKS: f32 = 0.7;

/// The spread of players around these chances.
const VAGUENESS: f32 = 0.07;

/// The share of a hand's weight that remains if its call is a complete surprise.
const SURPRISE: f32 = 0.05;

/// The strength of the preference for the better of two trumps, in general and for a partner with
/// many doubles, if there is no other evidence.
const TRUMP_SHARPNESS: f32 = 2.0;
const SHARPNESS_WITH_DOUBLES: f32 = 4.0;
