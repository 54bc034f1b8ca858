//! Bots for cribbage.
//!
//! A bot uses the view of its seat and four tables in `games/cribbage/bot`, each computed from the
//! rules by [`tables`]: what good players throw and keep (`habits.rs`), what hands peg (`pegs.rs`),
//! and the chance of winning from any score (`chance.rs`). The worth of a throw (`throws.rs`, and
//! `outlook.rs` for the chance of winning) and of a card (`guess.rs` estimates the opponent's hand,
//! `lookout.rs` searches the play) follow from these. `level.rs` assembles the bots, `advice.rs`
//! and `reasons.rs` explain the expert's view to a person, and `question.rs` answers programs
//! without a game. `witness.rs` counts for the arena.
//!
//! Nothing here uses a clock: a bot's thinking is limited by a count of guesses, and the same sight
//! with the same luck gives the same move.

mod advice;
mod chance;
mod counting;
mod guess;
mod habits;
mod level;
mod lookout;
mod outlook;
mod pegging;
mod pegs;
mod question;
mod ranks;
mod reasons;
mod seats;
mod sight;
pub mod tables;
mod throws;
mod witness;

pub(crate) use advice::advise;
pub use advice::advise_throws;
pub(crate) use level::BOTS;
pub(crate) use question::advised;
pub use question::{Answer, request};
pub use throws::{Worth, worths};
pub(crate) use witness::Par;

#[cfg(test)]
mod tests;
