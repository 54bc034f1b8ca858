//! The results of imagined contracts and their worth: the share of deals in which each is made, and
//! the chance of winning the game over all of them.

use super::hindsight::{Forecast, Sort};
use super::situation::{Reading, Situation};
use super::stakes::Stakes;
use crate::bid::Bid;
use crate::hand::Pledge;
use kernel::Seat;

/// The results of the contracts to which an imagined auction may lead; there are few.
#[derive(Default)]
pub(super) struct Ends {
    pledges: Vec<(Pledge, Stakes, Outcome)>,
    /// The hands that nobody bids on.
    pub(super) thrown_in: Mean,
    /// The chance of winning the game over all of them, as imagined.
    pub(super) all: Mean,
}

impl Ends {
    pub(super) fn add(
        &mut self,
        situation: &Situation<'_>,
        pledge: Pledge,
        taken: u8,
        weight: f64,
    ) {
        let place = self
            .pledges
            .iter()
            .position(|(known, _, _)| *known == pledge);
        let place = place.unwrap_or_else(|| {
            let new = (pledge, situation.stakes(pledge), Outcome::default());
            self.pledges.push(new);
            self.pledges.len() - 1
        });
        let (_, stakes, outcome) = &mut self.pledges[place];
        outcome.add(stakes, taken, weight);
        self.all.add(stakes.at(taken), weight);
    }

    /// The chance of winning the game over all of them, where the seat's own bid is made with this
    /// chance.
    pub(super) fn chance(
        &self,
        situation: &Situation<'_>,
        own: (Seat, Option<Bid>),
        make: f64,
    ) -> f64 {
        if situation.reading == Reading::ByRule {
            return self.all.get();
        }
        let mut chance = self.thrown_in;
        for (pledge, _, outcome) in &self.pledges {
            let make = if own == (pledge.bidder, Some(pledge.bid)) {
                make
            } else {
                let kind = Forecast::Call(Sort::of(pledge));
                corrected(situation, kind, outcome.make())
            };
            chance.add(outcome.chance(make), outcome.weight());
        }
        chance.get()
    }
}

/// The results of a contract: the share of deals in which it is made, and the chance of winning the
/// game after each result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome {
    made: Mean,
    set: Mean,
}

impl Outcome {
    pub(super) fn add(&mut self, stakes: &Stakes, taken: u8, weight: f64) {
        let is_made = stakes.is_made(taken);
        let mean = if is_made {
            &mut self.made
        } else {
            &mut self.set
        };
        mean.add(stakes.at(taken), weight);
        self.other_end(stakes, is_made);
    }

    /// Gives the end that was never seen its worth, without weight.
    fn other_end(&mut self, stakes: &Stakes, is_made: bool) {
        let other = if is_made {
            &mut self.set
        } else {
            &mut self.made
        };
        if other.weight == 0.0 {
            other.worth_unseen = stakes.at(stakes.taken_if(!is_made));
        }
    }

    fn weight(&self) -> f64 {
        self.made.weight + self.set.weight
    }

    /// The share that is made.
    pub(super) fn make(&self) -> f64 {
        if self.weight() > 0.0 {
            self.made.weight / self.weight()
        } else {
            0.0
        }
    }

    /// The chance of winning the game if the bid is made with this chance.
    pub(super) fn chance(&self, make: f64) -> f64 {
        make * self.made.get() + (1.0 - make) * self.set.get()
    }
}

/// The chance as it is told: corrected for people, and as imagined for a bot.
pub(super) fn corrected(situation: &Situation<'_>, kind: Forecast, raw: f64) -> f64 {
    if situation.is_told {
        kind.correct(raw)
    } else {
        raw
    }
}

/// A weighted mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    weight: f64,
    /// The assumed mean while nothing was added.
    worth_unseen: f64,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
    }

    /// The mean, or the assumed one if nothing was added.
    pub(super) fn get(self) -> f64 {
        if self.weight > 0.0 {
            self.sum / self.weight
        } else {
            self.worth_unseen
        }
    }
}
