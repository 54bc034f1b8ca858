//! The stages of a run within a round.

use serde::{Deserialize, Serialize};

/// A run's stage in the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStage {
    /// Between two rounds.
    Waiting,
    /// These dice are in the air.
    Throwing(Vec<u8>),
    /// The dice lie: throw some again, or score.
    Choosing,
    /// The round is passed, and the shop is not open yet.
    Settling,
    /// In the shop.
    Shopping,
    /// The round was not passed: the run is over.
    Out,
}
