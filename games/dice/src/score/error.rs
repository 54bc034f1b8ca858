//! Why a pool cannot be scored.

use super::{HandKind, MAX_LEVEL, MAX_POOL};
use thiserror::Error;

/// Why a pool, a level or a layer cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// There is nothing to score.
    #[error("there are no dice to score")]
    NoDice,
    /// There are more dice than one pool may hold.
    #[error("there are {found} dice, and a pool holds at most {MAX_POOL}")]
    TooManyDice {
        /// How many there are.
        found: usize,
    },
    /// A hand stands above the highest level of these rules.
    #[error("{kind} is at level {level}, and the highest level is {cap}")]
    LevelAboveCap {
        /// The hand.
        kind: HandKind,
        /// Its level.
        level: u8,
        /// The highest level of these rules.
        cap: u8,
    },
    /// The rules ask for a highest level that no hand has.
    #[error("the highest level may be 0 to {MAX_LEVEL}, not {0}")]
    CapTooHigh(u8),
    /// A bonus or a multiplier is out of all proportion.
    #[error("{field} may be at most {limit}")]
    LayerTooLarge {
        /// The layer's name in JSON.
        field: &'static str,
        /// The most that it may be.
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
