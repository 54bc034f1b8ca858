//! The public part of the state.

use crate::boss::Boss;
use crate::options::Options;
use crate::run::{Round, Run, RunStage};
use kernel::{BySeat, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// The part of the state that everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicTable {
    /// The options of the table.
    pub options: Options,
    /// The phase of the game.
    pub phase: Phase,
    /// The present or last round.
    pub round: Round,
    /// The seats whose dice are in the air.
    pub waiting: SeatSet,
    /// The number of rerolls of each seat in this round.
    pub rerolled: BySeat<u8>,
    /// The seats that have finished the round, or were out before it. In a race a seat has publicly
    /// finished when it has scored.
    pub finished: SeatSet,
    /// The winners, once the game is over: alone, if the last round was passed; in a race, the
    /// best.
    pub winners: Option<Vec<Side>>,
}

impl PublicTable {
    /// The seats that have publicly not finished the round.
    pub fn busy(&self) -> SeatSet {
        Seat::all(self.options.seats)
            .filter(|&seat| !self.finished.contains(seat))
            .collect()
    }

    /// The round after this one, with this boss.
    pub(crate) fn next_round(&self, boss: Option<Boss>) -> Round {
        self.round.next(&self.options, boss)
    }

    /// Whether this round is the last of a race.
    pub(crate) fn is_last_of_race(&self) -> bool {
        self.options.is_race() && self.round.number >= self.options.win_round.into()
    }

    /// Whether this run needs luck before it can go on. A shop opens only if another round will
    /// come.
    pub(crate) fn awaits_luck(&self, run: &Run) -> bool {
        match run.stage {
            RunStage::Throwing(_) => true,
            RunStage::Settling => !self.is_last_of_race(),
            RunStage::Waiting | RunStage::Choosing | RunStage::Shopping | RunStage::Out => false,
        }
    }
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The next round will start.
    Starting,
    /// The round is being played.
    Playing,
    /// The game is over.
    Over,
}
