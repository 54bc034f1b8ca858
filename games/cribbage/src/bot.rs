//! Bots for cribbage.
//!
//! A bot uses the view of its seat and four tables in `games/cribbage/bot`, each computed from the
//! rules by [`tables`]: the throws and hands of good players (`habits.rs`), the pegging of hands
//! (`pegs.rs`), and the chance of winning from any score (`chance.rs`); `book.rs` holds the tables
//! of an expert. The worth of a throw (`throws.rs`, and `outlook.rs` for the chance of winning) and
//! of a card (`guess.rs` estimates the opponent's hand, `lookout.rs` searches the play) follow from
//! these. At three and four seats `seats.rs` does both, and `race.rs` has the chances. `level.rs`
//! puts the bots together, `slips.rs` has the mistakes of the levels that play like people,
//! `advice.rs` and `reasons.rs` explain the expert's view to a person, and `question.rs` answers
//! programs without a game. `witness.rs` counts for the arena.
//!
//! Nothing here uses a clock: a bot's thinking is limited by a count of guesses, and the same sight
//! with the same luck gives the same move.

mod advice;
mod book;
mod chance;
mod counting;
mod guess;
mod habits;
mod hindsight;
mod level;
mod lookout;
mod order;
mod outlook;
mod pegging;
mod pegs;
mod practice;
mod question;
mod race;
mod ranks;
mod reasons;
mod seats;
mod sight;
mod slips;
pub mod tables;
mod throws;
mod witness;

pub(crate) use advice::advise;
pub use advice::advise_throws;
pub(crate) use question::advised;
pub use question::{BotAnswer, request};
pub use throws::{Worth, worths};
pub(crate) use witness::DealFigures;

use crate::state::Cribbage;
use kernel::{Bot, Strength};
use level::Level;

/// The bots, weakest first.
pub(crate) const BOTS: &[Bot<Cribbage>] = &[
    Bot {
        strength: Strength::Level(kernel::Level::Easy),
        about: "keeps what looks good, overlooks fifteens and runs, leads fives, and often forgets the crib",
        choose: |sight, rng| Level::EASY.choose(sight, rng),
    },
    Bot {
        strength: Strength::Baseline("greedy"),
        about: "takes the most points it sees at once, and thinks of nothing else",
        choose: |sight, rng| Level::GREEDY.choose(sight, rng),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Medium),
        about: "minds hand and crib, takes the points that lie there, and overlooks some",
        choose: |sight, rng| Level::MEDIUM.choose(sight, rng),
    },
    Bot {
        strength: Strength::Baseline("ev"),
        about: "throws for the best expected hand and crib, and plays for points at once",
        choose: |sight, rng| Level::EV.choose(sight, rng),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Hard),
        about: "throws by the odds, and plays with an eye on your answer",
        choose: |sight, rng| Level::HARD.choose(sight, rng),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Expert),
        about: "plays for the game and not for points: it guesses your hand and minds the score",
        choose: |sight, rng| Level::EXPERT.choose(sight, rng),
    },
    #[cfg(any(test, feature = "earlier"))]
    Bot {
        strength: Strength::Baseline("expert-0.1"),
        about: "plays for the game as the expert of version 0.1 did",
        choose: |sight, rng| Level::EXPERT_0_1.choose(sight, rng),
    },
];

#[cfg(test)]
mod tests;
