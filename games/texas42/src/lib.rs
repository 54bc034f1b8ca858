//! Texas 42: the auction, every contract, both scoring systems and an exact solver.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod contract;
mod declaration;
mod position;
mod solve;
mod suit;
mod table;
mod trick;

pub use contract::{Contract, FollowMeDoubles, NelloDoubles, distance_from_seven};
pub use declaration::{Declaration, Trump, UnknownDeclaration};
pub use position::{Position, PositionFault, Taken};
pub use solve::{Move, Solver};
pub use suit::Suit;
pub use trick::{HAND_POINTS, TRICKS, TrickRule, TrickTally, count, count_of, trick_tally};
