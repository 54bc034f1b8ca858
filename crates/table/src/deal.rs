//! Luck that is not a table's own: other tables are dealt the same.
//!
//! Such a table has one person, and bots on all other chairs. Nobody adds to its luck, and its
//! bots draw their choices from the same key as the cards, so that the same moves always lead to
//! the same game. It has one game, and nobody else looks at it.

use std::fmt;

use kernel::{Key, Kind, Rng, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::bot::Level;
use crate::command::Create;
use crate::fair::Secret;
use crate::refusal::Refusal;

/// Which luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// That of the game's guided first game, whose secret everybody knows.
    Lesson,
}

/// As the key of the game's luck names it, in the place of a table's code.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deal::Lesson => "lesson",
        })
    }
}

/// A table that is dealt such luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealt {
    /// Which.
    pub deal: Deal,
    /// How well the bots play.
    pub bots: Level,
}

impl Dealt {
    /// Makes a creation what its deal says, and gives the secret of the deal; nothing if the
    /// table has luck of its own.
    pub fn prepare(
        kind: &'static dyn Kind,
        create: &mut Create,
    ) -> Result<Option<(Secret, Dealt)>, Refusal> {
        let Some(deal) = create.deal else {
            return Ok(None);
        };
        if !create.options.is_null() {
            return Err(Refusal::illegal(
                "same_for_all",
                "this game has the same options for everybody: leave them out",
            ));
        }
        match deal {
            Deal::Lesson => {
                let Some(lesson) = kind.lesson() else {
                    let why = format!("{} has no guided game", kind.meta().name);
                    return Err(Refusal::illegal("no_lesson", why));
                };
                // Both are written with the game, and a test opens every lesson.
                create.options = serde_json::from_str(lesson.options).unwrap_or_default();
                let bots = Level::named(lesson.bot).unwrap_or_default();
                let secret = Secret::of_lesson(kind.meta().key, lesson.number);
                Ok(Some((secret, Dealt { deal, bots })))
            }
        }
    }
}

/// What a bot draws its choice from where everybody's bot must choose alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotLuck {
    pub(crate) key: Key,
    pub(crate) seat: Seat,
    /// How often this seat has moved before: others may move at the same time, and must not
    /// change what it draws.
    pub(crate) n_moves: u64,
}

impl BotLuck {
    /// The stream for this choice.
    pub fn stream(&self, purpose: &str) -> Rng {
        Rng::new(self.seed(purpose))
    }

    /// What that stream is made from.
    pub(crate) fn seed(&self, purpose: &str) -> [u8; 32] {
        let BotLuck { key, seat, n_moves } = self;
        key.seed(&format!("{purpose}/{seat}/{n_moves}"))
    }
}
