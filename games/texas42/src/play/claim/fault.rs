//! The reasons why a claim is impossible.

use kernel::Seat;
use pieces::Domino;
use thiserror::Error;

/// The reasons why a claim is impossible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ClaimFault {
    /// A seat beyond the table.
    #[error("a seat must be 0 to 3, not {seat}")]
    NoSuchSeat { seat: Seat },
    /// The claimant defends, or sits out.
    #[error("only the bidding side can claim, and seat {seat} does not play on it")]
    NotBidding { seat: Seat },
    /// A domino was played twice, or is still in the claimant's hand.
    #[error("{domino} must be there only once")]
    SeenTwice { domino: Domino },
    /// The claimant's hand has another size than the play leaves.
    #[error("the claimant must hold {wanted} dominoes, not {found}")]
    HandSize { wanted: usize, found: usize },
    /// No deal is consistent with the plays.
    #[error("no deal fits what was played")]
    Impossible,
}

impl ClaimFault {
    /// A stable code of the fault, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            ClaimFault::NoSuchSeat { .. } => "no_such_seat",
            ClaimFault::NotBidding { .. } => "not_bidding",
            ClaimFault::SeenTwice { .. } => "seen_twice",
            ClaimFault::HandSize { .. } => "hand_size",
            ClaimFault::Impossible => "impossible",
        }
    }
}
