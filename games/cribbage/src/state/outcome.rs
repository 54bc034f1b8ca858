//! The end of a game, and the number of games that it counts in a match.

use kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::PublicTable;
use crate::options::Options;

/// The outcome of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that reached the target.
    pub winner: Side,
    /// The size of each side's loss; `None` for the winner.
    pub losses: BySide<Option<Loss>>,
}

impl Outcome {
    /// The outcome for everybody if this side wins: each loser is judged alone.
    pub(crate) fn of(table: &PublicTable, winner: Side) -> Outcome {
        let losses = table
            .pegs
            .map(|side, pegs| (side != winner).then(|| Loss::of(&table.options, pegs.front)));
        Outcome { winner, losses }
    }

    /// The games won so far in the match, including this one: the winner counts each loser.
    pub fn match_score(&self, options: &Options) -> BySide<u32> {
        let gained = self.losses.values().flatten().map(|loss| loss.games());
        let gained: u32 = gained.sum();
        BySide::from_fn(options.n_sides(), |side| {
            let before = options.match_score.get(side).copied().unwrap_or(0);
            let gained = if side == self.winner { gained } else { 0 };
            before.saturating_add(gained)
        })
    }
}

/// The size of a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// By fewer than 31 points.
    Plain,
    /// The loser is below the skunk line.
    Skunk,
    /// The loser is below the double skunk line.
    DoubleSkunk,
}

impl Loss {
    /// The size of the loss of a side with this final score.
    fn of(options: &Options, score: u16) -> Loss {
        match options.target - score {
            61.. if options.target == 121 => Loss::DoubleSkunk,
            31.. => Loss::Skunk,
            _ => Loss::Plain,
        }
    }

    /// The number of games it counts in the match.
    pub const fn games(self) -> u32 {
        match self {
            Loss::Plain => 1,
            Loss::Skunk => 2,
            Loss::DoubleSkunk => 3,
        }
    }
}
