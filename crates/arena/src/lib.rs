//! Bots against bots, and how sure the result is.
//!
//! Two bots meet in pairs of games. Both games of a [`Pair`] have the same luck, and
//! the bots exchange sides between them, so that good cards help neither. A bot is
//! handed what its seat sees and nothing else, as at any table.
//!
//! A [`Contest`] plays a pair by its number alone. Pairs can therefore be played in any order,
//! at the same time, or on another day. A [`ContestReport`] adds them up in the order of their numbers,
//! which always gives the same result: the share of games won, with an interval that stays valid
//! however often it is read ([`Sequence`]), the points, and the figures that the game counts for
//! itself ([`kernel::Witness`]).
//!
//! A [`Calibration`] shows whether the chances that a bot tells come true.
//!
//! This crate knows no game, clock, file or thread: the caller brings them. It measures how long
//! a bot takes only if the caller hands in a stopwatch, and the time is not part of the result.
//!
//! ```
//! use arena::{Contest, ContestReport, Plan, SEED, Span};
//! use cribbage::Cribbage;
//!
//! let plan = Plan::new::<Cribbage>(["random", "random"], SEED, 10, Span::Games);
//! let contest = Contest::<Cribbage>::new(plan)?;
//! let pairs: Vec<_> = (0..10).map(|n| contest.pair(n, &|| 0)).collect();
//! let report = ContestReport::of(contest.plan(), &pairs);
//! // The same bot on both sides, but its choices differ: near a half, and far from sure.
//! assert!(report.wins.low < 0.5 && 0.5 < report.wins.high);
//! # Ok::<(), arena::ContestError>(())
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod calibration;
mod contest;
mod figures;
mod mean;
mod pair;
mod plan;
mod rating;
mod report;
mod sequence;

pub use calibration::{Aim, Bin, Calibration, Prediction};
pub use contest::{AnyContest, Contest, ContestError};
pub use figures::{FigureMean, FigureSum};
pub use mean::{Estimate, Mean};
pub use pair::{Contestant, Pair, PairedGame};
pub use plan::{Plan, SEED, Span};
pub use rating::{Match, Rating, Ratings};
pub use report::{BotReport, ContestReport};
pub use sequence::Sequence;

#[cfg(test)]
mod tests;
