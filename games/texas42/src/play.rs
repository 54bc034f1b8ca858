//! The play of a hand after the declaration: turns, the evidence of plays, and claims.
//!
//! Three users share this model. The solver works on a [`Position`], in which all hands are known;
//! bots imagine [`Worlds`] that agree with the [`Clue`]s; the rules ask whether a [`Claim`] is
//! certain. This module knows neither the auction's stakes nor the score of the game.

mod claim;
mod clues;
mod position;
mod trick_table;
mod turns;
mod void;
mod worlds;

pub use claim::{CLAIM_BUDGET, Claim, ClaimFault};
pub(crate) use clues::{Clue, clues};
pub(crate) use position::is_north_south;
pub use position::{Position, PositionFault, Taken};
pub(crate) use trick_table::{
    AT_DISTANCE, Bits, PLACES, TRICK_TABLES, TrickTable, highest, lowest, nearest_to_seven, set,
};
pub(crate) use turns::Turns;
pub(crate) use void::ruled_out;
pub(crate) use worlds::Worlds;

/// The number of seats of a table, as the length of a list.
pub(crate) const SEATS: usize = crate::sides::SEATS as usize;
