//! Bots for cribbage: who plays without a person, and how well.
//!
//! A bot goes by what its seat sees and by four tables in `games/cribbage/bot`,
//! each computed from the rules by [`tables`]: what good players throw and keep
//! (`habits.rs`), what hands peg (`pegs.rs`), the chance to win from any score
//! (`chance.rs`). From these come the worth of a throw (`throws.rs`, and
//! `outlook.rs` for the chance to win) and of a card (`guess.rs` says what the
//! opponent may hold, `lookout.rs` searches the play). `level.rs` puts bots together,
//! `advice.rs` and `reasons.rs` tell a person what the expert sees, and
//! `question.rs` answers programs without a game. `witness.rs` counts for the arena.
//!
//! Nothing here knows a clock: how much a bot thinks is a count of guesses, and
//! the same sight with the same luck gives the same move.

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
