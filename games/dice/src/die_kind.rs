//! The kinds of dice that a run may own.
//!
//! A kind only tells which faces can fall. The effects of odd, glass and the others are decided
//! elsewhere: in a throw, or when the dice are scored.

use crate::boss::Boss;
use kernel::Rng;
use pieces::Die;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use ts_rs::TS;

/// A kind of die.
///
/// ```
/// use dice::{Boss, DieKind};
///
/// assert_eq!("glass".parse(), Ok(DieKind::Glass));
/// assert_eq!(DieKind::Glass.under(Some(Boss::Silencer)), DieKind::Normal);
/// assert_eq!(DieKind::Heavy.under(Some(Boss::Silencer)), DieKind::Heavy);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum DieKind {
    /// Six faces, without any effect.
    Normal,
    /// Shows 1 to 3.
    Light,
    /// Shows 4 to 6.
    Heavy,
    /// Adds 5 when it shows an odd face.
    Odd,
    /// Adds 5 when it shows an even face.
    Even,
    /// Multiplies the score by one and a half when a hand uses it; may break when thrown again.
    Glass,
    /// Its owner sets its face.
    Wild,
    /// Shows the face of a random other die after each throw.
    Echo,
    /// A glass die that broke: it shows a one for ever.
    Broken,
}

impl DieKind {
    /// The kinds that a shop sells. Normal dice are sold as one more die; broken ones are not sold.
    pub const SOLD: [DieKind; 7] = [
        DieKind::Light,
        DieKind::Heavy,
        DieKind::Odd,
        DieKind::Even,
        DieKind::Glass,
        DieKind::Wild,
        DieKind::Echo,
    ];

    /// The kind that this one plays as in a round with this boss: the silencer makes plain dice of
    /// all kinds with an effect, and leaves those whose faces differ.
    pub const fn under(self, boss: Option<Boss>) -> DieKind {
        match (boss, self) {
            (
                Some(Boss::Silencer),
                DieKind::Odd | DieKind::Even | DieKind::Glass | DieKind::Wild | DieKind::Echo,
            ) => DieKind::Normal,
            _ => self,
        }
    }

    /// Whether this face can fall.
    pub const fn has(self, face: Die) -> bool {
        match self {
            DieKind::Light => face.face() <= 3,
            DieKind::Heavy => face.face() >= 4,
            DieKind::Broken => face.face() == 1,
            _ => true,
        }
    }

    /// Throws such a die.
    pub(crate) fn throw(self, rng: &mut Rng) -> Die {
        let faces: Vec<Die> = Die::ALL
            .into_iter()
            .filter(|&face| self.has(face))
            .collect();
        // Every kind has a face, and the substitute is never used.
        rng.choose(&faces).copied().unwrap_or(Die::One)
    }

    /// The points it adds if it shows this face.
    pub(crate) const fn bonus(self, face: Die) -> u32 {
        /// The points that an odd or even die adds if it shows its own parity.
        const PARITY_BONUS: u32 = 5;
        let odd = face.face() % 2 == 1;
        match self {
            DieKind::Odd if odd => PARITY_BONUS,
            DieKind::Even if !odd => PARITY_BONUS,
            _ => 0,
        }
    }

    /// Its name in JSON and in records.
    pub const fn name(self) -> &'static str {
        match self {
            DieKind::Normal => "normal",
            DieKind::Light => "light",
            DieKind::Heavy => "heavy",
            DieKind::Odd => "odd",
            DieKind::Even => "even",
            DieKind::Glass => "glass",
            DieKind::Wild => "wild",
            DieKind::Echo => "echo",
            DieKind::Broken => "broken",
        }
    }
}

impl fmt::Display for DieKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names nothing of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the {what} must be one of {all}")]
pub struct UnknownName {
    /// The kind of name.
    pub what: &'static str,
    /// All valid names.
    pub all: &'static str,
}

impl FromStr for DieKind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<DieKind, UnknownName> {
        DieKind::SOLD
            .into_iter()
            .chain([DieKind::Normal, DieKind::Broken])
            .find(|kind| kind.name() == text)
            .ok_or(UnknownName {
                what: "kind of die",
                all: "normal, light, heavy, odd, even, glass, wild, echo, broken",
            })
    }
}
