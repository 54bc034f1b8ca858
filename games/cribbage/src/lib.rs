//! Cribbage: rules, itemised scoring, views and notation.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod aloud;
mod notation;
mod options;
mod request;
mod rules;
pub mod score;
mod state;
mod view;

pub use notation::{Record, RecordError};
pub use options::{Counting, Options};
pub use rules::Illegal;
pub use state::{
    Action, Chance, Count, Cribbage, CutResult, Event, Loss, Outcome, Pegs, Phase, Play, Table,
};
pub use view::{Own, View};
