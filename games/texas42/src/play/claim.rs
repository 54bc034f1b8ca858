//! Lay-down claims: is it certain that no more tricks can be lost?
//!
//! The question is about what the claimant has seen, never about the truth: a [`Claim`] holds only
//! the claimant's own hand and the dominoes on the table. Therefore neither a yes nor a refusal can
//! reveal anything about a hidden hand. The evidence of the play is used (who failed to follow
//! which suit). The evidence of the bidding is not, which can only make the answer more careful.
//!
//! The answer comes from a search through everything that the other seats may still play in some
//! deal, and from one argument that saves most of it: a leader whose dominoes no unseen domino can
//! beat wins to the end. The search stops after [`CLAIM_BUDGET`] positions and then says no. A yes
//! is therefore always proved. A no means that the claim fails or, with three or more tricks left
//! and the claimant not on lead or in nello, that the proof may be too long.

mod fault;
mod proof;

pub use fault::ClaimFault;

use super::trick_table::{Bits, TrickTable};
use super::void::ruled_out;
use super::{SEATS, Turns};
use crate::contract::Contract;
use crate::sides::side_of;
use crate::trick::TRICKS;
use arrayvec::ArrayVec;
use kernel::Seat;
use pieces::{Domino, DominoSet};
use proof::{Claimant, Proof};

/// The most positions that the proof of a claim may take, which is some milliseconds.
pub const CLAIM_BUDGET: u32 = 50_000;

/// The knowledge of a claimant: the hand so far, and the dominoes still held.
///
/// ```
/// use kernel::Seat;
/// use texas42::{Contract, Suit, Claim};
///
/// // Seven trumps: nothing can be lost, however they are led.
/// let hand = "6-6 6-5 6-4 6-3 6-2 6-1 6-0".parse().unwrap();
/// let sixes = Contract::Trump(Suit::Sixes);
/// let claim = Claim::new(sixes, Seat(2), Seat(2), Seat(2), hand, &[])?;
/// assert!(claim.is_certain());
///
/// // The 6-0 is out: it must be drawn before the double five is safe.
/// let hand = "6-6 6-5 6-4 6-3 6-2 6-1 5-5".parse().unwrap();
/// let claim = Claim::new(sixes, Seat(2), Seat(2), Seat(2), hand, &[])?;
/// assert!(!claim.is_certain());
/// assert!(claim.can_force());
/// # Ok::<(), texas42::ClaimFault>(())
/// ```
#[derive(Debug, Clone)]
pub struct Claim {
    contract: Contract,
    turns: Turns,
    bidder: usize,
    claimant: usize,
    seen: Evidence,
}

/// The play as the claimant sees it.
#[derive(Debug, Clone)]
struct Evidence {
    /// The dominoes of the claimant.
    own: Bits,
    /// The dominoes that the other seats hold between them.
    unseen: Bits,
    /// The dominoes that each seat has shown not to hold.
    lacks: [Bits; SEATS],
    /// The number of dominoes that each seat holds.
    sizes: [usize; SEATS],
    leader: usize,
    /// The unfinished trick.
    trick: ArrayVec<Domino, SEATS>,
}

impl Claim {
    /// The knowledge of `claimant` if `leader` led the first trick, all seats played these dominoes
    /// in this order, and this hand is left.
    pub fn new(
        contract: Contract,
        bidder: Seat,
        leader: Seat,
        claimant: Seat,
        hand: DominoSet,
        plays: &[Domino],
    ) -> Result<Claim, ClaimFault> {
        for seat in [bidder, leader, claimant] {
            if seat.index() >= SEATS {
                return Err(ClaimFault::NoSuchSeat { seat });
            }
        }
        let turns = Turns::new(contract, bidder);
        // Only the bidding side may claim, except a partner who sits out.
        if side_of(claimant) != side_of(bidder) || turns.sits_out() == Some(claimant) {
            return Err(ClaimFault::NotBidding { seat: claimant });
        }
        if turns.sits_out() == Some(leader) {
            return Err(ClaimFault::Impossible);
        }
        let mut claim = Claim {
            contract,
            turns,
            bidder: bidder.index(),
            claimant: claimant.index(),
            seen: Evidence {
                own: hand.bits(),
                unseen: (DominoSet::FULL - hand).bits(),
                lacks: [0; SEATS],
                sizes: [TRICKS; SEATS],
                leader: leader.index(),
                trick: ArrayVec::new(),
            },
        };
        claim.watch(plays)?;
        Ok(claim)
    }

    /// Whether the claim holds in every consistent deal and every legal line, even if the claimant
    /// errs.
    ///
    /// The claim is that the claimant's side takes all remaining tricks, or that the bidder takes
    /// none in nello.
    pub fn is_certain(&self) -> bool {
        self.holds(Claimant::PlaysAnything)
    }

    /// Whether the claimant can force the claim in every consistent deal, whatever all others play:
    /// for example by drawing the trumps first.
    ///
    /// True whenever [`Claim::is_certain`] is.
    pub fn can_force(&self) -> bool {
        self.holds(Claimant::PlaysWell)
    }

    fn holds(&self, claimant: Claimant) -> bool {
        Proof::new(self, claimant).holds(&self.seen)
    }

    /// Follows the play so far; `seen.own` holds the claimant's remaining dominoes.
    fn watch(&mut self, plays: &[Domino]) -> Result<(), ClaimFault> {
        for &domino in plays {
            let bit = 1 << domino.index();
            if self.seen.unseen & bit == 0 {
                return Err(ClaimFault::SeenTwice { domino });
            }
            let seat = self.turn(&self.seen);
            if self.seen.sizes[seat] == 0 {
                return Err(ClaimFault::Impossible);
            }
            let mut next = self.played(&self.seen, domino);
            next.unseen &= !bit;
            self.seen = next;
            if self.seen.trick.len() == self.contract.trick_size() {
                self.finish_trick();
            }
        }
        let found = self.seen.own.count_ones() as usize;
        let wanted = self.seen.sizes[self.claimant];
        if found != wanted {
            return Err(ClaimFault::HandSize { wanted, found });
        }
        if self.seen.own & self.seen.lacks[self.claimant] != 0 || !self.is_possible(&self.seen) {
            return Err(ClaimFault::Impossible);
        }
        Ok(())
    }

    fn finish_trick(&mut self) {
        let winner = self.winner(&self.seen);
        self.seen.leader = winner;
        self.seen.trick.clear();
    }

    /// The seat in turn.
    fn turn(&self, seen: &Evidence) -> usize {
        self.seat_at(seen.leader, seen.trick.len())
    }

    /// The seat that plays at this place of a trick.
    fn seat_at(&self, leader: usize, place: usize) -> usize {
        let mut seats = self.turns.from(Seat(leader as u8));
        seats.nth(place).map_or(leader, Seat::index)
    }

    /// The seat that wins the trick as it lies.
    fn winner(&self, seen: &Evidence) -> usize {
        let place = self.contract.winner(&seen.trick).unwrap_or(0);
        self.seat_at(seen.leader, place)
    }

    /// Whether the claim is lost if this seat takes a trick.
    fn must_not_win(&self, seat: usize) -> bool {
        match self.contract {
            Contract::Nello(_) => seat == self.bidder,
            _ => seat % 2 != self.bidder % 2,
        }
    }

    /// The evidence after the seat in turn has played a domino.
    fn played(&self, seen: &Evidence, domino: Domino) -> Evidence {
        let seat = self.turn(seen);
        let mut next = seen.clone();
        let bit = 1 << domino.index();
        next.own &= !bit;
        next.unseen &= !bit;
        next.sizes[seat] = next.sizes[seat].saturating_sub(1);
        let lead = seen.trick.first().map(|lead| lead.index());
        next.lacks[seat] |= ruled_out(self.contract, lead, domino.index());
        next.trick.push(domino);
        next
    }

    /// Whether the unseen dominoes can be dealt to the other seats at all.
    ///
    /// By Hall's theorem they can if no set of seats must hold more than it has room for.
    fn is_possible(&self, seen: &Evidence) -> bool {
        (0..1_usize << SEATS).all(|seats| {
            let mut room = 0;
            let mut only_here = seen.unseen;
            for seat in (0..SEATS).filter(|&seat| seat != self.claimant) {
                if seats >> seat & 1 == 1 {
                    room += seen.sizes[seat];
                } else {
                    only_here &= seen.lacks[seat];
                }
            }
            only_here.count_ones() as usize <= room
        })
    }

    fn table(&self) -> &'static TrickTable {
        self.contract.table()
    }
}
