//! The thirteen kinds of hand, in the order of the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use ts_rs::TS;

/// A kind of hand; the order is the table's.
///
/// In JSON a scored hand is called `THREE_PAIRS`; as an option, such as `--level three_pairs=2`, it
/// is in lower case.
///
/// ```
/// use dice::score::HandKind;
///
/// assert_eq!(HandKind::XOfAKind.name(), "X_OF_A_KIND");
/// assert_eq!("x_of_a_kind".parse(), Ok(HandKind::XOfAKind));
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HandKind {
    /// One 2, three 4s and five 6s.
    Pyramid,
    /// One of each face.
    FullRun,
    /// Three and three of two faces.
    TwoTriplets,
    /// Two, two and two of three faces.
    ThreePairs,
    /// Five consecutive faces.
    LargeStraight,
    /// Five or more dice, all even.
    AllEven,
    /// Five or more dice, all odd.
    AllOdd,
    /// Three and two of two faces.
    FullHouse,
    /// Four consecutive faces.
    SmallStraight,
    /// Three or more of one face.
    #[serde(rename = "X_OF_A_KIND")]
    XOfAKind,
    /// Two and two of two faces.
    TwoPair,
    /// Two of one face.
    Pair,
    /// The highest die, if no other hand can be formed.
    HighRoll,
}

impl HandKind {
    /// All kinds, in the table's order.
    pub const ALL: [HandKind; 13] = [
        HandKind::Pyramid,
        HandKind::FullRun,
        HandKind::TwoTriplets,
        HandKind::ThreePairs,
        HandKind::LargeStraight,
        HandKind::AllEven,
        HandKind::AllOdd,
        HandKind::FullHouse,
        HandKind::SmallStraight,
        HandKind::XOfAKind,
        HandKind::TwoPair,
        HandKind::Pair,
        HandKind::HighRoll,
    ];

    /// The place of the kind in the table, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name of a scored hand in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            HandKind::Pyramid => "PYRAMID",
            HandKind::FullRun => "FULL_RUN",
            HandKind::TwoTriplets => "TWO_TRIPLETS",
            HandKind::ThreePairs => "THREE_PAIRS",
            HandKind::LargeStraight => "LARGE_STRAIGHT",
            HandKind::AllEven => "ALL_EVEN",
            HandKind::AllOdd => "ALL_ODD",
            HandKind::FullHouse => "FULL_HOUSE",
            HandKind::SmallStraight => "SMALL_STRAIGHT",
            HandKind::XOfAKind => "X_OF_A_KIND",
            HandKind::TwoPair => "TWO_PAIR",
            HandKind::Pair => "PAIR",
            HandKind::HighRoll => "HIGH_ROLL",
        }
    }

    /// The name of the kind in options that set its level.
    pub const fn option_name(self) -> &'static str {
        match self {
            HandKind::Pyramid => "pyramid",
            HandKind::FullRun => "full_run",
            HandKind::TwoTriplets => "two_triplets",
            HandKind::ThreePairs => "three_pairs",
            HandKind::LargeStraight => "large_straight",
            HandKind::AllEven => "all_even",
            HandKind::AllOdd => "all_odd",
            HandKind::FullHouse => "full_house",
            HandKind::SmallStraight => "small_straight",
            HandKind::XOfAKind => "x_of_a_kind",
            HandKind::TwoPair => "two_pair",
            HandKind::Pair => "pair",
            HandKind::HighRoll => "high_roll",
        }
    }

    /// The fewest dice that make such a hand.
    pub const fn least_dice(self) -> u8 {
        match self {
            HandKind::Pyramid => 9,
            HandKind::FullRun | HandKind::TwoTriplets | HandKind::ThreePairs => 6,
            HandKind::LargeStraight
            | HandKind::AllEven
            | HandKind::AllOdd
            | HandKind::FullHouse => 5,
            HandKind::SmallStraight | HandKind::TwoPair => 4,
            HandKind::XOfAKind => 3,
            HandKind::Pair => 2,
            HandKind::HighRoll => 1,
        }
    }
}

/// Writes the name for people: `Two Triplets`, `X of a Kind`.
impl fmt::Display for HandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            HandKind::Pyramid => "Pyramid",
            HandKind::FullRun => "Full Run",
            HandKind::TwoTriplets => "Two Triplets",
            HandKind::ThreePairs => "Three Pairs",
            HandKind::LargeStraight => "Large Straight",
            HandKind::AllEven => "All Even",
            HandKind::AllOdd => "All Odd",
            HandKind::FullHouse => "Full House",
            HandKind::SmallStraight => "Small Straight",
            HandKind::XOfAKind => "X of a Kind",
            HandKind::TwoPair => "Two Pair",
            HandKind::Pair => "Pair",
            HandKind::HighRoll => "High Roll",
        })
    }
}

/// A word that names no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the hand must be one of {}", HandKind::ALL.map(HandKind::option_name).join(", "))]
pub struct UnknownHand;

/// Reads either name: `three_pairs` or `THREE_PAIRS`.
impl FromStr for HandKind {
    type Err = UnknownHand;

    fn from_str(text: &str) -> Result<HandKind, UnknownHand> {
        HandKind::ALL
            .into_iter()
            .find(|kind| text == kind.option_name() || text == kind.name())
            .ok_or(UnknownHand)
    }
}
