//! The possible endings of a round for a run, before its dice are thrown.
//!
//! The reroll tables give every ending with its chance if the run first throws to pass and then for
//! pay, or for points in the last round of a race. Tables with many kinds of dice are large; some
//! kinds therefore count as normal dice here, with their mean bonus.

use super::exact::{plays_for_points, rules};
use crate::die_kind::DieKind;
use crate::options::Options;
use crate::reroll::{Ending, Objective, RerollTable, Situation};
use crate::run::{Round, Run};
use crate::score::{Hundredths, Levels};
use crate::split::Scorer;
use pieces::Die;
use std::collections::HashMap;
use std::rc::Rc;

/// More dice than this count as this many.
pub(super) const MAX_DICE: usize = 12;

/// Dice of different kinds with more states than this count as normal ones: twelve of these have
/// fewer.
const MAX_STATES: usize = 20_000;

/// The possible endings of a round.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    /// The chance of passing it.
    pub(super) passes: f64,
    /// The score if it is passed.
    pub(super) passing: Points,
    /// The score if it is failed.
    pub(super) failing: Points,
    /// The endings that pass, by score, each with the chance of this ending or one before it.
    endings: Vec<Ending>,
}

/// The number of shares in an uncertain outlook.
const SHARES: u32 = 16;

/// A distribution of points, which is not drawn from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Points {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Points {
    /// Exactly this many points.
    pub(super) fn exactly(points: i32) -> Points {
        Points {
            mean: points.into(),
            variance: 0.0,
        }
    }

    /// The sum of both.
    pub(super) fn and(self, more: Points) -> Points {
        Points {
            mean: self.mean + more.mean,
            variance: self.variance + more.variance,
        }
    }

    /// The points of the other side.
    pub(super) fn negative(self) -> Points {
        Points {
            mean: -self.mean,
            ..self
        }
    }

    fn of(endings: &[Ending]) -> Points {
        let sum = |of: &dyn Fn(f64) -> f64| {
            let each = |ending: &Ending| ending.chance * of(f64::from(ending.score));
            endings.iter().map(each).sum::<f64>()
        };
        let all = sum(&|_| 1.0);
        if all == 0.0 {
            return Points::default();
        }
        let mean = sum(&|score| score) / all;
        Points {
            mean,
            variance: sum(&|score| (score - mean) * (score - mean)) / all,
        }
    }
}

impl Outlook {
    /// The outlook of a round that has ended with this score.
    pub(super) fn ended(score: i32, passed: bool) -> Outlook {
        let ending = Ending {
            score,
            unused: 0,
            chance: 1.0,
        };
        let target = if passed {
            score
        } else {
            score.saturating_add(1)
        };
        Outlook::of(vec![ending], target.max(0).unsigned_abs())
    }

    /// The outlook of these endings.
    pub(super) fn of(mut endings: Vec<Ending>, target: u32) -> Outlook {
        endings.sort_by_key(|ending| (ending.score, ending.unused));
        let first = endings.partition_point(|ending| i64::from(ending.score) < i64::from(target));
        let failing = Points::of(&endings[..first]);
        endings.drain(..first);
        let passing = Points::of(&endings);
        let mut passes = 0.0;
        for ending in &mut endings {
            passes += ending.chance;
            ending.chance = passes;
        }
        Outlook {
            passes,
            passing,
            failing,
            endings,
        }
    }

    /// The ending that is better than this share of those that pass.
    pub(super) fn ending(&self, part: f64) -> Option<Ending> {
        let chance = part * self.passes;
        let at = self.endings.partition_point(|each| each.chance < chance);
        self.endings.get(at).or(self.endings.last()).copied()
    }

    /// The shares of all endings of an earlier outlook that these are better than, each with its
    /// chance. All failing endings are one share.
    pub(super) fn shares(&self, before: &Outlook) -> Vec<(f64, f64)> {
        let fails = 1.0 - before.passes;
        let share = |part: f64| {
            let score = self.ending(part).map_or(0, |ending| ending.score);
            fails + before.passes * before.part(score)
        };
        let mut shares = Vec::new();
        if self.passes < 1.0 - 1e-9 {
            shares.push((1.0 - self.passes, fails / 2.0));
        }
        let n = if self.endings.len() > 1 { SHARES } else { 1 };
        if self.passes > 0.0 {
            let parts = (0..n).map(|n_th| (f64::from(n_th) + 0.5) / f64::from(n));
            shares.extend(parts.map(|part| (self.passes / f64::from(n), share(part))));
        }
        shares
    }

    /// The share of the passing endings that are at most as good as this score. It tells how lucky
    /// the score was.
    fn part(&self, score: i32) -> f64 {
        let better = |each: &&Ending| each.score > score;
        let rest = self.endings.iter().rev().take_while(better).count();
        let worse = self.endings.len() - rest;
        let below = worse
            .checked_sub(1)
            .map_or(0.0, |at| self.endings[at].chance);
        below / self.passes.max(f64::MIN_POSITIVE)
    }
}

/// The outlooks of runs, each computed once.
pub(super) struct Outlooks<'a> {
    options: &'a Options,
    known: HashMap<Question, Rc<Outlook>>,
    /// The number of table entries computed.
    pub(super) spent: usize,
}

/// Everything on which the end of a round depends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Question {
    situation: Situation,
    levels: Levels,
    level_cap: u8,
    rerolls: u8,
    target: u32,
    for_points: bool,
}

impl<'a> Outlooks<'a> {
    pub(super) fn new(options: &'a Options) -> Outlooks<'a> {
        Outlooks {
            options,
            known: HashMap::new(),
            spent: 0,
        }
    }

    /// The possible endings of the round for a run that has just begun it. The faces of its dice
    /// matter only if they are locked.
    pub(super) fn of(&mut self, run: &Run, round: &Round) -> Rc<Outlook> {
        let question = Question {
            situation: simplified(run.situation(round.boss)),
            levels: run.levels,
            level_cap: run.level_cap(self.options.rules),
            rerolls: run.rerolls,
            target: u32::try_from(round.target).unwrap_or(u32::MAX),
            for_points: plays_for_points(round, self.options),
        };
        if let Some(known) = self.known.get(&question) {
            return Rc::clone(known);
        }
        let outlook = Rc::new(self.work_out(&question, run).unwrap_or_default());
        self.known.insert(question, Rc::clone(&outlook));
        outlook
    }

    fn work_out(&mut self, question: &Question, run: &Run) -> Option<Outlook> {
        let target = question.target;
        let objective = match question.for_points {
            true => Objective::ReachThenScore { target },
            false => Objective::ReachThenPay { target },
        };
        let scorer = Scorer::new(rules(run, self.options), question.levels).ok()?;
        let table = RerollTable::new(&scorer, &question.situation, question.rerolls, objective);
        let table = table.ok()?;
        self.spent += table.n_entries();
        Some(Outlook::of(table.endings(question.rerolls), target))
    }
}

/// The dice in a fixed order, with normal dice in place of those that make tables large.
fn simplified(mut situation: Situation) -> Situation {
    /// The mean factor of a glass die in hundredths: one and a half, but not always.
    const GLASS: u32 = 140;
    let mut parity = 0;
    for die in &mut situation.dice {
        match die.kind {
            DieKind::Odd | DieKind::Even => parity += 1,
            DieKind::Glass => {
                let mult = &mut situation.layers.score_mult;
                *mult = Hundredths::new(mult.get() * GLASS / 100);
            }
            DieKind::Echo => {}
            _ => continue,
        }
        die.kind = DieKind::Normal;
    }
    // A die adds 5 if it shows its own parity, which is half the time.
    situation.layers.bonus += 5 * parity / 2;
    situation.insured = false;
    situation.dice.truncate(MAX_DICE);
    if RerollTable::n_states(&situation) > MAX_STATES {
        for die in &mut situation.dice {
            if matches!(die.kind, DieKind::Light | DieKind::Heavy) {
                die.kind = DieKind::Normal;
            }
        }
    }
    for die in situation.dice.iter_mut().filter(|die| !die.locked) {
        die.face = match die.kind {
            DieKind::Heavy => Die::Four,
            _ => Die::One,
        };
    }
    situation
        .dice
        .sort_by_key(|die| (die.kind, die.locked, die.face));
    situation
}
