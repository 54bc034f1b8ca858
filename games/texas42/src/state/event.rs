//! What can happen in a game. Journals keep these events.

use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::score::AwardTally;
use kernel::{BySeat, BySide, Seat, Side, Veiled};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The first shaker was drawn.
    ShakerDrawn {
        /// Who shakes first.
        seat: Seat,
    },
    /// Everyone got their dominoes.
    Dealt {
        /// Who shook.
        shaker: Seat,
        /// Each seat's dominoes.
        hands: BySeat<Veiled<DominoSet>>,
    },
    /// A seat bid or passed.
    BidPlaced {
        /// Who.
        seat: Seat,
        /// What was said.
        call: Call,
        /// Who speaks next; nobody when all have spoken.
        next: Option<Seat>,
    },
    /// Everyone passed: the shake moves on.
    ThrownIn,
    /// All have spoken, and this is the highest bid.
    BiddingWon {
        /// Who bid it.
        seat: Seat,
        /// The bid.
        bid: Bid,
        /// Who names trump.
        namer: Seat,
    },
    /// Trump or another contract was named.
    TrumpNamed {
        /// Who named it.
        seat: Seat,
        /// What was named.
        declaration: Declaration,
        /// Who leads.
        leader: Seat,
    },
    /// A seat played a domino.
    DominoPlayed {
        /// Who.
        seat: Seat,
        /// Which domino.
        domino: Domino,
        /// Who plays next to this trick; nobody when it is complete.
        next: Option<Seat>,
    },
    /// A trick was won.
    TrickWon {
        /// Who won it, and leads the next.
        seat: Seat,
    },
    /// A seat showed its dominoes and claimed the rest, and that claim cannot fail.
    LaidDown {
        /// Who.
        seat: Seat,
        /// What it held.
        dominoes: DominoSet,
    },
    /// The hand is over, and this is what it is worth.
    HandScored {
        /// What each side scores, item by item.
        awards: BySide<AwardTally>,
    },
    /// A side reached the target.
    Won {
        /// Which side.
        side: Side,
    },
}
