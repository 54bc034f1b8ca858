//! The best way to split a pool into hands, exactly, for pools of up to [`MAX_POOL`] dice.
//!
//! # Why this is exact
//!
//! A split is a set of hands that can be taken one after another. Most hands take a fixed set of
//! dice, in any order. Two take *all that remain*: X of a Kind takes all dice of its face, All Even
//! and All Odd the whole pool. They come last.
//!
//! A hand is *mixed* if it takes both odd and even dice; every mixed hand takes a fixed set. Take
//! the mixed hands first. Then an even pool and an odd pool remain that no longer share a hand.
//! They have three faces each, and small tables hold their exact values (`side`). "All remaining"
//! couples them in one point: All Even needs an odd pool of which nothing is left, and All Odd the
//! reverse. That makes three modes: leave any dice; All Even and an odd pool used up; All Odd and
//! an even pool used up.
//!
//! The mixed hands are found by a search over what remains of the pool (`search`), bounded by
//! prices (`prices`): numbers per face such that every mixed hand's dice cost at least the worth of
//! the hand. Then no continuation from some remaining pool is worth more than the best table entry
//! below it plus the price of the dice in between. A branch is cut only when that bound is below a
//! split already found. Any prices that pass the check are sound, and good ones only make the
//! search short.
//!
//! # Ties
//!
//! Points first; then the fewest hands; then the kinds, in the table's order, compared from the
//! first; then the dice, lower values first. Each step compares sums, and therefore the best whole
//! consists of the best parts.

mod bridge;
mod catalogue;
mod first;
mod layer;
mod pools;
mod prices;
mod remaining;
mod search;
mod side;
mod worth;

use crate::score::{
    Hand, HandKind, Layers, Levels, MAX_POOL, Score, ScoreError, ScoreRules, ScoringDie, Tally,
};
use catalogue::Catalogue;
use pieces::FaceCounts;
pub use pools::{MAX_TABLE_DICE, PoolPoints};
use std::cmp::Ordering;
use worth::SplitWorth;

/// The number of dice of each face in a pool, ones first; never more than [`MAX_POOL`] in all.
pub(crate) type Counts = [u8; 6];

/// A way to split a pool: its hands, in the table's order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Split {
    hands: Vec<Hand>,
    points: u32,
}

impl Split {
    /// The hands, in the table's order.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The sum of the hands' points, before any layer.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// The number of dice of each face that the hands take, ones first.
    pub fn used(&self) -> [u8; 6] {
        let mut used = [0; 6];
        for hand in &self.hands {
            for (used, n) in used.iter_mut().zip(hand.counts()) {
                *used += n;
            }
        }
        used
    }

    /// Whether this split is preferred: more points, or as many and first in the order of ties.
    fn beats(&self, other: &Split) -> bool {
        let order = other.points.cmp(&self.points);
        order.then_with(|| compare_hands(&self.hands, &other.hands)) == Ordering::Less
    }
}

/// The order of ties: fewest hands, then kinds in the table's order, then lower values.
fn compare_hands(a: &[Hand], b: &[Hand]) -> Ordering {
    let kinds = |hands: &[Hand]| hands.iter().map(|hand| hand.kind()).collect::<Vec<_>>();
    a.len()
        .cmp(&b.len())
        .then_with(|| kinds(a).cmp(&kinds(b)))
        .then_with(|| a.cmp(b))
}

/// A split and its distance from the best one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerUp {
    /// The best split with other hands.
    pub split: Split,
    /// The points it is behind, before any layer; 0 for a tie.
    pub behind: u32,
}

/// The points of every hand under some rules and levels, ready to score any number of pools.
///
/// ```
/// use dice::score::{Levels, ScoreRules};
/// use dice::split::Scorer;
///
/// let scorer = Scorer::new(ScoreRules::default(), Levels::default())?;
/// let five_of_each = "111112222233333444445555566666".parse()?;
/// assert_eq!(scorer.split(five_of_each)?.points(), 3719);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scorer {
    rules: ScoreRules,
    levels: Levels,
    catalogue: Catalogue,
}

impl Scorer {
    /// Prices every hand; refuses levels above the cap of these rules.
    pub fn new(rules: ScoreRules, levels: Levels) -> Result<Scorer, ScoreError> {
        rules.check()?;
        levels.check(rules.level_cap)?;
        Ok(Scorer {
            rules,
            levels,
            catalogue: Catalogue::new(rules, levels),
        })
    }

    /// The rules it scores by.
    pub fn rules(&self) -> ScoreRules {
        self.rules
    }

    /// The levels it scores at.
    pub fn levels(&self) -> Levels {
        self.levels
    }

    /// The best split of a pool.
    pub fn split(&self, pool: FaceCounts) -> Result<Split, ScoreError> {
        let counts = checked(pool)?;
        Ok(self.split_counts(counts))
    }

    /// The best split with other hands than the best one, if the pool has a second.
    ///
    /// ```
    /// use dice::score::{Levels, ScoreRules};
    /// use dice::split::Scorer;
    ///
    /// let scorer = Scorer::new(ScoreRules::default(), Levels::default())?;
    /// let second = scorer.runner_up("33322".parse()?)?.expect("a full house is also a triplet and a pair");
    /// assert_eq!((second.split.points(), second.behind), (80, 60));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn runner_up(&self, pool: FaceCounts) -> Result<Option<RunnerUp>, ScoreError> {
        let counts = checked(pool)?;
        let best = self.split_counts(counts);
        let second = self.second(counts, &best);
        Ok(second.map(|split| RunnerUp {
            behind: best.points - split.points,
            split,
        }))
    }

    /// Every hand that exactly these dice make together, most valuable first. All Even and All Odd
    /// are included: whether they may be taken depends on the rest of the pool.
    pub(crate) fn hands_of(&self, dice: FaceCounts) -> Vec<Hand> {
        let Ok(counts) = checked(dice) else {
            return Vec::new();
        };
        let catalogue = &self.catalogue;
        let fixed = catalogue
            .mixed
            .iter()
            .chain(catalogue.pure.iter().flatten());
        let mut hands: Vec<Hand> = fixed
            .map(|entry| entry.hand)
            .filter(|hand| hand.counts() == counts)
            .collect();
        let size: u8 = counts.iter().sum();
        let shown = counts.iter().filter(|&&n| n > 0).count();
        if shown == 1 && size > HandKind::XOfAKind.least_dice() {
            hands.push(Hand::new(HandKind::XOfAKind, counts));
        }
        let none = |faces: [usize; 3]| faces.iter().all(|&face| counts[face] == 0);
        for (kind, others) in [
            (HandKind::AllEven, catalogue::ODD),
            (HandKind::AllOdd, catalogue::EVEN),
        ] {
            if none(others)
                && size >= kind.least_dice()
                && hands.iter().all(|hand| hand.kind() != kind)
            {
                hands.push(Hand::new(kind, counts));
            }
        }
        hands.sort_by_key(|hand| std::cmp::Reverse(hand.points(self.rules, self.levels)));
        hands
    }

    /// The best score of dice without special ones.
    pub fn best_of_faces(&self, pool: FaceCounts, layers: Layers) -> Result<Score, ScoreError> {
        layers.check()?;
        let split = self.split(pool)?;
        Ok(self.score(split, layers, 0))
    }

    /// The best score of these dice: the split whose final score is highest.
    pub fn best(&self, pool: &[ScoringDie], layers: Layers) -> Result<Score, ScoreError> {
        layers.check()?;
        let counts = checked(pool.iter().map(|die| die.face).collect())?;
        let glass = pool.iter().filter(|die| die.glass).map(|die| die.face);
        let glass = glass.collect::<FaceCounts>().counts().map(|n| n as u8);
        let split = self.split_with_glass(counts, glass, layers);
        let used = glass_used(&split, glass);
        Ok(self.score(split, layers, used))
    }

    /// The final score of a pool with some glass dice.
    pub(crate) fn glass_total(&self, counts: Counts, glass: Counts, layers: Layers) -> i32 {
        let split = self.split_with_glass(counts, glass, layers);
        layers.total(split.points as i32, glass_used(&split, glass))
    }

    fn score(&self, split: Split, layers: Layers, glass: u8) -> Score {
        let items = split
            .hands
            .iter()
            .map(|hand| hand.item(self.rules, self.levels));
        let mut tally: Tally = items.collect();
        layers.extend(&mut tally, glass);
        Score { split, tally }
    }

    pub(crate) fn split_counts(&self, counts: Counts) -> Split {
        let every_die = search::SplitTask {
            counts,
            most: counts.iter().sum(),
            plain: counts,
            may_lose: 0,
            banned: None,
            at_least: SplitWorth::NONE,
        };
        let hands = search::best(&self.catalogue, &every_die).unwrap_or_default();
        if hands.is_empty() {
            return self.high_roll(counts);
        }
        self.total(hands)
    }

    /// The highest die alone, which is a hand only if no other can be formed.
    fn high_roll(&self, counts: Counts) -> Split {
        let highest = (0..6).rev().find(|&face| counts[face] > 0);
        let hands = highest.map(|face| {
            let mut one = [0; 6];
            one[face] = 1;
            Hand::new(HandKind::HighRoll, one)
        });
        self.total(hands.into_iter().collect())
    }

    /// The split with the highest final score, if hands that use glass dice score more.
    ///
    /// A split that uses all glass dice but `lost` scores at most as much as the best split of all
    /// with that many glass dice. Therefore `lost` rises only until this bound is at most the best
    /// score found.
    fn split_with_glass(&self, counts: Counts, glass: Counts, layers: Layers) -> Split {
        let best = self.split_counts(counts);
        let all: u8 = glass.iter().sum();
        let ceiling = best.points as i32;
        let lost_at_best = all - glass_used(&best, glass);
        let mut chosen = (layers.total(ceiling, all - lost_at_best), best);
        for lost in 0..lost_at_best {
            if layers.total(ceiling, all - lost) < chosen.0 {
                break;
            }
            let task = search::SplitTask {
                counts,
                most: counts.iter().sum(),
                plain: std::array::from_fn(|face| counts[face] - glass[face]),
                may_lose: lost,
                banned: None,
                at_least: SplitWorth::NONE,
            };
            let Some(hands) = search::best(&self.catalogue, &task) else {
                continue;
            };
            let split = self.total(hands);
            let total = layers.total(split.points as i32, glass_used(&split, glass));
            if total > chosen.0 || (total == chosen.0 && split.beats(&chosen.1)) {
                chosen = (total, split);
            }
        }
        chosen.1
    }

    /// The best split that differs from `best`.
    ///
    /// Points are positive, and no split holds all hands of the best one and more. Every other
    /// split therefore has some hand of it fewer times: `kept` times, fewer than `times`, and not
    /// at all in the rest once those are taken.
    fn second(&self, counts: Counts, best: &Split) -> Option<Split> {
        let mut second: Option<Split> = None;
        for group in best.hands.chunk_by(|a, b| a == b) {
            let (hand, times) = (group[0], group.len() as u8);
            for kept in (0..times).rev() {
                let counts = std::array::from_fn(|face| counts[face] - kept * hand.counts()[face]);
                let kept = self.total(vec![hand; kept.into()]);
                let missing =
                    second.as_ref().map_or(0, |split| split.points) as i32 - kept.points as i32;
                let task = search::SplitTask {
                    counts,
                    most: counts.iter().sum(),
                    plain: counts,
                    may_lose: 0,
                    banned: Some(hand),
                    at_least: SplitWorth::of_points(missing),
                };
                let Some(rest) = search::best(&self.catalogue, &task) else {
                    continue;
                };
                let split = self.total([kept.hands, rest].concat());
                let better = second.as_ref().is_none_or(|second| split.beats(second));
                if better && !split.hands.is_empty() {
                    second = Some(split);
                }
            }
        }
        second
    }

    fn total(&self, mut hands: Vec<Hand>) -> Split {
        hands.sort_unstable();
        let points = hands
            .iter()
            .map(|hand| hand.points(self.rules, self.levels));
        let points = points.sum();
        Split { hands, points }
    }
}

/// The counts of a pool that is neither empty nor too large.
pub(crate) fn checked(pool: FaceCounts) -> Result<Counts, ScoreError> {
    match pool.total() {
        0 => Err(ScoreError::NoDice),
        1..=MAX_POOL => Ok(pool.counts().map(|n| n as u8)),
        found => Err(ScoreError::TooManyDice { found }),
    }
}

/// The number of glass dice that a split uses: of each face the glass ones go first.
fn glass_used(split: &Split, glass: Counts) -> u8 {
    let used = split.used();
    (0..6).map(|face| used[face].min(glass[face])).sum()
}
