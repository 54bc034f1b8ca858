//! What an operator may ask.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Trouble;

/// A line that is sent to the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Who asks, for the log.
    pub who: String,
    /// Why, for the log; needed for whatever changes something.
    #[serde(default)]
    pub why: String,
    /// What.
    pub ask: Ask,
}

/// What an operator may ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// How the house is.
    Status,
    /// Tables, those where something happened last first.
    Tables {
        /// Only those whose code begins with this, or where a player has this id or a nickname
        /// like this.
        search: String,
        /// Also those that are closed.
        closed: bool,
        /// At most this many.
        limit: usize,
    },
    /// One table.
    Table {
        /// Its code.
        code: String,
    },
    /// Players.
    Players {
        /// Only those whose id begins with this, or who had a nickname like this.
        search: String,
        /// At most this many.
        limit: usize,
    },
    /// The addresses that are connected.
    Addresses {
        /// Only those that begin with this.
        search: String,
    },
    /// Who is kept out.
    Bans,
    /// The last lines of the operators' log.
    Log {
        /// At most this many.
        limit: usize,
    },
    /// The games of tables that were pruned.
    PastGames {
        /// Only those whose line has this text, as an id or a nickname.
        search: String,
        /// At most this many.
        limit: usize,
    },
    /// Close a table for good.
    CloseTable {
        /// Its code.
        code: String,
    },
    /// Keep somebody out.
    Ban {
        /// Whom.
        whom: Whom,
        /// For how long; nothing is for ever.
        seconds: Option<u64>,
    },
    /// Let somebody in again.
    Unban {
        /// Whom.
        whom: Whom,
    },
    /// Everything that the house knows of a player.
    Export {
        /// The player's id.
        player: String,
    },
    /// Delete what the house knows of a player.
    Delete {
        /// The player's id.
        player: String,
    },
    /// Revoke the tokens of a player.
    RevokeTokens {
        /// The player's id.
        player: String,
        /// Only the one of this name.
        name: Option<String>,
    },
    /// Delete the journals of closed tables where nothing happened for so long, but for a line
    /// for each game.
    Prune {
        /// For how many days.
        days: u64,
        /// Only say what would be deleted.
        dry_run: bool,
    },
    /// The tables whose journals are damaged. All of them are read.
    Damaged,
    /// Cut a damaged table back to its last good entry.
    Repair {
        /// Its code.
        code: String,
        /// Only say what would be lost.
        dry_run: bool,
    },
    /// Set a damaged table aside.
    SetAside {
        /// Its code.
        code: String,
    },
    /// Copy the journal to a new file.
    BackUp {
        /// The file, with its whole path.
        to: PathBuf,
    },
    /// Tell everybody who is connected something, or no longer.
    Announce {
        /// What; nothing takes the last announcement back.
        message: String,
        /// For how long those who come later are told too; nothing is until the house closes.
        seconds: Option<u64>,
    },
    /// Close the house when no game is in play, and at the latest after this time.
    Drain {
        /// At the latest after this time.
        seconds: u64,
    },
    /// Stay open after all.
    CancelDrain,
}

/// Whom a ban is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// A player, by id.
    Player(String),
    /// Whoever comes from an address.
    Address(String),
}

impl Ask {
    /// Whether it changes something, so that it needs a reason.
    pub const fn changes(&self) -> bool {
        match self {
            Ask::Status
            | Ask::Tables { .. }
            | Ask::Table { .. }
            | Ask::Players { .. }
            | Ask::Addresses { .. }
            | Ask::Bans
            | Ask::Log { .. }
            | Ask::PastGames { .. }
            | Ask::Damaged => false,
            Ask::Prune { dry_run, .. } | Ask::Repair { dry_run, .. } => !*dry_run,
            _ => true,
        }
    }
}

impl Request {
    /// Whether it says who asks, and why where that is needed.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        if self.who.trim().is_empty() {
            return Err(Trouble::bad("say who you are"));
        }
        if self.ask.changes() && self.why.trim().is_empty() {
            return Err(Trouble::bad("say why: it is written into the log"));
        }
        Ok(())
    }
}
