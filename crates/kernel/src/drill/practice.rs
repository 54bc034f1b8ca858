//! A drill as a page gets it: every question with its answers and their explanation.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Difficulty, Drill, DrillItem, Pool, Unit};

/// A drill as the house sends it to a page: every question with its answers and their explanation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Practice {
    /// The key of the game.
    pub game: &'static str,
    /// The word of the drill.
    pub drill: &'static str,
    /// The unit of the worth of an answer: `win` and `reach` are chances in ten-thousandths.
    pub unit: Unit,
    /// An answer that costs less than this counts as best.
    pub slack: i32,
    /// The questions, the easy ones first.
    pub items: Vec<Posed>,
}

/// A question of a [`Practice`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Posed {
    /// Its difficulty.
    pub level: Difficulty,
    /// The question, in the game's own JSON.
    pub ask: Value,
    /// Each answer and its worth.
    pub choices: Vec<(String, i32)>,
    /// The facts that explain the answer, in the game's own JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}

impl Practice {
    /// Every question that ships with a drill of this game.
    pub fn of(game: &'static str, drill: &dyn Drill) -> Practice {
        let pool = Pool::of(drill);
        let posed = |(level, item): (Difficulty, &DrillItem)| {
            let choices = drill.choices(&item.ask)?.into_iter();
            Some(Posed {
                level,
                choices: choices.zip(item.worth.iter().copied()).collect(),
                detail: drill.detail(&item.ask),
                ask: item.ask.clone(),
            })
        };
        Practice {
            game,
            drill: drill.key(),
            unit: drill.unit(),
            slack: drill.slack(),
            items: pool.items().filter_map(posed).collect(),
        }
    }
}
