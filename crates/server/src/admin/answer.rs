//! The answers to an operator.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The answer to a request. Times are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeskAnswer {
    /// The status of the house.
    Status(Status),
    /// Tables.
    Tables(Vec<TableInfo>),
    /// One table.
    Table(Box<TableDetail>),
    /// Players.
    Players(Vec<PlayerInfo>),
    /// Addresses.
    Addresses(Vec<AddressInfo>),
    /// Bans.
    Bans(Vec<BanInfo>),
    /// The log, the latest line first.
    Log(Vec<LogLine>),
    /// Games of tables that were pruned.
    PastGames(Vec<PastGame>),
    /// The table is closed.
    Closed {
        /// The code of the table.
        code: String,
    },
    /// Somebody is banned.
    Banned {
        /// The ban.
        ban: BanInfo,
        /// The number of connections that were ended.
        disconnected: usize,
    },
    /// A ban has ended.
    Unbanned {
        /// The player or address.
        name: String,
    },
    /// A player's data.
    Export(Box<Export>),
    /// A player's data was deleted.
    Deleted {
        /// The player.
        player: String,
        /// The tables with another name for them now.
        tables: Vec<String>,
        /// The tables that are damaged and were left as they are.
        damaged: Vec<String>,
        /// The number of connections that were ended.
        disconnected: usize,
    },
    /// Tokens were revoked.
    Revoked {
        /// The player.
        player: String,
        /// The number of connections that were ended.
        disconnected: usize,
    },
    /// Journals were deleted, or would be.
    Pruned {
        /// Whether it was only a trial.
        dry_run: bool,
        /// The tables.
        tables: Vec<PrunedTable>,
        /// Those that are damaged, and were left as they are.
        damaged: Vec<String>,
        /// The number of forgotten players, who never did anything here.
        players: usize,
    },
    /// The damaged tables.
    Damaged(Damaged),
    /// A table was cut back, or would be.
    Repaired {
        /// Whether it was only a trial.
        dry_run: bool,
        /// The fault.
        damage: DamageInfo,
        /// The number of entries that are left.
        kept: u64,
        /// The number of entries that were set aside.
        lost: u64,
    },
    /// A table was set aside.
    SetAside {
        /// The code of the table.
        code: String,
    },
    /// A copy was made.
    BackedUp {
        /// The file.
        file: PathBuf,
        /// Its length in bytes.
        bytes: u64,
    },
    /// Everybody was told.
    Announced {
        /// The number of connections.
        connections: usize,
    },
    /// The house closes.
    Draining {
        /// The number of games in play.
        playing: usize,
        /// The time until it closes at the latest, in seconds.
        seconds: u64,
    },
    /// The house stays open.
    DrainCancelled,
}

/// The status of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The name of this node, in a house of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The version of the program.
    pub version: String,
    /// The number of connections.
    pub connections: usize,
    /// The number of addresses that they come from.
    pub addresses: usize,
    /// The number of tables in memory.
    pub tables_at_work: usize,
    /// The number of tables where a game is played.
    pub playing: usize,
    /// Whether it closes soon.
    pub draining: bool,
    /// The status of the other nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Status>,
}

/// A table in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its code.
    pub code: String,
    /// The key of the game.
    pub game: String,
    /// When it was opened.
    pub opened_at: u64,
    /// When it was closed.
    pub closed_at: Option<u64>,
    /// The number of entries in its journal.
    pub entries: u64,
    /// When the last of them was made.
    pub last_at: u64,
    /// Whether it is in memory.
    pub at_work: bool,
}

/// Everything about a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableDetail {
    /// As in a list.
    #[serde(flatten)]
    pub info: TableInfo,
    /// Whether it is left out of lists.
    pub private: Option<bool>,
    /// Its stage: `waiting`, `playing`, `finished` or `closed`.
    pub stage: Option<String>,
    /// The number of games that have begun.
    pub games: u32,
    /// The people and bots who sit there, as the protocol tells it.
    pub players: Vec<Value>,
    /// The finished games.
    pub results: Vec<Value>,
    /// The number of connections that attend it.
    pub attending: usize,
    /// The fault of its journal.
    pub damage: Option<DamageInfo>,
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// The id.
    pub player: String,
    /// When they first came; `None` if only the journal of a table names them.
    pub came_at: Option<u64>,
    /// When their data was deleted.
    pub deleted_at: Option<u64>,
    /// The nicknames that were found.
    pub nicknames: Vec<String>,
    /// The number of their connections.
    pub connections: usize,
    /// The end of their ban; 0 means never.
    pub banned_until: Option<u64>,
}

/// An address that is connected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressInfo {
    /// The address; for version 6 its /64 network.
    pub address: String,
    /// The number of its connections.
    pub connections: usize,
    /// The players who have them.
    pub players: Vec<String>,
}

/// A ban.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BanInfo {
    /// `player` or `address`.
    pub kind: String,
    /// The id or the address.
    pub name: String,
    /// The start of the ban.
    pub at: u64,
    /// The end of the ban; `None` means never.
    pub until: Option<u64>,
    /// The reason.
    pub why: String,
}

/// A line of the operators' log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// Its number.
    pub id: u64,
    /// The time.
    pub at: u64,
    /// The operator.
    pub who: String,
    /// The reason.
    pub why: String,
    /// The kind of change, in one word.
    pub action: String,
    /// The table, player or address that it concerns.
    pub subject: String,
    /// The result.
    pub detail: Value,
}

/// A game of a table that was pruned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PastGame {
    /// The code of the table.
    pub code: String,
    /// The key of the game.
    pub game: String,
    /// When it was over.
    pub at: u64,
    /// The players and their results.
    pub result: Value,
}

/// Everything that the house knows about a player. For games that are not over it has what a
/// spectator sees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Export {
    /// The id.
    pub player: String,
    /// When they first came.
    pub came_at: u64,
    /// When their data was deleted.
    pub deleted_at: Option<u64>,
    /// Their tokens, without the secrets.
    pub tokens: Vec<TokenLine>,
    /// Their deeds at tables.
    pub entries: Vec<ExportedEntry>,
    /// The damaged tables, which are left out.
    pub damaged: Vec<String>,
    /// Their games at tables that were pruned.
    pub past_games: Vec<PastGame>,
    /// Their ban.
    pub ban: Option<BanInfo>,
}

/// A token without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenLine {
    /// Its name.
    pub name: String,
    /// The time when it was given.
    pub made_at: u64,
    /// The day when it was last used.
    pub used_at: Option<u64>,
    /// The time when it was revoked.
    pub revoked_at: Option<u64>,
}

/// Something that a player did at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExportedEntry {
    /// The code of the table.
    pub code: String,
    /// The time.
    pub at: u64,
    /// The event, as the table's public journal tells it.
    pub fact: Value,
}

/// A table whose journal was deleted, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedTable {
    /// Its code.
    pub code: String,
    /// The key of the game.
    pub game: String,
    /// The time of its last entry.
    pub last_at: u64,
    /// The number of entries that it had.
    pub entries: u64,
    /// The number of its games that are kept as a line.
    pub games: usize,
}

/// The damaged tables of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damaged {
    /// The number of tables that were read.
    pub read: usize,
    /// Those that are damaged.
    pub damaged: Vec<DamageInfo>,
    /// The tables that were set aside before: code, time and number of rows.
    pub aside: Vec<(String, u64, u64)>,
}

/// The fault of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageInfo {
    /// The code of the table.
    pub code: String,
    /// The number of the first entry that is not good; 0 is the opening of the table.
    pub entry: u64,
    /// The fault.
    pub why: String,
}
