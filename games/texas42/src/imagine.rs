//! The games that look alike to a viewer.

use crate::hand::Hand;
use crate::play::{Clue, Worlds, clues};
use crate::sides::SEATS;
use crate::state::{Hidden, Texas42};
use crate::view::View;
use kernel::{BySeat, Imagine, Rng, Seat, Viewer};
use pieces::DominoSet;

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
