//! The rounds that all runs of a game go through together.

use crate::boss::Boss;
use crate::options::Options;
use crate::target::target;
use serde::{Deserialize, Serialize};

/// A round, the same for every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1; 0 before the first.
    pub number: u32,
    /// The score that passes it.
    pub target: u64,
    /// Its boss, every fourth round.
    pub boss: Option<Boss>,
}

impl Round {
    /// The round after this one, with this boss.
    pub(crate) fn next(self, options: &Options, boss: Option<Boss>) -> Round {
        let number = self.number.saturating_add(1);
        Round {
            number,
            target: target(options.first_target.into(), number),
            boss,
        }
    }
}
