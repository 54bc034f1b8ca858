//! The pay of a passed round, reason by reason.

use kernel::Item as Reason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A reason for pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PayRule {
    /// An eighth of the target, at least 5.
    Passed,
    /// A tenth of a score that is twice the target or more.
    Doubled,
    /// A dollar for each reroll that was not used.
    UnusedRerolls,
    /// A dollar for every five in cash, at most 5.
    Interest,
    /// The pay of the Lucky Penny.
    LuckyPenny,
}

impl PayRule {
    /// The reason in words.
    pub const fn sentence(self) -> &'static str {
        match self {
            PayRule::Passed => "an eighth of the target, at least 5",
            PayRule::Doubled => "a tenth of a score of twice the target",
            PayRule::UnusedRerolls => "a dollar for each unused reroll",
            PayRule::Interest => "a dollar for every five in cash, at most 5",
            PayRule::LuckyPenny => "the Lucky Penny",
        }
    }
}

/// The pay of a round as the list of its reasons, in dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pay(kernel::Tally<PayRule, ()>);

/// Everything on which the pay of a round depends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Earned {
    pub(crate) target: u64,
    pub(crate) score: u64,
    pub(crate) unused_rerolls: u8,
    pub(crate) cash: u64,
    pub(crate) penny: u64,
}

impl Earned {
    /// Every reason with its dollars, including those that pay nothing.
    fn reasons(self) -> [(PayRule, u64); 5] {
        let Earned { target, score, .. } = self;
        let doubled = if score / 2 >= target { score / 10 } else { 0 };
        [
            (PayRule::Passed, (target / 8).max(5)),
            (PayRule::Doubled, doubled),
            (PayRule::UnusedRerolls, self.unused_rerolls.into()),
            (PayRule::Interest, (self.cash / 5).min(5)),
            (PayRule::LuckyPenny, self.penny),
        ]
    }

    /// The total pay, without the reasons.
    pub(crate) fn dollars(self) -> u64 {
        self.reasons().iter().map(|(_, dollars)| dollars).sum()
    }
}

impl Pay {
    pub(crate) fn of(earned: Earned) -> Pay {
        let reasons = earned.reasons().into_iter();
        let paid = reasons.filter(|&(_, dollars)| dollars > 0);
        Pay(paid
            .map(|(rule, dollars)| Reason {
                rule,
                pieces: (),
                // A passed target is at most a score, and a score fits.
                points: i32::try_from(dollars).unwrap_or(i32::MAX),
            })
            .collect())
    }

    /// Each reason with its dollars.
    pub fn reasons(&self) -> impl Iterator<Item = (PayRule, u64)> {
        self.0
            .items()
            .iter()
            .map(|item| (item.rule, item.points.max(0).unsigned_abs().into()))
    }

    /// All of it, in dollars.
    pub fn total(&self) -> u64 {
        self.reasons().map(|(_, dollars)| dollars).sum()
    }
}
