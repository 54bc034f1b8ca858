//! The outcome of a call.

use kernel::Json;
use serde::Serialize;
use table::{Answer, Entry, GameCode, Millis, PlayerId, Stage, Table};

use crate::job::Job;

/// Everything to do after a call. First `written` and `tables` must be made durable. If that fails,
/// [`Pocket::forget`](crate::Pocket::forget) the tables and send nothing.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    /// The entries to add to the journal, in order.
    pub written: Vec<Written>,
    /// The summaries of tables that have new entries or have changed.
    pub tables: Vec<Summary>,
    /// The messages to players, in order.
    pub told: Vec<Delivery>,
    /// The questions to think about; each is answered by
    /// [`Pocket::thought`](crate::Pocket::thought).
    pub jobs: Vec<Job>,
    /// When to call [`Pocket::tick`](crate::Pocket::tick) if nothing else happens before.
    pub due: Option<Millis>,
}

/// An entry of a table's journal.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The table.
    pub code: GameCode,
    /// The entry.
    pub entry: Entry,
}

/// A message to a player.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// An event, as a socket would hear it.
    Event {
        /// The receiver.
        to: PlayerId,
        /// Its name.
        event: String,
        /// Its payload.
        payload: Json,
    },
    /// The answer to a command.
    Answer {
        /// The number that the command came with.
        ask: u64,
        /// As a socket would be answered.
        answer: Answer,
    },
}

/// The summary of a table, for a list of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Its code.
    pub code: GameCode,
    /// The key of the game.
    pub game: String,
    /// The player who opened it.
    pub host: PlayerId,
    /// `waiting`, `playing`, `finished` or `closed`.
    pub stage: &'static str,
    /// The number of games that began.
    pub games: u32,
    /// The number of games that are over.
    pub ended: u32,
    /// The people and bots on its chairs, by name.
    pub players: Vec<String>,
    /// The number of entries in its journal.
    pub entries: u64,
    /// The time of the last entry.
    pub at: Millis,
}

impl Summary {
    /// The summary of this table.
    pub(crate) fn of(table: &Table) -> Summary {
        let players = table.players().into_iter();
        Summary {
            code: table.code().clone(),
            game: table.game().to_owned(),
            host: table.host().clone(),
            stage: match table.stage() {
                Stage::Waiting => "waiting",
                Stage::Playing => "playing",
                Stage::Finished => "finished",
                Stage::Closed => "closed",
            },
            games: table.n_games(),
            ended: table.n_ended(),
            players: players.map(|player| player.nickname.to_string()).collect(),
            entries: table.last_entry(),
            at: table.now(),
        }
    }
}

impl Outcome {
    /// An outcome with only this answer.
    pub(crate) fn answered(ask: u64, answer: Answer) -> Outcome {
        Outcome {
            told: vec![Delivery::Answer { ask, answer }],
            ..Outcome::default()
        }
    }
}
