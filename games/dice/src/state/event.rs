//! The events of a game. Journals keep them.

use crate::run::{Round, RunStep};
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round started.
    RoundStarted(Round),
    /// A seat picks up dice to throw them again. Everybody sees that; the following step tells
    /// which dice.
    Rerolling {
        /// The seat.
        seat: Seat,
    },
    /// A step of a seat's run, by its own action or by luck.
    Step {
        /// The seat.
        seat: Seat,
        /// Whether only that seat knows of it until the round has ended.
        secret: bool,
        /// The step.
        step: RunStep,
    },
    /// A seat finished the round; in a race, it scored. Whether it passed is not told.
    Finished {
        /// The seat.
        seat: Seat,
    },
    /// Everyone is done with the round, and the secret steps are revealed.
    RoundEnded,
    /// The game ended.
    Ended {
        /// The winners; empty if a run alone was not won.
        winners: Vec<Side>,
    },
}
