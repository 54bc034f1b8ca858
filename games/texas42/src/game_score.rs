//! The score of a game, and the word ALL that shows it.

use crate::options::{Mode, Options};
use crate::sides::{EAST_WEST, NORTH_SOUTH, Sides};
use kernel::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The score of a game, counted from the awards of its hands. The table's options decide how it is
/// kept and what wins.
///
/// ```
/// use texas42::{EAST_WEST, GameScore, Options, Sides, Stroke};
///
/// let options = Options::default();
/// let mut score = GameScore::default();
/// score.add(&options, Sides { north_south: 0, east_west: 2 });
/// assert_eq!(score.strokes(options.mode).east_west, [Stroke::ALeft, Stroke::ARight]);
/// score.add(&options, Sides { north_south: 0, east_west: 6 });
/// // Marks beyond the seventh are not shown.
/// assert_eq!((score.east_west, score.winner(&options, None)), (7, Some(EAST_WEST)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GameScore {
    /// The score of seats 0 and 2.
    pub north_south: u16,
    /// The score of seats 1 and 3.
    pub east_west: u16,
}

impl GameScore {
    /// The score of each side.
    pub const fn sides(&self) -> Sides<u16> {
        Sides {
            north_south: self.north_south,
            east_west: self.east_west,
        }
    }

    /// Adds the awards of a hand. Marks stop at the target; points go on beyond it.
    pub fn add(&mut self, options: &Options, awards: Sides<u16>) {
        let most = match options.mode {
            Mode::Marks => options.target(),
            Mode::Points => u16::MAX,
        };
        self.north_south = self
            .north_south
            .saturating_add(awards.north_south)
            .min(most);
        self.east_west = self.east_west.saturating_add(awards.east_west).min(most);
    }

    /// The winner. If both sides passed the target in one hand, the side that made its bid in it.
    pub fn winner(&self, options: &Options, made_last: Option<Side>) -> Option<Side> {
        let reached = |score| score >= options.target();
        match (reached(self.north_south), reached(self.east_west)) {
            (true, true) => made_last,
            (true, false) => Some(NORTH_SOUTH),
            (false, true) => Some(EAST_WEST),
            (false, false) => None,
        }
    }

    /// The strokes of the word ALL that each side has drawn: one for each mark, and none in the
    /// points game.
    pub fn strokes(&self, mode: Mode) -> Sides<Vec<Stroke>> {
        self.sides().map(|&score| match mode {
            Mode::Marks => Stroke::ALL.into_iter().take(score.into()).collect(),
            Mode::Points => Vec::new(),
        })
    }
}

/// A stroke of the word ALL, which records a mark.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Stroke {
    /// The left leg of the A.
    ALeft,
    /// The right leg of the A.
    ARight,
    /// The crossbar of the A.
    ACrossbar,
    /// The upright of the first L.
    FirstUpright,
    /// The foot of the first L.
    FirstFoot,
    /// The upright of the second L.
    SecondUpright,
    /// The foot of the second L: the word is complete.
    SecondFoot,
}

impl Stroke {
    /// The seven strokes in the order in which they are drawn.
    pub const ALL: [Stroke; 7] = [
        Stroke::ALeft,
        Stroke::ARight,
        Stroke::ACrossbar,
        Stroke::FirstUpright,
        Stroke::FirstFoot,
        Stroke::SecondUpright,
        Stroke::SecondFoot,
    ];
}
