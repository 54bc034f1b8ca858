//! The drill of splitting: the hands to make of a pool.

use super::{SCORER, some_of, thrown};
use crate::score::{Hand, HandKind};
use crate::split;
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit};
use kernel::{AnyRefusal, Rng};
use pieces::FaceCounts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Asks how to split a pool into hands, by points.
#[derive(Debug)]
pub(super) struct Split;

/// A smaller margin of the best split over the second best teaches nothing.
const LEAST_MARGIN: i32 = 4;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The faces, ascending, such as `112355`.
    dice: String,
}

/// A hand that can be made of some dice.
#[derive(Debug, Clone, Copy, Serialize)]
struct Made(HandKind, u32);

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    fn pool(&self) -> Option<FaceCounts> {
        self.dice.parse().ok()
    }

    /// The best split and the second best, each with its points.
    fn splits(&self) -> Option<Vec<(String, i32)>> {
        let scorer = SCORER.as_ref()?;
        let best = scorer.split(self.pool()?).ok()?;
        let second = scorer.runner_up(self.pool()?).ok()??;
        let told = |split: &split::Split| (name(split), split.points() as i32);
        Some(vec![told(&best), told(&second.split)])
    }

    /// Every hand that some of the dice make together, by their faces, most valuable first.
    fn hands(&self) -> Option<BTreeMap<String, Vec<Made>>> {
        let scorer = SCORER.as_ref()?;
        let made = |dice: FaceCounts| {
            let points = |hand: Hand| hand.points(scorer.rules(), scorer.levels());
            let hands = scorer.hands_of(dice).into_iter();
            let made: Vec<Made> = hands.map(|hand| Made(hand.kind(), points(hand))).collect();
            (!made.is_empty()).then(|| (dice.to_string(), made))
        };
        Some(some_of(self.pool()?).into_iter().filter_map(made).collect())
    }
}

/// Whether a hand takes all dice that are left: it can only be the last one.
const fn takes_all(kind: HandKind) -> bool {
    matches!(kind, HandKind::AllEven | HandKind::AllOdd)
}

/// `111333 1122`: the dice of each hand.
fn name(split: &split::Split) -> String {
    let hands = split.hands().iter().map(|hand| {
        let dice: FaceCounts = hand.dice().collect();
        dice.to_string()
    });
    hands.collect::<Vec<_>>().join(" ")
}

impl Drill for Split {
    fn key(&self) -> &'static str {
        "split"
    }

    fn about(&self) -> &'static str {
        "find the best hands in a pool of dice"
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/split.json")
    }

    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let dice = thrown(5 + rng.below(5), rng).to_string();
        serde_json::to_value(Question { dice }).ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let splits = Question::read(ask)?.splits()?;
        Some(splits.into_iter().map(|(name, _)| name).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let splits = Question::read(ask)?.splits()?;
        Some(splits.into_iter().map(|(_, points)| points).collect())
    }

    /// By the number of dice.
    fn level(&self, ask: &Value, worth: &[i32]) -> Option<Difficulty> {
        let pool = Question::read(ask)?.pool()?;
        let size = match pool.total() {
            ..=6 => Difficulty::Easy,
            7 => Difficulty::Medium,
            _ => Difficulty::Hard,
        };
        Difficulty::by_margin(worth, [LEAST_MARGIN; 3]).map(|_| size)
    }

    /// Every hand that can be made, with its kind and its points.
    fn detail(&self, ask: &Value) -> Option<Value> {
        Some(json!({ "hands": Question::read(ask)?.hands()? }))
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let question = Question::read(&item.ask);
        let best = question.and_then(|question| SCORER.as_ref()?.split(question.pool()?).ok());
        let Some(best) = best else { return Vec::new() };
        let hands = best.hands().iter().map(|hand| hand.kind().to_string());
        let kinds: BTreeSet<String> = hands.collect();
        kinds
            .into_iter()
            .map(|kind| format!("the best split has {kind}"))
            .collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(Question { dice }) = Question::read(ask) else {
            return Vec::new();
        };
        vec![
            format!("The dice show {dice}"),
            "Which hands do you make? Write the dice of each, such as 111 22".into(),
        ]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let refuse = |message: String| AnyRefusal::new("wrong_split", message);
        let question = Question::read(&item.ask);
        let (pool, hands) = question
            .and_then(|question| Some((question.pool()?, question.hands()?)))
            .unwrap_or_default();
        let mut left = pool.counts();
        let mut groups: Vec<(String, &[Made])> = Vec::new();
        for group in answer.split_whitespace() {
            let dice: FaceCounts = group.parse().map_err(|error: pieces::ParseDieError| {
                AnyRefusal::new(error.code(), error.to_string())
            })?;
            let Some(made) = hands.get(&dice.to_string()) else {
                return Err(refuse(format!("{group} must be a hand of these dice")));
            };
            for (left, n) in left.iter_mut().zip(dice.counts()) {
                *left = left
                    .checked_sub(n)
                    .ok_or_else(|| refuse(format!("there are not enough dice for {group}")))?;
            }
            groups.push((dice.to_string(), made));
        }
        let is_all = left.iter().all(|&n| n == 0);
        let mut points = 0;
        let mut why = Vec::new();
        for (dice, made) in groups {
            let allowed = made.iter().find(|made| is_all || !takes_all(made.0));
            let &Made(kind, worth) = allowed
                .ok_or_else(|| refuse(format!("{dice} must take all dice that are left")))?;
            points += worth as i32;
            why.push(format!("{worth:>4}  {dice}: {kind}"));
        }
        let choices = self.choices(&item.ask).unwrap_or_default();
        Ok(Grade {
            answer: answer.split_whitespace().collect::<Vec<_>>().join(" "),
            cost: item.best() - points,
            best: choices.into_iter().next().unwrap_or_default(),
            why,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::drill::Pool;

    /// The most points of any hands that do not share a die, by trying all of them.
    fn most(left: [u16; 6], hands: &[([u16; 6], &[Made])], made: &mut Vec<usize>) -> u32 {
        let is_all = left.iter().all(|&n| n == 0);
        let worth = |&group: &usize| {
            let allowed = hands[group].1.iter();
            let mut allowed = allowed.filter(|made| is_all || !takes_all(made.0));
            allowed.next().map(|made| made.1)
        };
        let mut best = made.iter().map(worth).sum::<Option<u32>>().unwrap_or(0);
        for next in made.last().copied().unwrap_or(0)..hands.len() {
            let dice = hands[next].0;
            if dice.iter().zip(left).all(|(&n, left)| n <= left) {
                made.push(next);
                let left = std::array::from_fn(|face| left[face] - dice[face]);
                best = best.max(most(left, hands, made));
                made.pop();
            }
        }
        best
    }

    /// The list of hands allows exactly the score that the scorer finds, and no better one.
    #[test]
    fn no_hands_that_can_be_made_score_more_than_the_best_split() {
        let pool = Pool::of(&Split);
        for item in pool.easy.iter().chain(&pool.medium) {
            let question = Question::read(&item.ask).expect("a question of the drill");
            let hands = question.hands().expect("the scorer is there");
            let hands: Vec<([u16; 6], &[Made])> = hands
                .iter()
                .map(|(dice, made)| (dice.parse::<FaceCounts>().unwrap().counts(), &made[..]))
                .collect();
            let left = question.pool().unwrap().counts();
            let most = most(left, &hands, &mut Vec::new());
            assert_eq!(most as i32, item.best(), "{}", item.ask);
        }
    }
}
