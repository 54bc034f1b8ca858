//! Which bots a table can seat.
//!
//! A table asks a bot by an [`Ask`], which holds nothing but what its seat may see. It
//! does not know what comes of it: bots live with their games, and think elsewhere. Whoever
//! lets them think finds here how an ask is put to them: [`choose`], [`quick`] and [`advise`].

use kernel::{BotMeta, Kind, Rng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::effect::Ask;
use crate::messages::Hint;

/// How well a bot plays, the weakest first.
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
    /// Any legal action, each as likely as any other.
    Random,
    /// Makes the mistakes of a beginner.
    Easy,
    /// Plays sensibly. Whoever asks for no level gets this one, and so does who is away.
    #[default]
    Medium,
    /// Makes few mistakes.
    Hard,
    /// Plays as well as it can.
    Expert,
}

impl Level {
    /// Every level, the weakest first.
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

    /// The bot of a game that plays at this level, or the best one below it: not every
    /// game has a bot for each.
    pub fn bot(self, bots: &[BotMeta]) -> &'static str {
        let is_there = |level: &Level| bots.iter().any(|bot| bot.name == level.name());
        let below = Level::ALL.into_iter().filter(|level| *level <= self);
        below.rev().find(is_there).unwrap_or(Level::Random).name()
    }
}

/// What a bot of [`Level::Random`] does; nothing only if nothing is legal.
pub fn random(ask: &Ask, rng: &mut Rng) -> Option<Value> {
    rng.choose(&ask.legal).cloned()
}

/// The baseline of a game that takes what counts most at once, where it has one.
const QUICK: &str = "greedy";

/// What the bot of the asked level does. It may think for a while.
pub fn choose(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let bot = ask.level.bot(&kind.bots());
    kind.choose(bot, &ask.view, &ask.legal, rng)
}

/// What to do when there was no time to think, or thinking failed.
pub fn quick(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let quick = kind.choose(QUICK, &ask.view, &ask.legal, rng);
    quick.or_else(|| random(ask, rng))
}

/// What could be done, the best first, each with its reasons; nothing if nobody can tell. It
/// may take a while.
pub fn advise(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
    let advice = kind.advise(&ask.view, &ask.legal, None, rng)?;
    let hint = |advice| Hint::new(kind, &ask.view, advice);
    Some(advice.into_iter().filter_map(hint).collect())
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
        }
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    fn a_missing_level_is_played_by_the_best_below() {
        let bot = |name| BotMeta {
            name,
            about: "",
            offered: true,
        };
        let some = [bot("random"), bot("greedy"), bot("easy"), bot("expert")];
        let chosen = Level::ALL.map(|level| level.bot(&some));
        assert_eq!(chosen, ["random", "easy", "easy", "easy", "expert"]);
        assert_eq!(Level::Expert.bot(&[bot("random")]), "random");
    }
}
