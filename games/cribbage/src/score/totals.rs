//! Points by category: fifteens, pairs, runs, flush and nobs.

use super::{Rule, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The points of a count by category.
///
/// A multiple run counts its runs under `runs` and its groups under `pairs`.
/// Thirty-one, the last card and heels belong to no category.
///
/// ```
/// use cribbage::score::{Four, HandOrCrib, Show, Totals};
///
/// let hand = Four::new("4S 5H 6D 6C".parse().unwrap())?;
/// let totals = Totals::of(&Show::new(hand, "KS".parse().ok(), HandOrCrib::Hand)?.tally());
/// assert_eq!((totals.fifteens, totals.pairs, totals.runs), (6, 2, 6));
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
pub struct Totals {
    /// Points for fifteens.
    pub fifteens: i32,
    /// Points for pairs, three and four of a kind.
    pub pairs: i32,
    /// Points for runs.
    pub runs: i32,
    /// Points for a flush.
    pub flush: i32,
    /// The point for his nobs.
    pub nobs: i32,
}

impl Totals {
    /// The categories of a count.
    pub fn of(tally: &Tally) -> Totals {
        let mut totals = Totals::default();
        for item in tally {
            totals.add(item.rule, item.points);
        }
        totals
    }

    fn add(&mut self, rule: Rule, points: i32) {
        match rule {
            Rule::DoubleRunOf4
            | Rule::QuadrupleRunOf3
            | Rule::TripleRunOf3
            | Rule::DoubleRunOf3 => {
                let (copies, length) = rule.multiple_run().unwrap_or_default();
                let runs = (copies * length) as i32;
                self.runs += runs;
                self.pairs += points - runs;
            }
            Rule::RunOf5
            | Rule::RunOf4
            | Rule::RunOf3
            | Rule::PeggingRunOf7
            | Rule::PeggingRunOf6
            | Rule::PeggingRunOf5
            | Rule::PeggingRunOf4
            | Rule::PeggingRunOf3 => self.runs += points,
            Rule::FourOfAKind
            | Rule::ThreeOfAKind
            | Rule::Pair
            | Rule::PeggingFourOfAKind
            | Rule::PeggingThreeOfAKind
            | Rule::PeggingPair => self.pairs += points,
            Rule::Fifteen | Rule::PeggingFifteen => self.fifteens += points,
            Rule::Flush5 | Rule::Flush4 => self.flush += points,
            Rule::RightJack => self.nobs += points,
            Rule::PeggingThirtyOne | Rule::LastCard | Rule::Heels => {}
        }
    }
}
