//! The outcomes of draws.

use kernel::{BySeat, Seat};
use pieces::DominoSet;
use serde::{Deserialize, Serialize};

/// The outcome of a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// The first shaker.
    Shaker(Seat),
    /// Seven dominoes for each seat.
    Deal(BySeat<DominoSet>),
}
