//! The house in a pocket: the same tables, bots, advice and reviews as those of a house on the
//! network, for one device that has none.
//!
//! A [`Pocket`] takes the commands of the socket and answers with an [`Outcome`]: entries for the
//! journal, messages for each player, answers, questions that somebody must think about, and when
//! to be called again. Whoever calls it makes the entries durable first and does the rest
//! afterwards, as the server does. What can be asked by HTTP is [`look`] and [`score`], and
//! [`review`] looks at a finished game again.
//!
//! Time, luck and the journal come from outside as values, so the same calls always have the same
//! outcome, in a browser as anywhere else: [`trial`] plays whole games to show it. Thinking takes
//! long, so it is a value too: a [`Job`] can be carried to another thread and answered there by
//! [`think`].
//!
//! This crate knows no clock, file or thread. Only `edge`, which is compiled for browsers alone,
//! knows that there is a browser.
//!
//! ```
//! use pocket::{Given, Pocket, Told};
//! use serde_json::json;
//! use table::{Millis, PlayerId};
//!
//! let mut pocket = Pocket::default();
//! let player = PlayerId::new("me")?;
//! let given = Given { now: Millis(0), luck: [7; 32] };
//! let create = json!({ "game": "cribbage", "nickname": "Jill" });
//! let outcome = pocket.ask(&given, 1, &player, "create_game", &create);
//! assert_eq!(outcome.written.len(), 2);
//! let is_answer = |told: &Told| matches!(told, Told::Answer { ask: 1, .. });
//! assert!(outcome.told.iter().any(is_answer));
//! # Ok::<(), table::Refusal>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod desk;
#[cfg(target_arch = "wasm32")]
mod edge;
mod job;
mod look;
mod outcome;
mod pocket;
mod trial;

pub use job::{Job, Purpose, think};
pub use look::{check, look, review, score};
pub use outcome::{Outcome, Summary, Told, Written};
pub use pocket::{Given, Pocket};
pub use trial::{Trial, trial};
