//! Levels: the cost and the effect of raising a hand.

use super::{HandKind, Hundredths, ScoreError, UnknownHand};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use std::collections::BTreeMap;

/// The highest level of a hand without items.
pub const LEVEL_CAP: u8 = 5;

/// The highest level that any rule allows: the Whetstone adds five to the cap.
pub const MAX_LEVEL: u8 = LEVEL_CAP + 5;

/// The cost of the next level for a hand at this one.
///
/// ```
/// use dice::score::upgrade_cost;
///
/// assert_eq!([0, 1, 2, 3, 4].map(upgrade_cost), [5, 10, 25, 50, 85]);
/// assert_eq!(upgrade_cost(5), 205);
/// ```
pub const fn upgrade_cost(level: u8) -> u32 {
    let square = level as u32 * level as u32;
    if level < LEVEL_CAP {
        5 + 5 * square
    } else {
        5 + 8 * square
    }
}

/// The level of every hand, 0 at first.
///
/// In JSON it is a map that may leave out hands at level 0: `{"pair": 2, "x_of_a_kind": 1}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Levels([u8; 13]);

impl Levels {
    /// These hands at these levels, all others at 0.
    pub fn from_pairs(
        pairs: impl IntoIterator<Item = (HandKind, u8)>,
    ) -> Result<Levels, ScoreError> {
        let mut levels = Levels::default();
        for (kind, level) in pairs {
            levels.set(kind, level)?;
        }
        Ok(levels)
    }

    /// The level of this hand.
    pub const fn get(self, kind: HandKind) -> u8 {
        self.0[kind.index()]
    }

    /// Sets the level of a hand; [`Levels::check`] checks it against the cap of the rules.
    pub const fn set(&mut self, kind: HandKind, level: u8) -> Result<(), ScoreError> {
        if level > MAX_LEVEL {
            return Err(ScoreError::LevelAboveCap {
                kind,
                level,
                cap: MAX_LEVEL,
            });
        }
        self.0[kind.index()] = level;
        Ok(())
    }

    /// Refuses any level above this cap.
    pub fn check(self, cap: u8) -> Result<(), ScoreError> {
        match HandKind::ALL.into_iter().find(|&kind| self.get(kind) > cap) {
            Some(kind) => Err(ScoreError::LevelAboveCap {
                kind,
                level: self.get(kind),
                cap,
            }),
            None => Ok(()),
        }
    }

    /// The base of this hand at its level; for X of a Kind, that of three dice.
    ///
    /// ```
    /// use dice::score::{HandKind, Levels};
    ///
    /// let levels = Levels::from_pairs([(HandKind::FullRun, 5)])?;
    /// assert_eq!(levels.base(HandKind::FullRun), 405);
    /// # Ok::<(), dice::score::ScoreError>(())
    /// ```
    pub const fn base(self, kind: HandKind) -> u32 {
        let mut base = base_at_zero(kind);
        let mut level = 0;
        while level < self.get(kind) {
            base += match kind {
                // X of a Kind keeps a bonus b that grows by a fifth of 22 + b, which is its base.
                HandKind::XOfAKind => larger(1, base / 5),
                _ => base * 3 / 10,
            };
            level += 1;
        }
        base
    }

    /// The multiplier of this hand at its level; for X of a Kind, that of three dice.
    pub const fn mult(self, kind: HandKind) -> Hundredths {
        let per_level = match kind {
            HandKind::XOfAKind => 25,
            _ => 50,
        };
        Hundredths::new(mult_at_zero(kind) + per_level * self.get(kind) as u32)
    }
}

impl Serialize for Levels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raised = HandKind::ALL.into_iter().filter(|&kind| self.get(kind) > 0);
        let mut map = serializer.serialize_map(Some(raised.clone().count()))?;
        for kind in raised {
            map.serialize_entry(kind.option_name(), &self.get(kind))?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Levels, D::Error> {
        let mut levels = Levels::default();
        for (name, level) in BTreeMap::<String, u8>::deserialize(deserializer)? {
            let kind = name
                .parse()
                .map_err(|error: UnknownHand| de::Error::custom(error))?;
            levels.set(kind, level).map_err(de::Error::custom)?;
        }
        Ok(levels)
    }
}

/// The table's base column.
const fn base_at_zero(kind: HandKind) -> u32 {
    match kind {
        HandKind::Pyramid => 200,
        HandKind::FullRun => 110,
        HandKind::TwoTriplets => 88,
        HandKind::ThreePairs => 70,
        HandKind::LargeStraight => 58,
        HandKind::AllEven | HandKind::AllOdd => 52,
        HandKind::FullHouse => 60,
        HandKind::SmallStraight => 34,
        HandKind::XOfAKind => 22,
        HandKind::TwoPair => 24,
        HandKind::Pair => 12,
        HandKind::HighRoll => 5,
    }
}

/// The table's multiplier column, in hundredths.
const fn mult_at_zero(kind: HandKind) -> u32 {
    match kind {
        HandKind::Pyramid => 1000,
        HandKind::FullRun => 520,
        HandKind::TwoTriplets => 440,
        HandKind::ThreePairs => 360,
        HandKind::LargeStraight => 340,
        HandKind::AllEven | HandKind::AllOdd => 280,
        HandKind::FullHouse => 300,
        HandKind::SmallStraight => 260,
        HandKind::XOfAKind | HandKind::TwoPair => 180,
        HandKind::Pair => 160,
        HandKind::HighRoll => 100,
    }
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
