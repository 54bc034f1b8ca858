//! The house on the network.
//!
//! A house is axum for HTTP and engineioxide for sockets, in front of tables that know neither. A
//! message comes in through `transport.rs`, is read by `table::read`, and waits in the mailbox of
//! its table until the table's one task takes it. The effects are made durable, and only then told.
//!
//! ```text
//! socket ── transport ── house ── mailbox ── actor ── table (pure)
//!                                              │
//!                                              └── journal (durable before any ack)
//! ```
//!
//! This crate decides no rule of a game or a table, and sends nothing that a table has not redacted
//! for its receiver.

mod actor;
mod address;
pub mod admin;
mod attendance;
mod bans;
mod brain;
mod budgets;
pub mod client;
mod clock;
pub mod cluster;
mod config;
mod daily;
mod departures;
mod duplicate;
mod durable;
mod error;
mod experts;
mod games;
mod guesses;
mod house;
mod http;
mod identity;
mod journal;
mod limits;
mod lobby;
mod mailbox;
mod metrics;
mod openings;
mod origin;
mod page;
mod places;
mod pool;
mod register;
mod reviews;
mod serve;
mod transport;
mod utc;
mod words;
mod world;

pub use brain::{Brain, GameBots};
pub use budgets::Budgets;
pub use config::Config;
pub use journal::{entries_of, remembered, to_store};
pub use limits::{Limits, Rate};
pub use origin::Origins;
pub use places::Bound;
pub use serve::{run, run_on};
pub use transport::read_message;
pub use utc::utc;
pub use words::Words;
pub use world::{NoLuck, SystemWorld, World};
