//! The levels of bots.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::BotMeta;

/// The level of a bot, weakest first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Takes any legal action, all with the same chance.
    Random,
    /// Makes the mistakes of a beginner.
    Easy,
    /// Plays sensibly. This is the default, and the level of the stand-in for an absent player.
    #[default]
    Medium,
    /// Makes few mistakes.
    Hard,
    /// Plays as well as it can.
    Expert,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 5] = [
        Level::Random,
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Expert,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The bot of a game that plays at this level, or else its best bot below it: not every game
    /// has a bot for each level.
    pub fn bot(self, bots: &[BotMeta]) -> &'static str {
        let levels = bots.iter().filter_map(|bot| bot.level);
        let best = levels.filter(|level| *level <= self).max();
        best.unwrap_or(Level::Random).name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_written_by_its_name() {
        for level in Level::ALL {
            let text = serde_json::to_string(&level).expect("a word");
            assert_eq!(text, format!("{:?}", level.name()));
            assert_eq!(serde_json::from_str::<Level>(&text).ok(), Some(level));
            assert_eq!(Level::named(level.name()), Some(level));
        }
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    fn a_missing_level_is_played_by_the_best_below() {
        let bot = |name, level| BotMeta {
            name,
            about: "",
            level,
            rating: None,
        };
        let some = [
            bot("random", Some(Level::Random)),
            bot("greedy", None),
            bot("easy", Some(Level::Easy)),
            bot("expert", Some(Level::Expert)),
        ];
        let chosen = Level::ALL.map(|level| level.bot(&some));
        assert_eq!(chosen, ["random", "easy", "easy", "easy", "expert"]);
        assert_eq!(Level::Expert.bot(&some[..1]), "random");
    }
}
