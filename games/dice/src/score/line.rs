//! The reason of one item of a score: its name and how its points are computed.

use super::{HandKind, Hundredths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// The reason for an item's points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The hand or the layer.
    pub name: LineName,
    /// The products whose floors add up to the points of a hand; a full house has three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workings: Vec<Working>,
    /// The factor of a layer on the total so far; the item scores the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<Factor>,
}

impl Line {
    pub(crate) fn of_hand(name: LineName, workings: Vec<Working>) -> Line {
        Line {
            name,
            workings,
            factor: None,
        }
    }

    pub(crate) fn of_layer(name: LineName, factor: Option<Factor>) -> Line {
        Line {
            name,
            workings: Vec::new(),
            factor,
        }
    }
}

/// Writes `PAIR (12 + 10) × 1.60`, `SCORE_MULT × (3/2)^3`, `BONUS`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())?;
        for (index, working) in self.workings.iter().enumerate() {
            let sign = if index == 0 { " " } else { " + " };
            write!(f, "{sign}{working}")?;
        }
        match self.factor {
            Some(factor) => write!(f, " × {factor}"),
            None => Ok(()),
        }
    }
}

/// The name of an item of a score: a kind of hand, or a layer.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the hands are described at `HandKind`")]
pub enum LineName {
    Pyramid,
    FullRun,
    TwoTriplets,
    ThreePairs,
    LargeStraight,
    AllEven,
    AllOdd,
    FullHouse,
    SmallStraight,
    #[serde(rename = "X_OF_A_KIND")]
    XOfAKind,
    TwoPair,
    Pair,
    HighRoll,
    /// The points that dice and items add.
    Bonus,
    /// The multiplier of items.
    MultBonus,
    /// The multiplier of glass dice.
    ScoreMult,
}

impl LineName {
    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self.hand() {
            Some(kind) => kind.name(),
            None => match self {
                LineName::MultBonus => "MULT_BONUS",
                LineName::ScoreMult => "SCORE_MULT",
                _ => "BONUS",
            },
        }
    }

    /// The kind of hand, unless it is a layer.
    pub const fn hand(self) -> Option<HandKind> {
        let index = self as usize;
        if index < HandKind::ALL.len() {
            Some(HandKind::ALL[index])
        } else {
            None
        }
    }
}

impl From<HandKind> for LineName {
    fn from(kind: HandKind) -> LineName {
        match kind {
            HandKind::Pyramid => LineName::Pyramid,
            HandKind::FullRun => LineName::FullRun,
            HandKind::TwoTriplets => LineName::TwoTriplets,
            HandKind::ThreePairs => LineName::ThreePairs,
            HandKind::LargeStraight => LineName::LargeStraight,
            HandKind::AllEven => LineName::AllEven,
            HandKind::AllOdd => LineName::AllOdd,
            HandKind::FullHouse => LineName::FullHouse,
            HandKind::SmallStraight => LineName::SmallStraight,
            HandKind::XOfAKind => LineName::XOfAKind,
            HandKind::TwoPair => LineName::TwoPair,
            HandKind::Pair => LineName::Pair,
            HandKind::HighRoll => LineName::HighRoll,
        }
    }
}

/// One product with its own floor: `(base + sum) × mult`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Working {
    /// The base, including the level's addition.
    pub base: u32,
    /// The sum of the dice.
    pub sum: u32,
    /// The multiplier, including the level's addition.
    pub mult: Hundredths,
}

impl Working {
    /// The floor of the product.
    pub const fn points(self) -> u32 {
        (self.base + self.sum) * self.mult.get() / 100
    }
}

/// Writes `(12 + 10) × 1.60`, and a base without sum and multiplier as itself.
impl fmt::Display for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sum == 0 && self.mult == Hundredths::ONE {
            write!(f, "{}", self.base)
        } else {
            write!(f, "({} + {}) × {}", self.base, self.sum, self.mult)
        }
    }
}

/// The factor of a layer: hundredths, and three halves for each glass die used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    /// The multiplier of the layer itself.
    pub mult: Hundredths,
    /// The number of glass dice used.
    pub glass: u8,
}

impl Factor {
    /// The floor of a total times this factor, with one floor for all of it; a score stops at
    /// [`i32::MAX`].
    pub fn apply(self, total: i32) -> i32 {
        if total <= 0 || self.mult == Hundredths::ZERO {
            return 0;
        }
        let (up, down) = self.ratio();
        // If 128 bits do not hold the product, the quotient is more than 2^40, and a score stops
        // earlier: 3^80 is the last power that fits, and 100 × 2^80 is less than 2^87.
        up.and_then(|up| up.checked_mul(u128::from(total.unsigned_abs())))
            .and_then(|up| i32::try_from(up / down).ok())
            .unwrap_or(i32::MAX)
    }

    /// The total times this factor if that is more, otherwise the total.
    pub(crate) fn raise(self, total: i32) -> i32 {
        if self.raises() {
            self.apply(total)
        } else {
            total
        }
    }

    /// Whether it is above 1.
    pub(crate) fn raises(self) -> bool {
        if self.glass == 0 {
            return self.mult > Hundredths::ONE;
        }
        let (up, down) = self.ratio();
        self.mult > Hundredths::ZERO && up.is_none_or(|up| up > down)
    }

    /// The factor as a fraction; the numerator is `None` if 128 bits do not hold it.
    fn ratio(self) -> (Option<u128>, u128) {
        let glass = u32::from(self.glass.min(100));
        let up = 3_u128
            .checked_pow(glass)
            .and_then(|up| up.checked_mul(u128::from(self.mult.get())));
        (up, 100 << glass)
    }
}

/// Writes `1.50`, or `(3/2)^3` for three glass dice, or both.
impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.glass == 0 {
            return write!(f, "{}", self.mult);
        }
        if self.mult != Hundredths::ONE {
            write!(f, "{} × ", self.mult)?;
        }
        write!(f, "(3/2)^{}", self.glass)
    }
}
