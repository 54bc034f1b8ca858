//! Cribbage for two, three or four: rules, itemised scoring, views and notation.
//!
//! [`score`] counts hands, cribs and plays, [`aloud`] says a count, [`Cribbage`] is the game
//! itself.
//!
//! # Playing a game
//! ```
//! use cribbage::{Cribbage, Options};
//! use kernel::{Game, Input, Key, Turn};
//!
//! let key = Key::from_seed(1);
//! let mut game = Cribbage::new(Options::default()).expect("two players to 121");
//! for step in 1.. {
//!     let input = match game.turn() {
//!         Turn::Seats(seats) => {
//!             let seat = seats.first().expect("some seat must move");
//!             let actions = game.legal_actions(seat);
//!             let mut rng = key.stream(&format!("choice/{step}"));
//!             let action = rng.choose(&actions).expect("something is legal").clone();
//!             Input::Act { seat, action }
//!         }
//!         Turn::Chance => Input::Chance(game.draw(&key.draw(step))),
//!         Turn::Over => break,
//!     };
//!     for event in game.decide(&input).expect("a legal action is accepted") {
//!         game.evolve(&event);
//!     }
//! }
//! assert_eq!(game.winners().len(), 1);
//! ```
#![doc = ""]
#![doc = include_str!("../rules/en.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod aloud;
pub mod bot;
mod drill;
mod facade;
mod imagine;
mod measures;
mod notation;
mod options;
mod request;
mod rules;
pub mod score;
mod state;
mod version_1;
mod view;
mod wire;

pub use kernel::RecordError;
pub use notation::Record;
pub use options::{Counting, Options};
pub use rules::Illegal;
pub use state::{
    Action, Chance, Count, Cribbage, CutResult, Event, Loss, Outcome, Pegs, Phase, Play,
    PublicTable,
};
pub use view::{Own, View};

#[cfg(test)]
mod tests;
