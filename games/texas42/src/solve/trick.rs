//! A trick under way in the search.
//!
//! Seats are numbered here by their turn: 0 leads. The legal plays of each seat are computed once,
//! when the lead is known.

use super::deal::Deal;
use crate::play::{Bits, PLACES, SEATS};

/// The parts that stay the same while a trick's dominoes are played.
pub(super) struct Trick {
    /// The dominoes that each seat may play, by turn.
    pub(super) legal: [Bits; SEATS],
    /// Dominoes that need not be tried, because an equal one of the same hand is.
    pub(super) spare: Bits,
    /// For each domino, those that beat it in this trick.
    pub(super) above: &'static [Bits; PLACES],
    /// The seats, by turn.
    seats: [u8; SEATS],
}

/// The progress of a trick, in one word that fits a register.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// The dominoes still in the hands.
    pub(super) in_play: Bits,
    /// The domino that holds the trick.
    best: u8,
    /// Its seat, by turn.
    holder: u8,
    /// The number of seats that have played.
    n_played: u8,
    /// The points of the trick.
    points: u8,
}

impl Trick {
    #[inline(always)]
    pub(super) fn new(
        deal: &Deal,
        hands: &[Bits; SEATS],
        spare: Bits,
        leader: usize,
        lead: usize,
    ) -> Trick {
        let seats = deal.turns[leader % SEATS];
        let led = deal.led(lead);
        let follows = deal.table.follows[led];
        Trick {
            legal: seats.map(|seat| deal.legal(hands[usize::from(seat) % SEATS], follows)),
            spare,
            above: &deal.table.above[led],
            seats,
        }
    }

    /// The standing once the lead is on the table.
    #[inline]
    pub(super) fn led(&self, deal: &Deal, in_play: Bits, lead: usize) -> Standing {
        Standing {
            in_play: in_play & !(1 << lead),
            best: lead as u8,
            holder: 0,
            n_played: 1,
            points: 1 + deal.count(lead),
        }
    }

    /// The standing once the next in turn has played this domino.
    #[inline]
    pub(super) fn played(&self, deal: &Deal, standing: Standing, domino: usize) -> Standing {
        let takes = self.above[standing.best()] >> domino & 1 == 1;
        Standing {
            in_play: standing.in_play & !(1 << domino),
            best: if takes { domino as u8 } else { standing.best },
            holder: if takes {
                standing.n_played
            } else {
                standing.holder
            },
            n_played: standing.n_played + 1,
            points: standing.points + deal.count(domino),
        }
    }

    /// The dominoes that the seat in turn may play, without equals.
    #[inline]
    pub(super) fn choice(&self, standing: Standing) -> Bits {
        self.legal[standing.n_played() % SEATS] & !self.spare
    }

    /// The seat in turn.
    #[inline]
    pub(super) fn seat(&self, standing: Standing) -> usize {
        usize::from(self.seats[standing.n_played() % SEATS])
    }

    /// The seat that holds the trick.
    #[inline]
    pub(super) fn holder(&self, standing: Standing) -> usize {
        usize::from(self.seats[usize::from(standing.holder) % SEATS])
    }

    /// Whether nobody of the other side can take the trick from its holder's side, with partners
    /// opposite each other.
    #[inline]
    pub(super) fn is_decided(&self, standing: Standing) -> bool {
        let [_, second, third, fourth] = self.legal;
        let rivals = match (standing.n_played, standing.holder % 2) {
            (1, _) => second | fourth,
            (2, 1) => third,
            (2 | 3, 0) => fourth,
            _ => 0,
        };
        rivals & self.above[standing.best()] == 0
    }

    /// The strongest domino in this trick of a domino and a set.
    #[inline]
    pub(super) fn strongest(&self, domino: usize, set: Bits) -> usize {
        let mut top = domino;
        while set & self.above[top] != 0 {
            top = crate::play::lowest(set & self.above[top]);
        }
        top
    }
}

impl Standing {
    /// The domino that holds the trick.
    #[inline]
    pub(super) fn best(self) -> usize {
        usize::from(self.best) % PLACES
    }

    /// Whether the side of the seat in turn holds the trick, with partners opposite each other.
    #[inline]
    pub(super) fn is_own(self) -> bool {
        (self.holder ^ self.n_played).is_multiple_of(2)
    }

    /// The number of seats that have played.
    #[inline]
    pub(super) fn n_played(self) -> usize {
        usize::from(self.n_played)
    }

    /// The points of the trick.
    #[inline]
    pub(super) fn points(self) -> i32 {
        i32::from(self.points)
    }
}
