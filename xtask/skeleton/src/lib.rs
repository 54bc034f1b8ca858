#![doc = include_str!("../rules/en.md")]
//!
//! # The code
//!
//! `rules.rs` says what may happen and `state.rs` what it changes; `view.rs` hides what a
//! viewer may not see, and `imagine.rs` makes up what could be hidden. `score.rs` counts, `bot.rs` plays and advises, `facade.rs` lists what a
//! house needs besides.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod bot;
mod facade;
mod imagine;
mod options;
mod rules;
pub mod score;
mod state;
mod view;

pub use options::Options;
pub use rules::Illegal;
pub use state::{Action, Event, NewGame};
pub use view::View;

#[cfg(test)]
mod tests;
