//! The pieces on the table and how people write them: cards, dominoes, dice.
//!
//! A piece knows its face and its notation, never what it is worth: that is a
//! rule, and rules live in the games. Every piece has one canonical text
//! (`5H`, `6-4`, `3`) for `Display`, JSON, logs and URLs, and reads back every
//! other way people write it.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod card;

pub use card::{Card, CardSet, Rank, Suit};
