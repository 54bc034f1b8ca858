//! The rule options of scoring.

use super::{LEVEL_CAP, MAX_LEVEL, ScoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rule options of scoring; the default is the house's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScoreRules {
    /// The way in which a full house scores.
    pub full_house: FullHouse,
    /// The number of dice that X of a Kind may take.
    pub of_a_kind: OfAKind,
    /// The dice that All Even and All Odd take.
    pub parity: Parity,
    /// The highest level of a hand, 0 to 10.
    pub level_cap: u8,
}

impl Default for ScoreRules {
    fn default() -> ScoreRules {
        ScoreRules {
            full_house: FullHouse::Additive,
            of_a_kind: OfAKind::ThreeOrAll,
            parity: Parity::AllRemaining,
            level_cap: LEVEL_CAP,
        }
    }
}

impl ScoreRules {
    /// Refuses a highest level beyond [`MAX_LEVEL`].
    pub const fn check(self) -> Result<(), ScoreError> {
        if self.level_cap > MAX_LEVEL {
            return Err(ScoreError::CapTooHigh(self.level_cap));
        }
        Ok(())
    }
}

/// The way in which a full house scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FullHouse {
    /// As its three of a kind and its pair at their levels, plus its own base.
    #[default]
    Additive,
    /// Like any other hand: base and dice, times its own multiplier.
    Formula,
}

/// The number of dice of one face that X of a Kind may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfAKind {
    /// Three, or all that remain.
    #[default]
    ThreeOrAll,
    /// Any number from three.
    Any,
}

/// The dice that All Even and All Odd take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Parity {
    /// All that remain in the pool, if these are five or more of that parity.
    #[default]
    AllRemaining,
    /// Any five or more of that parity.
    Subset,
}
