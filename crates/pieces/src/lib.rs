//! The pieces on the table and how people write them: cards, dominoes, dice.
//!
//! A piece knows its face and its notation but not its worth, because the worth is a rule and rules
//! belong to the games. Every piece has one canonical text (`5H`, `6-4`, `3`) for `Display`, JSON,
//! logs and URLs, and reads back every other way people write it.
//!
//! ```
//! use pieces::{Card, CardSet};
//!
//! let card: Card = "10♥".parse()?;
//! assert_eq!(card.to_string(), "TH");
//!
//! let hand: CardSet = "5H jd 5_CLUBS".parse()?;
//! assert_eq!(hand.to_string(), "5H 5C JD");
//! # Ok::<(), pieces::ParseCardError>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod card;
mod die;
mod domino;
mod face_counts;
mod notation;
mod rank;
mod schema;
mod set;
mod suit;

pub use card::{Card, CardSet, CardSetIter, ParseCardError, parse_cards};
pub use die::{Die, MAX_DICE, ParseDieError, parse_dice};
pub use domino::{Domino, DominoSet, DominoSetIter, ParseDominoError, parse_dominoes};
pub use face_counts::FaceCounts;
pub use notation::{Place, Unread};
pub use rank::Rank;
pub use suit::Suit;

#[cfg(test)]
mod tests;
