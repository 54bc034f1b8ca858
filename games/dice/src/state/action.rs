//! The actions of a seat.

use pieces::Die;
use serde::{Deserialize, Serialize};

/// An action of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Throw these dice again.
    Reroll {
        /// Their places, in any order.
        dice: Vec<u8>,
    },
    /// Set a wild die.
    SetWild {
        /// Its place.
        die: u8,
        /// Its new face.
        face: Die,
    },
    /// Score the present dice.
    ScoreDice,
    /// Buy an offer.
    Buy {
        /// The number of the offer.
        offer: u8,
        /// For a die: the place of the one that it replaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replace: Option<u8>,
    },
    /// Leave the shop, which ends the round.
    LeaveShop,
    /// Stop a run that is won.
    StopRun,
}
