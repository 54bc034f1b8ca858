//! The public part of a hand: the auction, the declaration and the tricks.
//!
//! [`score`](crate::score) computes its worth. The dominoes that seats still hold are never here.

use crate::auction::Auction;
use crate::bid::Bid;
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::options::{Options, PlungeLeader};
use crate::sides::{SEATS, partner_of, side_of};
use crate::trick::{TRICKS, TrickTally, trick_tally};
use arrayvec::ArrayVec;
use kernel::{Seat, Side};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};

/// The obligation of the winner of the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledge {
    /// The winner of the auction.
    pub bidder: Seat,
    /// The bid.
    pub bid: Bid,
    /// The declaration.
    pub declaration: Declaration,
}

impl Pledge {
    /// The side that must make the bid.
    pub const fn side(&self) -> Side {
        side_of(self.bidder)
    }

    /// The seat that leads the first trick.
    pub const fn first_leader(&self, after_plunge: PlungeLeader) -> Seat {
        match after_plunge {
            PlungeLeader::Partner if self.bid.partner_names() => partner_of(self.bidder),
            _ => self.bidder,
        }
    }
}

/// A domino on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The seat that played it.
    pub seat: Seat,
    /// The domino.
    pub domino: Domino,
}

/// The dominoes of one trick, in order of play.
pub type Plays = ArrayVec<Play, { SEATS as usize }>;

/// A complete trick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trick {
    /// The plays, the lead first.
    pub plays: Plays,
    /// The winner.
    pub winner: Seat,
}

impl Trick {
    /// The trick of these plays; `None` if there are none.
    pub fn new(contract: Contract, plays: Plays) -> Option<Trick> {
        let winner = plays[contract.winner(&dominoes(&plays))?].seat;
        Some(Trick { plays, winner })
    }

    /// The points, item by item.
    pub fn tally(&self) -> TrickTally {
        trick_tally(&dominoes(&self.plays))
    }

    /// The points: the sum of its items.
    pub fn points(&self) -> u8 {
        // One for the trick and at most four counts of 5 or 10.
        self.tally().total() as u8
    }
}

/// The complete tricks of a hand.
pub type Tricks = ArrayVec<Trick, TRICKS>;

/// A hand in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// The auction.
    pub auction: Auction,
    /// The declaration, once it is named.
    pub declaration: Option<Declaration>,
    /// The complete tricks.
    pub tricks: Tricks,
    /// The trick in play.
    pub open: Plays,
    /// The seat that laid down the rest, if one did.
    pub laid_down: Option<Seat>,
}

impl Hand {
    /// The number of dominoes dealt to a seat.
    pub const DEALT: usize = TRICKS;

    /// A hand before its auction.
    pub const fn new(shaker: Seat) -> Hand {
        Hand {
            auction: Auction::new(shaker),
            declaration: None,
            tricks: ArrayVec::new_const(),
            open: ArrayVec::new_const(),
            laid_down: None,
        }
    }

    /// The pledge, once the declaration is named.
    pub fn pledge(&self) -> Option<Pledge> {
        let (bidder, bid) = self.auction.standing()?;
        Some(Pledge {
            bidder,
            bid,
            declaration: self.declaration?,
        })
    }

    /// The contract, once the declaration is named.
    pub fn contract(&self, options: &Options) -> Option<Contract> {
        Some(options.contract(self.declaration?))
    }

    /// The domino that was led to the trick in play.
    pub fn lead(&self) -> Option<Domino> {
        self.open.first().map(|play| play.domino)
    }

    /// Every played domino, oldest first.
    pub fn plays(&self) -> impl Iterator<Item = Play> {
        let complete = self.tricks.iter().flat_map(|trick| &trick.plays);
        complete.chain(&self.open).copied()
    }

    /// The dominoes that a seat has played.
    pub fn played_by(&self, seat: Seat) -> DominoSet {
        self.plays()
            .filter(|play| play.seat == seat)
            .map(|play| play.domino)
            .collect()
    }

    /// The number of dominoes that a seat holds.
    pub fn held(&self, seat: Seat) -> usize {
        Hand::DEALT - self.played_by(seat).len().min(Hand::DEALT)
    }
}

fn dominoes(plays: &Plays) -> ArrayVec<Domino, { SEATS as usize }> {
    plays.iter().map(|play| play.domino).collect()
}
