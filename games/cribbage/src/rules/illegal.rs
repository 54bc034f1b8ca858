//! The reasons why the rules forbid an action.

use pieces::{Card, CardSet};

/// The reasons why the rules forbid an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The cards are not the seat's.
    #[error("you do not hold {0}")]
    NotInHand(CardSet),
    /// The crib takes a fixed number of cards.
    #[error("throw exactly {needed} {} to the crib, not {given}", if *.needed == 1 { "card" } else { "cards" })]
    WrongNumber {
        /// The number that must be thrown.
        needed: usize,
        /// The number that was given.
        given: usize,
    },
    /// The count of the play never passes 31.
    #[error("{card} would make {total}: the count may not pass 31")]
    WouldExceed31 {
        /// The card.
        card: Card,
        /// The count that it would make.
        total: u8,
    },
    /// The count is higher than any hand.
    #[error("no hand counts {0}: the most is 29")]
    CountTooHigh(u8),
    /// The action belongs to another phase.
    #[error("{0}")]
    NotNow(&'static str),
}

kernel::reason_words!(Illegal {
    Illegal::NotInHand(_) => "not_in_hand",
    Illegal::WrongNumber { .. } => "wrong_number",
    Illegal::WouldExceed31 { .. } => "would_exceed_31",
    Illegal::CountTooHigh(_) => "count_too_high",
    Illegal::NotNow(_) => "not_now",
});
