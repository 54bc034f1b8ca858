//! What an operator is answered.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What came of a request. Times are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// How the house is.
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
        /// Which.
        code: String,
    },
    /// Somebody is kept out.
    Banned {
        /// The ban.
        ban: BanInfo,
        /// How many connections were ended.
        disconnected: usize,
    },
    /// Somebody may come in again.
    Unbanned {
        /// Who.
        name: String,
    },
    /// What is known of a player.
    Export(Box<Export>),
    /// What was known of a player is deleted.
    Deleted {
        /// The player.
        player: String,
        /// The tables that call them otherwise now.
        tables: Vec<String>,
        /// The tables that are damaged and were left as they are.
        damaged: Vec<String>,
        /// How many connections were ended.
        disconnected: usize,
    },
    /// Tokens were revoked.
    Revoked {
        /// Whose.
        player: String,
        /// How many connections were ended.
        disconnected: usize,
    },
    /// Journals were deleted, or would be.
    Pruned {
        /// Whether nothing happened.
        dry_run: bool,
        /// Which.
        tables: Vec<PrunedTable>,
        /// Those that are damaged, and were left as they are.
        damaged: Vec<String>,
    },
    /// The damaged tables.
    Damaged(Damaged),
    /// A table was cut back, or would be.
    Repaired {
        /// Whether nothing happened.
        dry_run: bool,
        /// What was wrong with it.
        damage: DamageInfo,
        /// How many entries are left.
        kept: u64,
        /// How many were set aside.
        lost: u64,
    },
    /// A table was set aside.
    SetAside {
        /// Which.
        code: String,
    },
    /// A copy was made.
    BackedUp {
        /// The file.
        file: PathBuf,
        /// How long it is.
        bytes: u64,
    },
    /// Everybody was told.
    Announced {
        /// How many connections.
        connections: usize,
    },
    /// The house closes.
    Draining {
        /// How many games are in play.
        playing: usize,
        /// In how many seconds at the latest.
        seconds: u64,
    },
    /// The house stays open.
    DrainCancelled,
}

/// How the house is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// What this node is called, in a house of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The version of the program.
    pub version: String,
    /// How many connections there are.
    pub connections: usize,
    /// From how many addresses.
    pub addresses: usize,
    /// How many tables are in memory.
    pub tables_at_work: usize,
    /// How many of them play.
    pub playing: usize,
    /// Whether it closes soon.
    pub draining: bool,
    /// How the other nodes are.
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
    /// How many entries its journal has.
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
    /// What it is about to do: `waiting`, `playing`, `finished` or `closed`.
    pub stage: Option<String>,
    /// How many games have begun.
    pub games: u32,
    /// Who sits there, as the protocol tells it.
    pub players: Vec<Value>,
    /// The finished games.
    pub results: Vec<Value>,
    /// How many connections attend it.
    pub attending: usize,
    /// What is wrong with its journal.
    pub damage: Option<DamageInfo>,
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// The id.
    pub player: String,
    /// When they first came; nothing where only a journal of a table names them.
    pub came_at: Option<u64>,
    /// When their data was deleted.
    pub deleted_at: Option<u64>,
    /// The nicknames that were found.
    pub nicknames: Vec<String>,
    /// How many connections they have.
    pub connections: usize,
    /// Until when they are banned: 0 if for ever.
    pub banned_until: Option<u64>,
}

/// An address that is connected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressInfo {
    /// The address, of version 6 its /64 network.
    pub address: String,
    /// How many connections it has.
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
    /// Since when.
    pub at: u64,
    /// Until when; nothing is for ever.
    pub until: Option<u64>,
    /// Why.
    pub why: String,
}

/// A line of the operators' log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// Its number.
    pub id: u64,
    /// When.
    pub at: u64,
    /// Who.
    pub who: String,
    /// Why.
    pub why: String,
    /// What, in a word.
    pub action: String,
    /// To which table, player or address.
    pub subject: String,
    /// What came of it.
    pub detail: Value,
}

/// A game of a table that was pruned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PastGame {
    /// The code that the table had.
    pub code: String,
    /// The key of the game.
    pub game: String,
    /// When it was over.
    pub at: u64,
    /// Who played, and how they fared.
    pub result: Value,
}

/// Everything that the house knows of a player. Of games that are not over it tells what a
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
    /// What they did at tables.
    pub entries: Vec<ExportedEntry>,
    /// The tables that are damaged, so that nothing of them is told.
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
    /// When it was given.
    pub made_at: u64,
    /// When it was last used, to a day.
    pub used_at: Option<u64>,
    /// When it was revoked.
    pub revoked_at: Option<u64>,
}

/// Something that a player did at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExportedEntry {
    /// The code of the table.
    pub code: String,
    /// When.
    pub at: u64,
    /// What, as the table's public journal tells it.
    pub fact: Value,
}

/// A table whose journal was deleted, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedTable {
    /// Its code.
    pub code: String,
    /// The key of the game.
    pub game: String,
    /// When something happened there last.
    pub last_at: u64,
    /// How many entries it had.
    pub entries: u64,
    /// How many of its games are kept as a line.
    pub games: usize,
}

/// The damaged tables of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damaged {
    /// How many tables were read.
    pub read: usize,
    /// Those that are damaged.
    pub damaged: Vec<DamageInfo>,
    /// What was set aside before: codes, times and numbers of rows.
    pub aside: Vec<(String, u64, u64)>,
}

/// What is wrong with a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageInfo {
    /// The code of the table.
    pub code: String,
    /// The first entry that is not good; 0 is the opening of the table.
    pub entry: u64,
    /// What was found.
    pub why: String,
}
