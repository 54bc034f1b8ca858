//! The result of a contest.

use serde::{Deserialize, Serialize};

use crate::figures::{FigureMean, FigureSum};
use crate::mean::{Estimate, Mean};
use crate::pair::{Contestant, Pair};
use crate::plan::Plan;
use crate::sequence::Sequence;

/// The result of a contest. It depends only on the plan and the pairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContestReport {
    /// The plan.
    pub plan: Plan,
    /// The number of pairs played.
    pub pairs: u64,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// The first bot's share of wins; a game without a winner counts half.
    pub wins: Estimate,
    /// The lead of the first bot in points per game.
    pub points: Estimate,
    /// The part of each bot.
    pub bots: [BotReport; 2],
    /// The game's own figures, in order of names.
    pub figures: Vec<FigureMean>,
}

/// One bot's part in a contest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BotReport {
    /// Its name.
    pub name: String,
    /// The share of its games that it won.
    pub wins: f64,
    /// Its points per game.
    pub points: f64,
    /// The number of its choices.
    pub decisions: u64,
    /// The number of its illegal choices.
    pub faults: u64,
}

impl ContestReport {
    /// The chance that an interval misses the truth.
    pub const ALPHA: f64 = 0.05;

    /// Adds pairs up, in the order in which they are given.
    pub fn of<'a>(plan: &Plan, pairs: impl IntoIterator<Item = &'a Pair>) -> ContestReport {
        let mut sequence = Sequence::new(ContestReport::ALPHA, plan.pairs);
        let (mut share, mut lead) = (Mean::default(), Mean::default());
        let mut each = [Each::default(), Each::default()];
        let mut sums: Vec<FigureSum> = Vec::new();
        for pair in pairs {
            let [first, second] = Contestant::BOTH.map(|bot| pair.wins(bot));
            let sample = (1.0 + first - second) / 2.0;
            sequence.push(sample);
            share.push(sample);
            lead.push(pair.points(Contestant::First) - pair.points(Contestant::Second));
            for bot in Contestant::BOTH {
                each[bot.index()].push(pair, bot);
            }
            for figure in &pair.figures {
                FigureSum::add(&mut sums, figure);
            }
        }
        sums.sort_by(|a, b| (&a.name, a.bot).cmp(&(&b.name, b.bot)));
        let (low, high) = sequence.interval();
        ContestReport {
            pairs: share.n(),
            confidence: 1.0 - ContestReport::ALPHA,
            wins: Estimate {
                mean: share.mean(),
                standard_error: share.standard_error(),
                low,
                high,
            },
            points: lead.estimate(ContestReport::ALPHA, plan.pairs),
            bots: Contestant::BOTH.map(|bot| each[bot.index()].report(&plan.bots[bot.index()])),
            figures: sums.iter().map(FigureSum::figure).collect(),
            plan: plan.clone(),
        }
    }
}

/// One bot's part during the summation.
#[derive(Default)]
struct Each {
    wins: Mean,
    points: Mean,
    decisions: u64,
    faults: u64,
}

impl Each {
    fn push(&mut self, pair: &Pair, bot: Contestant) {
        self.wins.push(pair.wins(bot));
        self.points.push(pair.points(bot));
        self.decisions += pair.decisions[bot.index()];
        self.faults += pair.faults[bot.index()];
    }

    fn report(&self, name: &str) -> BotReport {
        BotReport {
            name: name.to_owned(),
            wins: self.wins.mean(),
            points: self.points.mean(),
            decisions: self.decisions,
            faults: self.faults,
        }
    }
}
