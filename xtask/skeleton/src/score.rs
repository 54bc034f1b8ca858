//! The score of a round: itemised, and usable without a game.

use kernel::{BySeat, Item, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::state::Event;

/// The reason for points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The chips of a seat go to the highest die.
    Stake,
}

/// A score as the list of its reasons: the chips of each seat.
pub type Tally = kernel::Tally<Rule, Seat>;

/// The seat with the highest die, unless it is shared.
pub fn highest(dice: &BySeat<u8>) -> Option<Seat> {
    let most = dice.values().max();
    let mut best = dice.iter().filter(|&(_, die)| Some(die) == most);
    match (best.next(), best.next()) {
        (Some((seat, _)), None) => Some(seat),
        _ => None,
    }
}

/// The score of the highest die: all chips that were staked.
pub fn tally(stakes: &BySeat<u8>) -> Tally {
    let mut tally = Tally::new();
    for (seat, chips) in stakes.iter() {
        tally.push(Item {
            rule: Rule::Stake,
            pieces: seat,
            points: i32::from(*chips),
        });
    }
    tally
}

/// The points that an event gives to each side.
pub(crate) fn awards(event: &Event) -> Vec<(Side, i32)> {
    match event {
        Event::Shown {
            best: Some(seat),
            tally,
            ..
        } => vec![(Side(seat.0), tally.total())],
        _ => Vec::new(),
    }
}
