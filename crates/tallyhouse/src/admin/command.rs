//! The commands of the desk, as they are typed.

use std::path::PathBuf;
use std::time::Duration;

use server::admin::{Ask, Whom};

/// What an operator may type.
#[derive(Debug, Clone, clap::Subcommand)]
pub(super) enum Command {
    /// How the house is
    Status,
    /// List tables, the liveliest first
    Tables {
        /// Only those whose code begins so, or where a player has this id or such a nickname
        #[arg(default_value = "")]
        search: String,
        /// Those that are closed too
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
        /// Only those whose id begins so, or who had such a nickname
        #[arg(default_value = "")]
        search: String,
        /// At most this many
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// List the addresses that are connected
    Addresses {
        /// Only those that begin so
        #[arg(default_value = "")]
        search: String,
    },
    /// List who is banned
    Bans,
    /// Show what operators did
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
        /// For how long, as 30m, 12h or 7d; for ever without it
        #[arg(long = "for", value_name = "TIME", value_parser = time)]
        time: Option<Duration>,
    },
    /// Let a player or an address in again
    Unban {
        #[command(flatten)]
        whom: TypedWhom,
    },
    /// Give everything that the house knows of a player
    Export {
        /// The player's id
        player: String,
    },
    /// Delete what the house knows of a player; games stay, under another name
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
    /// Delete the journals of closed tables, but for a line for each game
    Prune {
        /// Only where nothing happened for so many days
        #[arg(long, value_name = "N")]
        days: u64,
        /// Only say what would be deleted
        #[arg(long)]
        dry_run: bool,
    },
    /// Read every table, and list those that are damaged
    Damaged,
    /// Cut a damaged table back to its last good entry
    Repair {
        /// Its code
        code: String,
        /// Only say what would be lost
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
    /// Tell everybody something; without words the last announcement is taken back
    Announce {
        /// What
        #[arg(default_value = "")]
        message: String,
        /// For how long those who come later are told too, as 30m
        #[arg(long = "for", value_name = "TIME", value_parser = time)]
        time: Option<Duration>,
    },
    /// Open no new tables, and close the house when no game is in play
    Drain {
        /// At the latest after this time, as 30m
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
    /// The address; of version 6 its whole /64 network is meant
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

impl From<Command> for Ask {
    fn from(command: Command) -> Ask {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs());
        match command {
            Command::Status => Ask::Status,
            Command::Tables {
                search,
                closed,
                limit,
            } => Ask::Tables {
                search,
                closed,
                limit,
            },
            Command::Table { code } => Ask::Table { code },
            Command::Players { search, limit } => Ask::Players { search, limit },
            Command::Addresses { search } => Ask::Addresses { search },
            Command::Bans => Ask::Bans,
            Command::Log { limit } => Ask::Log { limit },
            Command::PastGames { search, limit } => Ask::PastGames { search, limit },
            Command::Close { code } => Ask::CloseTable { code },
            Command::Ban { whom, time } => Ask::Ban {
                whom: whom.into(),
                seconds: seconds(time),
            },
            Command::Unban { whom } => Ask::Unban { whom: whom.into() },
            Command::Export { player } => Ask::Export { player },
            Command::Delete { player } => Ask::Delete { player },
            Command::Revoke { player, token } => Ask::RevokeTokens {
                player,
                name: token,
            },
            Command::Prune { days, dry_run } => Ask::Prune { days, dry_run },
            Command::Damaged => Ask::Damaged,
            Command::Repair { code, dry_run } => Ask::Repair { code, dry_run },
            Command::SetAside { code } => Ask::SetAside { code },
            Command::Backup { to } => Ask::BackUp { to },
            Command::Announce { message, time } => Ask::Announce {
                message,
                seconds: seconds(time),
            },
            Command::Drain { cancel: true, .. } => Ask::CancelDrain,
            Command::Drain { within, .. } => Ask::Drain {
                seconds: within.as_secs(),
            },
        }
    }
}

/// Reads a time as `90s`, `30m`, `12h` or `7d`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text} is no time: write it as 90s, 30m, 12h or 7d");
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
