//! The order of turns: everybody plays, except the bidder's partner in nello.

use crate::contract::Contract;
use crate::sides::{SEATS, partner_of};
use kernel::Seat;

/// The order in which seats play under a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turns {
    sits_out: Option<Seat>,
}

impl Turns {
    /// The turns of this contract if this seat has won the auction.
    pub(crate) const fn new(contract: Contract, bidder: Seat) -> Turns {
        let sits_out = match contract {
            Contract::Nello(_) => Some(partner_of(bidder)),
            _ => None,
        };
        Turns { sits_out }
    }

    /// The seat whose dominoes lie out: the bidder's partner in nello.
    pub(crate) const fn sits_out(self) -> Option<Seat> {
        self.sits_out
    }

    /// The seat that plays after this one.
    pub(crate) fn after(self, seat: Seat) -> Seat {
        let left = seat.left(SEATS);
        if self.sits_out == Some(left) {
            left.left(SEATS)
        } else {
            left
        }
    }

    /// The seats that play to a trick, the leader first.
    pub(crate) fn from(self, leader: Seat) -> impl Iterator<Item = Seat> + use<> {
        (0..SEATS)
            .map(move |step| Seat((leader.0 + step) % SEATS))
            .filter(move |&seat| Some(seat) != self.sits_out)
    }
}
