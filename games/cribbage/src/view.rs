//! The view of each viewer, and redaction.

use kernel::{Veiled, Viewer};
use pieces::CardSet;
use serde::{Deserialize, Serialize};

use crate::state::{Cribbage, Event, PublicTable};

/// A game as one viewer sees it: the public table, and a seat's own cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The public table.
    pub table: PublicTable,
    /// The part that only this seat sees; `None` for a spectator.
    pub own: Option<Own>,
}

/// A seat's own cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// The cards that it holds.
    pub hand: CardSet,
    /// The cards that it threw to the crib.
    pub thrown: CardSet,
}

pub(crate) fn view(game: &Cribbage, viewer: Viewer) -> View {
    let seat = viewer
        .seat()
        .filter(|seat| seat.0 < game.table.options.seats);
    let own = seat.map(|seat| Own {
        hand: game.hidden.hands[seat],
        thrown: game.hidden.thrown[seat],
    });
    View {
        table: game.table.clone(),
        own,
    }
}

/// Hands belong to their seats; the deck's card in the crib belongs to nobody. Every event is named
/// here, which forces the author of a new event to decide what it hides.
#[deny(clippy::wildcard_enum_match_arm)]
pub(crate) fn redact(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { dealer, hands, .. } => Event::Dealt {
            dealer: *dealer,
            hands: hands.map(|seat, hand| hand.to(viewer, seat)),
            from_deck: Veiled::Hidden,
        },
        Event::Discarded { seat, cards } => Event::Discarded {
            seat: *seat,
            cards: cards.to(viewer, *seat),
        },
        Event::DealerCut { .. }
        | Event::AllDiscarded { .. }
        | Event::StarterCut { .. }
        | Event::PlayStarted { .. }
        | Event::Played { .. }
        | Event::WentGo { .. }
        | Event::CountReset { .. }
        | Event::PlayFinished
        | Event::Shown { .. }
        | Event::CountClaimed { .. }
        | Event::MugginsClaimed { .. }
        | Event::Counted { .. }
        | Event::Won(_) => event.clone(),
    }
}
