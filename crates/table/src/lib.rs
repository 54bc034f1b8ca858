//! The running of a table, without I/O.
//!
//! A [`Table`] takes one [`Input`] at a time with its time, and answers with [`Effect`]s: entries
//! to make durable, messages to send, a timer to set, a bot to ask. The caller carries them out in
//! order; entries come first, and nothing is acknowledged or told before it is journaled.
//!
//! The state is a fold of the journal: [`Table::restore`] gives the same table again, with its
//! clocks where they were. All messages to viewers go through one place that numbers, redacts and
//! remembers them.
//!
//! This crate decides seating, phases, paces, clocks, stand-ins, rematches and refusals; [`fair`]
//! makes the luck provably fair and [`verify`] checks it. It knows no particular game, and no
//! clock, file, socket or thread: time comes in as a number and secrets as bytes.
//!
//! ```
//! use kernel::Key;
//! use serde_json::json;
//! use table::{Effect, GameCode, Input, Millis, Opening, PlayerId, Secret, Table, read};
//!
//! let code = GameCode::draw(&mut Key::from_seed(1).stream("codes"));
//! let create = json!({ "game": "cribbage", "nickname": "Jill" });
//! let table::Parsed::Create(create) = read("create_game", create)? else { unreachable!() };
//! let opening = Opening {
//!     code: code.clone(),
//!     kind: roster::find("cribbage").expect("cribbage is in the house"),
//!     player: PlayerId::new("7d1f")?,
//!     secret: Secret::new([7; 32]),
//!     create,
//!     dealt: None,
//! };
//! let (mut table, effects) = Table::open(Millis(0), opening)?;
//! assert!(matches!(effects[0], Effect::Append(_)));
//!
//! let join = json!({ "gameCode": code.to_string(), "nickname": "Boom" });
//! let table::Parsed::AtTable { request, .. } = read("join_game", join)? else { unreachable!() };
//! let player = PlayerId::new("c0de")?;
//! let effects = table.handle(Millis(500), Input::Request { player, request });
//! let acks = effects.iter().filter(|effect| matches!(effect, Effect::Ack(_)));
//! assert_eq!(acks.count(), 1);
//! // A second after the last seat filled, the cards are dealt.
//! assert_eq!(effects.last(), Some(&Effect::SetTimer(Millis(1_500))));
//! # Ok::<(), table::Refusal>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod access;
mod answers;
pub mod bot;
mod chronicle;
mod claim;
mod code;
mod command;
mod day;
mod deal;
mod effect;
mod ended;
mod entry;
mod expert;
pub mod fair;
mod fold;
mod handle;
mod hex;
pub mod messages;
mod name;
mod opening;
mod player;
mod public;
mod refusal;
mod replay;
mod restore;
pub mod review;
mod settings;
mod show;
mod sitter;
mod stream;
mod sync;
mod table;
pub mod verify;
mod voice;

pub use access::{Access, KeyHash, ShareKey};
pub use bot::Level;
pub use chronicle::{Chronicle, Played, chronicle};
pub use claim::ClaimedGames;
pub use code::{DeviceCode, GameCode};
pub use command::{Command, Create, Parsed, Request, Tokens, is_for_table, read};
pub use day::Day;
pub use deal::{BotLuck, Deal, DealKind, Dealt, Sources};
pub use effect::{Answer, Ask, Audience, Durable, Effect, Input, Message};
pub use ended::{Ended, EndedSeat, ended_games};
pub use entry::{DecidedRun, Entry, Fact, GameEnd, Why};
pub use expert::{Difference, ExpertGame, expert, first_difference};
pub use fair::{Commitment, Entropy, Secret};
pub use opening::Opening;
pub use player::{CommandId, Nickname, PlayerId};
pub use refusal::{Refusal, codes, reasons};
pub use replay::{Moment, Replay, ReplayError, ReplaySight, Replayed, replay};
pub use restore::RestoreError;
pub use settings::{Millis, Pace, Settings};
pub use table::{Stage, Table};
