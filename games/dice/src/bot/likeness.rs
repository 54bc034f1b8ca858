//! Runs of a race have the same luck; therefore the luck of one of them tells about the others.
//!
//! Runs with the same possessions meet the same dice, choose alike and end a round alike. Others
//! share less: their dice fall alike, but are of other kinds or numbers, or make other hands. In
//! between there is one figure, [`ALIKE`], for passing a round together and for the correlation of
//! the points.

use super::outlook::{Outlook, Points};
use std::rc::Rc;

/// The correlation between the rounds of runs with different possessions, from 0 (independent) to 1
/// (alike).
const ALIKE: f64 = 0.6;

/// One round of a run that is imagined.
#[derive(Debug, Clone)]
pub(super) struct Leg {
    /// The chance of passing it.
    pub(super) passes: f64,
    /// The score if it is passed.
    pub(super) passing: Points,
    /// The score if it is failed.
    pub(super) failing: Points,
    /// Its possible endings before the dice are thrown, which runs with the same possessions share.
    pub(super) before: Rc<Outlook>,
}

impl Leg {
    /// A round of which nothing is known yet.
    pub(super) fn of(outlook: &Rc<Outlook>) -> Leg {
        Leg::seen(outlook, outlook)
    }

    /// A round that began with one outlook and has another one now.
    pub(super) fn seen(before: &Rc<Outlook>, now: &Outlook) -> Leg {
        Leg {
            passes: now.passes,
            passing: now.passing,
            failing: now.failing,
            before: Rc::clone(before),
        }
    }
}

/// The correlation between the endings of a round for two runs.
pub(super) struct Likeness(f64);

/// The correlation between these two.
pub(super) fn likeness(one: &Leg, other: &Leg) -> Likeness {
    Likeness(match Rc::ptr_eq(&one.before, &other.before) {
        true => 1.0,
        false => ALIKE,
    })
}

impl Likeness {
    /// The chance that both pass.
    pub(super) fn together(&self, one: f64, other: f64) -> f64 {
        self.0 * one.min(other) + (1.0 - self.0) * one * other
    }

    /// The lead of one over the other.
    pub(super) fn gap(&self, one: Points, other: Points) -> Points {
        let shared = self.0 * (one.variance * other.variance).sqrt();
        Points {
            mean: one.mean - other.mean,
            variance: (one.variance + other.variance - 2.0 * shared).max(0.0),
        }
    }
}

/// The chance that a lead is above 0; a lead of exactly 0 counts half.
pub(super) fn chance_ahead(lead: Points) -> f64 {
    // Points are whole numbers: a lead of one is a lead.
    let ahead = lead.mean / lead.variance.sqrt().max(0.25);
    // Within a hundredth of the normal distribution.
    1.0 / (1.0 + libm::exp(-1.702 * ahead))
}

/// The knowledge of a seat about the luck of this round, from its own dice.
pub(super) struct SeenRound {
    /// The possible endings for the seat before it threw.
    before: Rc<Outlook>,
    /// The possible endings now.
    now: Leg,
    /// The share of all endings that the seat's own are better than, with their chances.
    shares: Vec<(f64, f64)>,
}

impl SeenRound {
    /// `now` is how the round may end for the seat.
    pub(super) fn new(before: Rc<Outlook>, now: &Outlook) -> SeenRound {
        SeenRound {
            now: Leg::seen(&before, now),
            shares: now.shares(&before),
            before,
        }
    }

    /// The round of a rival, whose possible endings without this knowledge were these.
    pub(super) fn leg(&self, outlook: &Rc<Outlook>) -> Leg {
        if Rc::ptr_eq(outlook, &self.before) {
            return self.now.clone();
        }
        let fails = 1.0 - outlook.passes;
        let (mut passes, mut mean) = (0.0, 0.0);
        for (chance, share) in &self.shares {
            if *share >= fails {
                passes += chance;
                let part = (share - fails) / outlook.passes.max(f64::MIN_POSITIVE);
                let ending = outlook.ending(part);
                mean += chance * ending.map_or(0.0, |ending| f64::from(ending.score));
            }
        }
        let blend = |known: f64, before: f64| ALIKE * known + (1.0 - ALIKE) * before;
        let mut leg = Leg::of(outlook);
        if passes > 0.0 {
            leg.passing = Points {
                mean: blend(mean / passes, outlook.passing.mean),
                variance: (1.0 - ALIKE * ALIKE) * outlook.passing.variance,
            };
        }
        leg.passes = blend(passes, outlook.passes);
        leg
    }

    /// The luck of a rival in this round, from 0 to 1 of a pass, if it is known.
    pub(super) fn part(&self, outlook: &Rc<Outlook>) -> Option<f64> {
        let [(_, share)] = self.shares[..] else {
            return None;
        };
        let fails = 1.0 - outlook.passes;
        Some(((share - fails) / outlook.passes.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0))
    }
}
