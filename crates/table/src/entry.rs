//! One line of a table's journal.
//!
//! The entries are all that is stored of a table: folding them gives the table again. They hold
//! decisions (inputs with their events, and the time), never what follows from them (scores, turns,
//! numbers of messages).

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

/// An entry of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Its place in the journal, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// The player who caused it; `None` for clocks and bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The id of the command that caused it. If a command causes several entries, only the entry
    /// that answers it has the id.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "stored_command_id"
    )]
    pub command_id: Option<CommandId>,
    /// The fact that it records.
    pub fact: Fact,
}

impl Fact {
    /// Whether it is about chairs, keys and agreements: a command made it, and no move.
    pub(crate) const fn arranges(&self) -> bool {
        matches!(
            self,
            Fact::Seated { .. }
                | Fact::Left { .. }
                | Fact::Offered { .. }
                | Fact::Agreed { .. }
                | Fact::Added { .. }
                | Fact::Shared { .. }
                | Fact::Unshared { .. }
        )
    }
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

/// Something that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The table was opened.
    Opened {
        /// The code that friends type to join.
        code: GameCode,
        /// The key of the game.
        game: String,
        /// The version of its rules.
        rules_version: u32,
        /// Its options.
        options: Value,
        /// The other settings of the table.
        settings: Settings,
        /// Whether it is left out of lists and visible to its own people only.
        private: bool,
        /// The player who opened it.
        host: PlayerId,
        /// The source of its games' secrets; never made public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Secret>,
        /// The shared luck of the table, if it is not its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<Deal>,
    },
    /// A player took a free chair, or one that was offered in a running game.
    Seated {
        /// The chair.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The name on the chair.
        nickname: Nickname,
        /// The player's entropy for the luck.
        entropy: Option<Entropy>,
        /// The level, if it is a bot.
        bot: Option<Level>,
    },
    /// A player gave up a chair, or the host freed it. In a running game a bot plays on.
    Left {
        /// The chair.
        seat: Seat,
    },
    /// A player's last connection closed.
    Disconnected {
        /// The seat.
        seat: Seat,
    },
    /// A player is back.
    Reconnected {
        /// The seat.
        seat: Seat,
    },
    /// A bot plays for a player who is away.
    TookOver {
        /// The seat.
        seat: Seat,
    },
    /// A player agrees that somebody else takes the chair of one who has gone, or withdraws that.
    Offered {
        /// The chair.
        seat: Seat,
        /// The player who agrees.
        by: Seat,
        /// Whether they agree.
        agree: bool,
    },
    /// A player wants to play again.
    Agreed {
        /// The seat.
        seat: Seat,
        /// The player's entropy for the luck.
        entropy: Option<Entropy>,
    },
    /// A player added entropy to the next game.
    Added {
        /// The seat.
        seat: Seat,
        /// The entropy.
        entropy: Entropy,
    },
    /// A player made a key that opens a private table.
    Shared {
        /// The seat.
        seat: Seat,
        /// The number of the key at this table, from 1.
        number: u32,
        /// The hash that is stored of the key.
        hash: KeyHash,
    },
    /// A player revoked a key, or all of them.
    Unshared {
        /// The seat.
        seat: Seat,
        /// The number of the key; all keys if empty.
        number: Option<u32>,
    },
    /// A game began.
    Started {
        /// The number of the game, from 1.
        number: u32,
        /// Its options.
        options: Value,
        /// The commitment to its secret.
        commitment: Commitment,
        /// Each seat's entropy.
        entropy: BySeat<Option<Entropy>>,
        /// The luck before the first choice.
        run: DecidedRun,
    },
    /// A seat moved.
    Decided {
        /// The seat.
        seat: Seat,
        /// Whether a bot chose it.
        bot: bool,
        /// The move, and the luck that follows it.
        run: DecidedRun,
    },
    /// The table was closed for good.
    Closed {
        /// The reason.
        why: Why,
    },
}

/// Inputs that follow each other without a choice between them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DecidedRun {
    /// The inputs, each with its events.
    pub steps: Vec<Step>,
    /// The end of the game, if they lead there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<GameEnd>,
}

/// The end of a game. The winner and the scores follow from its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameEnd {
    /// The winner, if version 1 of the rules wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Side>>,
    /// The score of each side, if version 1 of the rules wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<BySide<i32>>,
    /// The secret of the game's luck; left out while others may still play with the same luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

impl GameEnd {
    /// An end that reveals this secret.
    pub(crate) const fn new(secret: Secret) -> GameEnd {
        GameEnd {
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
    /// Only bots sit there.
    Abandoned,
    /// Nothing happened for a day.
    Idle,
    /// The operator closed it.
    Operator,
}
