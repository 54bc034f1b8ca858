//! The exact value of every roll and of every keep, by working backwards.
//!
//! A state tells what each die shows, or that it is in the air; dice of one kind are a multiset,
//! and a state is one multiset for each kind. The states are numbered such that one more die lying
//! always has a higher number.

mod backwards;
mod endings;
mod limits;
mod states;

pub(crate) use states::is_thrown;

use super::group::{Group, THROWN, symbols};
use super::shown::Judge;
use super::{Keep, Method, Objective, RerollAdvice, RerollError, Situation, check_size, rank};
use crate::DieKind;
use crate::lattice::Lattice;
use crate::split::{MAX_TABLE_DICE, PoolPoints, Scorer};
use limits::{check_outcomes, has, multisets, n_thrown};
use pieces::Die;
use std::sync::Arc;

/// The most rerolls of the look-ahead: a round has three, and an item adds one.
pub const MAX_REROLLS: u8 = 8;

/// The value of every roll of some dice and of every keep, by the number of rerolls left.
///
/// ```
/// use dice::reroll::{Objective, RerollTable};
/// use dice::score::{Levels, ScoreRules};
/// use dice::split::Scorer;
///
/// let scorer = Scorer::new(ScoreRules::default(), Levels::default())?;
/// let table = RerollTable::equal(&scorer, 5, 3, Objective::Reach { target: 326 })?;
/// assert_eq!(table.expected(3), 0.0); // five dice score 265 at most
/// # Ok::<(), dice::reroll::RerollError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RerollTable {
    objective: Objective,
    groups: Vec<Group>,
    /// The distance between two states that differ by one step of a group.
    strides: Vec<usize>,
    /// The number of dice, and the number of fixed dice for each face, which echoes may copy.
    n_dice: usize,
    fixed: [u8; 6],
    /// The final score of each state in which no die is in the air.
    scores: Vec<i32>,
    /// By rerolls left, the value of each state; with dice in the air, its mean once they lie.
    values: Vec<Vec<f64>>,
}

impl RerollTable {
    /// The table of this many normal dice without anything else.
    pub fn equal(
        scorer: &Scorer,
        dice: usize,
        rerolls: u8,
        objective: Objective,
    ) -> Result<RerollTable, RerollError> {
        check_size(dice)?;
        let situation = Situation::plain(&vec![Die::One; dice]);
        RerollTable::new(scorer, &situation, rerolls, objective)
    }

    /// The table of these dice; the faces of unlocked dice do not matter.
    pub fn new(
        scorer: &Scorer,
        situation: &Situation,
        rerolls: u8,
        objective: Objective,
    ) -> Result<RerollTable, RerollError> {
        situation.check()?;
        if rerolls > MAX_REROLLS {
            return Err(RerollError::TooManyRerolls { found: rerolls });
        }
        let n_dice = situation.dice.len();
        check_outcomes(situation)?;
        let points = (n_dice <= MAX_TABLE_DICE && !has(situation, DieKind::Glass))
            .then(|| PoolPoints::new(scorer, n_dice));
        let groups = groups(situation, points.as_ref().map(PoolPoints::lattice));
        let strides = groups.iter().scan(1, |size, group| {
            let stride = *size;
            *size *= group.lattice.len();
            Some(stride)
        });
        let mut table = RerollTable {
            objective,
            strides: strides.collect(),
            n_dice,
            fixed: [0; 6],
            scores: Vec::new(),
            values: Vec::new(),
            groups,
        };
        let judge = Judge {
            scorer,
            situation,
            points,
        };
        table.score_all(&judge);
        table.work_backwards(rerolls);
        Ok(table)
    }

    /// The value before the first throw of a round with this many rerolls, at most those of the
    /// table.
    pub fn expected(&self, rerolls: u8) -> f64 {
        let Some(values) = self.values.get(usize::from(rerolls)) else {
            return f64::NAN;
        };
        let mut values = values.clone();
        self.average(&mut values, |group| &group.first);
        values[0]
    }

    /// The number of states of a table of these dice, for each number of rerolls.
    pub fn n_states(situation: &Situation) -> usize {
        let each = |&kind: &DieKind| multisets(n_thrown(situation, kind), symbols(kind));
        THROWN.iter().map(each).fold(1, usize::saturating_mul)
    }

    /// The number of computed values, which is the cost of the table.
    pub fn n_entries(&self) -> usize {
        self.len() * self.values.len()
    }

    /// Computes the table of the same dice and rerolls for another objective.
    pub fn with(&self, objective: Objective) -> RerollTable {
        let mut table = RerollTable {
            objective,
            groups: self.groups.clone(),
            strides: self.strides.clone(),
            scores: self.scores.clone(),
            values: Vec::with_capacity(self.values.len()),
            ..*self
        };
        // There is a value for no rerolls, and there are at most eight rerolls.
        table.work_backwards(self.values.len() as u8 - 1);
        table
    }

    /// The value of every choice for these dice with this many rerolls left, at most those of the
    /// table; best first.
    ///
    /// The dice must be of the kinds that the table was made for.
    pub fn keeps(&self, situation: &Situation, rerolls: u8) -> Result<Vec<Keep>, RerollError> {
        situation.check()?;
        if usize::from(rerolls) >= self.values.len() {
            return Err(RerollError::TooManyRerolls { found: rerolls });
        }
        let shown = self.multisets(&situation.dice);
        let roll = self.state(&shown);
        let mut keeps = Vec::new();
        let mut kept = shown.clone();
        self.each_keep(&shown, 0, &mut kept, &mut |kept| {
            let state = self.state(kept);
            let value = match state == roll {
                true => self.objective.value(self.scores[roll], rerolls),
                false if rerolls == 0 => return,
                false => self.values[usize::from(rerolls) - 1][state],
            };
            keeps.push(self.keep(&situation.dice, kept, value));
        });
        rank(&mut keeps);
        Ok(keeps)
    }

    /// [The choices](RerollTable::keeps), and the expected scores of the best one.
    pub fn advise(&self, situation: &Situation, rerolls: u8) -> Result<RerollAdvice, RerollError> {
        let keeps = self.keeps(situation, rerolls)?;
        let roll = self.state(&self.multisets(&situation.dice));
        let first = self.multisets_after(&situation.dice, &keeps[0].throws);
        Ok(RerollAdvice {
            method: Method::Exact,
            scores: self.distribution(roll, self.state(&first), rerolls),
            keeps,
        })
    }
}

/// The groups of the dice that can be thrown; normal dice use the lattice of all pools if it fits.
fn groups(situation: &Situation, pools: Option<&Arc<Lattice>>) -> Vec<Group> {
    let of_kind = |kind| {
        let n = n_thrown(situation, kind);
        let group = || match pools {
            Some(pools) if kind == DieKind::Normal && pools.dice() == n => {
                Group::on(kind, Arc::clone(pools))
            }
            _ => Group::new(kind, n),
        };
        (n > 0).then(group)
    };
    THROWN.into_iter().filter_map(of_kind).collect()
}
