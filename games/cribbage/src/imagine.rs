//! The games that look alike to a viewer.

use std::cmp::Reverse;

use kernel::{Imagine, Rng, Seat, Viewer};
use pieces::{Card, CardSet};

use crate::score::{HandOrCrib, peg_value};
use crate::state::{Count, Cribbage, Hidden, Phase};
use crate::view::View;

/// The most deals that are thrown away for lack of a playable card. A seat that must play holds one
/// of at most 46 unseen cards that can be played, and therefore a deal fits at least once in 46
/// times: this many never fail for a possible view.
const MOST_DEALS: u32 = 10_000;

impl Imagine for Cribbage {
    /// Deals the unseen cards anew: every game that agrees with the view is equally likely. The
    /// deal respects what gos revealed, and the seat to play holds a playable card, since it would
    /// not be asked otherwise.
    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> Cribbage {
        let mut world = deal_unseen(view, viewer, rng);
        if let Phase::Playing(seat) = view.table.phase {
            let mut deals = 1;
            while !world.can_play(seat) && deals < MOST_DEALS {
                world = deal_unseen(view, viewer, rng);
                deals += 1;
            }
        }
        world
    }
}

/// A go (see [`PublicTable::holds_at_least`]) bounds a hand from below, and the sets of cards that seats
/// may hold are nested: for every hand of the most bounded seat, the others have equally many ways
/// left. Dealing in that order is uniform.
fn deal_unseen(view: &View, viewer: Viewer, rng: &mut Rng) -> Cribbage {
    let table = view.table.clone();
    let options = &table.options;
    let mut hidden = Hidden::nothing(options.seats);
    let mut unseen = Unseen::of(view, rng);

    if let (Some(seat), Some(own)) = (viewer.seat(), &view.own) {
        hidden.hands[seat] = own.hand;
        hidden.thrown[seat] = own.thrown;
    }
    let mut others: Vec<Seat> = Seat::all(options.seats)
        .filter(|&seat| !viewer.is(seat))
        .collect();
    others.sort_by_key(|&seat| Reverse(table.holds_at_least[seat]));
    for &seat in &others {
        let least = table.holds_at_least[seat];
        hidden.hands[seat] = unseen.take_hand(table.held[seat].into(), least);
    }
    for &seat in &others {
        if table.discarded.contains(seat) {
            hidden.thrown[seat] = unseen.take_crib(options.thrown());
        }
    }
    if table.crib > 0 {
        hidden.from_deck = unseen.take_crib(options.from_deck());
    }
    Cribbage { table, hidden }
}

/// The cards that a viewer has not seen, in random order.
struct Unseen {
    cards: Vec<Card>,
    /// The others' part of the crib, once it is face up.
    crib: Option<Vec<Card>>,
}

impl Unseen {
    fn of(view: &View, rng: &mut Rng) -> Unseen {
        let table = &view.table;
        let own = view
            .own
            .as_ref()
            .map_or(CardSet::EMPTY, |own| own.hand | own.thrown);
        let played: CardSet = table.plays.iter().map(|play| play.card).collect();
        let mut shuffled = |cards: CardSet| {
            let mut cards: Vec<Card> = cards.iter().collect();
            rng.shuffle(&mut cards);
            cards
        };
        let open_crib = match &table.phase {
            Phase::Counting(Some(Count {
                kind: HandOrCrib::Crib,
                cards,
                ..
            })) => Some(*cards),
            _ => None,
        };
        let crib = open_crib.map(|crib| shuffled(crib - own));
        let starter: CardSet = table.starter.into_iter().collect();
        let seen = own | played | starter | open_crib.unwrap_or(CardSet::EMPTY);
        Unseen {
            cards: shuffled(CardSet::FULL - seen),
            crib,
        }
    }

    /// `n` cards of at least this peg value.
    fn take_hand(&mut self, n: usize, at_least: u8) -> CardSet {
        let fits = |card: &mut Card| peg_value(card.rank()) >= at_least;
        self.cards.extract_if(.., fits).take(n).collect()
    }

    /// `n` cards of the crib.
    fn take_crib(&mut self, n: usize) -> CardSet {
        let cards = self.crib.as_mut().unwrap_or(&mut self.cards);
        let rest = cards.len().saturating_sub(n);
        cards.drain(rest..).collect()
    }
}
