//! The questions of a drill that ship with its game.

use serde::{Deserialize, Serialize};

use super::{Difficulty, Drill, DrillItem};
use crate::Rng;

/// The questions of a drill by level, as stored in its file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pool {
    /// The easy questions.
    pub easy: Vec<DrillItem>,
    /// The medium questions.
    pub medium: Vec<DrillItem>,
    /// The hard questions.
    pub hard: Vec<DrillItem>,
}

impl Pool {
    /// The pool that ships with a drill. A test reads every pool, and therefore none is damaged.
    pub fn of(drill: &dyn Drill) -> Pool {
        serde_json::from_str(drill.pool()).unwrap_or_default()
    }

    /// The questions of one level.
    pub fn level(&self, level: Difficulty) -> &[DrillItem] {
        match level {
            Difficulty::Easy => &self.easy,
            Difficulty::Medium => &self.medium,
            Difficulty::Hard => &self.hard,
        }
    }

    /// Every question with its level, the easy ones first.
    pub fn items(&self) -> impl Iterator<Item = (Difficulty, &DrillItem)> {
        Difficulty::ALL
            .into_iter()
            .flat_map(|level| self.level(level).iter().map(move |item| (level, item)))
    }

    /// Draws `each` questions of each level without repetition. The same luck always gives the same
    /// pool. After `tries` draws the pool is returned as it is.
    pub fn draw(drill: &dyn Drill, each: usize, tries: usize, rng: &mut Rng) -> Pool {
        let mut pool = Pool::default();
        for _ in 0..tries {
            if Difficulty::ALL
                .iter()
                .all(|&level| pool.level(level).len() >= each)
            {
                break;
            }
            let Some(ask) = drill.draw(rng) else { continue };
            let Some(worth) = drill.weigh(&ask) else {
                continue;
            };
            let Some(level) = drill.level(&ask, &worth) else {
                continue;
            };
            let items = match level {
                Difficulty::Easy => &mut pool.easy,
                Difficulty::Medium => &mut pool.medium,
                Difficulty::Hard => &mut pool.hard,
            };
            if items.len() < each && items.iter().all(|item| item.ask != ask) {
                items.push(DrillItem { ask, worth });
            }
        }
        pool
    }

    /// The text of the file, one line per question: changing one question changes one line.
    pub fn to_text(&self) -> String {
        let of_level = |level: Difficulty| {
            let lines = self.level(level).iter().map(|item| {
                // A question is plain JSON data, made by a drill.
                serde_json::to_string(item).unwrap_or_default()
            });
            let lines: Vec<String> = lines.collect();
            format!("\"{}\":[\n{}\n]", level.word(), lines.join(",\n"))
        };
        format!("{{{}}}\n", Difficulty::ALL.map(of_level).join(",\n"))
    }
}
