//! Scoring a pool of dice: the hands, their points, and the layers on top.
//!
//! The score of a pool is the best way to split it into hands that share no die. This module gives
//! the points of a hand at its level ([`Hand`]), the rule options ([`ScoreRules`]) and the
//! additions to the hands' sum ([`Layers`]); [`split`](crate::split) finds the best split. The
//! answer is a [`Tally`] with one item per hand and then one per layer: the total never exists
//! without its reasons.
//!
//! Every number here is an integer, and multipliers count hundredths: binary floats give wrong
//! floors on inputs that players reach (a pair of fives at level 5 is 205, and 204 in floats).
//!
//! ```
//! use dice::score::{Layers, Levels, ScoreRules, best_of_faces};
//!
//! let pool = "33322".parse()?;
//! let score = best_of_faces(pool, ScoreRules::default(), Levels::default(), Layers::default())?;
//! assert_eq!(score.total(), 140);
//! assert_eq!(score.tally().items()[0].rule.to_string(), "FULL_HOUSE (22 + 9) × 1.80 + (12 + 4) × 1.60 + 60");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod hand;
mod hundredths;
mod kind;
mod layers;
mod levels;
mod line;
mod rules;

pub use error::ScoreError;
pub use hand::Hand;
pub use hundredths::{Hundredths, ParseHundredthsError};
pub use kind::{HandKind, UnknownHand};
pub use layers::Layers;
pub use levels::{LEVEL_CAP, Levels, MAX_LEVEL, upgrade_cost};
pub use line::{Factor, Line, LineName, Working};
pub use rules::{FullHouse, OfAKind, Parity, ScoreRules};

use crate::split::{Scorer, Split};
use pieces::{Die, FaceCounts};

/// The most dice that one pool may hold.
///
/// A run has at most 30 dice. The search is built for the exact split of a hundred dice; a fifth
/// more is reserve, and keeps every sum of points far inside 32 bits.
pub const MAX_POOL: usize = 120;

/// One reason to score.
pub type ScoreItem = kernel::Item<Line, Vec<Die>>;

/// A score as the list of its reasons: the hands in the table's order, then the layers.
pub type Tally = kernel::Tally<Line, Vec<Die>>;

/// A die as it lies when the pool is scored.
///
/// Before scoring, a wild die has been set by its owner and an inverter has turned every face; only
/// two facts remain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScoringDie {
    /// The face that plays.
    pub face: Die,
    /// Whether it multiplies the score by one and a half if a hand uses it.
    pub glass: bool,
}

impl ScoringDie {
    /// A die without any effect.
    pub const fn plain(face: Die) -> ScoringDie {
        ScoringDie { face, glass: false }
    }

    /// A glass die.
    pub const fn glass(face: Die) -> ScoringDie {
        ScoringDie { face, glass: true }
    }
}

/// A scored pool: the chosen split and every step to its total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub(crate) split: Split,
    pub(crate) tally: Tally,
}

impl Score {
    /// The hands of the best split.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// The hands and the layers, item by item.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The score of the pool after every layer.
    pub fn total(&self) -> i32 {
        self.tally.total()
    }
}

/// The best score of these dice: the split whose *final* score is highest.
///
/// Only glass dice make a difference: each one that a hand uses multiplies the score, and a split
/// with fewer points may therefore score more.
///
/// ```
/// use dice::score::{Layers, Levels, ScoreRules, ScoringDie, best};
/// use pieces::Die;
///
/// let pool = [Die::Five, Die::Five, Die::One].map(ScoringDie::plain);
/// let levels = Levels::from_pairs([(dice::score::HandKind::Pair, 5)])?;
/// let score = best(&pool, ScoreRules::default(), levels, Layers::default())?;
/// assert_eq!(score.total(), 205);
/// # Ok::<(), dice::score::ScoreError>(())
/// ```
pub fn best(
    pool: &[ScoringDie],
    rules: ScoreRules,
    levels: Levels,
    layers: Layers,
) -> Result<Score, ScoreError> {
    Scorer::new(rules, levels)?.best(pool, layers)
}

/// The best score of dice without special ones.
pub fn best_of_faces(
    pool: FaceCounts,
    rules: ScoreRules,
    levels: Levels,
    layers: Layers,
) -> Result<Score, ScoreError> {
    Scorer::new(rules, levels)?.best_of_faces(pool, layers)
}
