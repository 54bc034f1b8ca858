//! The commands of the desk, as an operator types them.

use std::path::PathBuf;
use std::time::Duration;

use server::admin::{DeskTask, Whom};

/// A command of the desk.
#[derive(Debug, Clone, clap::Subcommand)]
pub(super) enum Command {
    /// Show the status of the house
    Status,
    /// List tables, the liveliest first
    Tables {
        /// Only tables whose code begins like this, or with a player of this id or nickname
        #[arg(default_value = "")]
        search: String,
        /// Include closed tables
        #[arg(long)]
        closed: bool,
        /// At most this many
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// Show one table
    Table {
        /// Its code
        code: String,
    },
    /// List players
    Players {
        /// Only players whose id begins like this, or who had this nickname
        #[arg(default_value = "")]
        search: String,
        /// At most this many
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// List the addresses that are connected
    Addresses {
        /// Only addresses that begin like this
        #[arg(default_value = "")]
        search: String,
    },
    /// List all bans
    Bans,
    /// Show the operators' log
    Log {
        /// At most this many lines
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// List the games of tables that were pruned
    PastGames {
        /// Only those with this id or nickname
        #[arg(default_value = "")]
        search: String,
        /// At most this many
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// Close a table for good
    Close {
        /// Its code
        code: String,
    },
    /// Keep a player or an address out
    Ban {
        #[command(flatten)]
        whom: TypedWhom,
        /// For how long, such as 30m, 12h or 7d; without it for ever
        #[arg(long = "for", value_name = "TIME", value_parser = time)]
        time: Option<Duration>,
    },
    /// Let a player or an address in again
    Unban {
        #[command(flatten)]
        whom: TypedWhom,
    },
    /// Write everything that the house knows about a player
    Export {
        /// The player's id
        player: String,
    },
    /// Delete what the house knows about a player; games stay, under another name
    Delete {
        /// The player's id
        player: String,
    },
    /// Revoke the tokens of a player
    Revoke {
        /// The player's id
        player: String,
        /// Only the token of this name
        #[arg(long, value_name = "NAME")]
        token: Option<String>,
    },
    /// Delete the journals of closed tables, except for one line per game, and forget players who
    /// never did anything
    Prune {
        /// Only tables where nothing happened for this many days, and players who came before (at
        /// least seven days ago)
        #[arg(long, value_name = "N")]
        days: u64,
        /// Only print what would be deleted
        #[arg(long)]
        dry_run: bool,
    },
    /// Read every table, and list those that are damaged
    Damaged,
    /// Cut a damaged table back to its last good entry
    Repair {
        /// Its code
        code: String,
        /// Only print what would be lost
        #[arg(long)]
        dry_run: bool,
    },
    /// Set a damaged table aside
    SetAside {
        /// Its code
        code: String,
    },
    /// Copy the journal to a new file while the house runs
    Backup {
        /// The file
        to: PathBuf,
    },
    /// Send everybody an announcement; without text the last one is withdrawn
    Announce {
        /// The text
        #[arg(default_value = "")]
        message: String,
        /// For how long new connections get it too, such as 30m
        #[arg(long = "for", value_name = "TIME", value_parser = time)]
        time: Option<Duration>,
    },
    /// Open no new tables, and close the house when no game is being played
    Drain {
        /// At the latest after this time, such as 30m
        #[arg(long, value_name = "TIME", value_parser = time, default_value = "0s")]
        within: Duration,
        /// Stay open after all
        #[arg(long, conflicts_with = "within")]
        cancel: bool,
    },
}

/// A player or an address.
#[derive(Debug, Clone, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct TypedWhom {
    /// The player's id
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// The address; for version 6 its whole /64 network
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
}

impl From<TypedWhom> for Whom {
    fn from(typed: TypedWhom) -> Whom {
        match (typed.player, typed.address) {
            (Some(player), _) => Whom::Player(player),
            (None, address) => Whom::Address(address.unwrap_or_default()),
        }
    }
}

impl From<Command> for DeskTask {
    fn from(command: Command) -> DeskTask {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs());
        match command {
            Command::Status => DeskTask::Status,
            Command::Tables {
                search,
                closed,
                limit,
            } => DeskTask::Tables {
                search,
                closed,
                limit,
            },
            Command::Table { code } => DeskTask::Table { code },
            Command::Players { search, limit } => DeskTask::Players { search, limit },
            Command::Addresses { search } => DeskTask::Addresses { search },
            Command::Bans => DeskTask::Bans,
            Command::Log { limit } => DeskTask::Log { limit },
            Command::PastGames { search, limit } => DeskTask::PastGames { search, limit },
            Command::Close { code } => DeskTask::CloseTable { code },
            Command::Ban { whom, time } => DeskTask::Ban {
                whom: whom.into(),
                seconds: seconds(time),
            },
            Command::Unban { whom } => DeskTask::Unban { whom: whom.into() },
            Command::Export { player } => DeskTask::Export { player },
            Command::Delete { player } => DeskTask::Delete { player },
            Command::Revoke { player, token } => DeskTask::RevokeTokens {
                player,
                name: token,
            },
            Command::Prune { days, dry_run } => DeskTask::Prune { days, dry_run },
            Command::Damaged => DeskTask::Damaged,
            Command::Repair { code, dry_run } => DeskTask::Repair { code, dry_run },
            Command::SetAside { code } => DeskTask::SetAside { code },
            Command::Backup { to } => DeskTask::BackUp { to },
            Command::Announce { message, time } => DeskTask::Announce {
                message,
                seconds: seconds(time),
            },
            Command::Drain { cancel: true, .. } => DeskTask::CancelDrain,
            Command::Drain { within, .. } => DeskTask::Drain {
                seconds: within.as_secs(),
            },
        }
    }
}

/// Reads a time such as `90s`, `30m`, `12h` or `7d`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a time must look like 90s, 30m, 12h or 7d, not {text}");
    let (number, unit) = text.split_at(text.len() - text.chars().last().map_or(0, char::len_utf8));
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 60 * 60,
        "d" => 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let seconds = number.checked_mul(seconds).ok_or_else(wrong)?;
    Ok(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, seconds: Option<u64>) {
        assert_eq!(
            time(text).ok(),
            seconds.map(Duration::from_secs),
            "{text:?}"
        );
    }

    #[test]
    fn times_are_short_words() {
        check("90s", Some(90));
        check("30m", Some(1_800));
        check("12h", Some(43_200));
        check("7d", Some(604_800));
        check("0s", Some(0));
        for text in [
            "",
            "7",
            "d",
            "7 d",
            "-7d",
            "7w",
            "1.5h",
            "7é",
            "99999999999999999d",
        ] {
            check(text, None);
        }
    }
}
