//! The events of a game. Journals keep them.

use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::score::AwardTally;
use kernel::{BySeat, BySide, Seat, Side, Veiled};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The first shaker was drawn.
    ShakerDrawn {
        /// The first shaker.
        seat: Seat,
    },
    /// Everyone got their dominoes.
    Dealt {
        /// The shaker.
        shaker: Seat,
        /// Each seat's dominoes.
        hands: BySeat<Veiled<DominoSet>>,
    },
    /// A seat bid or passed.
    BidPlaced {
        /// The seat.
        seat: Seat,
        /// The call.
        call: Call,
        /// The seat that speaks next; `None` when all have spoken.
        next: Option<Seat>,
    },
    /// Everyone passed: the shake moves on.
    ThrownIn,
    /// The auction is over, and this is the highest bid.
    BiddingWon {
        /// The bidder.
        seat: Seat,
        /// The bid.
        bid: Bid,
        /// The seat that names trump.
        namer: Seat,
    },
    /// Trump or another contract was named.
    TrumpNamed {
        /// The seat.
        seat: Seat,
        /// The declaration.
        declaration: Declaration,
        /// The leader.
        leader: Seat,
    },
    /// A seat played a domino.
    DominoPlayed {
        /// The seat.
        seat: Seat,
        /// The domino.
        domino: Domino,
        /// The seat that plays next to this trick; `None` when it is complete.
        next: Option<Seat>,
    },
    /// A trick was won.
    TrickWon {
        /// The winner, who leads the next trick.
        seat: Seat,
    },
    /// A seat showed its dominoes and claimed the rest, and that claim cannot fail.
    LaidDown {
        /// The seat.
        seat: Seat,
        /// Its dominoes.
        dominoes: DominoSet,
    },
    /// The hand is over and was scored.
    HandScored {
        /// The score of each side, item by item.
        awards: BySide<AwardTally>,
    },
    /// A side reached the target.
    Won {
        /// The side.
        side: Side,
    },
}
