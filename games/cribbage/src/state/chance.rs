//! The outcomes of draws.

use kernel::BySeat;
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

/// The outcome of a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// One card for each seat that cuts, in order of seats.
    Cut(Vec<Card>),
    /// The cards off the top.
    Deal {
        /// The cards of each seat.
        hands: BySeat<CardSet>,
        /// The deck's card for the crib (at three seats).
        from_deck: CardSet,
    },
    /// The starter.
    Starter(Card),
}
