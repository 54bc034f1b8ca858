//! A hand in play with all four hands known: the input of the solver.
//!
//! A position is the play alone: the contract, the bidder, all hands, the trick on the table, and
//! the points of each side. It has no bid, no score of the game and no secrets.

use super::{SEATS, Turns};
use crate::contract::Contract;
use crate::trick::{self, TRICKS};
use arrayvec::ArrayVec;
use kernel::Seat;
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The points that each side has taken; in nello the tricks, because nothing else matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Taken {
    /// By seats 0 and 2.
    pub north_south: u8,
    /// By seats 1 and 3.
    pub east_west: u8,
}

impl Taken {
    /// The points or tricks that the side of this seat has taken.
    pub const fn by_side_of(self, seat: Seat) -> u8 {
        if is_north_south(seat) {
            self.north_south
        } else {
            self.east_west
        }
    }

    /// The points or tricks that both sides have taken together.
    pub const fn total(self) -> u8 {
        self.north_south + self.east_west
    }

    const fn add(&mut self, seat: Seat, points: u8) {
        if is_north_south(seat) {
            self.north_south += points;
        } else {
            self.east_west += points;
        }
    }
}

/// A hand in play with all four hands known.
///
/// ```
/// use kernel::Seat;
/// use pieces::Domino;
/// use texas42::{Contract, Position, Suit, Taken};
///
/// let hands = ["6-6 6-5", "6-0 1-0", "6-4 2-2", "5-5 4-4"].map(|hand| hand.parse().unwrap());
/// let mut position = Position::new(Contract::Trump(Suit::Sixes), Seat(0), hands, Seat(0))?;
/// for domino in ["6-6", "6-0", "6-4", "5-5"] {
///     position.play(domino.parse().unwrap())?;
/// }
/// assert_eq!(position.taken(), Taken { north_south: 21, east_west: 0 });
/// assert_eq!(position.to_move(), Some(Seat(0)));
/// # Ok::<(), texas42::PositionFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    contract: Contract,
    bidder: Seat,
    hands: [DominoSet; SEATS],
    leader: Seat,
    trick: ArrayVec<Domino, SEATS>,
    taken: Taken,
}

impl Position {
    /// A position before a trick, with equal hands of up to seven dominoes; nothing is taken yet.
    ///
    /// In nello the hand of the bidder's partner lies out and is ignored.
    pub fn new(
        contract: Contract,
        bidder: Seat,
        hands: [DominoSet; SEATS],
        leader: Seat,
    ) -> Result<Position, PositionFault> {
        for seat in [bidder, leader] {
            if seat.index() >= SEATS {
                return Err(PositionFault::NoSuchSeat { seat });
            }
        }
        let mut position = Position {
            contract,
            bidder,
            hands,
            leader,
            trick: ArrayVec::new(),
            taken: Taken::default(),
        };
        if let Some(partner) = position.sits_out() {
            if leader == partner {
                return Err(PositionFault::SitsOut { seat: leader });
            }
            position.hands[partner.index()] = DominoSet::EMPTY;
        }
        position.check_hands()?;
        Ok(position)
    }

    /// Returns the same position with this much taken in earlier tricks.
    pub fn with_taken(mut self, taken: Taken) -> Result<Position, PositionFault> {
        let most = match self.contract {
            Contract::Nello(_) => TRICKS as u8,
            _ => trick::HAND_POINTS as u8,
        };
        let fits = |taken: Taken| {
            let sum = u32::from(taken.north_south) + u32::from(taken.east_west);
            sum + u32::from(self.at_stake()) <= u32::from(most)
        };
        if !fits(taken) {
            return Err(PositionFault::TooMuchTaken { most });
        }
        self.taken = taken;
        Ok(self)
    }

    /// The contract.
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// The winner of the auction.
    pub const fn bidder(&self) -> Seat {
        self.bidder
    }

    /// The dominoes that each seat still holds.
    pub const fn hands(&self) -> &[DominoSet; SEATS] {
        &self.hands
    }

    /// The seat that led, or will lead, the trick.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The unfinished trick, in order of play.
    pub fn trick(&self) -> &[Domino] {
        &self.trick
    }

    /// The points or tricks that each side has taken so far.
    pub const fn taken(&self) -> Taken {
        self.taken
    }

    /// The seat whose dominoes lie out: the bidder's partner in nello.
    pub const fn sits_out(&self) -> Option<Seat> {
        self.turns().sits_out()
    }

    /// The order in which the seats play.
    pub(crate) const fn turns(&self) -> Turns {
        Turns::new(self.contract, self.bidder)
    }

    /// The seat in turn; `None` when all dominoes are played.
    pub fn to_move(&self) -> Option<Seat> {
        let seat = self.seats_in_turn().nth(self.trick.len())?;
        (!self.hands[seat.index()].is_empty()).then_some(seat)
    }

    /// The dominoes that may be played now; empty when all are played.
    pub fn legal_plays(&self) -> DominoSet {
        match self.to_move() {
            Some(seat) => {
                let hand = self.hands[seat.index()];
                self.contract.legal_plays(hand, self.trick.first().copied())
            }
            None => DominoSet::EMPTY,
        }
    }

    /// Plays a domino for the seat in turn; a full trick goes to its winner.
    pub fn play(&mut self, domino: Domino) -> Result<(), PositionFault> {
        let seat = self.to_move().ok_or(PositionFault::Over)?;
        if !self.hands[seat.index()].contains(domino) {
            return Err(PositionFault::NotInHand { seat, domino });
        }
        let legal = self.legal_plays();
        if !legal.contains(domino) {
            return Err(PositionFault::Illegal {
                seat,
                domino,
                legal,
            });
        }
        self.hands[seat.index()].remove(domino);
        self.trick.push(domino);
        if self.trick.len() == self.contract.trick_size() {
            self.finish_trick();
        }
        Ok(())
    }

    /// The seats that play to this trick, in order.
    pub(crate) fn seats_in_turn(&self) -> impl Iterator<Item = Seat> + use<> {
        self.turns().from(self.leader)
    }

    /// The points or tricks that are still in play, including the trick on the table.
    pub(crate) fn at_stake(&self) -> u8 {
        let dominoes = self
            .hands
            .iter()
            .fold(DominoSet::EMPTY, |all, &hand| all | hand);
        let size = self.contract.trick_size();
        let tricks = ((dominoes.len() + self.trick.len()) / size) as u8;
        match self.contract {
            Contract::Nello(_) => tricks,
            _ => {
                let on_table: DominoSet = self.trick.iter().copied().collect();
                tricks + trick::count_of(dominoes | on_table)
            }
        }
    }

    fn finish_trick(&mut self) {
        let place = self.contract.winner(&self.trick).unwrap_or(0);
        let winner = self.seats_in_turn().nth(place).unwrap_or(self.leader);
        let count = match self.contract {
            Contract::Nello(_) => 0,
            _ => self.trick.iter().map(|&domino| trick::count(domino)).sum(),
        };
        self.taken.add(winner, 1 + count);
        self.leader = winner;
        self.trick.clear();
    }

    fn check_hands(&self) -> Result<(), PositionFault> {
        let mut seen = DominoSet::EMPTY;
        let wanted = self.hands[self.leader.index()].len();
        for seat in self.seats_in_turn() {
            let hand = self.hands[seat.index()];
            if let Some(domino) = (hand & seen).first() {
                return Err(PositionFault::HeldTwice { domino });
            }
            seen |= hand;
            if hand.len() != wanted || wanted > TRICKS {
                let found = hand.len();
                return Err(PositionFault::HandSize { seat, found });
            }
        }
        Ok(())
    }
}

/// Whether the seat is 0 or 2.
pub(crate) const fn is_north_south(seat: Seat) -> bool {
    seat.0.is_multiple_of(2)
}

/// The reasons why a position is impossible, or a domino cannot be played in it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum PositionFault {
    /// A seat beyond the table.
    #[error("a seat must be 0 to 3, not {seat}")]
    NoSuchSeat { seat: Seat },
    /// The bidder's partner leads in nello.
    #[error("seat {seat} must not lead: the bidder's partner sits out in nello")]
    SitsOut { seat: Seat },
    /// The same domino in two hands.
    #[error("{domino} must be in one hand only")]
    HeldTwice { domino: Domino },
    /// Hands of different sizes, or of more than seven dominoes.
    #[error(
        "seat {seat} holds {found} dominoes, but everyone must hold the same number, at most seven"
    )]
    HandSize { seat: Seat, found: usize },
    /// More is taken than the hand can hold.
    #[error("the points taken and the points still in play must be at most {most} together")]
    TooMuchTaken { most: u8 },
    /// All dominoes are played.
    #[error("the hand is over: no domino is left to play")]
    Over,
    /// The seat whose turn it is does not hold the domino.
    #[error("seat {seat} must hold {domino}")]
    NotInHand { seat: Seat, domino: Domino },
    /// The seat must play something else.
    #[error("seat {seat} must not play {domino}, only {legal}")]
    Illegal {
        seat: Seat,
        domino: Domino,
        legal: DominoSet,
    },
}

impl PositionFault {
    /// A stable code of the fault, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            PositionFault::NoSuchSeat { .. } => "no_such_seat",
            PositionFault::SitsOut { .. } => "sits_out",
            PositionFault::HeldTwice { .. } => "held_twice",
            PositionFault::HandSize { .. } => "hand_size",
            PositionFault::TooMuchTaken { .. } => "too_much_taken",
            PositionFault::Over => "hand_over",
            PositionFault::NotInHand { .. } => "not_in_hand",
            PositionFault::Illegal { .. } => "must_follow_suit",
        }
    }
}
