//! The requests of an operator.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Trouble;

/// A line that is sent to the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeskRequest {
    /// The operator, for the log.
    pub who: String,
    /// The reason, for the log. Every change needs one.
    #[serde(default)]
    pub why: String,
    /// The question or order.
    pub ask: DeskTask,
}

/// A question or an order of an operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DeskTask {
    /// The status of the house.
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
    /// The bans.
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
    /// Ban somebody.
    Ban {
        /// The player or address.
        whom: Whom,
        /// The length of the ban; `None` means for ever.
        seconds: Option<u64>,
    },
    /// End a ban.
    Unban {
        /// The player or address.
        whom: Whom,
    },
    /// Export a player's data.
    Export {
        /// The player's id.
        player: String,
    },
    /// Delete a player's data.
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
    /// Delete the journals of closed tables where nothing has happened for this long, and keep a
    /// line for each game. Forget players who came before, never did anything and have no token
    /// that still lets them in and was used after their first visit.
    Prune {
        /// The number of days.
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
    /// Announce something to everybody who is connected, or end the announcement.
    Announce {
        /// The text; `None` ends the last announcement.
        message: String,
        /// The time in which people who come later hear it too; `None` means until the house
        /// closes.
        seconds: Option<u64>,
    },
    /// Close the house when no game is in play, and at the latest after this time.
    Drain {
        /// The latest time.
        seconds: u64,
    },
    /// Cancel the closing.
    CancelDrain,
}

/// A player or address that can be banned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// A player, by id.
    Player(String),
    /// Everybody who comes from an address.
    Address(String),
}

impl DeskTask {
    /// Whether it changes something and therefore needs a reason.
    pub const fn changes(&self) -> bool {
        match self {
            DeskTask::Status
            | DeskTask::Tables { .. }
            | DeskTask::Table { .. }
            | DeskTask::Players { .. }
            | DeskTask::Addresses { .. }
            | DeskTask::Bans
            | DeskTask::Log { .. }
            | DeskTask::PastGames { .. }
            | DeskTask::Damaged => false,
            DeskTask::Prune { dry_run, .. } | DeskTask::Repair { dry_run, .. } => !*dry_run,
            _ => true,
        }
    }
}

impl DeskRequest {
    /// Whether it names the operator, and the reason if one is needed.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        if self.who.trim().is_empty() {
            return Err(Trouble::bad("the operator must be named"));
        }
        if self.ask.changes() && self.why.trim().is_empty() {
            return Err(Trouble::bad(
                "a reason must be given: it is written into the log",
            ));
        }
        Ok(())
    }
}
