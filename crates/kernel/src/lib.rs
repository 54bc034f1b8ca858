//! What a game is.
//!
//! The contract between rules, tables, bots and tests: [`Game`] and what it is
//! made of. A game is a pure value: inputs go in, events come out, and folding
//! the events gives the state. See `docs/ADDING_A_GAME.md` for a walk through.
//!
//! This crate knows no game, clock, file, socket or thread.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod any;
mod bot;
mod draft;
mod game;
mod luck;
pub mod record;
mod refusal;
mod seat;
mod seen;
mod tally;
mod vocabulary;
mod wire;
mod witness;

pub use any::{AnyGame, AnyRefusal, Kind, KindOf};
pub use bot::{Advice, Advise, Bot, BotMeta, Part, Sight, bot, bots};
pub use draft::Draft;
pub use game::{Data, Game, Imagine, Imagining, Input, Meta, Preset, Turn};
pub use luck::{Key, Luck, Rng};
pub use record::{Notation, Record, RecordError};
pub use refusal::{Reason, Refusal, SetupFault};
pub use seat::{BySeat, BySide, Seat, SeatSet, Side, Viewer};
pub use seen::{Seen, Veiled};
pub use tally::{Item, Tally};
pub use vocabulary::{Declarations, Term, Vocabulary};
pub use wire::{
    ACT, Act, Cue, Happening, ListLegal, Payload, Player, Read, Scores, Seating, Tell, Telling,
    Wire, as_command, fields, read_field, read_fields,
};
pub use witness::{Note, Summon, Witness};
