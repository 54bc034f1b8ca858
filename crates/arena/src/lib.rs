//! Bots against bots, and how sure the result is.
//!
//! Two bots meet in pairs of games. Both games of a [`Pair`] have the same luck, and
//! the bots exchange sides between them, so that good cards help neither. A bot is
//! handed what its seat sees and nothing else, as at any table.
//!
//! A [`Contest`] plays any one pair by its number, whatever was played before, so
//! pairs may be played in any order, beside each other, or tomorrow; a [`Report`]
//! adds them up in the order of their numbers and therefore always says the same. It holds the
//! share of games won with an interval that stays valid however often one looks
//! ([`Sequence`]), the points, and whatever the game counts for itself
//! ([`kernel::Witness`]).
//!
//! This crate knows no game, clock, file or thread: whoever runs a contest brings them.
//! How long a bot takes is measured only if a stopwatch is handed in, and
//! is no part of the result.
//!
//! ```
//! use arena::{Contest, Plan, Report, SEED, Span};
//! use cribbage::Cribbage;
//!
//! let plan = Plan::new::<Cribbage>(["random", "random"], SEED, 10, Span::Games);
//! let contest = Contest::<Cribbage>::new(plan)?;
//! let pairs: Vec<_> = (0..10).map(|n| contest.pair(n, &|| 0)).collect();
//! let report = Report::of(contest.plan(), &pairs);
//! // The same bot on both sides, but its choices differ: near a half, and far from sure.
//! assert!(report.wins.low < 0.5 && 0.5 < report.wins.high);
//! # Ok::<(), arena::ContestError>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod contest;
mod figures;
mod mean;
mod pair;
mod plan;
mod report;
mod sequence;

pub use contest::{AnyContest, Contest, ContestError};
pub use figures::{Figure, FigureSum};
pub use mean::{Estimate, Mean};
pub use pair::{Pair, Played, Which};
pub use plan::{Plan, SEED, Span};
pub use report::{BotReport, Report};
pub use sequence::Sequence;

#[cfg(test)]
mod tests;
