//! The actions of a seat.

use crate::bid::Call;
use crate::declaration::Declaration;
use pieces::Domino;
use serde::{Deserialize, Serialize};

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Bid or pass.
    Bid(Call),
    /// Name trump, or another contract.
    Name(Declaration),
    /// Play this domino.
    Play(Domino),
    /// Show one's dominoes and claim all the rest, or none of it in nello.
    LayDown,
}
