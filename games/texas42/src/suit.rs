//! The suits of dominoes: one for each number of pips, and the doubles if a contract makes them a
//! suit of their own.
//!
//! The dominoes of a suit depend on the contract, because trumps leave their other suit;
//! [`Contract::suit`] lists them.
//!
//! [`Contract::suit`]: crate::Contract::suit

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// A suit that can be led and must be followed.
///
/// ```
/// use texas42::Suit;
///
/// assert_eq!(Suit::Sixes.to_string(), "sixes");
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Blanks,
    Aces,
    Deuces,
    Treys,
    Fours,
    Fives,
    Sixes,
    Doubles,
}

impl Suit {
    /// The number of suits.
    pub const COUNT: usize = Suit::ALL.len();

    /// The suits of 0 to 6 pips, then the doubles.
    pub const ALL: [Suit; 8] = [
        Suit::Blanks,
        Suit::Aces,
        Suit::Deuces,
        Suit::Treys,
        Suit::Fours,
        Suit::Fives,
        Suit::Sixes,
        Suit::Doubles,
    ];

    /// The suit's place in [`Suit::ALL`]: its pips, or 7 for the doubles.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, such as `sixes`.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Blanks => "blanks",
            Suit::Aces => "aces",
            Suit::Deuces => "deuces",
            Suit::Treys => "treys",
            Suit::Fours => "fours",
            Suit::Fives => "fives",
            Suit::Sixes => "sixes",
            Suit::Doubles => "doubles",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
