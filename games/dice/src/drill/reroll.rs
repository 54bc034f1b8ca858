//! The drill of rerolling: the dice on the table, a target, and the rerolls left.

use super::{SCORER, some_of, thrown};
use crate::reroll::{Objective, Situation, advise};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit, ten_thousandths};
use kernel::{AnyRefusal, Rng};
use pieces::{Die, FaceCounts};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Asks which dice to throw again, by the chance of reaching the target.
#[derive(Debug)]
pub(super) struct Reroll;

/// The margin of the best choice over the second best in an easy, a medium and a hard question, in
/// ten-thousandths.
const MARGINS: [i32; 3] = [1_500, 600, 150];

/// The answer that throws nothing.
const SCORE: &str = "score";

/// The number of dice at the start of a run.
const DICE: u32 = 5;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The faces, ascending, such as `11235`.
    dice: String,
    /// The number of rerolls that are left.
    rerolls: u8,
    target: u32,
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    /// The possible throws: any of the dice, or none.
    fn throws(&self) -> Option<Vec<FaceCounts>> {
        Some(some_of(self.dice.parse().ok()?))
    }
}

fn name(thrown: &FaceCounts) -> String {
    match thrown.total() {
        0 => SCORE.to_owned(),
        _ => thrown.to_string(),
    }
}

impl Drill for Reroll {
    fn key(&self) -> &'static str {
        "reroll"
    }

    fn about(&self) -> &'static str {
        "choose which dice to throw again"
    }

    fn unit(&self) -> Unit {
        Unit::Reach
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/reroll.json")
    }

    /// A target for which the best choice has neither almost every chance nor almost none.
    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let question = Question {
            dice: thrown(DICE, rng).to_string(),
            rerolls: 1 + rng.below(3) as u8,
            target: 40 + 5 * rng.below(60),
        };
        let ask = serde_json::to_value(question).ok()?;
        let best = self.weigh(&ask)?.into_iter().max()?;
        (1_500..=9_500).contains(&best).then_some(ask)
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        Some(Question::read(ask)?.throws()?.iter().map(name).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let question = Question::read(ask)?;
        let dice: Vec<Die> = question.dice.parse::<FaceCounts>().ok()?.iter().collect();
        let objective = Objective::Reach {
            target: question.target,
        };
        let situation = Situation::plain(&dice);
        // This few dice are computed exactly, without luck.
        let rng = &mut Rng::from_seed(0);
        let advice = advise(
            SCORER.as_ref()?,
            &situation,
            question.rerolls,
            objective,
            rng,
        )
        .ok()?;
        let worth = |thrown: &FaceCounts| {
            let faces = |places: &[u8]| -> FaceCounts {
                let dice = places
                    .iter()
                    .filter_map(|&place| dice.get(usize::from(place)));
                dice.copied().collect()
            };
            let keep = advice
                .keeps
                .iter()
                .find(|keep| faces(&keep.throws) == *thrown);
            keep.map(|keep| ten_thousandths(keep.value))
        };
        question.throws()?.iter().map(worth).collect()
    }

    fn level(&self, _: &Value, worth: &[i32]) -> Option<Difficulty> {
        Difficulty::by_margin(worth, MARGINS)
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let kind = Question::read(&item.ask).map(|question| match question.rerolls {
            1 => "1 reroll is left".to_owned(),
            n => format!("{n} rerolls are left"),
        });
        kind.into_iter().collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(Question {
            dice,
            rerolls,
            target,
        }) = Question::read(ask)
        else {
            return Vec::new();
        };
        let left = match rerolls {
            1 => "1 reroll is left".to_owned(),
            n => format!("{n} rerolls are left"),
        };
        vec![
            format!("The dice show {dice}; the target is {target}, and {left}"),
            "Which dice do you throw again?".into(),
        ]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let said = match answer.trim() {
            SCORE => FaceCounts::default(),
            faces => faces.parse().map_err(|error: pieces::ParseDieError| {
                AnyRefusal::new(error.code(), error.to_string())
            })?,
        };
        let throws = Question::read(&item.ask).and_then(|question| question.throws());
        let throws = throws.unwrap_or_default();
        let place = throws.iter().position(|thrown| *thrown == said);
        let place = place.ok_or_else(|| {
            let message = "throw some of these dice again, such as 235, or write score";
            AnyRefusal::new("wrong_dice", message)
        })?;
        let choices: Vec<String> = throws.iter().map(name).collect();
        Ok(Grade::of_choice(&choices, item, place))
    }
}
