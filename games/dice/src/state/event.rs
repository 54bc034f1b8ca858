//! What can happen in a game. Journals keep these events.

use crate::run::{Round, Step};
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round started.
    RoundStarted(Round),
    /// A seat takes up dice to throw them again. Everybody sees that; which dice they
    /// are is in the step that follows.
    Rerolling {
        /// Who.
        seat: Seat,
    },
    /// A seat did something, or luck did something to it.
    Step {
        /// Who.
        seat: Seat,
        /// Whether that seat alone knows of it before the round has ended.
        secret: bool,
        /// What.
        step: Step,
    },
    /// A seat finished the round; in a race, it scored. Whether it passed is not said.
    Finished {
        /// Who.
        seat: Seat,
    },
    /// Everyone is done with the round, and what was secret is open.
    RoundEnded,
    /// The game ended.
    Ended {
        /// Who won; nobody did if a run alone was not won.
        winners: Vec<Side>,
    },
}
