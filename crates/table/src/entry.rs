//! One line of a table's journal.
//!
//! The entries are all that is kept of a table: folding them gives the table again.
//! So they hold what was decided (inputs with their events, and the time), never
//! what follows from it (scores, turns, numbers of messages).

use kernel::{BySeat, BySide, Seat, Side, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::access::KeyHash;
use crate::bot::Level;
use crate::code::GameCode;
use crate::deal::Deal;
use crate::fair::{Commitment, Entropy, Secret};
use crate::player::{CommandId, Nickname, PlayerId, stored_command_id};
use crate::settings::{Millis, Settings};

/// Something that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Its place in the journal, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// Who caused it; nobody for clocks and bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The name of the command that caused it. Of several entries that one command
    /// caused, only the one that answers it carries it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "stored_command_id"
    )]
    pub command_id: Option<CommandId>,
    /// What happened.
    pub fact: Fact,
}

impl Entry {
    /// Whether a game ends with it.
    pub const fn ends_game(&self) -> bool {
        match &self.fact {
            Fact::Started { run, .. } | Fact::Decided { run, .. } => run.end.is_some(),
            _ => false,
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The table was opened.
    Opened {
        /// What friends type to join.
        code: GameCode,
        /// The key of the game.
        game: String,
        /// The version of its rules.
        rules_version: u32,
        /// Its options.
        options: Value,
        /// What the table chose besides.
        settings: Settings,
        /// Whether it is left out of lists and shows itself to its people alone.
        private: bool,
        /// Who opened it.
        host: PlayerId,
        /// What the secrets of its games come from; never made public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Secret>,
        /// Which luck it is dealt, if not its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<Deal>,
    },
    /// Somebody took a free chair, or one that was offered in a running game.
    Seated {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// As what.
        nickname: Nickname,
        /// What they add to the luck.
        entropy: Option<Entropy>,
        /// How well it plays, if it is a bot.
        bot: Option<Level>,
    },
    /// Somebody gave up a chair, or the host freed it. In a running game a bot
    /// plays on.
    Left {
        /// Which.
        seat: Seat,
    },
    /// A player's last connection went away.
    Disconnected {
        /// Whose.
        seat: Seat,
    },
    /// A player is back.
    Reconnected {
        /// Whose.
        seat: Seat,
    },
    /// A bot plays for a player who is away.
    TookOver {
        /// For whom.
        seat: Seat,
    },
    /// A player agrees that somebody else takes the chair of one who has gone, or no longer.
    Offered {
        /// Whose chair.
        seat: Seat,
        /// Who agrees.
        by: Seat,
        /// Whether they do.
        agree: bool,
    },
    /// A player wants to play again.
    Agreed {
        /// Who.
        seat: Seat,
        /// What they add to the luck.
        entropy: Option<Entropy>,
    },
    /// A player added to the luck of the next game.
    Added {
        /// Who.
        seat: Seat,
        /// What.
        entropy: Entropy,
    },
    /// A player made a key that opens a private table.
    Shared {
        /// Who.
        seat: Seat,
        /// The number of the key at this table, from 1.
        number: u32,
        /// What is kept of the key.
        hash: KeyHash,
    },
    /// A player revoked a key, or all of them.
    Unshared {
        /// Who.
        seat: Seat,
        /// The number of the key; all if there is none.
        number: Option<u32>,
    },
    /// A game began.
    Started {
        /// The number of the game, from 1.
        number: u32,
        /// Its options.
        options: Value,
        /// What was promised about its secret.
        commitment: Commitment,
        /// What each seat added to the luck.
        entropy: BySeat<Option<Entropy>>,
        /// The luck before anybody has to move.
        run: Run,
    },
    /// A seat moved.
    Decided {
        /// Who.
        seat: Seat,
        /// Whether a bot did it.
        bot: bool,
        /// The move, and the luck that follows it.
        run: Run,
    },
    /// The table was closed for good.
    Closed {
        /// Why.
        why: Why,
    },
}

/// Inputs that follow each other without anybody having a choice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// The inputs, each with what came of it.
    pub steps: Vec<Step>,
    /// The end of the game, if they lead there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// The end of a game. Who won and the scores follow from its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// Who won, where version 1 of the rules wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Side>>,
    /// The score of each side, where version 1 of the rules wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<BySide<i32>>,
    /// The secret that the game's luck came from; left out where others may still play with the
    /// same luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

impl End {
    /// An end that tells this secret.
    pub(crate) const fn new(secret: Secret) -> End {
        End {
            winners: None,
            scores: None,
            secret: Some(secret),
        }
    }
}

/// Why a table was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Nobody but bots sits there any more.
    Abandoned,
    /// Nothing happened for a day.
    Idle,
    /// Whoever runs the house closed it.
    Operator,
}
