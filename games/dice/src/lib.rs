//! Dice hands: the exact best split of a pool, the best reroll, and a run worth playing.
//!
//! - [`score`]: the hands, their levels, the rule options and the layers, in integers.
//! - [`split`]: the provably best split of any pool, and the second best.
//! - [`reroll`]: the best dice to throw again, and the expected score.
//! - [`DiceHands`]: the game, as one [`Run`] or a race of several on the same luck.
//!
//! In a race everybody hears when a seat rerolls and when it has scored. Nobody else knows how its
//! dice fell, whether it passed or what it bought until all seats have finished the round.
//! `NOTES.md` explains how the rules are interpreted where they leave a choice, and how the shops
//! were balanced.
#![doc = ""]
#![doc = include_str!("../rules/en.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod boss;
pub mod bot;
mod die_kind;
mod drill;
mod facade;
mod imagine;
mod items;
mod lattice;
mod layout;
mod luck;
mod measures;
mod notation;
mod options;
mod pay;
mod request;
pub mod reroll;
mod rules;
mod run;
pub mod score;
mod shop;
pub mod split;
mod state;
mod supposed;
mod target;
mod throw;
mod version_1;
mod view;
mod wild;
mod wire;

pub use boss::Boss;
pub use die_kind::{DieKind, UnknownName};
pub use items::{Item, Items};
pub use kernel::RecordError;
pub use layout::{Colour, hand_letter, lay_out};
pub use notation::Record;
pub use options::{MAX_DICE, Options};
pub use pay::{Pay, PayRule};
pub use request::ScoreAnswer;
pub use rules::Illegal;
pub use run::{Round, Run, RunStage, RunStep};
pub use shop::{Good, Offer, Shop};
pub use state::{Action, Chance, DiceHands, Event, Fortune, Phase, PublicTable, Served};
pub use target::target;
pub use throw::{Fall, Landed, RunDie};
pub use view::View;

#[cfg(test)]
mod tests;
