//! The actions of a seat.

use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

/// An action of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Throw these cards to the crib.
    Discard(CardSet),
    /// Play this card.
    Play(Card),
    /// State the total of one's own hand or crib.
    Count(u8),
    /// Claim points that the counter missed; 0 claims nothing.
    Muggins(u8),
}
