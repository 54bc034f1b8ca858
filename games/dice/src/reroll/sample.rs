//! Advice by simulation, if there are too many outcomes to count.
//!
//! The candidates are those of a sensible player: keep some hands of the best split, or all dice of
//! one face, and throw the rest. Each is played to the end many times by a simple rule: while
//! rerolls are left and the goal is not safe, throw the dice that no hand uses; set wild dice one
//! after another. The few best are then played more often. Values are therefore those of a sensible
//! player and not of a perfect one. The number of games is bounded, and an answer comes in time for
//! any pool.

use super::shown::{Judge, ShownDice};
use super::table::is_thrown;
use super::{Keep, Method, Objective, PoolDie, RerollAdvice, Situation, rank};
use crate::DieKind;
use crate::score::Hand;
use crate::split::Scorer;
use kernel::Rng;
use pieces::Die;
use std::collections::{BTreeMap, BTreeSet};

/// The number of times that each choice is played at first.
const FIRST_GAMES: u32 = 16;
/// The number of times that each of the best choices is played.
const MORE_GAMES: u32 = 200;
/// The number of choices that are played more often.
const FINALISTS: usize = 3;
/// If the best split has at most this many hands, any subset of them may be kept.
const MAX_HANDS: usize = 4;

pub(crate) fn advise(
    scorer: &Scorer,
    situation: &Situation,
    rerolls: u8,
    objective: Objective,
    rng: &mut Rng,
) -> RerollAdvice {
    let judge = Judge {
        scorer,
        situation,
        points: None,
    };
    let mut player = Player {
        judge,
        objective,
        rng,
    };
    let (now, _) = player.settle(&situation.dice);
    let stop = Keep {
        kept: situation.dice.iter().map(|die| die.face).collect(),
        throws: Vec::new(),
        value: objective.value(now, rerolls),
    };
    let mut keeps = vec![stop];
    if rerolls > 0 {
        for throws in player.choices(&situation.dice) {
            let (value, _) = player.games(&throws, rerolls, FIRST_GAMES);
            let kept = (0_u8..)
                .zip(&situation.dice)
                .filter(|(place, _)| !throws.contains(place));
            keeps.push(Keep {
                kept: kept.map(|(_, die)| die.face).collect(),
                throws,
                value,
            });
        }
    }
    rank(&mut keeps);
    let mut finals = Vec::new();
    for keep in keeps
        .iter_mut()
        .take(FINALISTS)
        .filter(|keep| !keep.throws.is_empty())
    {
        let (value, scores) = player.games(&keep.throws, rerolls, MORE_GAMES);
        keep.value = value;
        finals.push((keep.throws.clone(), scores));
    }
    rank(&mut keeps);
    let scores = finals
        .into_iter()
        .find(|(throws, _)| *throws == keeps[0].throws);
    RerollAdvice {
        method: Method::Sampled { games: MORE_GAMES },
        scores: scores.map_or(vec![(now, 1.0)], |(_, scores)| scores),
        keeps,
    }
}

struct Player<'a> {
    judge: Judge<'a>,
    objective: Objective,
    rng: &'a mut Rng,
}

impl Player<'_> {
    /// The sets of places worth throwing.
    fn choices(&self, dice: &[PoolDie]) -> BTreeSet<Vec<u8>> {
        let (_, counts) = self.settle(dice);
        let hands = self.hands(counts);
        let mut choices = BTreeSet::new();
        let used = hands.len().min(MAX_HANDS);
        for subset in 0..1_u32 << used {
            let kept = (0..used)
                .filter(|bit| subset >> bit & 1 == 1)
                .map(|bit| hands[bit]);
            choices.insert(thrown(dice, &takes(kept), self.judge.situation));
        }
        choices.insert(thrown(
            dice,
            &takes(hands.iter().copied()),
            self.judge.situation,
        ));
        for face in 0..6 {
            let mut all = [0; 6];
            all[face] = u8::MAX;
            choices.insert(thrown(dice, &all, self.judge.situation));
        }
        choices.remove(&Vec::new());
        choices
    }

    /// Plays a choice to the end many times: the mean value, and the frequency of each score.
    fn games(&mut self, throws: &[u8], rerolls: u8, games: u32) -> (f64, Vec<(i32, f64)>) {
        let mut scores = BTreeMap::new();
        let mut sum = 0.0;
        for _ in 0..games {
            let (score, unused) = self.game(throws, rerolls);
            sum += self.objective.value(score, unused);
            *scores.entry(score).or_insert(0.0) += 1.0 / f64::from(games);
        }
        (sum / f64::from(games), scores.into_iter().collect())
    }

    /// Plays a choice to the end once: the final score and the rerolls left.
    fn game(&mut self, throws: &[u8], rerolls: u8) -> (i32, u8) {
        let mut dice = self.judge.situation.dice.clone();
        let mut insured = self.judge.situation.insured;
        let (mut throws, mut left) = (throws.to_vec(), rerolls);
        loop {
            left -= 1;
            self.throw(&mut dice, &throws, &mut insured);
            let (score, counts) = self.settle(&dice);
            let goal = match self.objective {
                Objective::Score => i64::MAX,
                Objective::Reach { target }
                | Objective::Pay { target, .. }
                | Objective::ReachThenPay { target }
                | Objective::ReachThenScore { target } => target.into(),
            };
            if left == 0 || i64::from(score) >= goal {
                return (score, left);
            }
            throws = thrown(&dice, &takes(self.hands(counts)), self.judge.situation);
            if throws.is_empty() {
                return (score, left);
            }
        }
    }

    /// Throws the dice at these places: they fall, glass may break, then echoes copy.
    fn throw(&mut self, dice: &mut [PoolDie], throws: &[u8], insured: &mut bool) {
        for &place in throws {
            let die = &mut dice[usize::from(place)];
            let breaks = die.kind == DieKind::Glass && self.rng.below(10) == 0;
            if breaks && !std::mem::take(insured) {
                (die.kind, die.face) = (DieKind::Broken, Die::One);
            } else {
                die.face = die.kind.throw(self.rng);
            }
        }
        let n = dice.len() as u32;
        for &place in throws {
            if dice[usize::from(place)].kind == DieKind::Echo && n > 1 {
                let other = self.rng.below(n - 1) as u8;
                let other = other + u8::from(other >= place);
                dice[usize::from(place)].face = dice[usize::from(other)].face;
            }
        }
    }

    /// The final score of the present dice, and their faces after the wild ones are set.
    fn settle(&self, dice: &[PoolDie]) -> (i32, [u8; 6]) {
        let is_wild = |die: &&PoolDie| die.kind == DieKind::Wild && !die.locked;
        let mut shown = ShownDice::default();
        for die in dice.iter().filter(|die| !is_wild(die)) {
            shown.add(&self.judge, die.kind, die.face.index(), 1);
        }
        let mut score = None;
        for _ in dice.iter().filter(is_wild) {
            let set = (0..6).map(|face| {
                let mut shown = shown;
                shown.set(face);
                (self.judge.score(&shown), shown)
            });
            if let Some((best, set)) = set.max_by_key(|&(score, _)| score) {
                (score, shown) = (Some(best), set);
            }
        }
        let score = score.unwrap_or_else(|| self.judge.score(&shown));
        (score, shown.counts())
    }

    /// The hands of the best split of dice that play like this.
    fn hands(&self, counts: [u8; 6]) -> Vec<Hand> {
        self.judge.scorer.split_counts(counts).hands().to_vec()
    }
}

/// The number of dice of each face that these hands take.
fn takes(hands: impl IntoIterator<Item = Hand>) -> [u8; 6] {
    let mut takes = [0; 6];
    for hand in hands {
        for (takes, n) in takes.iter_mut().zip(hand.counts()) {
            *takes += n;
        }
    }
    takes
}

/// The places of the dice that can be thrown, beyond this many of each face as they play.
fn thrown(dice: &[PoolDie], kept: &[u8; 6], situation: &Situation) -> Vec<u8> {
    let mut left = *kept;
    let mut stays = |die: &PoolDie| {
        let face = die.face.index();
        let plays = if situation.inverted { 5 - face } else { face };
        let stays = left[plays] > 0;
        left[plays] = left[plays].saturating_sub(1);
        stays
    };
    // Dice that cannot be thrown fill the hands first.
    let fixed: Vec<bool> = dice
        .iter()
        .map(|die| !is_thrown(die) && stays(die))
        .collect();
    let places = (0_u8..).zip(dice).zip(fixed);
    places
        .filter(|((_, die), fixed)| is_thrown(die) && !fixed && !stays(die))
        .map(|((place, _), _)| place)
        .collect()
}
