//! Texas 42: the auction, every contract, both scoring systems and an exact solver.
//!
//! The parts: a [`Bid`] is made in an [`Auction`]; a [`Declaration`] gives the [`Contract`] by
//! which dominoes follow and win; tricks make a [`HandScore`], hands a [`GameScore`]. [`Texas42`]
//! is the game itself, [`View`] is what one viewer sees of it, and [`Record`] is the game as text.
//! [`Solver`] computes the worth of a deal with open hands, [`Claim`] proves what is certain with
//! closed ones; [`bot`] plays and advises.
#![doc = ""]
#![doc = include_str!("../rules/en.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod auction;
mod bid;
pub mod bot;
mod breakdown;
mod contract;
mod declaration;
mod drill;
mod facade;
mod game_score;
mod hand;
mod imagine;
mod measures;
mod notation;
mod options;
mod play;
mod request;
mod rules;
mod score;
mod sides;
mod solve;
mod state;
mod suit;
#[cfg(test)]
mod tests;
mod trick;
mod version_1;
mod view;
mod wire;

pub use auction::{Auction, BidFault};
pub use bid::{Bid, Call, CalledBid, UnknownBid};
pub use breakdown::{Line, LineKind, side_key, trick_lines};
pub use contract::{Contract, FollowMeDoubles, NelloDoubles, distance_from_seven};
pub use declaration::{Declaration, Trump, UnknownDeclaration};
pub use game_score::{GameScore, Stroke};
pub use hand::{Hand, Play, Plays, Pledge, Trick, Tricks};
pub use kernel::RecordError;
pub use notation::Record;
pub use options::{ForcedBid, Mode, Options, PlungeLeader, SplashMarks};
pub use play::{CLAIM_BUDGET, Claim, ClaimFault, Position, PositionFault, Taken};
pub use request::solve::solve_json;
pub use rules::Illegal;
pub use score::{AwardRule, AwardTally, BidVerdict, HandResult, HandScore};
pub use sides::{EAST_WEST, NORTH_SOUTH, SEATS, Sides, other_side, partner_of, side_name, side_of};
pub use solve::{Move, Solver};
pub use state::{Action, Chance, Event, Phase, PublicTable, Texas42};
pub use suit::Suit;
pub use trick::{HAND_POINTS, TRICKS, TrickRule, TrickTally, count, count_of, trick_tally};
pub use view::View;
