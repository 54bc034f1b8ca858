//! A hand in play with all hands known, fast enough to be played out a million times a minute.
//!
//! [`Position`](crate::Position) checks every play and serves the solver. This type checks nothing,
//! and keeps the public information beside the hands, which lets a [`habit`](super::habit) choose
//! by what its seat may know.

use super::situation::is_for_all_tricks;
use crate::contract::Contract;
use crate::hand::Pledge;
use crate::options::Options;
use crate::play::{Bits, PLACES, Position, SEATS, Taken, TrickTable, Turns, ruled_out, set};
use crate::trick::COUNTS;
use arrayvec::ArrayVec;
use kernel::Seat;
use pieces::{Domino, DominoSet};

/// A hand in play.
#[derive(Debug, Clone)]
pub(super) struct Playout {
    pub(super) contract: Contract,
    pub(super) table: &'static TrickTable,
    /// The dominoes of each seat. A habit looks at its own only.
    pub(super) hands: [Bits; SEATS],
    turns: Turns,
    pub(super) bidder: usize,
    /// The seat that named trump and therefore has most of it: the bidder, or the partner after a
    /// plunge or splash.
    pub(super) namer: usize,
    /// Whether the bid is for every trick: count does not matter then.
    pub(super) all_tricks: bool,
    /// The seat in turn.
    pub(super) turn: usize,
    /// The dominoes on the table, in order.
    pub(super) trick: ArrayVec<u8, SEATS>,
    /// The leader of the trick.
    pub(super) leader: usize,
    /// The domino that holds the trick, and its seat.
    pub(super) best: usize,
    pub(super) holder: usize,
    /// The worth of the trick so far: one, and its count.
    pub(super) worth: u8,
    /// Every domino that has been played.
    pub(super) seen: Bits,
    /// The dominoes that each seat has shown not to hold.
    pub(super) lacks: [Bits; SEATS],
    /// The points that the sides have taken; in nello, the tricks.
    pub(super) taken: [u8; 2],
}

impl Playout {
    /// The hand of a pledge at a table, before the first lead.
    pub(super) fn of_pledge(options: &Options, pledge: Pledge, hands: [Bits; SEATS]) -> Playout {
        let playout = Playout::new(
            options.contract(pledge.declaration),
            pledge.bidder,
            pledge.first_leader(options.plunge_leader),
            is_for_all_tricks(pledge.bid),
            hands,
        );
        let namer = if pledge.bid.partner_names() {
            (playout.bidder + 2) % SEATS
        } else {
            playout.bidder
        };
        Playout { namer, ..playout }
    }

    /// A hand before its first lead, where the bidder names.
    pub(super) fn new(
        contract: Contract,
        bidder: Seat,
        leader: Seat,
        all_tricks: bool,
        hands: [Bits; SEATS],
    ) -> Playout {
        let turns = Turns::new(contract, bidder);
        let mut hands = hands;
        if let Some(partner) = turns.sits_out() {
            hands[partner.index()] = 0;
        }
        Playout {
            contract,
            table: contract.table(),
            hands,
            turns,
            bidder: bidder.index() % SEATS,
            namer: bidder.index() % SEATS,
            all_tricks,
            turn: leader.index() % SEATS,
            trick: ArrayVec::new(),
            leader: leader.index() % SEATS,
            best: 0,
            holder: 0,
            worth: 0,
            seen: 0,
            lacks: [0; SEATS],
            taken: [0; 2],
        }
    }

    /// Whether every domino has been played.
    pub(super) fn is_over(&self) -> bool {
        self.hands[self.turn] == 0
    }

    /// The suit that was led.
    #[inline]
    pub(super) fn led(&self) -> Option<usize> {
        let lead = usize::from(*self.trick.first()?) % PLACES;
        Some(usize::from(self.table.led[lead] & 7))
    }

    /// The dominoes that the seat in turn may play.
    pub(super) fn legal(&self) -> Bits {
        let hand = self.hands[self.turn];
        if self.contract == Contract::Sevens {
            return self.contract.legal_plays(set(hand), None).bits();
        }
        let Some(led) = self.led() else { return hand };
        let following = hand & self.table.follows[led];
        if following == 0 { hand } else { following }
    }

    /// Plays a domino of the seat in turn.
    pub(super) fn play(&mut self, domino: usize) {
        let bit = 1 << domino;
        let seat = self.turn;
        let lead = self.trick.first().map(|&lead| lead.into());
        self.lacks[seat] |= ruled_out(self.contract, lead, domino);
        match self.led() {
            None => {
                self.leader = seat;
                self.worth = 1;
                (self.best, self.holder) = (domino, seat);
            }
            Some(led) => {
                if self.table.above[led][self.best] & bit != 0 {
                    (self.best, self.holder) = (domino, seat);
                }
            }
        }
        self.worth += self.count(domino);
        self.hands[seat] &= !bit;
        self.seen |= bit;
        self.trick.push(domino as u8);
        if self.trick.len() == self.contract.trick_size() {
            let taken = &mut self.taken[self.holder % 2];
            *taken = taken.saturating_add(self.worth);
            self.trick.clear();
            self.worth = 0;
            self.turn = self.holder;
        } else {
            self.turn = self.after(seat);
        }
    }

    /// Forgets the dominoes of earlier tricks, and who was out of which suit.
    pub(super) fn forget(&mut self) {
        self.seen = self.trick.iter().fold(0, |seen, domino| seen | 1 << domino);
        self.lacks = [0; SEATS];
    }

    /// The points or tricks that the bidder's side has taken.
    pub(super) fn taken_by_bidders(&self) -> u8 {
        self.taken[self.bidder % 2]
    }

    /// The count of a domino: 0 in nello.
    #[inline]
    pub(super) fn count(&self, domino: usize) -> u8 {
        match self.contract {
            Contract::Nello(_) => 0,
            _ => COUNTS[domino % PLACES],
        }
    }

    /// The seat that plays after this one.
    pub(super) fn after(&self, seat: usize) -> usize {
        self.turns.after(Seat(seat as u8)).index()
    }

    /// The seats that play to this trick after the one in turn.
    pub(super) fn later(&self) -> impl Iterator<Item = usize> + use<> {
        let size = self.contract.trick_size();
        let seats = self.turns.from(Seat(self.turn as u8)).skip(1);
        seats.map(Seat::index).take(size - 1 - self.trick.len())
    }

    /// The state as a position for the solver.
    pub(super) fn position(&self) -> Option<Position> {
        let mut hands: [DominoSet; SEATS] = self.hands.map(set);
        let mut seat = self.leader;
        for &domino in &self.trick {
            hands[seat] |= DominoSet::only(Domino::from_index(domino.into())?);
            seat = self.after(seat);
        }
        let leader = if self.trick.is_empty() {
            self.turn
        } else {
            self.leader
        };
        let position = Position::new(
            self.contract,
            Seat(self.bidder as u8),
            hands,
            Seat(leader as u8),
        );
        let taken = Taken {
            north_south: self.taken[0],
            east_west: self.taken[1],
        };
        let mut position = position.ok()?.with_taken(taken).ok()?;
        for &domino in &self.trick {
            position.play(Domino::from_index(domino.into())?).ok()?;
        }
        Some(position)
    }
}
