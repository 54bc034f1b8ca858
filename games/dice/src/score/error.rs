//! The reasons why a pool cannot be scored.

use super::{HandKind, MAX_LEVEL, MAX_POOL};
use thiserror::Error;

/// The reasons why a pool, a level or a layer cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// The pool is empty.
    #[error("there must be dice to score")]
    NoDice,
    /// The pool is too large.
    #[error("a pool must have at most {MAX_POOL} dice, not {found}")]
    TooManyDice {
        /// The number of dice.
        found: usize,
    },
    /// A hand is above the highest level of these rules.
    #[error("{kind} must be at level {cap} at most, not {level}")]
    LevelAboveCap {
        /// The hand.
        kind: HandKind,
        /// Its level.
        level: u8,
        /// The highest level of these rules.
        cap: u8,
    },
    /// The rules have a highest level that no hand can reach.
    #[error("the highest level must be 0 to {MAX_LEVEL}, not {0}")]
    CapTooHigh(u8),
    /// A bonus or a multiplier is too large.
    #[error("{field} must be at most {limit}")]
    LayerTooLarge {
        /// The layer's name in JSON.
        field: &'static str,
        /// The largest allowed value.
        limit: &'static str,
    },
}

impl ScoreError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            ScoreError::NoDice => "no_dice",
            ScoreError::TooManyDice { .. } => "too_many_dice",
            ScoreError::LevelAboveCap { .. } => "level_above_cap",
            ScoreError::CapTooHigh(_) => "cap_too_high",
            ScoreError::LayerTooLarge { .. } => "layer_too_large",
        }
    }
}
