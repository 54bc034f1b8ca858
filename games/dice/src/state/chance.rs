//! How luck may turn out.

use crate::boss::Boss;
use crate::shop::Good;
use crate::throw::Fall;
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// How luck may turn out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// The boss, when a round with one starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boss: Option<Boss>,
    /// What happens to each seat that waits for luck, in order of seats.
    pub served: Vec<Served>,
}

/// What luck does to one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// Whose luck.
    pub seat: Seat,
    /// What it is.
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
        /// How each thrown die falls, in order of places.
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
