//! The rules that give points, each with its name, description and points.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A rule that gives points, at the show or in the play.
///
/// ```
/// use cribbage::score::Rule;
///
/// let rule: Rule = "DOUBLE_RUN_OF_4".parse()?;
/// assert_eq!(rule, Rule::DoubleRunOf4);
/// assert_eq!(rule.description(), "Double run of 4");
/// assert_eq!(rule.points(), 10);
/// # Ok::<(), cribbage::score::UnknownRule>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Four ranks in a row, one of them twice.
    #[serde(rename = "double_run_of_4")]
    DoubleRunOf4,
    /// Three ranks in a row, two of them twice.
    #[serde(rename = "quadruple_run_of_3")]
    QuadrupleRunOf3,
    /// Three ranks in a row, one of them three times.
    #[serde(rename = "triple_run_of_3")]
    TripleRunOf3,
    /// Three ranks in a row, one of them twice.
    #[serde(rename = "double_run_of_3")]
    DoubleRunOf3,
    /// Five ranks in a row.
    #[serde(rename = "run_of_5")]
    RunOf5,
    /// Four ranks in a row.
    #[serde(rename = "run_of_4")]
    RunOf4,
    /// Three ranks in a row.
    #[serde(rename = "run_of_3")]
    RunOf3,
    /// Four cards of a rank.
    FourOfAKind,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Two cards of a rank.
    Pair,
    /// Cards whose peg values make fifteen.
    Fifteen,
    /// Five cards of a suit.
    #[serde(rename = "flush_5")]
    Flush5,
    /// The four cards in hand of a suit.
    #[serde(rename = "flush_4")]
    Flush4,
    /// A jack in hand or crib of the starter's suit.
    RightJack,
    /// The count of the play is fifteen.
    PeggingFifteen,
    /// The count of the play is thirty-one.
    PeggingThirtyOne,
    /// The last four cards played are of a rank.
    PeggingFourOfAKind,
    /// The last three cards played are of a rank.
    PeggingThreeOfAKind,
    /// The last two cards played are of a rank.
    PeggingPair,
    /// The last seven cards played are ranks in a row, in any order.
    #[serde(rename = "pegging_run_of_7")]
    PeggingRunOf7,
    /// The last six cards played are ranks in a row, in any order.
    #[serde(rename = "pegging_run_of_6")]
    PeggingRunOf6,
    /// The last five cards played are ranks in a row, in any order.
    #[serde(rename = "pegging_run_of_5")]
    PeggingRunOf5,
    /// The last four cards played are ranks in a row, in any order.
    #[serde(rename = "pegging_run_of_4")]
    PeggingRunOf4,
    /// The last three cards played are ranks in a row, in any order.
    #[serde(rename = "pegging_run_of_3")]
    PeggingRunOf3,
    /// Nobody can play on, and the count is not thirty-one.
    LastCard,
    /// The starter is a jack.
    Heels,
}

impl Rule {
    /// Every rule, in the order in which items are listed.
    pub const ALL: [Rule; 26] = [
        Rule::DoubleRunOf4,
        Rule::QuadrupleRunOf3,
        Rule::TripleRunOf3,
        Rule::DoubleRunOf3,
        Rule::RunOf5,
        Rule::RunOf4,
        Rule::RunOf3,
        Rule::FourOfAKind,
        Rule::ThreeOfAKind,
        Rule::Pair,
        Rule::Fifteen,
        Rule::Flush5,
        Rule::Flush4,
        Rule::RightJack,
        Rule::PeggingFifteen,
        Rule::PeggingThirtyOne,
        Rule::PeggingFourOfAKind,
        Rule::PeggingThreeOfAKind,
        Rule::PeggingPair,
        Rule::PeggingRunOf7,
        Rule::PeggingRunOf6,
        Rule::PeggingRunOf5,
        Rule::PeggingRunOf4,
        Rule::PeggingRunOf3,
        Rule::LastCard,
        Rule::Heels,
    ];

    /// The stable name that programs read, such as `DOUBLE_RUN_OF_4`. A journal has it in lower
    /// case.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// The words for people, such as "Double run of 4".
    pub const fn description(self) -> &'static str {
        self.facts().1
    }

    /// The points of the rule.
    pub const fn points(self) -> i32 {
        self.facts().2
    }

    /// For a multiple run, the number of its runs and their length.
    ///
    /// ```
    /// use cribbage::score::Rule;
    ///
    /// assert_eq!(Rule::QuadrupleRunOf3.multiple_run(), Some((4, 3)));
    /// assert_eq!(Rule::RunOf3.multiple_run(), None);
    /// ```
    pub const fn multiple_run(self) -> Option<(usize, usize)> {
        match self {
            Rule::DoubleRunOf4 => Some((2, 4)),
            Rule::QuadrupleRunOf3 => Some((4, 3)),
            Rule::TripleRunOf3 => Some((3, 3)),
            Rule::DoubleRunOf3 => Some((2, 3)),
            _ => None,
        }
    }

    /// Name, description and points: the table of the rules, line by line.
    const fn facts(self) -> (&'static str, &'static str, i32) {
        match self {
            Rule::DoubleRunOf4 => ("DOUBLE_RUN_OF_4", "Double run of 4", 10),
            Rule::QuadrupleRunOf3 => ("QUADRUPLE_RUN_OF_3", "Quadruple run of 3", 16),
            Rule::TripleRunOf3 => ("TRIPLE_RUN_OF_3", "Triple run of 3", 15),
            Rule::DoubleRunOf3 => ("DOUBLE_RUN_OF_3", "Double run of 3", 8),
            Rule::RunOf5 => ("RUN_OF_5", "Run of 5", 5),
            Rule::RunOf4 => ("RUN_OF_4", "Run of 4", 4),
            Rule::RunOf3 => ("RUN_OF_3", "Run of 3", 3),
            Rule::FourOfAKind => ("FOUR_OF_A_KIND", "Four of a kind", 12),
            Rule::ThreeOfAKind => ("THREE_OF_A_KIND", "Three of a kind", 6),
            Rule::Pair => ("PAIR", "Pair", 2),
            Rule::Fifteen => ("FIFTEEN", "Fifteen", 2),
            Rule::Flush5 => ("FLUSH_5", "Flush (5 cards)", 5),
            Rule::Flush4 => ("FLUSH_4", "Flush (4 cards)", 4),
            Rule::RightJack => ("RIGHT_JACK", "Nobs", 1),
            Rule::PeggingFifteen => ("PEGGING_FIFTEEN", "Fifteen", 2),
            Rule::PeggingThirtyOne => ("PEGGING_THIRTY_ONE", "Thirty-one", 2),
            Rule::PeggingFourOfAKind => ("PEGGING_FOUR_OF_A_KIND", "Four of a kind", 12),
            Rule::PeggingThreeOfAKind => ("PEGGING_THREE_OF_A_KIND", "Three of a kind", 6),
            Rule::PeggingPair => ("PEGGING_PAIR", "Pair", 2),
            Rule::PeggingRunOf7 => ("PEGGING_RUN_OF_7", "Run of 7", 7),
            Rule::PeggingRunOf6 => ("PEGGING_RUN_OF_6", "Run of 6", 6),
            Rule::PeggingRunOf5 => ("PEGGING_RUN_OF_5", "Run of 5", 5),
            Rule::PeggingRunOf4 => ("PEGGING_RUN_OF_4", "Run of 4", 4),
            Rule::PeggingRunOf3 => ("PEGGING_RUN_OF_3", "Run of 3", 3),
            Rule::LastCard => ("LAST_CARD", "Last card", 1),
            Rule::Heels => ("HEELS", "Heels", 2),
        }
    }
}

/// A name that no rule has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a score must have a known name, not {name:?}")]
pub struct UnknownRule {
    /// The beginning of the name.
    pub name: String,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Rule, UnknownRule> {
        // The longest name, PEGGING_THREE_OF_A_KIND, has 23 letters; a far longer name can be
        // recognised without all of it.
        const SHOWN: usize = 40;
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(|| UnknownRule {
                name: name.chars().take(SHOWN).collect(),
            })
    }
}
