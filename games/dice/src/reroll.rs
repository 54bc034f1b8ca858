//! Advice about rerolls: the value of every keep, and the expected score.
//!
//! [`advise`] answers for dice of any kinds. If the state space allows, the answer is exact: a
//! [`RerollTable`] works backwards from the last reroll over all multisets of dice. It never pairs
//! keeps with outcomes: the value of keeping some dice is the mean over one more die of the value
//! of keeping that too, and the best keep of a roll is the best of it and of the best keeps of the
//! roll without one die. Otherwise [`advise`] simulates a sensible player many times, and reports
//! that.
//!
//! Probabilities and expectations are floats; scores never are.
//!
//! ```
//! use dice::reroll::{Objective, RerollTable};
//! use dice::score::{Levels, ScoreRules};
//! use dice::split::Scorer;
//!
//! let scorer = Scorer::new(ScoreRules::default(), Levels::default())?;
//! let table = RerollTable::equal(&scorer, 5, 3, Objective::Score)?;
//! assert_eq!(format!("{:.2}", table.expected(3)), "179.11");
//! # Ok::<(), dice::reroll::RerollError>(())
//! ```

mod group;
mod sample;
mod shown;
mod situation;
mod table;

pub use situation::{PoolDie, Situation};
pub use table::{MAX_REROLLS, RerollTable};

use crate::pay::Earned;
use crate::score::{MAX_POOL, ScoreError};
use crate::split::Scorer;
use kernel::Rng;
use pieces::{Die, FaceCounts};
use thiserror::Error;

/// A player's objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The highest expected score.
    Score,
    /// The highest chance of reaching a target.
    Reach {
        /// The target.
        target: u32,
    },
    /// The highest expected pay of the round; a missed target pays nothing.
    Pay {
        /// The target.
        target: u32,
        /// The cash that earns interest.
        cash: u32,
        /// The pay that items add.
        extra: u32,
    },
    /// The highest chance of reaching a target, and then the highest pay.
    ReachThenPay {
        /// The target.
        target: u32,
    },
    /// The highest chance of reaching a target, and then the highest score.
    ReachThenScore {
        /// The target.
        target: u32,
    },
}

/// The weight of a dollar or a point beside the chance of reaching a target: it only breaks ties.
const TRIFLE: f64 = 1e-9;

impl Objective {
    /// The worth of a final score with this many unused rerolls.
    pub fn value(self, score: i32, unused: u8) -> f64 {
        let reached = |target: u32| i64::from(score) >= i64::from(target);
        match self {
            Objective::Score => f64::from(score),
            Objective::Reach { target } => f64::from(u8::from(reached(target))),
            Objective::Pay { target, .. } if !reached(target) => 0.0,
            Objective::Pay {
                target,
                cash,
                extra,
            } => {
                let earned = Earned {
                    target: target.into(),
                    score: score.max(0).unsigned_abs().into(),
                    unused_rerolls: unused,
                    cash: cash.into(),
                    penny: extra.into(),
                };
                earned.dollars() as f64
            }
            Objective::ReachThenPay { target } => {
                let pay = Objective::Pay {
                    target,
                    cash: 0,
                    extra: 0,
                };
                let reach = Objective::Reach { target };
                reach.value(score, unused) + TRIFLE * pay.value(score, unused)
            }
            Objective::ReachThenScore { target } => {
                let reach = Objective::Reach { target };
                reach.value(score, unused) + TRIFLE * f64::from(score)
            }
        }
    }
}

/// The method by which an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every outcome was counted.
    Exact,
    /// A sensible player was simulated this many times for the best keeps, and less often for
    /// others.
    Sampled {
        /// The number of games behind the value of the best keep.
        games: u32,
    },
}

/// One choice: the dice that stay, the places of those thrown, and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Keep {
    /// The faces that stay.
    pub kept: FaceCounts,
    /// The places of the dice to throw, ascending; empty to score now.
    pub throws: Vec<u8>,
    /// The value of the choice under the objective, with the best play after it.
    pub value: f64,
}

/// One way in which a round may end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ending {
    /// The final score.
    pub score: i32,
    /// The rerolls that are left.
    pub unused: u8,
    /// Its chance.
    pub chance: f64,
}

/// Advice on which dice to throw again.
#[derive(Debug, Clone, PartialEq)]
pub struct RerollAdvice {
    /// The method by which it was found.
    pub method: Method,
    /// The choices, best first; of equal ones the one that throws fewer dice first.
    pub keeps: Vec<Keep>,
    /// The chance of each final score if the best choice is made now and later, scores ascending.
    pub scores: Vec<(i32, f64)>,
}

impl RerollAdvice {
    /// The best choice.
    pub fn best(&self) -> &Keep {
        &self.keeps[0]
    }
}

/// The reasons why advice is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RerollError {
    /// The dice cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// There are more rerolls than any round has.
    #[error("a round must have at most {MAX_REROLLS} rerolls, not {found}")]
    TooManyRerolls {
        /// The number given.
        found: u8,
    },
    /// A die shows a face that it does not have.
    #[error("the face of a {kind} die must be one that it has, not {face}")]
    NoSuchFace {
        /// The kind of die.
        kind: crate::DieKind,
        /// The face.
        face: Die,
    },
    /// There are too many different outcomes to count them all.
    #[error("the dice must have fewer outcomes for a table")]
    TooLarge,
}

impl RerollError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            RerollError::Score(error) => error.code(),
            RerollError::TooManyRerolls { .. } => "too_many_rerolls",
            RerollError::NoSuchFace { .. } => "no_such_face",
            RerollError::TooLarge => "too_many_outcomes",
        }
    }
}

/// Finds the best dice to throw again with this many rerolls left: exactly if the dice allow,
/// otherwise by sampling.
///
/// ```
/// use dice::reroll::{Method, Objective, Situation, advise};
/// use dice::score::{Levels, ScoreRules};
/// use dice::split::Scorer;
///
/// let scorer = Scorer::new(ScoreRules::default(), Levels::default())?;
/// let dice = Situation::plain(&pieces::parse_dice("11235")?);
/// let advice = advise(&scorer, &dice, 2, Objective::Reach { target: 72 }, &mut kernel::Rng::from_seed(1))?;
/// assert_eq!(advice.method, Method::Exact);
/// assert!(advice.best().value > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise(
    scorer: &Scorer,
    situation: &Situation,
    rerolls: u8,
    objective: Objective,
    rng: &mut Rng,
) -> Result<RerollAdvice, RerollError> {
    situation.check()?;
    match RerollTable::new(scorer, situation, rerolls, objective) {
        Ok(table) => table.advise(situation, rerolls),
        Err(RerollError::TooLarge) => {
            Ok(sample::advise(scorer, situation, rerolls, objective, rng))
        }
        Err(error) => Err(error),
    }
}

/// The choices of [`advise`], without the expected scores of the best one.
pub(crate) fn keeps(
    scorer: &Scorer,
    situation: &Situation,
    rerolls: u8,
    objective: Objective,
    rng: &mut Rng,
) -> Result<Vec<Keep>, RerollError> {
    situation.check()?;
    match RerollTable::new(scorer, situation, rerolls, objective) {
        Ok(table) => table.keeps(situation, rerolls),
        Err(RerollError::TooLarge) => {
            Ok(sample::advise(scorer, situation, rerolls, objective, rng).keeps)
        }
        Err(error) => Err(error),
    }
}

/// Refuses an empty pool, and more dice than one pool may hold.
fn check_size(dice: usize) -> Result<(), ScoreError> {
    match dice {
        0 => Err(ScoreError::NoDice),
        1..=MAX_POOL => Ok(()),
        found => Err(ScoreError::TooManyDice { found }),
    }
}

/// Sorts the choices: best first, and of equal ones those that throw fewer dice first.
fn rank(keeps: &mut [Keep]) {
    keeps.sort_by(|a, b| {
        let by_value = b.value.total_cmp(&a.value);
        by_value.then_with(|| (a.throws.len(), &a.throws).cmp(&(b.throws.len(), &b.throws)))
    });
}
