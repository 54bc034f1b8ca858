//! The value of every roll and of every keep, exactly, by working backwards.
//!
//! A state says what each die shows, or that it is in the air; dice of one kind
//! are a multiset, so a state is one multiset for each kind. The states are
//! numbered so that one more die lying is always a higher number.

use super::group::{BROKEN, Group, THROWN, symbols};
use super::shown::{Judge, Shown};
use super::{
    Advice, Ending, Keep, Method, Objective, PoolDie, RerollError, Situation, check_size, rank,
};
use crate::DieKind;
use crate::lattice::{Lattice, Multiset};
use crate::split::{MAX_TABLE_DICE, PoolPoints, Scorer};
use pieces::{Die, FaceCounts};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most rerolls that are looked ahead: a round has three, and an item adds one.
pub const MAX_REROLLS: u8 = 8;

/// The most states: twenty equal dice have 230,230.
const MAX_STATES: usize = 400_000;

/// The most pools that are scored one by one, where glass dice make a table of points useless.
const MAX_SEARCHES: usize = 20_000;

/// The most echoes: when three are thrown, two may copy the same face of the third before it copies another.
const MAX_ECHOES: usize = 2;

/// The value of every roll of some dice and of every keep, by how many rerolls are left.
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
    /// How far apart two states are that differ by one step of a group.
    strides: Vec<usize>,
    /// How many dice there are, and how many lie fixed for each face: what echoes copy.
    n_dice: usize,
    fixed: [u8; 6],
    /// The final score of each state in which no die is in the air.
    scores: Vec<i32>,
    /// By rerolls left, the value of each state; with dice in the air, its mean once they lie.
    values: Vec<Vec<f64>>,
}

impl RerollTable {
    /// The table of so many normal dice with nothing besides.
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

    /// The table of these dice; the faces of unlocked ones do not matter.
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

    /// The value before the first throw of a round that has so many rerolls, at most those of the table.
    pub fn expected(&self, rerolls: u8) -> f64 {
        let Some(values) = self.values.get(usize::from(rerolls)) else {
            return f64::NAN;
        };
        let mut values = values.clone();
        self.average(&mut values, |group| &group.first);
        values[0]
    }

    /// How many states a table of these dice has, for each number of rerolls.
    pub fn n_states(situation: &Situation) -> usize {
        let each = |&kind: &DieKind| multisets(n_thrown(situation, kind), symbols(kind));
        THROWN.iter().map(each).fold(1, usize::saturating_mul)
    }

    /// How many values were worked out, which is what the table cost.
    pub fn n_entries(&self) -> usize {
        self.len() * self.values.len()
    }

    /// The same dice with the same rerolls for another objective.
    pub fn with(&self, objective: Objective) -> RerollTable {
        let mut table = RerollTable {
            objective,
            groups: self.groups.clone(),
            strides: self.strides.clone(),
            scores: self.scores.clone(),
            values: Vec::with_capacity(self.values.len()),
            ..*self
        };
        // There is a value for no rerolls, and the rerolls are at most eight.
        table.work_backwards(self.values.len() as u8 - 1);
        table
    }

    /// What every choice is worth for these dice with so many rerolls left, at most those of the
    /// table; the best first.
    ///
    /// The dice have to be of the kinds that the table was made for.
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

    /// [The choices](RerollTable::keeps), and what score to expect of the best one.
    pub fn advise(&self, situation: &Situation, rerolls: u8) -> Result<Advice, RerollError> {
        let keeps = self.keeps(situation, rerolls)?;
        let roll = self.state(&self.multisets(&situation.dice));
        let first = self.multisets_after(&situation.dice, &keeps[0].throws);
        Ok(Advice {
            method: Method::Exact,
            scores: self.distribution(roll, self.state(&first), rerolls),
            keeps,
        })
    }

    /// Scores every state in which no die is in the air.
    fn score_all(&mut self, judge: &Judge<'_>) {
        let mut lying = Shown::default();
        for die in &judge.situation.dice {
            match (is_thrown(die), die.locked) {
                (true, _) => {}
                (false, false) if die.kind == DieKind::Wild => lying.add_wild(),
                _ => {
                    lying.add(judge, die.kind, die.face.index(), 1);
                    self.fixed[die.face.index()] += 1;
                }
            }
        }
        let mut scores = vec![0; self.len()];
        let full: Vec<usize> = self.full_states();
        for state in full {
            let mut shown = lying;
            for (at, group) in self.groups.iter().enumerate() {
                let multiset = group.lattice.get(self.digit(state, at));
                for (symbol, &n) in multiset.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let (kind, face) = group.shows(symbol);
                    shown.add(judge, kind, face, n);
                }
            }
            scores[state] = judge.score(&shown);
        }
        self.scores = scores;
    }

    /// The states in which no die is in the air.
    fn full_states(&self) -> Vec<usize> {
        full_states(&self.groups, &self.strides)
    }

    /// Fills the values from no rerolls left upwards.
    fn work_backwards(&mut self, rerolls: u8) {
        let full = self.full_states();
        let mut values = vec![0.0; self.len()];
        for &state in &full {
            values[state] = self.objective.value(self.scores[state], 0);
        }
        self.average(&mut values, |group| &group.again);
        self.values.push(values);
        for left in 1..=rerolls {
            let before = &self.values[usize::from(left) - 1];
            let best = self.best_values(before, &full);
            let mut values = vec![0.0; self.len()];
            for &state in &full {
                let now = self.objective.value(self.scores[state], left);
                values[state] = now.max(best[state]);
            }
            self.average(&mut values, |group| &group.again);
            self.values.push(values);
        }
    }

    /// Fills the states with dice in the air by the mean over what the next die shows.
    ///
    /// The dice of the first group that is in the air fall first, so the groups are gone
    /// through from the last one: what it fills for states whose earlier dice are in the air
    /// is filled anew when their turn comes.
    fn average(&self, values: &mut [f64], chances: impl Fn(&Group) -> &[f64; 7]) {
        for (at, group) in self.groups.iter().enumerate().rev() {
            if group.kind == DieKind::Echo {
                self.average_echoes(values, at);
                continue;
            }
            let (lattice, stride) = (&group.lattice, self.strides[at]);
            let chances = &chances(group)[..lattice.symbols()];
            for block in values.chunks_exact_mut(stride * lattice.len()) {
                for digit in (0..lattice.full()).rev() {
                    let ups = lattice.ups(digit).iter().map(|&up| up as usize);
                    if stride == 1 {
                        let ups = ups.zip(chances);
                        block[digit] = ups.map(|(up, chance)| chance * block[up]).sum();
                        continue;
                    }
                    let (below, above) = block.split_at_mut((digit + 1) * stride);
                    let means = &mut below[digit * stride..];
                    means.fill(0.0);
                    for (up, chance) in ups.zip(chances) {
                        let values = &above[(up - digit - 1) * stride..][..stride];
                        for (mean, value) in means.iter_mut().zip(values) {
                            *mean += chance * value;
                        }
                    }
                }
            }
        }
    }

    /// Fills the states in which echoes alone are in the air: they fall last.
    fn average_echoes(&self, values: &mut [f64], at: usize) {
        let (lattice, stride) = (&self.groups[at].lattice, self.strides[at]);
        let others = full_states(&self.groups[..at], &self.strides);
        for digit in (0..lattice.full()).rev() {
            for other in &others {
                let state = other + digit * stride;
                let ups = lattice.ups(digit).iter().zip(self.echo_chances(state));
                let next = |up: u32| values[state + (up as usize - digit) * stride];
                values[state] = ups.map(|(&up, chance)| chance * next(up)).sum();
            }
        }
    }

    /// What an echo copies when all dice lie but echoes: any other die, and an echo that has
    /// still to copy shows whatever it fell on.
    fn echo_chances(&self, state: usize) -> [f64; 7] {
        let mut lying = self.fixed.map(f64::from);
        for (at, group) in self.groups.iter().enumerate() {
            let multiset = group.lattice.get(self.digit(state, at));
            for (symbol, &n) in multiset.iter().enumerate().filter(|(_, n)| **n > 0) {
                lying[group.shows(symbol).1] += f64::from(n);
            }
        }
        let others = self.n_dice as f64 - 1.0;
        let in_air = others - lying.iter().sum::<f64>();
        if others == 0.0 {
            return [1.0 / 6.0; 7];
        }
        std::array::from_fn(|face| lying.get(face).map_or(0.0, |n| (n + in_air / 6.0) / others))
    }

    /// For each state with no die in the air the value of its best keep that throws a die.
    ///
    /// The best keep of all is found group by group: the best over what may stay of the
    /// first, then of these the best over what may stay of the second, and so on.
    fn best_values(&self, values: &[f64], full: &[usize]) -> Vec<f64> {
        let mut best = values.to_vec();
        for &state in full {
            best[state] = f64::NEG_INFINITY;
        }
        for (group, &stride) in self.groups.iter().zip(&self.strides) {
            let lattice = &group.lattice;
            for block in best.chunks_exact_mut(stride * lattice.len()) {
                for digit in 0..lattice.full() {
                    for up in can_stay(lattice.ups(digit)) {
                        if stride == 1 {
                            block[up] = block[up].max(block[digit]);
                            continue;
                        }
                        let (below, above) = block.split_at_mut(up * stride);
                        let fewer = &below[digit * stride..][..stride];
                        for (best, fewer) in above.iter_mut().zip(fewer) {
                            *best = best.max(*fewer);
                        }
                    }
                }
            }
        }
        best
    }

    /// The same, and which keep it is.
    fn best_keeps(&self, values: &[f64], full: &[usize]) -> (Vec<f64>, Vec<u32>) {
        let mut best = values.to_vec();
        for &state in full {
            best[state] = f64::NEG_INFINITY;
        }
        let mut keeps: Vec<u32> = (0..self.len() as u32).collect();
        for (group, &stride) in self.groups.iter().zip(&self.strides) {
            let lattice = &group.lattice;
            let block = stride * lattice.len();
            for first in (0..self.len()).step_by(block) {
                for digit in 0..lattice.full() {
                    for up in can_stay(lattice.ups(digit)) {
                        let (fewer, more) = (first + digit * stride, first + up * stride);
                        for (fewer, more) in (fewer..fewer + stride).zip(more..) {
                            if best[fewer] > best[more] {
                                best[more] = best[fewer];
                                keeps[more] = keeps[fewer];
                            }
                        }
                    }
                }
            }
        }
        (best, keeps)
    }

    /// The chance of each final score when this keep is chosen now and the best one later.
    fn distribution(&self, roll: usize, keep: usize, rerolls: u8) -> Vec<(i32, f64)> {
        if keep == roll {
            return vec![(self.scores[roll], 1.0)];
        }
        let mut chances = vec![0.0; self.len()];
        chances[keep] = 1.0;
        self.throw(&mut chances, |group| &group.again);
        let mut scores = BTreeMap::new();
        for ending in self.endings_from(chances, rerolls - 1) {
            *scores.entry(ending.score).or_insert(0.0) += ending.chance;
        }
        scores.into_iter().collect()
    }

    /// Every way in which a round may end that has so many rerolls, at most those of the table,
    /// if the best keep is chosen each time. A score and its rerolls may come more than once.
    pub fn endings(&self, rerolls: u8) -> Vec<Ending> {
        if usize::from(rerolls) >= self.values.len() {
            return Vec::new();
        }
        let mut chances = vec![0.0; self.len()];
        chances[0] = 1.0;
        self.throw(&mut chances, |group| &group.first);
        self.endings_from(chances, rerolls)
    }

    /// How it ends when no die is in the air and each roll has its chance.
    fn endings_from(&self, mut chances: Vec<f64>, rerolls: u8) -> Vec<Ending> {
        let full = self.full_states();
        let mut endings = Vec::new();
        for left in (0..=rerolls).rev() {
            let mut next = vec![0.0; self.len()];
            let keeps = match left {
                0 => None,
                _ => Some(self.best_keeps(&self.values[usize::from(left) - 1], &full)),
            };
            for &state in full.iter().filter(|&&state| chances[state] > 0.0) {
                let score = self.scores[state];
                let now = self.objective.value(score, left);
                match &keeps {
                    Some((best, keeps)) if best[state] > now => {
                        next[keeps[state] as usize] += chances[state];
                    }
                    _ => endings.push(Ending {
                        score,
                        unused: left,
                        chance: chances[state],
                    }),
                }
            }
            chances = next;
            self.throw(&mut chances, |group| &group.again);
        }
        endings
    }

    /// Lets all dice in the air fall, each symbol with its chance.
    fn throw(&self, chances: &mut [f64], each: impl Fn(&Group) -> &[f64; 7]) {
        for state in 0..self.len() {
            if chances[state] == 0.0 {
                continue;
            }
            let Some(at) = self.first_in_air(state, 0) else {
                continue;
            };
            let digit = self.digit(state, at);
            let group = &self.groups[at];
            let each = match group.kind {
                DieKind::Echo => self.echo_chances(state),
                _ => *each(group),
            };
            for (&up, chance) in group.lattice.ups(digit).iter().zip(each) {
                chances[state + (up as usize - digit) * self.strides[at]] +=
                    chance * chances[state];
            }
        }
    }

    /// The first group, from this one on, of which a die is in the air.
    fn first_in_air(&self, state: usize, from: usize) -> Option<usize> {
        (from..self.groups.len()).find(|&at| self.digit(state, at) < self.groups[at].lattice.full())
    }

    /// Which multiset of a group a state holds.
    #[inline]
    fn digit(&self, state: usize, group: usize) -> usize {
        match self.groups.len() {
            1 => state,
            _ => state / self.strides[group] % self.groups[group].lattice.len(),
        }
    }

    /// How many states there are.
    fn len(&self) -> usize {
        self.groups
            .iter()
            .map(|group| group.lattice.len())
            .product()
    }

    /// The state of these multisets, one for each group.
    fn state(&self, multisets: &[Multiset]) -> usize {
        let digits = self.groups.iter().zip(multisets).zip(&self.strides);
        digits
            .map(|((group, multiset), stride)| group.lattice.index(multiset) * stride)
            .sum()
    }

    /// What the thrown dice show, one multiset for each group.
    fn multisets(&self, dice: &[PoolDie]) -> Vec<Multiset> {
        self.multisets_after(dice, &[])
    }

    /// What the dice show that are not at these places.
    fn multisets_after(&self, dice: &[PoolDie], throws: &[u8]) -> Vec<Multiset> {
        let of_group = |group: &Group| {
            let mut multiset = [0; 7];
            let dice = (0_u8..)
                .zip(dice)
                .filter(|(place, _)| !throws.contains(place));
            for (_, die) in dice.filter(|(_, die)| is_thrown(die) && die.kind == group.kind) {
                multiset[group.symbol(die.face.index())] += 1;
            }
            multiset
        };
        self.groups.iter().map(of_group).collect()
    }

    /// Visits every way to keep some of what is shown, from this group on.
    fn each_keep(
        &self,
        shown: &[Multiset],
        group: usize,
        kept: &mut Vec<Multiset>,
        visit: &mut impl FnMut(&[Multiset]),
    ) {
        if group == shown.len() {
            return visit(kept);
        }
        let mut next = shown[group];
        loop {
            kept[group] = next;
            self.each_keep(shown, group + 1, kept, visit);
            // Count down like an odometer whose digits start at what is shown.
            let can_go = |&symbol: &usize| next[symbol] > 0 && self.groups[group].can_throw(symbol);
            let Some(symbol) = (0..next.len()).find(can_go) else {
                break;
            };
            next[..symbol].copy_from_slice(&shown[group][..symbol]);
            next[symbol] -= 1;
        }
        kept[group] = shown[group];
    }

    /// The choice to keep these multisets, as places of dice.
    fn keep(&self, dice: &[PoolDie], kept: &[Multiset], value: f64) -> Keep {
        let mut left = kept.to_vec();
        let mut keep = Keep {
            kept: FaceCounts::EMPTY,
            throws: Vec::new(),
            value,
        };
        for (place, die) in (0_u8..).zip(dice) {
            let group = self
                .groups
                .iter()
                .position(|group| group.kind == die.kind && is_thrown(die));
            let stays = group.is_none_or(|at| {
                let n = &mut left[at][self.groups[at].symbol(die.face.index())];
                let stays = *n > 0;
                *n -= u8::from(stays);
                stays
            });
            match stays {
                true => keep.kept.add(die.face),
                false => keep.throws.push(place),
            }
        }
        keep
    }
}

/// Whether throwing the die again can change it.
pub(crate) fn is_thrown(die: &PoolDie) -> bool {
    !die.locked && THROWN.contains(&die.kind)
}

/// How many dice of a kind can be thrown again to any effect.
fn n_thrown(situation: &Situation, kind: DieKind) -> usize {
    let dice = situation.dice.iter();
    dice.filter(|die| is_thrown(die) && die.kind == kind)
        .count()
}

/// Where one more die that stays leads; a die in pieces stays whether one likes it or not.
fn can_stay(ups: &[u32]) -> impl Iterator<Item = usize> {
    ups.iter().take(BROKEN).map(|&up| up as usize)
}

/// The states of these groups in which no die is in the air.
fn full_states(groups: &[Group], strides: &[usize]) -> Vec<usize> {
    let mut states = vec![0];
    for (group, stride) in groups.iter().zip(strides) {
        let lying = group.lattice.full()..group.lattice.len();
        let more = states
            .iter()
            .flat_map(|&state| lying.clone().map(move |digit| state + digit * stride));
        states = more.collect();
    }
    states
}

fn has(situation: &Situation, kind: DieKind) -> bool {
    situation.dice.iter().any(|die| die.kind == kind)
}

/// The groups of the dice that can be thrown, the normal dice on the lattice of all pools if it is theirs.
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

/// Refuses dice whose outcomes are too many to count or do not fall one by one.
fn check_outcomes(situation: &Situation) -> Result<(), RerollError> {
    let n = |kind| n_thrown(situation, kind);
    let echoes = n(DieKind::Echo);
    let wild = situation
        .dice
        .iter()
        .filter(|die| !die.locked && die.kind == DieKind::Wild)
        .count();
    let glass = has(situation, DieKind::Glass);
    // Insurance would have to be part of the state, and an echo may copy a wild die before it is set.
    if echoes > MAX_ECHOES
        || (echoes > 0 && wild > 0)
        || (situation.insured && n(DieKind::Glass) > 0)
    {
        return Err(RerollError::TooLarge);
    }
    let rolls = THROWN
        .iter()
        .map(|&kind| multisets(n(kind), symbols(kind) - 1))
        .fold(multisets(wild, 5), usize::saturating_mul);
    let one_by_one = glass || situation.dice.len() > MAX_TABLE_DICE;
    if RerollTable::n_states(situation) > MAX_STATES || (one_by_one && rolls > MAX_SEARCHES) {
        return Err(RerollError::TooLarge);
    }
    Ok(())
}

/// C(n + k, k): how many multisets of up to n dice there are with k symbols, or of n dice with k + 1.
fn multisets(n: usize, k: usize) -> usize {
    (1..=k).fold(1_usize, |product, i| product.saturating_mul(n + i) / i)
}
