//! The house in a pocket: the same tables, bots, advice and reviews as in a house on the network,
//! for one device without a network.
//!
//! A [`Pocket`] takes the commands of the socket and returns an [`Outcome`]: entries for the
//! journal, messages for each player, answers, questions to think about, and the time of the next
//! call. The caller first makes the entries durable and then does the rest, as the server does.
//! [`look`] and [`score`] answer the requests of the HTTP API, and [`review`] reviews a finished
//! game.
//!
//! Time, luck and the journal come from outside as values. Therefore the same calls always have the
//! same outcome, in a browser as anywhere else: [`trial`] plays whole games to show it. Thinking
//! takes long, and is a value too: another thread can take a [`Job`] and answer it with [`think`].
//!
//! This crate knows no clock, file or thread. Only `edge`, which is compiled only for browsers,
//! knows that there is a browser.
//!
//! ```
//! use pocket::{Given, Pocket, Delivery};
//! use serde_json::json;
//! use table::{Millis, PlayerId};
//!
//! let mut pocket = Pocket::default();
//! let player = PlayerId::new("me")?;
//! let given = Given { now: Millis(0), luck: [7; 32] };
//! let create = json!({ "game": "cribbage", "nickname": "Jill" });
//! let outcome = pocket.ask(&given, 1, &player, "create_game", &create);
//! assert_eq!(outcome.written.len(), 2);
//! let is_answer = |told: &Delivery| matches!(told, Delivery::Answer { ask: 1, .. });
//! assert!(outcome.told.iter().any(is_answer));
//! # Ok::<(), table::Refusal>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod at_work;
#[cfg(target_arch = "wasm32")]
mod edge;
mod job;
mod look;
mod outcome;
mod past;
mod pocket;
mod trial;

pub use job::{Job, Purpose, think};
pub use look::{check, look, review, score};
pub use outcome::{Delivery, Outcome, Summary, Written};
pub use pocket::{Given, Pocket};
pub use trial::{Trial, trial};
