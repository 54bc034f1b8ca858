//! The steps of a run.

use crate::pay::Pay;
use crate::score::Tally;
use crate::shop::Shop;
use crate::throw::Landed;
use pieces::Die;
use serde::{Deserialize, Serialize};

/// A step of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStep {
    /// A round began.
    Started {
        /// The number of rerolls.
        rerolls: u8,
        /// Whether insurance will prevent the first break.
        insured: bool,
        /// The dice that the lockdown holds.
        locked: Vec<u8>,
    },
    /// All dice were thrown.
    Rolled {
        /// The dice after the throw.
        landed: Vec<Landed>,
    },
    /// Dice were picked up to be thrown again, at the cost of a reroll.
    Picked {
        /// Their places.
        dice: Vec<u8>,
    },
    /// The dice that were picked up were thrown.
    Rerolled {
        /// The dice after the throw.
        landed: Vec<Landed>,
    },
    /// A wild die was set.
    WildSet {
        /// Its place.
        die: u8,
        /// Its face.
        face: Die,
    },
    /// The dice were scored.
    Scored {
        /// Every point.
        tally: Tally,
        /// Whether the score passes the round.
        passed: bool,
    },
    /// The round was paid for.
    Paid {
        /// Every dollar.
        pay: Pay,
    },
    /// The collector made a die normal.
    Collected {
        /// Its place.
        die: u8,
    },
    /// The shop opened.
    ShopOpened {
        /// The shop.
        shop: Shop,
    },
    /// Something was bought.
    Bought {
        /// The number of the offer.
        offer: u8,
        /// The place of the die that was replaced.
        replace: Option<u8>,
        /// The price paid.
        price: u64,
    },
    /// The shop was left.
    ShopLeft,
    /// A won run was stopped.
    Stopped,
}
