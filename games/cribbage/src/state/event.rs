//! The events of a game. Journals keep them.

use kernel::{BySeat, Seat, SeatSet, Veiled};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::{Outcome, Play};
use crate::score::{HandOrCrib, Tally};

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Seats cut for the first deal.
    DealerCut {
        /// The cards that were cut, and by whom.
        cuts: Vec<Play>,
        /// The result of the cut.
        result: CutResult,
    },
    /// Everyone got their cards.
    Dealt {
        /// The dealer.
        dealer: Seat,
        /// Each seat's cards.
        hands: BySeat<Veiled<CardSet>>,
        /// The deck's card for the crib.
        from_deck: Veiled<CardSet>,
    },
    /// A seat threw to the crib.
    Discarded {
        /// The seat.
        seat: Seat,
        /// The cards.
        cards: Veiled<CardSet>,
    },
    /// Everyone has thrown: the crib is complete.
    AllDiscarded {
        /// The seat that will lead.
        leader: Seat,
    },
    /// The starter was cut.
    StarterCut {
        /// The starter.
        card: Card,
        /// Two for the dealer's heels, if it is a jack.
        tally: Tally,
    },
    /// The play began.
    PlayStarted {
        /// The seat that leads.
        leader: Seat,
    },
    /// A seat played a card.
    Played {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// Its score, including the point for a last card.
        tally: Tally,
        /// The next seat that can play; `None` when the play or the game ends.
        next: Option<Seat>,
    },
    /// A seat whose turn it was holds no card that fits under 31.
    WentGo {
        /// The seat.
        seat: Seat,
    },
    /// Nobody could go on: the stack was turned down, the count starts again.
    CountReset {
        /// The seat that leads.
        leader: Seat,
    },
    /// All cards are played.
    PlayFinished,
    /// A hand or crib was laid face up for its owner to count.
    Shown {
        /// The seat that must count.
        seat: Seat,
        /// Hand or crib.
        kind: HandOrCrib,
        /// The cards.
        cards: CardSet,
    },
    /// A seat stated its total.
    CountClaimed {
        /// The seat.
        seat: Seat,
        /// Hand or crib.
        kind: HandOrCrib,
        /// The stated total.
        stated: u8,
        /// The points that it pegs: never more than the true count.
        pegged: u8,
        /// The opponent who is asked whether something was missed.
        asked: Option<Seat>,
    },
    /// An opponent claimed, or declined to.
    MugginsClaimed {
        /// The seat.
        seat: Seat,
        /// The claimed points; 0 declines.
        points: u8,
        /// The points that it pegs.
        pegged: u8,
        /// The opponent who is asked next.
        asked: Option<Seat>,
    },
    /// The true count of a hand or crib. It pegs now, unless its owner's own count was pegged
    /// before.
    Counted {
        /// The owner.
        seat: Seat,
        /// Hand or crib.
        kind: HandOrCrib,
        /// The four cards.
        cards: CardSet,
        /// Every point.
        tally: Tally,
        /// The total that its owner had stated, if owners count.
        stated: Option<u8>,
    },
    /// A side reached the target.
    Won(Outcome),
}

/// The result of a cut for the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutResult {
    /// This seat cut lowest and deals.
    Dealer(Seat),
    /// These seats tied for lowest and cut again.
    Again(SeatSet),
}
