//! The errors, by the people who can do something about them.
//!
//! [`Error`] answers a caller while the house runs; [`OpenError`] and [`ConnectError`] are for the
//! person who starts it. All have a stable code and a sentence that says what to do.

use std::path::PathBuf;

use crate::ended::MOST_CLAIMED;
use crate::id::{Code, NodeId, PlayerId};
use crate::token::MOST_TOKENS;

/// The reasons why a journal refuses a request.
///
/// A refused write has no effect. After [`Error::Unavailable`] the effect is unknown, because the
/// disk failed in the middle: load the table again before going on. A repeated command is still
/// applied once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Another writer came first, and this one must load the table again.
    #[error("table {table} is at entry {found}, not {expected}: somebody else wrote to it")]
    Conflict {
        /// The table.
        table: Code,
        /// The number of the last entry that the writer expected.
        expected: u64,
        /// The last entry.
        found: u64,
    },
    /// Another node has claimed the table: the node that ran it before must stop and send nothing
    /// more.
    #[error("table {table} has been claimed by another node")]
    Fenced {
        /// The table.
        table: Code,
    },
    /// The table cannot be claimed while the lease of the node that runs it holds.
    #[error("that table is run by node {node}")]
    Owned {
        /// The node that runs it.
        node: NodeId,
    },
    /// This player's command was applied before: send the first answer again.
    #[error("table {table} has that command already, as entry {seq}")]
    DuplicateCommand {
        /// The table.
        table: Code,
        /// The entry that carries the command.
        seq: u64,
    },
    /// This player's command opened a table before: answer with that table.
    #[error("that command has already opened table {table}")]
    DuplicateCreation {
        /// The table that it opened.
        table: Code,
    },
    /// The code is in use; draw another.
    #[error("there is a table {table} already")]
    TableExists {
        /// The table.
        table: Code,
    },
    /// There is no such table.
    #[error("there is no table {table}")]
    NotFound {
        /// The code that was asked for.
        table: Code,
    },
    /// The table is closed for good.
    #[error("table {table} is finished")]
    Finished {
        /// The table.
        table: Code,
    },
    /// Two players cannot have one token.
    #[error("a token must belong to one player only")]
    TokenTaken,
    /// There is such a player already.
    #[error("there is a player {player} already")]
    PlayerTaken {
        /// The player.
        player: PlayerId,
    },
    /// There is no such player, or their data was deleted.
    #[error("there is no player {player}")]
    NoPlayer {
        /// The player who was asked for.
        player: PlayerId,
    },
    /// There is no such token, or it is revoked.
    #[error("there is no such token")]
    NoToken,
    /// The player has the most tokens that one may have.
    #[error("player {player} has {MOST_TOKENS} tokens already")]
    TooManyTokens {
        /// The player.
        player: PlayerId,
    },
    /// The player has claimed the most games that one may claim.
    #[error("player {player} has claimed {MOST_CLAIMED} games already")]
    TooManyClaimed {
        /// The player.
        player: PlayerId,
    },
    /// No journal may hold this.
    #[error("a journal cannot hold that: {why}")]
    Invalid {
        /// The bound that it breaks.
        why: String,
    },
    /// An entry has changed since it was written. Other tables are not affected.
    #[error("entry {seq} of table {table} is damaged: {why}")]
    Corrupt {
        /// The table.
        table: Code,
        /// The first entry that cannot be trusted; 0 is the opening of the table.
        seq: u64,
        /// The damage.
        why: String,
    },
    /// The storage failed or is closed.
    #[error("the journal is not available: {why}")]
    Unavailable {
        /// The message of the storage.
        why: String,
    },
    /// The queue of writes is full; nothing was written.
    #[error("too many writes are waiting for the journal: try again")]
    Overloaded,
}

impl Error {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Conflict { .. } => "store/conflict",
            Error::Fenced { .. } => "store/fenced",
            Error::Owned { .. } => "store/owned",
            Error::DuplicateCommand { .. } => "store/duplicate_command",
            Error::DuplicateCreation { .. } => "store/duplicate_creation",
            Error::TableExists { .. } => "store/table_exists",
            Error::NotFound { .. } => "store/not_found",
            Error::Finished { .. } => "store/finished",
            Error::TokenTaken => "store/token_taken",
            Error::PlayerTaken { .. } => "store/player_taken",
            Error::NoPlayer { .. } => "store/no_player",
            Error::NoToken => "store/no_token",
            Error::TooManyTokens { .. } => "store/too_many_tokens",
            Error::TooManyClaimed { .. } => "store/too_many_claimed",
            Error::Invalid { .. } => "store/invalid",
            Error::Corrupt { .. } => "store/corrupt",
            Error::Unavailable { .. } => "store/unavailable",
            Error::Overloaded => "store/overloaded",
        }
    }

    pub(crate) fn not_found(table: &Code) -> Error {
        Error::NotFound {
            table: table.clone(),
        }
    }

    pub(crate) fn no_player(player: &PlayerId) -> Error {
        Error::NoPlayer {
            player: player.clone(),
        }
    }

    pub(crate) fn invalid(why: impl Into<String>) -> Error {
        Error::Invalid { why: why.into() }
    }

    pub(crate) fn unavailable(why: impl ToString) -> Error {
        Error::Unavailable {
            why: why.to_string(),
        }
    }

    pub(crate) fn corrupt(table: &Code, seq: u64, why: impl ToString) -> Error {
        Error::Corrupt {
            table: table.clone(),
            seq,
            why: why.to_string(),
        }
    }
}

/// The reasons why a file of journals cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The file is not a database.
    #[error("{path} is not a SQLite database")]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is a database of another program.
    #[error("{path} is a SQLite database, but not of a Tallyhouse")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another house has the file open.
    #[error("another house is running with {path}: stop it first, or give this one another file")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("{path} is read-only: a house must be able to write its journal")]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version.
    #[error(
        "{path} has format {found}, and this version knows formats up to {known}: \
         run the version that wrote it, or a later one"
    )]
    TooNew {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u32,
        /// The latest format that this version knows.
        known: u32,
    },
    /// The file is cut off, or its structure is destroyed.
    #[error(
        "{path} is damaged ({why}): restore a backup, or save what is left of it \
         with `tallyhouse salvage`"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        why: String,
    },
    /// The file cannot be opened or created.
    #[error("{path} cannot be opened: {why}")]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        why: String,
    },
}

impl OpenError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            OpenError::NotADatabase { .. } => "store/not_a_database",
            OpenError::Foreign { .. } => "store/foreign",
            OpenError::InUse { .. } => "store/in_use",
            OpenError::ReadOnly { .. } => "store/read_only",
            OpenError::TooNew { .. } => "store/too_new",
            OpenError::Damaged { .. } => "store/damaged",
            OpenError::CannotOpen { .. } => "store/cannot_open",
        }
    }
}

/// The reasons why a database of journals cannot be used. An address is shown without its password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The address cannot be read.
    #[error("this is not the address of a PostgreSQL database: {why}")]
    BadAddress {
        /// The fault of the address.
        why: String,
    },
    /// The server does not answer or refuses the connection.
    #[error("{address} cannot be reached: {why}")]
    CannotConnect {
        /// The database.
        address: String,
        /// The error.
        why: String,
    },
    /// The database belongs to another program.
    #[error("{address} has tables of another program: give the house a database of its own")]
    Foreign {
        /// The database.
        address: String,
    },
    /// The database was written by a later version.
    #[error(
        "{address} has format {found}, and this version knows formats up to {known}: \
         run the version that wrote it, or a later one"
    )]
    TooNew {
        /// The database.
        address: String,
        /// The database's format.
        found: u32,
        /// The latest format that this version knows.
        known: u32,
    },
}

impl ConnectError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            ConnectError::BadAddress { .. } => "store/bad_address",
            ConnectError::CannotConnect { .. } => "store/cannot_connect",
            ConnectError::Foreign { .. } => "store/foreign",
            ConnectError::TooNew { .. } => "store/too_new",
        }
    }
}
