//! What each viewer may see, and the games that look alike to them.

use crate::game_score::Stroke;
use crate::hand::Hand;
use crate::play::{Clue, Worlds, clues};
use crate::sides::{SEATS, Sides};
use crate::state::{Event, Hidden, Table, Texas42};
use kernel::{BySeat, Imagine, Rng, Seat, Viewer};
use pieces::DominoSet;
use serde::{Deserialize, Serialize};

/// A game as one viewer sees it: the public table, and a seat's own dominoes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The public table.
    pub table: Table,
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

impl Imagine for Texas42 {
    /// Deals the unseen dominoes anew: every deal that agrees with the auction and the play is
    /// equally likely. The ways are counted, and none is rejected.
    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> Texas42 {
        let table = view.table.clone();
        let mut hidden = Hidden::nothing();
        if let Some(hand) = &table.hand {
            let own = viewer.seat().filter(|seat| seat.0 < SEATS).zip(view.own);
            let clues = clues(hand, hand.contract(&table.options));
            hidden.hands = deal_unseen(hand, own, &clues, rng);
        }
        Texas42 { table, hidden }
    }
}

/// Hands for everybody: the viewer's own, and the unseen dominoes for the others.
fn deal_unseen(
    hand: &Hand,
    own: Option<(Seat, DominoSet)>,
    clues: &BySeat<Clue>,
    rng: &mut Rng,
) -> BySeat<DominoSet> {
    let mut hands = BySeat::splat(SEATS, DominoSet::EMPTY);
    let played: DominoSet = hand.plays().map(|play| play.domino).collect();
    let mut unseen = DominoSet::FULL - played;
    if let Some((seat, dominoes)) = own {
        hands[seat] = dominoes;
        unseen -= dominoes;
    }
    let others: Vec<Seat> = Seat::all(SEATS)
        .filter(|&seat| own.is_none_or(|(own, _)| own != seat))
        .collect();
    let mut worlds = Worlds::new(unseen, others.iter().map(|&seat| clues[seat]));
    for (seat, dominoes) in others.into_iter().zip(worlds.deal(rng)) {
        hands[seat] = dominoes;
    }
    hands
}
