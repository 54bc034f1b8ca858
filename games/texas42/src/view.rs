//! The view of each viewer, and redaction.

use crate::game_score::Stroke;
use crate::sides::{SEATS, Sides};
use crate::state::{Event, PublicTable, Texas42};
use kernel::Viewer;
use pieces::DominoSet;
use serde::{Deserialize, Serialize};

/// A game as one viewer sees it: the public table, and a seat's own dominoes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The public table.
    pub table: PublicTable,
    /// The strokes of the word ALL that each side has drawn.
    pub strokes: Sides<Vec<Stroke>>,
    /// The dominoes of this seat; `None` for a spectator.
    pub own: Option<DominoSet>,
}

pub(crate) fn view(game: &Texas42, viewer: Viewer) -> View {
    let seat = viewer.seat().filter(|seat| seat.0 < SEATS);
    View {
        table: game.table.clone(),
        strokes: game.table.score.strokes(game.table.options.mode),
        own: seat.map(|seat| game.hand(seat)),
    }
}

/// Hands belong to their seats. In nello the partner's hand stays face down to the end, and no
/// event ever shows it. Every event is named here, which forces the author of a new event to decide
/// what it hides.
#[deny(clippy::wildcard_enum_match_arm)]
pub(crate) fn redact(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { shaker, hands } => Event::Dealt {
            shaker: *shaker,
            hands: hands.map(|seat, hand| hand.to(viewer, seat)),
        },
        Event::ShakerDrawn { .. }
        | Event::BidPlaced { .. }
        | Event::ThrownIn
        | Event::BiddingWon { .. }
        | Event::TrumpNamed { .. }
        | Event::DominoPlayed { .. }
        | Event::TrickWon { .. }
        | Event::LaidDown { .. }
        | Event::HandScored { .. }
        | Event::Won { .. } => event.clone(),
    }
}
