//! Dice hands: the exact best split of a pool, the best reroll, and a run worth playing.
//!
//! - [`score`]: the hands, their levels, the rule options and the layers, in integers.
//! - [`split`]: the provably best split of any pool, and the second best.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod score;
pub mod split;
