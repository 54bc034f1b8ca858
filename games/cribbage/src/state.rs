//! The state of a game and how events change it.
//!
//! The state has two parts: [`PublicTable`], which everybody can see, and [`Hidden`], which holds every
//! face-down card. A view is the table and a seat's own cards; the public part cannot leak what it
//! does not hold. [`evolve`](Cribbage::evolve) only records events and knows no rules: the rules
//! decided what an event means before they emitted it.

mod action;
mod chance;
mod event;
mod outcome;
mod table;

pub use action::Action;
pub use chance::Chance;
pub use event::{CutResult, Event};
pub use outcome::{Loss, Outcome};
pub(crate) use table::pegged;
pub use table::{Count, Pegs, Phase, Play, PublicTable};

use kernel::{BySeat, BySide, Seat, SeatSet, Veiled};
use pieces::CardSet;

use crate::options::Options;
use crate::score::{HandOrCrib, Stack};

/// A game of cribbage, the whole truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cribbage {
    pub(crate) table: PublicTable,
    pub(crate) hidden: Hidden,
}

/// Every face-down card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// The cards that each seat holds.
    pub(crate) hands: BySeat<CardSet>,
    /// The cards that each seat threw to the crib.
    pub(crate) thrown: BySeat<CardSet>,
    /// The cards that went to the crib from the deck (at three seats).
    pub(crate) from_deck: CardSet,
}

impl Cribbage {
    /// A game with these options before anything has happened.
    pub(crate) fn at_start(options: Options) -> Cribbage {
        let n_seats = options.seats;
        let pegs = BySide::from_fn(options.n_sides(), |side| {
            let start = options.head_start.get(side).copied().unwrap_or(0);
            Pegs {
                front: start,
                back: start,
            }
        });
        let phase = match options.first_dealer {
            Some(_) => Phase::Dealing,
            None => Phase::Cutting(SeatSet::all(n_seats)),
        };
        let table = PublicTable {
            phase,
            deal: 0,
            dealer: options.first_dealer,
            pegs,
            held: BySeat::splat(n_seats, 0),
            discarded: SeatSet::EMPTY,
            crib: 0,
            starter: None,
            plays: Vec::new(),
            stack: Stack::new(),
            said_go: SeatSet::EMPTY,
            holds_at_least: BySeat::splat(n_seats, 1),
            outcome: None,
            options,
        };
        Cribbage {
            table,
            hidden: Hidden::nothing(n_seats),
        }
    }

    /// The public table.
    pub const fn table(&self) -> &PublicTable {
        &self.table
    }

    /// The cards that a seat holds.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hidden.hands[seat]
    }

    /// The cards in the crib so far.
    pub fn crib(&self) -> CardSet {
        self.hidden
            .thrown
            .values()
            .fold(self.hidden.from_deck, |crib, thrown| crib | *thrown)
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn apply(&mut self, event: &Event) {
        for (side, points) in self.table.awards(event) {
            self.table.peg(side, points);
        }
        let table = &mut self.table;
        match event {
            Event::DealerCut { result, .. } => match *result {
                CutResult::Dealer(seat) => {
                    table.dealer = Some(seat);
                    table.phase = Phase::Dealing;
                }
                CutResult::Again(seats) => table.phase = Phase::Cutting(seats),
            },
            Event::Dealt {
                dealer,
                hands,
                from_deck,
            } => {
                table.start_deal(*dealer);
                table.held = hands.map(|_, _| table.options.dealt() as u8);
                self.hidden = Hidden::nothing(table.options.seats);
                self.hidden.hands = hands.map(|_, hand| known(hand));
                self.hidden.from_deck = known(from_deck);
            }
            Event::Discarded { seat, cards } => {
                table.discard(*seat);
                self.hidden.thrown[*seat] = known(cards);
                self.hidden.hands[*seat] -= known(cards);
            }
            Event::AllDiscarded { .. } => table.phase = Phase::Starter,
            Event::StarterCut { card, .. } => table.starter = Some(*card),
            Event::PlayStarted { leader } => table.phase = Phase::Playing(*leader),
            Event::Played {
                seat, card, next, ..
            } => {
                let (seat, card) = (*seat, *card);
                table.lay(Play { seat, card }, *next);
                self.hidden.hands[seat].remove(card);
            }
            Event::WentGo { seat } => table.go(*seat),
            Event::CountReset { leader } => table.reset_count(*leader),
            Event::PlayFinished => table.phase = Phase::Counting(None),
            Event::Shown { seat, kind, cards } => table.lay_open(*seat, *kind, *cards),
            Event::CountClaimed { stated, asked, .. } => table.claim(Some(*stated), *asked),
            Event::MugginsClaimed { asked, .. } => table.claim(None, *asked),
            Event::Counted {
                kind: HandOrCrib::Hand,
                ..
            } => table.phase = Phase::Counting(None),
            Event::Counted {
                kind: HandOrCrib::Crib,
                ..
            } => {
                table.end_deal();
                self.hidden = Hidden::nothing(table.options.seats);
            }
            Event::Won(outcome) => {
                table.outcome = Some(outcome.clone());
                table.phase = Phase::Over;
            }
        }
    }
}

impl Hidden {
    pub(crate) fn nothing(n_seats: u8) -> Hidden {
        Hidden {
            hands: BySeat::splat(n_seats, CardSet::EMPTY),
            thrown: BySeat::splat(n_seats, CardSet::EMPTY),
            from_deck: CardSet::EMPTY,
        }
    }
}

/// The journal holds whole events; only a redacted event has unknown cards.
fn known(cards: &Veiled<CardSet>) -> CardSet {
    cards.known().copied().unwrap_or(CardSet::EMPTY)
}
