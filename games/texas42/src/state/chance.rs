//! How luck may turn out.

use kernel::{BySeat, Seat};
use pieces::DominoSet;
use serde::{Deserialize, Serialize};

/// How luck may turn out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Who shakes first.
    Shaker(Seat),
    /// Seven dominoes for each seat.
    Deal(BySeat<DominoSet>),
}
