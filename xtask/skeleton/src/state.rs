//! The state of a game, what happens in it, and how events change it.

use kernel::{BySeat, BySide, Seat, Veiled};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::options::Options;
use crate::score::{self, Tally};

/// A game under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    pub(crate) options: Options,
    pub(crate) scores: BySide<i32>,
    /// The die of each seat, which only that seat sees.
    pub(crate) dice: BySeat<Option<u8>>,
    /// The stake of each seat, which only that seat knows.
    pub(crate) stakes: BySeat<Option<u8>>,
}

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Stake this many chips.
    Stake(u8),
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A die was thrown for every seat.
    Thrown {
        /// The die of each seat.
        dice: BySeat<Veiled<u8>>,
    },
    /// A seat has staked.
    Staked {
        /// The seat.
        seat: Seat,
        /// The number of chips.
        chips: Veiled<u8>,
    },
    /// Everything was shown and counted.
    Shown {
        /// The die of each seat.
        dice: BySeat<u8>,
        /// The stake of each seat.
        stakes: BySeat<u8>,
        /// The seat that scores, unless the highest die was shared.
        best: Option<Seat>,
        /// Its score.
        tally: Tally,
    },
}

impl NewGame {
    pub(crate) fn new(options: Options) -> NewGame {
        NewGame {
            options,
            scores: BySide::splat(options.seats, 0),
            dice: BySeat::splat(options.seats, None),
            stakes: BySeat::splat(options.seats, None),
        }
    }

    /// Applies an event; it knows no rules and cannot fail.
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Thrown { dice } => self.dice = dice.map(|_, die| die.known().copied()),
            Event::Staked { seat, chips } => self.stakes[*seat] = chips.known().copied(),
            Event::Shown { .. } => {
                let target = i32::from(self.options.target);
                for (side, points) in score::awards(event) {
                    self.scores[side] = (self.scores[side] + points).min(target);
                }
                self.dice = self.dice.map(|_, _| None);
                self.stakes = self.stakes.map(|_, _| None);
            }
        }
    }
}
