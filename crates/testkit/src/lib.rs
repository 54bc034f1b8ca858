//! The checks that every game must pass.
//!
//! Six checks, each one call from a game's tests:
//!
//! - [`rulings`]: the readable specification. Each Markdown heading names a
//!   rule, a sentence cites it, a block gives the pieces and a block the outcome.
//! - [`playthroughs`]: whole games as text, with the truth, each viewer's view,
//!   the legal actions, the inputs and the events, replayed line by line.
//! - [`conforms`]: random games of every preset keep the contract of
//!   [`kernel::Game`].
//! - [`keeps_secrets`]: nobody gets anything that depends on what they must not know.
//! - [`bots_do_not_peek`]: bots choose only by their view, legally, and the same each time.
//! - [`finds_planted_flaws`]: the three before find the flaws that are planted in the game.
//!
//! The tests of a game's own messages begin with [`told`] and [`messages`], those of its records
//! with [`random_record`], and those of its earlier journals with [`version_1`]. Benchmarks of bots
//! play their games with [`play_out`].
//!
//! The expectations of the first two live in files. With `BLESS=1` in the environment they are
//! rewritten to the game's present results; the author reads the difference before committing it.
//!
//! A check that fails panics with everything that is needed to see the fault
//! again. This crate knows no game, and nothing but tests depends on it.

mod bots;
mod branch;
mod conforms;
mod fields;
mod generated;
mod golden;
mod graft;
pub mod messages;
mod planted;
mod play_out;
mod playthroughs;
mod pool;
mod records;
mod rulings;
mod script;
mod secrets;
mod strange;
mod told;
#[cfg(test)]
mod toy;
mod trail;
mod transcript;
pub mod version_1;
mod walk;

pub use bots::{Fairness, bots_do_not_peek};
pub use conforms::{Conformance, conforms, conforms_with};
pub use generated::generated;
pub use planted::finds_planted_flaws;
pub use play_out::play_out;
pub use playthroughs::{playthroughs, transcript};
pub use records::{faults, names_unreadable_tags, random_record, record_story};
pub use rulings::rulings;
pub use secrets::{Secrecy, Secrets, keeps_secrets, keeps_secrets_with};
pub use told::{seating, told};
