#![doc = include_str!("../rules/en.md")]
//!
//! # The code
//!
//! `rules.rs` decides what may happen, and `state.rs` applies it; `view.rs` hides the secrets from
//! a viewer, and `imagine.rs` makes up possible secrets. `score.rs` counts, `bot.rs` plays and
//! advises, `facade.rs` lists all that a house needs besides.
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
