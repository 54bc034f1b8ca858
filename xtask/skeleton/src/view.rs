//! The view of each viewer.

use kernel::{BySeat, BySide, Veiled, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::options::Options;
use crate::state::{Event, NewGame};

/// A game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct View {
    /// The options of the table.
    pub options: Options,
    /// The score of each side.
    pub scores: BySide<i32>,
    /// The die of each seat, once it is thrown.
    pub dice: BySeat<Option<Veiled<u8>>>,
    /// The stake of each seat that has staked.
    pub stakes: BySeat<Option<Veiled<u8>>>,
}

pub(crate) fn view(game: &NewGame, viewer: Viewer) -> View {
    let veiled = |hidden: &BySeat<Option<u8>>| {
        hidden.map(|seat, n| n.map(|n| Veiled::Known(n).to(viewer, seat)))
    };
    View {
        options: game.options,
        scores: game.scores.clone(),
        dice: veiled(&game.dice),
        stakes: veiled(&game.stakes),
    }
}

pub(crate) fn redact(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Thrown { dice } => Event::Thrown {
            dice: dice.map(|seat, die| die.to(viewer, seat)),
        },
        Event::Staked { seat, chips } => Event::Staked {
            seat: *seat,
            chips: chips.to(viewer, *seat),
        },
        Event::Shown { .. } => event.clone(),
    }
}
