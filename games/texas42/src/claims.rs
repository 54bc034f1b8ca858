//! Lay-down claims: is it certain that no trick can be lost any more?
//!
//! The question is asked for what the claimant has seen, never for the truth:
//! a [`Witness`] holds the claimant's own hand and the dominoes on the table,
//! and nothing else, so that neither a yes nor a refusal can tell anything about
//! a hidden hand. What follows from the play is used (who failed to follow
//! which suit); what might follow from the bidding is not, which can only make
//! the answer more careful.
//!
//! The answer comes from a search through everything that the other seats may
//! still play in some deal, together with one argument that saves most of it:
//! a leader whose dominoes cannot be beaten by any unseen one wins to the end.
//! The search stops after [`CLAIM_BUDGET`] positions and then says no. So a yes is
//! always proved; a no means that the claim fails or, with three or more tricks
//! left and the claimant not on lead or in nello, that the proof may be too long.

use crate::contract::{Contract, distance_from_seven};
use crate::position::SEATS;
use crate::table::{AT_DISTANCE, Bits, Table, lowest};
use crate::trick::TRICKS;
use arrayvec::ArrayVec;
use kernel::Seat;
use pieces::{Domino, DominoSet};
use std::collections::BTreeMap;
use thiserror::Error;

/// So many positions a claim may take to prove, which is some milliseconds.
pub const CLAIM_BUDGET: u32 = 50_000;

/// What a claimant has seen: the hand so far, and the dominoes still held.
///
/// ```
/// use kernel::Seat;
/// use texas42::{Contract, Suit, Witness};
///
/// // Seven trumps: nothing can be lost, however they are led.
/// let hand = "6-6 6-5 6-4 6-3 6-2 6-1 6-0".parse().unwrap();
/// let sixes = Contract::Trump(Suit::Sixes);
/// let witness = Witness::new(sixes, Seat(2), Seat(2), Seat(2), hand, &[])?;
/// assert!(witness.is_certain());
///
/// // The 6-0 is out: it must be drawn before the double five is safe.
/// let hand = "6-6 6-5 6-4 6-3 6-2 6-1 5-5".parse().unwrap();
/// let witness = Witness::new(sixes, Seat(2), Seat(2), Seat(2), hand, &[])?;
/// assert!(!witness.is_certain());
/// assert!(witness.can_force());
/// # Ok::<(), texas42::WitnessFault>(())
/// ```
#[derive(Debug, Clone)]
pub struct Witness {
    contract: Contract,
    bidder: usize,
    claimant: usize,
    seen: Seen,
}

/// The play as the claimant sees it.
#[derive(Debug, Clone)]
struct Seen {
    /// What the claimant holds.
    own: Bits,
    /// What the other seats hold between them.
    unseen: Bits,
    /// What each seat has shown that it does not hold.
    lacks: [Bits; SEATS],
    /// How many dominoes each seat holds.
    sizes: [usize; SEATS],
    leader: usize,
    /// The unfinished trick.
    trick: ArrayVec<Domino, SEATS>,
}

/// Whose lines a claim must survive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claimant {
    /// The claimant may play anything legal.
    PlaysAnything,
    /// The claimant plays as well as the eyes allow.
    PlaysWell,
}

impl Witness {
    /// What `claimant` has seen when `leader` led the first trick, these dominoes
    /// were played in this order by all seats, and this hand is left.
    pub fn new(
        contract: Contract,
        bidder: Seat,
        leader: Seat,
        claimant: Seat,
        hand: DominoSet,
        plays: &[Domino],
    ) -> Result<Witness, WitnessFault> {
        for seat in [bidder, leader, claimant] {
            if seat.index() >= SEATS {
                return Err(WitnessFault::NoSuchSeat { seat });
            }
        }
        let mut witness = Witness {
            contract,
            bidder: bidder.index(),
            claimant: claimant.index(),
            seen: Seen {
                own: hand.bits(),
                unseen: (DominoSet::FULL - hand).bits(),
                lacks: [0; SEATS],
                sizes: [TRICKS; SEATS],
                leader: leader.index(),
                trick: ArrayVec::new(),
            },
        };
        if !witness.may_claim() {
            return Err(WitnessFault::NotBidding { seat: claimant });
        }
        if witness.sits_out(leader.index()) {
            return Err(WitnessFault::Impossible);
        }
        witness.watch(plays)?;
        Ok(witness)
    }

    /// Whether the claim holds in every deal that fits and every legal line, even if the claimant errs.
    ///
    /// The claim is that the claimant's side takes all remaining tricks, or in
    /// nello that the bidder takes none.
    pub fn is_certain(&self) -> bool {
        self.holds(Claimant::PlaysAnything)
    }

    /// Whether the claimant can make the claim come true, in every deal that fits and whatever
    /// all others play: for example by drawing the trumps first.
    ///
    /// True whenever [`Witness::is_certain`] is.
    pub fn can_force(&self) -> bool {
        self.holds(Claimant::PlaysWell)
    }

    fn holds(&self, claimant: Claimant) -> bool {
        let mut proof = Proof {
            witness: self,
            claimant,
            budget: CLAIM_BUDGET,
            known: BTreeMap::new(),
        };
        proof.holds(&self.seen)
    }

    /// Only the bidding side claims, and not with dominoes that lie out.
    fn may_claim(&self) -> bool {
        self.claimant % 2 == self.bidder % 2 && !self.sits_out(self.claimant)
    }

    fn sits_out(&self, seat: usize) -> bool {
        matches!(self.contract, Contract::Nello(_)) && seat == (self.bidder + 2) % SEATS
    }

    /// Follows the play so far; `seen.own` is what is left of the claimant's hand after it.
    fn watch(&mut self, plays: &[Domino]) -> Result<(), WitnessFault> {
        for &domino in plays {
            let bit = 1 << domino.index();
            if self.seen.unseen & bit == 0 {
                return Err(WitnessFault::SeenTwice { domino });
            }
            let seat = self.turn(&self.seen);
            if self.seen.sizes[seat] == 0 {
                return Err(WitnessFault::Impossible);
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
            return Err(WitnessFault::HandSize { wanted, found });
        }
        if self.seen.own & self.seen.lacks[self.claimant] != 0 || !self.is_possible(&self.seen) {
            return Err(WitnessFault::Impossible);
        }
        Ok(())
    }

    fn finish_trick(&mut self) {
        let winner = self.winner(&self.seen);
        self.seen.leader = winner;
        self.seen.trick.clear();
    }

    /// Whose turn it is.
    fn turn(&self, seen: &Seen) -> usize {
        self.seat_at(seen.leader, seen.trick.len())
    }

    /// Who plays at this place of a trick.
    fn seat_at(&self, leader: usize, place: usize) -> usize {
        let seats = (leader..leader + SEATS).map(|seat| seat % SEATS);
        let mut playing = seats.filter(|&seat| !self.sits_out(seat));
        playing.nth(place).unwrap_or(leader)
    }

    /// Who takes the trick as it lies.
    fn winner(&self, seen: &Seen) -> usize {
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

    /// What is seen once the next in turn has played a domino, and what that shows.
    fn played(&self, seen: &Seen, domino: Domino) -> Seen {
        let seat = self.turn(seen);
        let mut next = seen.clone();
        let bit = 1 << domino.index();
        next.own &= !bit;
        next.unseen &= !bit;
        next.sizes[seat] = next.sizes[seat].saturating_sub(1);
        next.lacks[seat] |= self.shown_to_lack(seen.trick.first().copied(), domino);
        next.trick.push(domino);
        next
    }

    /// What a seat cannot hold that plays this domino on this lead.
    fn shown_to_lack(&self, lead: Option<Domino>, domino: Domino) -> Bits {
        if self.contract == Contract::Sevens {
            let nearer = &AT_DISTANCE[..usize::from(distance_from_seven(domino))];
            return nearer.iter().fold(0, |all, set| all | set);
        }
        let table = self.table();
        let Some(lead) = lead else { return 0 };
        let follows = table.follows[usize::from(table.led[lead.index()])];
        if follows >> domino.index() & 1 == 1 {
            0
        } else {
            follows
        }
    }

    /// Whether the unseen dominoes can be dealt to the other seats at all.
    ///
    /// By Hall's theorem they can if no set of seats must hold more than it has room for.
    fn is_possible(&self, seen: &Seen) -> bool {
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

    fn table(&self) -> &'static Table {
        self.contract.table()
    }
}

/// A search for a line that breaks the claim.
struct Proof<'a> {
    witness: &'a Witness,
    claimant: Claimant,
    budget: u32,
    /// What was found before of positions before a trick, which many lines lead to.
    known: BTreeMap<Boundary, bool>,
}

/// All that matters of what is seen before a trick.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Boundary {
    own: Bits,
    unseen: Bits,
    /// Of the unseen dominoes only.
    lacks: [Bits; SEATS],
    leader: usize,
}

impl Proof<'_> {
    /// Whether the claim holds from here on; no once the budget is spent.
    fn holds(&mut self, seen: &Seen) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let witness = self.witness;
        if seen.trick.len() == witness.contract.trick_size() {
            return self.holds_after_trick(seen);
        }
        if !seen.trick.is_empty() {
            return self.holds_for_next(seen);
        }
        if seen.own == 0 || self.leads_to_the_end(seen) {
            return true;
        }
        let boundary = Boundary {
            own: seen.own,
            unseen: seen.unseen,
            lacks: seen.lacks.map(|lacks| lacks & seen.unseen),
            leader: seen.leader,
        };
        if let Some(&holds) = self.known.get(&boundary) {
            return holds;
        }
        let holds = self.holds_for_next(seen);
        self.known.insert(boundary, holds);
        holds
    }

    /// Whether the claim survives whatever the next in turn plays.
    fn holds_for_next(&mut self, seen: &Seen) -> bool {
        let witness = self.witness;
        if witness.turn(seen) != witness.claimant {
            return self.holds_for_all(seen, self.plays_of_others(seen));
        }
        let own = DominoSet::from_bits(seen.own).unwrap_or_default();
        let lead = seen.trick.first().copied();
        let legal = witness.contract.legal_plays(own, lead);
        match self.claimant {
            Claimant::PlaysAnything => self.holds_for_all(seen, legal.bits()),
            Claimant::PlaysWell => legal.iter().any(|domino| {
                let next = witness.played(seen, domino);
                self.holds(&next)
            }),
        }
    }

    fn holds_after_trick(&mut self, seen: &Seen) -> bool {
        let winner = self.witness.winner(seen);
        if self.witness.must_not_win(winner) {
            return false;
        }
        let mut next = seen.clone();
        next.leader = winner;
        next.trick.clear();
        self.holds(&next)
    }

    /// Whether the claim survives each of these plays that some deal allows.
    fn holds_for_all(&mut self, seen: &Seen, plays: Bits) -> bool {
        let mut rest = plays;
        while rest != 0 {
            let index = lowest(rest);
            rest &= rest - 1;
            let Some(domino) = Domino::from_index(index) else {
                continue;
            };
            let next = self.witness.played(seen, domino);
            if self.witness.is_possible(&next) && !self.holds(&next) {
                return false;
            }
        }
        true
    }

    /// What the next in turn may hold. That it follows suit if it can is seen to by
    /// [`Witness::played`]: whoever does not follow lacks the suit.
    fn plays_of_others(&self, seen: &Seen) -> Bits {
        seen.unseen & !seen.lacks[self.witness.turn(seen)]
    }

    /// Whether the claimant is about to lead and wins every trick by leading, whatever falls.
    fn leads_to_the_end(&self, seen: &Seen) -> bool {
        let witness = self.witness;
        let is_leading = seen.trick.is_empty() && seen.leader == witness.claimant;
        if !is_leading || matches!(witness.contract, Contract::Nello(_)) {
            return false;
        }
        let trumps = witness.table().trumps;
        let top_trumps = unbeaten(witness.table(), seen.own & trumps, seen.unseen);
        let draws_all = top_trumps.count_ones() >= (seen.unseen & trumps).count_ones();
        let against = if self.claimant == Claimant::PlaysWell && draws_all {
            // Even if one seat holds all the trumps, they fall under the top trumps first.
            seen.unseen & !trumps
        } else {
            seen.unseen
        };
        let others = unbeaten(witness.table(), seen.own & !trumps, against);
        top_trumps | others == seen.own
    }
}

/// The dominoes of a set that no unseen one beats if they are led.
fn unbeaten(table: &Table, set: Bits, unseen: Bits) -> Bits {
    let mut unbeaten = 0;
    let mut rest = set;
    while rest != 0 {
        let domino = lowest(rest);
        rest &= rest - 1;
        if table.above[usize::from(table.led[domino])][domino] & unseen == 0 {
            unbeaten |= 1 << domino;
        }
    }
    unbeaten
}

/// Why nobody can have seen this.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum WitnessFault {
    /// A seat beyond the table.
    #[error("there is no seat {seat}: seats are 0 to 3")]
    NoSuchSeat { seat: Seat },
    /// The claimant defends, or sits out.
    #[error("seat {seat} cannot claim: only who plays on the bidding side can")]
    NotBidding { seat: Seat },
    /// A domino was played twice, or is still in the claimant's hand.
    #[error("{domino} is there twice")]
    SeenTwice { domino: Domino },
    /// The claimant's hand has another size than the play leaves.
    #[error("the claimant should hold {wanted} dominoes, not {found}")]
    HandSize { wanted: usize, found: usize },
    /// No deal fits what was played.
    #[error("no deal fits what was played")]
    Impossible,
}

impl WitnessFault {
    /// A word for the kind of fault that programs may rely on.
    pub const fn code(&self) -> &'static str {
        match self {
            WitnessFault::NoSuchSeat { .. } => "no_such_seat",
            WitnessFault::NotBidding { .. } => "not_bidding",
            WitnessFault::SeenTwice { .. } => "seen_twice",
            WitnessFault::HandSize { .. } => "hand_size",
            WitnessFault::Impossible => "impossible",
        }
    }
}
