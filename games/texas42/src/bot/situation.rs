//! The knowledge of a seat that must act, taken only from its view.

use super::playout::Playout;
use super::stakes::Stakes;
use crate::bid::Bid;
use crate::contract::Contract;
use crate::hand::{Hand, Pledge};
use crate::options::Options;
use crate::play::{Bits, SEATS, Worlds, clues};
use crate::sides::side_of;
use crate::state::{PublicTable, Texas42};
use kernel::{Seat, Side, Sight};
use pieces::DominoSet;

/// A seat in a hand, with its view.
#[derive(Debug, Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) seat: Seat,
    pub(super) table: &'a PublicTable,
    pub(super) hand: &'a Hand,
    /// The dominoes of the seat.
    pub(super) own: DominoSet,
    /// Its way of reading the others.
    pub(super) reading: Reading,
    /// Whether chances are corrected by what came of them. People are told corrected chances; a bot
    /// only compares them, and does so as they are imagined.
    pub(super) is_told: bool,
}

/// The way in which a seat interprets the calls, names and plays of the others, and imagines their
/// next ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// By guessed rules of thumb, as if everybody bid on trumps.
    ByRule,
    /// By the counts of play between experts (`bot/calls.txt`), with nello and sevens.
    Counted,
}

impl<'a> Situation<'a> {
    /// The situation; `None` if no hand is in play, or if the table lacks the seat.
    pub(super) fn new(sight: &Sight<'a, Texas42>) -> Option<Situation<'a>> {
        let view = sight.view.value();
        (sight.seat.index() < SEATS).then_some(())?;
        let hand = view.table.hand.as_ref()?;
        // Too few calls over marks were counted to imagine the auctions of tables that play nello
        // or sevens, where marks are common; and what is told in the play is not shown to be better
        // yet.
        let options = &view.table.options;
        let is_counted = !options.nello && !options.sevens && hand.declaration.is_none();
        Some(Situation {
            seat: sight.seat,
            table: &view.table,
            hand,
            own: view.own?,
            reading: if is_counted {
                Reading::Counted
            } else {
                Reading::ByRule
            },
            is_told: is_counted,
        })
    }

    pub(super) const fn options(&self) -> &'a Options {
        &self.table.options
    }

    /// The side of the seat.
    pub(super) const fn side(&self) -> Side {
        side_of(self.seat)
    }

    /// The pledge and its contract; `None` before the declaration.
    pub(super) fn pledge(&self) -> Option<(Pledge, Contract)> {
        let pledge = self.hand.pledge()?;
        Some((pledge, self.options().contract(pledge.declaration)))
    }

    /// The ways in which the unseen dominoes can be dealt to the other seats, in order.
    pub(super) fn worlds(&self) -> Worlds {
        let played: DominoSet = self.hand.plays().map(|play| play.domino).collect();
        let clues = clues(self.hand, self.hand.contract(self.options()));
        Worlds::new(
            DominoSet::FULL - played - self.own,
            self.others().map(|seat| clues[seat]),
        )
    }

    /// The other seats, in order.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let own = self.seat;
        Seat::all(SEATS as u8).filter(move |&seat| seat != own)
    }

    /// The dominoes that each seat has played so far.
    pub(super) fn played(&self) -> [Bits; SEATS] {
        std::array::from_fn(|seat| self.hand.played_by(Seat(seat as u8)).bits())
    }

    /// The hand from its first lead, if the seats were dealt this.
    pub(super) fn dealt_out(&self, dealt: [Bits; SEATS]) -> Option<Playout> {
        let (pledge, _) = self.pledge()?;
        Some(Playout::of_pledge(self.options(), pledge, dealt))
    }

    /// The worth of this bid to the seat's side, by the points that the bidders take.
    pub(super) fn stakes(&self, pledge: Pledge) -> Stakes {
        Stakes::new(self.table, pledge, self.side())
    }
}

/// Whether a bid is for every trick: count does not matter then.
pub(super) const fn is_for_all_tricks(bid: Bid) -> bool {
    !matches!(bid, Bid::Points(_))
}
