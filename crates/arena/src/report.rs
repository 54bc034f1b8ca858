//! The result of a contest.

use serde::{Deserialize, Serialize};

use crate::figures::{Figure, FigureSum};
use crate::mean::{Estimate, Mean};
use crate::pair::{Pair, Which};
use crate::plan::Plan;
use crate::sequence::Sequence;

/// The result of a contest. It depends on the plan and the pairs alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What was to be played.
    pub plan: Plan,
    /// How many pairs were played.
    pub pairs: u64,
    /// How sure the intervals are.
    pub confidence: f64,
    /// The first bot's share of wins, a game that nobody won counting half.
    pub wins: Estimate,
    /// By how many points a game the first bot is ahead.
    pub points: Estimate,
    /// What each bot did.
    pub bots: [BotReport; 2],
    /// What the game counted for itself, in order of names.
    pub figures: Vec<Figure>,
}

/// One bot's part in a contest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BotReport {
    /// Its name.
    pub name: String,
    /// The share of its games that it won.
    pub wins: f64,
    /// Its points a game.
    pub points: f64,
    /// How often it had a choice.
    pub decisions: u64,
    /// How often it chose what the rules forbid.
    pub faults: u64,
}

impl Report {
    /// How likely an interval may be to miss the truth.
    pub const ALPHA: f64 = 0.05;

    /// Adds pairs up, in the order in which they are given.
    pub fn of<'a>(plan: &Plan, pairs: impl IntoIterator<Item = &'a Pair>) -> Report {
        let mut sequence = Sequence::new(Report::ALPHA, plan.pairs);
        let (mut share, mut lead) = (Mean::default(), Mean::default());
        let mut each = [Each::default(), Each::default()];
        let mut sums: Vec<FigureSum> = Vec::new();
        for pair in pairs {
            let [first, second] = Which::BOTH.map(|bot| pair.wins(bot));
            let sample = (1.0 + first - second) / 2.0;
            sequence.push(sample);
            share.push(sample);
            lead.push(pair.points(Which::First) - pair.points(Which::Second));
            for bot in Which::BOTH {
                each[bot.index()].push(pair, bot);
            }
            for figure in &pair.figures {
                FigureSum::add(&mut sums, figure);
            }
        }
        sums.sort_by(|a, b| (&a.name, a.bot).cmp(&(&b.name, b.bot)));
        let (low, high) = sequence.interval();
        Report {
            pairs: share.n(),
            confidence: 1.0 - Report::ALPHA,
            wins: Estimate {
                mean: share.mean(),
                standard_error: share.standard_error(),
                low,
                high,
            },
            points: lead.estimate(Report::ALPHA, plan.pairs),
            bots: Which::BOTH.map(|bot| each[bot.index()].report(&plan.bots[bot.index()])),
            figures: sums.iter().map(FigureSum::figure).collect(),
            plan: plan.clone(),
        }
    }
}

/// One bot's part while it is added up.
#[derive(Default)]
struct Each {
    wins: Mean,
    points: Mean,
    decisions: u64,
    faults: u64,
}

impl Each {
    fn push(&mut self, pair: &Pair, bot: Which) {
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
