//! What everybody at the table sees.

use crate::boss::Boss;
use crate::options::Options;
use crate::run::{Round, Run, Stage};
use kernel::{BySeat, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// What the table chose.
    pub options: Options,
    /// Where in the game we are.
    pub phase: Phase,
    /// The round that is played, or was played last.
    pub round: Round,
    /// Whose dice are in the air.
    pub waiting: SeatSet,
    /// How often each seat has thrown dice again in this round.
    pub rerolled: BySeat<u8>,
    /// Who has finished the round, or was out before it. In a race a seat has
    /// finished, as far as everybody sees, when it has scored.
    pub finished: SeatSet,
    /// Who won, once the game is over: alone, who passed the last round of a run; in a race the best.
    pub winners: Option<Vec<Side>>,
}

impl Table {
    /// The seats that are still at work on the round, as far as everybody sees.
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

    /// Whether this run cannot go on before luck is drawn. No shop opens for a round that will not come.
    pub(crate) fn awaits_luck(&self, run: &Run) -> bool {
        match run.stage {
            Stage::Throwing(_) => true,
            Stage::Settling => !self.is_last_of_race(),
            Stage::Waiting | Stage::Choosing | Stage::Shopping | Stage::Out => false,
        }
    }
}

/// Where in the game we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The next round is about to start.
    Starting,
    /// The round is played.
    Playing,
    /// The game is over.
    Over,
}
