//! What each viewer may see, and the games that look alike to them.

use std::cmp::Reverse;

use kernel::{Imagine, Rng, Seat, Veiled, Viewer};
use pieces::{Card, CardSet};
use serde::{Deserialize, Serialize};

use crate::score::{HandOrCrib, peg_value};
use crate::state::{Count, Cribbage, Event, Hidden, Phase, Table};

/// A game as one viewer sees it: the public table, and a seat's own cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The public table.
    pub table: Table,
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

/// A go (see [`Table::holds_at_least`]) bounds a hand from below, and the sets of cards that seats
/// may hold are nested: whatever the most bounded seat gets, the others have equally many ways
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
