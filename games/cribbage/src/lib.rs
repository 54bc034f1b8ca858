//! Cribbage for two, three or four: rules, itemised scoring, views and notation.
//!
//! # Cards
//! Ranks A to K, suits S H D C. A card has a *run value* of 1 to 13 and a *peg
//! value*, the same but never more than 10. Runs, pairs and groups look at the
//! one, fifteens and the count of the play at the other.
//!
//! # Score types (hand and crib)
//! A run of three, four or five; with doubled ranks a double run of three (8) or
//! four (10), a triple run (15) or a quadruple run (16), each one item. Pairs,
//! three and four of a kind (2, 6, 12) of cards that are in no run. Two for every
//! set of cards that sums to fifteen. A flush of the four hand cards (4), of all
//! five (5); a crib has only the flush of five. One for the jack of the starter's
//! suit, the right jack. [`score`] counts them, [`aloud`] says them.
//!
//! # Score types (play)
//! Two for a count of exactly fifteen or thirty-one; 2, 6 or 12 for a tail of
//! equal ranks; three to seven for a tail of consecutive ranks in any order; one
//! for the last card when nobody can play on and the count is not 31. Two to the
//! dealer at once if the starter is a jack, for its heels.
//!
//! # The game
//! **Seats and deal.** Two seats get six cards and throw two to the crib; three and
//! four get five and throw one, and at three the deck gives the fourth. Four play
//! as partners across the table, or alone. Each seat cuts, the lowest rank deals
//! first, seats that tie for lowest cut again; then the deal passes left.
//!
//! **Phases.** Throws are simultaneous and secret. The starter is cut when all are
//! in, from the cards nobody holds.
//!
//! **Play.** Left of the dealer leads. A seat that cannot play within 31 says go,
//! without being asked; a seat that can play must. At 31, or when nobody can go on,
//! the count starts again and the seat left of the last player leads.
//!
//! **Show.** From the dealer's left round to the dealer, then the dealer's crib.
//!
//! **Winning.** The first side at the target (121, or 61) wins at that instant:
//! at heels, in the play or in the middle of the show. No score shows more.
//!
//! **Skunk.** A loser short of the target by more than 30 is skunked, by more than
//! 60 in a game to 121 double skunked. A match counts 1, 2 or 3 for each loser. The
//! lowest seat deals the rematch; of several, the first left of the last dealer.
//!
//! **Counting option.** `auto`: the house counts. `manual`: everyone states the
//! total of their own hand; too low scores what was stated, too high the truth.
//! `muggins`: as manual, then every opponent from the counter's left is asked, even
//! if nothing was missed; the first exact claim scores what was.
//!
//! # Playing a game
//! ```
//! use cribbage::{Cribbage, Options};
//! use kernel::{Game, Input, Key, Turn};
//!
//! let key = Key::from_seed(1);
//! let mut game = Cribbage::new(Options::default()).expect("two players to 121");
//! let mut draws = 0;
//! while game.turn() != Turn::Over {
//!     let input = match game.turn() {
//!         Turn::Seats(seats) => {
//!             let seat = seats.first().expect("somebody is to move");
//!             Input::Act { seat, action: game.legal_actions(seat).swap_remove(0) }
//!         }
//!         _ => {
//!             draws += 1;
//!             Input::Chance(game.draw(&key.draw(draws)))
//!         }
//!     };
//!     for event in game.decide(&input).expect("a legal action is accepted") {
//!         game.evolve(&event);
//!     }
//! }
//! assert_eq!(game.winners().len(), 1);
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod aloud;
pub mod bot;
mod drill;
mod facade;
mod notation;
mod options;
mod request;
mod rules;
pub mod score;
mod state;
mod version_1;
mod view;
mod wire;

pub use kernel::RecordError;
pub use notation::Record;
pub use options::{Counting, Options};
pub use rules::Illegal;
pub use state::{
    Action, Chance, Count, Cribbage, CutResult, Event, Loss, Outcome, Pegs, Phase, Play, Table,
};
pub use view::{Own, View};

#[cfg(test)]
mod tests;
