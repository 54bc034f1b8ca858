//! Counting cribbage: the show, the play and the heels, item by item.
//!
//! A count is a [`Tally`] of [`Item`]s, each with its [`Rule`] and the cards that make it, in the
//! order in which the rules list them; the total exists only as their sum. Everything here is a
//! pure function of cards and needs no game: a program can count a hand with this module alone.
//!
//! Two paths give the same points. [`Show::tally`] gives the reasons and is for people; [`total`]
//! looks the sum up in a table and is for programs that count millions of hands. The tests prove
//! them equal for every possible hand and starter.
//!
//! Run value and peg value are never mixed: runs and groups use the rank, fifteens and the count of
//! the play use [`peg_value`].
//!
//! ```
//! use cribbage::score::{Four, HandOrCrib, Rule, Show};
//!
//! let hand = Four::new("5H 5C 5S JD".parse().unwrap())?;
//! let show = Show::new(hand, "5D".parse().ok(), HandOrCrib::Hand)?;
//! assert_eq!(show.tally().items()[0].rule, Rule::FourOfAKind);
//! assert_eq!(show.tally().total(), 29);
//! assert_eq!(show.total(), 29);
//! # Ok::<(), cribbage::score::ScoreError>(())
//! ```

mod answer;
mod exactly;
mod explain;
pub(crate) mod fast;
mod odds;
mod play;
mod rule;
mod show;
mod totals;

pub use answer::{Breakdown, ScoreAnswer, WrittenItem};
pub use exactly::{Exactly, Four, Six};
pub use explain::explain;
pub use fast::{Prepared, total};
pub use odds::{Distribution, Throw, best_throw, distribution, six_throws};
pub use play::{Stack, last_card};
pub use rule::{Rule, UnknownRule};
pub use show::{HandOrCrib, Show, heels};
pub use totals::Totals;

use arrayvec::ArrayVec;
use pieces::{Card, Rank};
use thiserror::Error;

/// The cards of one item.
///
/// Thirteen cards make the longest stack of the play: four aces, four twos, four threes and a four
/// make 28, and any fourteenth card passes 31.
pub type Cards = ArrayVec<Card, 13>;

/// One reason to score in cribbage.
pub type Item = kernel::Item<Rule, Cards>;

/// A cribbage score as the list of its reasons.
pub type Tally = kernel::Tally<Rule, Cards>;

/// The value of a card towards 15 and 31: ace 1 to nine 9, ten and faces 10.
///
/// ```
/// use cribbage::score::peg_value;
/// use pieces::Rank;
///
/// assert_eq!(peg_value(Rank::Ace), 1);
/// assert_eq!(peg_value(Rank::King), 10);
/// ```
#[inline]
pub const fn peg_value(rank: Rank) -> u8 {
    if rank.number() < 10 {
        rank.number()
    } else {
        10
    }
}

/// The reasons why cards cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// The number of cards is wrong.
    #[error("there must be {wanted} cards, not {found}")]
    WrongCount {
        /// The number of cards that are counted together.
        wanted: usize,
        /// The number of cards given.
        found: usize,
    },
    /// The starter is one of the cards it is cut for.
    #[error("the starter {0} must not be one of the four cards")]
    StarterInHand(Card),
    /// The same card appears twice in a play.
    #[error("{0} must be played only once")]
    PlayedTwice(Card),
    /// A card takes the count of the play beyond 31.
    #[error("{card} makes {count}, but the count must not pass 31")]
    PastThirtyOne {
        /// The card that does not fit.
        card: Card,
        /// The count that it would make.
        count: u8,
    },
}

impl ScoreError {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            ScoreError::WrongCount { .. } => "wrong_card_count",
            ScoreError::StarterInHand(_) => "starter_in_hand",
            ScoreError::PlayedTwice(_) => "duplicate_card",
            ScoreError::PastThirtyOne { .. } => "past_thirty_one",
        }
    }
}

/// The item that these cards make under this rule.
fn item(rule: Rule, cards: impl IntoIterator<Item = Card>) -> Item {
    Item {
        rule,
        pieces: cards.into_iter().collect(),
        points: rule.points(),
    }
}
