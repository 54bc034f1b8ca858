//! The outcomes of draws.

use crate::boss::Boss;
use crate::shop::Good;
use crate::throw::Fall;
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// The outcome of a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// The boss, if a round with one starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boss: Option<Boss>,
    /// The luck of each waiting seat, in order of seats.
    pub served: Vec<Served>,
}

/// The luck of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// The seat.
    pub seat: Seat,
    /// Its luck.
    pub fortune: Fortune,
}

/// Luck that a run waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// Its dice are thrown.
    Throw {
        /// The dice that the lockdown takes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        locked: Vec<u8>,
        /// The fall of each thrown die, in the order of their places.
        falls: Vec<Fall>,
    },
    /// Its shop is filled.
    Shop {
        /// The die that the collector takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        collected: Option<u8>,
        /// The dice, then the upgrades, then the items.
        goods: Vec<Good>,
    },
}
