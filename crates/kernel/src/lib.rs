//! The contract that every game fulfils.
//!
//! Rules, tables, bots and tests meet in two traits: [`Game`] holds the rules, and [`Facade`] holds
//! everything else that a house needs. A game is a pure value: inputs go in, events come out, and
//! folding the events gives the state. `docs/ADDING_A_GAME.md` explains it step by step.
//!
//! This crate knows no particular game, and no clock, file, socket or thread.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod any;
mod bot;
mod course;
mod draft;
pub mod drill;
pub mod earlier;
mod facade;
mod game;
mod json;
mod kind;
mod level;
mod luck;
mod measure;
mod plain;
mod prose;
pub mod rating;
pub mod record;
mod refusal;
mod seat;
mod seating;
mod seen;
mod tally;
mod vocabulary;
mod wire;
mod witness;

pub use any::{AnyGame, Shown};
pub use bot::{Advice, Adviser, Bot, BotMeta, Part, Sight, Strength, bot, bots};
pub use course::{Course, Scene, Setting, Step, Telling};
pub use draft::Draft;
pub use facade::{Daily, Facade, Lesson, ScoreJson, StepReader};
pub use game::{Data, Game, Imagine, Imagining, ImpossibleDraw, Input, Meta, Preset, Turn};
pub use json::Json;
pub use kind::{AnyRefusal, Kind, KindOf};
pub use level::Level;
pub use luck::{Key, Luck, Rng};
pub use measure::{Figure, Figures, Measure, Sample, Watch};
pub use plain::plainly;
pub use prose::{describe_plainly, without_code};
pub use record::{AnyRecord, Notation, Record, RecordError, Records};
pub use refusal::{Reason, Refusal, SetupFault};
pub use seat::{BySeat, BySide, Seat, SeatSet, Side, Viewer};
pub use seating::{Player, Scores, Seating};
pub use seen::{Seen, Veiled};
pub use tally::{Item, Tally};
pub use vocabulary::{Declarations, Term, Vocabulary};
pub use wire::{
    ACT, Act, Choice, Chosen, ListLegal, Payload, Read, Say, Tell, Told, Wire, as_command, fields,
    read_field, read_fields,
};
pub use witness::{Note, Summon, Witness};
