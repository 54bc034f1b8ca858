//! The play of a hand, once trump is named: whose turn it is, what a play shows, and what is
//! certain from it.
//!
//! Three readers share this model. The solver works on a [`Position`], in which all hands are
//! known; bots imagine [`Worlds`] that agree with the [`Clue`]s; the rules ask whether a
//! [`Claim`] is certain. Nothing here knows the auction's stakes or the score of the game.

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
    Bits, PLACES, TRICK_TABLES, TrickTable, highest, lowest, nearest_to_seven, set,
};
pub(crate) use turns::Turns;
pub(crate) use worlds::Worlds;

/// How many seats a table has, as the length of a list.
pub(crate) const SEATS: usize = crate::sides::SEATS as usize;
