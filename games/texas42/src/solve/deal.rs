//! One deal as the search sees it: the parts that do not change during the search.

use crate::contract::Contract;
use crate::play::{Bits, PLACES, Position, SEATS, TrickTable, nearest_to_seven};
use crate::trick::COUNTS;
use arrayvec::ArrayVec;
use kernel::Seat;

/// One deal, and the position in question.
pub(super) struct Deal {
    pub(super) table: &'static TrickTable,
    /// The dominoes of each seat, including those in the unfinished trick.
    pub(super) hands: [Bits; SEATS],
    /// The leader of the trick.
    pub(super) leader: usize,
    /// The unfinished trick, in order of play.
    pub(super) played: ArrayVec<usize, SEATS>,
    /// The points that can still be taken.
    pub(super) left: i32,
    /// For each leader, the seats in turn.
    pub(super) turns: [[u8; SEATS]; SEATS],
    /// The number of seats that play.
    pub(super) size: usize,
    pub(super) style: Style,
    counts: &'static [u8; PLACES],
    /// The seats of the attack, bit `i` for seat `i`.
    attackers: u8,
    /// The seats whose tricks count as taken by the attack.
    takers: u8,
}

/// The aim of good play under a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Tricks are good: trumps and follow me.
    Taking,
    /// Tricks are bad for the bidder: nello.
    Avoiding,
    /// Tricks are good, but there is hardly a choice: sevens.
    Forced,
}

impl Deal {
    pub(super) fn new(position: &Position) -> Deal {
        let contract = position.contract();
        let mut hands = position.hands().map(|hand| hand.bits());
        for (&domino, seat) in position.trick().iter().zip(position.seats_in_turn()) {
            hands[seat.index()] |= 1 << domino.index();
        }
        let bidder = 1 << position.bidder().index();
        let (style, counts, attackers, takers) = match contract {
            Contract::Nello(_) => (Style::Avoiding, &NO_COUNTS, !bidder, bidder),
            Contract::Sevens => (Style::Forced, &COUNTS, NORTH_SOUTH, NORTH_SOUTH),
            _ => (Style::Taking, &COUNTS, NORTH_SOUTH, NORTH_SOUTH),
        };
        Deal {
            table: contract.table(),
            hands,
            leader: position.leader().index(),
            played: position
                .trick()
                .iter()
                .map(|domino| domino.index())
                .collect(),
            left: i32::from(position.at_stake()),
            turns: turns(position),
            size: contract.trick_size(),
            style,
            counts,
            attackers,
            takers,
        }
    }

    /// Whether the seat belongs to the attack.
    #[inline]
    pub(super) fn attacks(&self, seat: usize) -> bool {
        self.attackers >> seat & 1 == 1
    }

    /// Whether a trick of this seat counts as taken by the attack.
    #[inline]
    pub(super) fn gains(&self, seat: usize) -> bool {
        self.takers >> seat & 1 == 1
    }

    /// The index of the suit that a domino leads.
    #[inline]
    pub(super) fn led(&self, domino: usize) -> usize {
        usize::from(self.table.led[domino] & 7)
    }

    /// The points that a domino adds to a trick.
    #[inline]
    pub(super) fn count(&self, domino: usize) -> u8 {
        self.counts[domino]
    }

    /// The dominoes of a hand that may be played if this set follows suit.
    #[inline]
    pub(super) fn legal(&self, hand: Bits, follows: Bits) -> Bits {
        if self.style == Style::Forced {
            return nearest_to_seven(hand);
        }
        let following = hand & follows;
        if following == 0 { hand } else { following }
    }
}

/// Seats 0 and 2.
const NORTH_SOUTH: u8 = 0b0101;

/// In nello only tricks matter.
static NO_COUNTS: [u8; PLACES] = [0; PLACES];

/// For each leader, the seats in turn; places beyond the trick's size are never used.
fn turns(position: &Position) -> [[u8; SEATS]; SEATS] {
    std::array::from_fn(|leader| {
        let mut turns = [0; SEATS];
        let seats = position.turns().from(Seat(leader as u8));
        for (turn, seat) in turns.iter_mut().zip(seats) {
            *turn = seat.0;
        }
        turns
    })
}
