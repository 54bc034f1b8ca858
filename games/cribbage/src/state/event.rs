//! What can happen in a game. Journals keep these events.

use kernel::{BySeat, Seat, SeatSet, Veiled};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::{Outcome, Play};
use crate::score::{Kind, Tally};

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Seats cut for the first deal.
    DealerCut {
        /// Who cut what.
        cuts: Vec<Play>,
        /// What came of it.
        result: CutResult,
    },
    /// Everyone got their cards.
    Dealt {
        /// Who dealt.
        dealer: Seat,
        /// Each seat's cards.
        hands: BySeat<Veiled<CardSet>>,
        /// The deck's card for the crib.
        from_deck: Veiled<CardSet>,
    },
    /// A seat threw to the crib.
    Discarded {
        /// Who.
        seat: Seat,
        /// Which cards.
        cards: Veiled<CardSet>,
    },
    /// Everyone has thrown: the crib is complete.
    AllDiscarded {
        /// Who will lead.
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
        /// Who leads.
        leader: Seat,
    },
    /// A seat played a card.
    Played {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Card,
        /// What it scored, a last card included.
        tally: Tally,
        /// The next seat that is really asked; nobody when the play or the game ends.
        next: Option<Seat>,
    },
    /// A seat whose turn it was holds no card that fits under 31.
    WentGo {
        /// Who.
        seat: Seat,
    },
    /// Nobody could go on: the stack was turned down, the count starts again.
    CountReset {
        /// Who leads.
        leader: Seat,
    },
    /// All cards are played.
    PlayFinished,
    /// A hand or crib was laid open for its owner to count.
    Shown {
        /// Who counts.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// The cards.
        cards: CardSet,
    },
    /// A seat stated its total.
    CountClaimed {
        /// Who.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// What was stated.
        stated: u8,
        /// What that pegs: never more than the truth.
        pegged: u8,
        /// The opponent who is asked whether something was missed.
        asked: Option<Seat>,
    },
    /// An opponent claimed, or declined to.
    MugginsClaimed {
        /// Who.
        seat: Seat,
        /// What was claimed; 0 declines.
        points: u8,
        /// What that pegs.
        pegged: u8,
        /// The opponent who is asked next.
        asked: Option<Seat>,
    },
    /// A hand or crib was counted, and this is the truth of it. It pegs now, unless
    /// its owner's own count was pegged before.
    Counted {
        /// Whose.
        seat: Seat,
        /// Hand or crib.
        kind: Kind,
        /// The four cards.
        cards: CardSet,
        /// Every point.
        tally: Tally,
        /// What its owner had stated, where owners count.
        stated: Option<u8>,
    },
    /// A side reached the target.
    Won(Outcome),
}

/// What came of a cut for the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutResult {
    /// This seat cut lowest and deals.
    Dealer(Seat),
    /// These seats tied for lowest and cut again.
    Again(SeatSet),
}
