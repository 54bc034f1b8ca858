//! The writes of a journal, and the checks before each of them.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::ended::{Ended, Fared};
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, NodeId, PlayerId};
use crate::operation::Operation;
use crate::secret::HouseSecret;
use crate::table::NewTable;
use crate::token::TokenHash;

/// The longest body and the longest options. A deal with its events takes a few
/// thousand bytes; a hundred times as much is a mistake.
pub const MOST_BODY_BYTES: usize = 256 * 1024;

/// The most entries of one append. A whole game of bots, played at once, takes some
/// hundreds.
pub const MOST_ENTRIES: usize = 4_096;

/// The longest key of a game, in bytes.
const MOST_NAME_BYTES: usize = 256;

/// The latest time that a signed integer holds.
const LATEST: u64 = i64::MAX as u64;

/// The last number of an entry: 32 bits, so that it shares a key with its table's.
/// At a move a second it lasts for a century.
const LAST_SEQ: u64 = u32::MAX as u64;

/// The longest lease. Nodes take a lease of seconds, so that nobody waits long for a node that is
/// gone.
const LONGEST_LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// A change to the journals. It is made whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Open a table, with its first entries.
    Create {
        /// The table.
        table: NewTable,
        /// The entries of its opening, numbered from 1; there may be none.
        entries: Vec<StoredEntry>,
    },
    /// Add entries to a table.
    Append {
        /// The table.
        table: Code,
        /// The epoch with which the writer claimed the table; 0 if nobody claims tables.
        epoch: u64,
        /// The number of its last entry; 0 if it has none.
        expect: u64,
        /// The new entries, numbered from `expect + 1`; there must be at least one.
        entries: Vec<StoredEntry>,
        /// The games that end with these entries, to be remembered together with them.
        ended: Vec<Ended>,
    },
    /// Close a table for good. Closing it again changes nothing.
    Finish {
        /// The table.
        table: Code,
        /// The table's epoch, as for [`Write::Append`].
        epoch: u64,
        /// The number of its last entry: a stale owner must not close a table.
        expect: u64,
        /// The time of the change, in milliseconds since 1970.
        at: u64,
    },
    /// Run a table from now on: its epoch rises by one, and nobody can write with the old one. Load
    /// the table afterwards: its owner may have written until now.
    ///
    /// Refused as [`Error::Fenced`] if the epoch has changed, and as [`Error::Owned`] while the
    /// owner has a lease, unless the owner is this node or does not answer.
    Claim {
        /// The table.
        table: Code,
        /// The epoch that was read.
        epoch: u64,
        /// The node that claims it.
        node: NodeId,
        /// Whether the owner is known not to answer; then its lease keeps nobody out.
        unanswered: bool,
    },
    /// Renew the lease of a node, by the store's clock. While it holds, other nodes leave its
    /// tables alone. A node that leaves takes a lease of no time.
    Lease {
        /// The node.
        node: NodeId,
        /// The length of the lease from now on, in whole milliseconds.
        lasts: Duration,
    },
    /// Add a player, with the token that they use from now on.
    Enroll {
        /// The player.
        player: PlayerId,
        /// The hash of their token.
        token: TokenHash,
        /// The time of the change, in milliseconds since 1970.
        at: u64,
    },
    /// Give a player another token. An unused token that replaces the same one is forgotten.
    GiveToken {
        /// The player.
        player: PlayerId,
        /// The hash of the new token.
        token: TokenHash,
        /// The token of this player that is revoked when the new one is used for the first time.
        /// It must be good.
        replaces: Option<TokenHash>,
        /// The time at which it expires, if it is a code for another device. It takes the place of
        /// the player's earlier code.
        expires_at: Option<u64>,
        /// The time of the change, in milliseconds since 1970.
        at: u64,
        /// A token that was last used before this time no longer counts.
        expired_before: u64,
    },
    /// Note that a token was used. The first time, the token that it replaces is revoked.
    UseToken {
        /// The token.
        token: TokenHash,
        /// The time of the change, in milliseconds since 1970.
        at: u64,
    },
    /// Revoke a token. Revoking it again changes nothing.
    RevokeToken {
        /// The token.
        token: TokenHash,
        /// The time of the change, in milliseconds since 1970.
        at: u64,
    },
    /// Keep the review of a game's seats. An earlier review stays, and a game that is not
    /// remembered is left alone.
    Review {
        /// The table.
        table: Code,
        /// The number of the game at that table.
        number: u32,
        /// The result of each seat.
        seats: Vec<(u8, Fared)>,
    },
    /// Rebuild the remembered games of a table. Their reviews stay. The sums of the players do not
    /// change before [`Write::Recount`].
    Remember {
        /// The table.
        table: Code,
        /// The number of its last entry: a game may end meanwhile.
        expect: u64,
        /// All its games that ended.
        games: Vec<Ended>,
    },
    /// Remember games that a player has played elsewhere, unless they are remembered already. A
    /// game is known by its code and number; its time does not matter. No table may ever have this
    /// code: it is made from the player and the claim.
    RememberClaimed {
        /// The player who claims them. All other seats must be bots.
        player: PlayerId,
        /// The code of their table.
        table: Code,
        /// The games.
        games: Vec<Ended>,
    },
    /// Count a player's games anew.
    Recount {
        /// The player.
        player: PlayerId,
    },
    /// Keep the secret for the luck of daily deals. If the house has one already, that one stays.
    KeepSecret {
        /// The secret.
        secret: HouseSecret,
    },
    /// Change nothing, but find out whether a change would be durable.
    Probe,
    /// Do what an operator wants, and write it into the log.
    Operate(Operation),
}

impl Write {
    /// Checks that a journal can hold it.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Write::Probe | Write::Recount { .. } | Write::KeepSecret { .. } => Ok(()),
            Write::Review { seats, .. } if seats.len() > usize::from(u8::MAX) => {
                Err(Error::invalid("a review must have at most 255 seats"))
            }
            Write::Review { .. } => Ok(()),
            Write::Remember { games, .. } => check_ended(games),
            Write::RememberClaimed { player, games, .. } => check_claimed(player, games),
            Write::Create { table, entries } => {
                check_table(table)?;
                check_entries(0, entries)
            }
            Write::Append {
                epoch,
                expect,
                entries,
                ended,
                ..
            } => {
                check_epoch(*epoch)?;
                check_ended(ended)?;
                if entries.is_empty() {
                    return Err(Error::invalid("an append must have an entry"));
                }
                check_entries(*expect, entries)
            }
            Write::Finish { epoch, at, .. } => {
                check_epoch(*epoch)?;
                check_time(*at)
            }
            Write::Claim { epoch, .. } => check_epoch(*epoch),
            Write::Lease { lasts, .. } if *lasts > LONGEST_LEASE => {
                Err(Error::invalid("a lease must be at most a day long"))
            }
            Write::Lease { .. } => Ok(()),
            Write::Enroll { at, .. }
            | Write::UseToken { at, .. }
            | Write::RevokeToken { at, .. } => check_time(*at),
            Write::Operate(operation) => {
                check_time(operation.note.at)?;
                operation.check(check_length, MOST_BODY_BYTES)
            }
            Write::GiveToken {
                at,
                expired_before,
                expires_at,
                ..
            } => {
                check_time(*expired_before)?;
                check_time(expires_at.unwrap_or_default())?;
                check_time(*at)
            }
        }
    }
}

fn check_table(table: &NewTable) -> Result<(), Error> {
    check_length("the key of a game", &table.game, MOST_NAME_BYTES)?;
    check_length("the options", &table.options, MOST_BODY_BYTES)?;
    check_time(table.at)
}

/// A player claims only games in which nobody else is a player.
fn check_claimed(player: &PlayerId, games: &[Ended]) -> Result<(), Error> {
    check_ended(games)?;
    let is_theirs = |game: &Ended| {
        let mut people = game.people().map(|(known, _)| known);
        let is_one = people.next() == Some(player) && people.next().is_none();
        is_one && game.claimed && game.deal.is_none()
    };
    match games.iter().all(is_theirs) {
        true => Ok(()),
        false => Err(Error::invalid(
            "a player must claim only games of their own against bots",
        )),
    }
}

fn check_ended(games: &[Ended]) -> Result<(), Error> {
    games.iter().try_for_each(|game| game.check(check_length))
}

fn check_entries(last: u64, entries: &[StoredEntry]) -> Result<(), Error> {
    if entries.len() > MOST_ENTRIES {
        let why = format!(
            "a write must have at most {MOST_ENTRIES} entries, not {}",
            entries.len()
        );
        return Err(Error::invalid(why));
    }
    let mut commands = BTreeSet::new();
    let mut last = last;
    for entry in entries {
        if last.checked_add(1) != Some(entry.seq) || entry.seq > LAST_SEQ {
            let why = format!(
                "entry {} must follow the entry before it, not entry {last}",
                entry.seq
            );
            return Err(Error::invalid(why));
        }
        last = entry.seq;
        check_length("a body", &entry.body, MOST_BODY_BYTES)?;
        check_time(entry.at)?;
        if let Some(command) = &entry.command_id {
            let Some(player) = &entry.player else {
                return Err(Error::invalid(
                    "an entry with a command must name the player who gave it",
                ));
            };
            if !commands.insert((player, command)) {
                return Err(Error::invalid("a command must stand in one entry only"));
            }
        }
    }
    Ok(())
}

fn check_length(what: &str, text: &str, most: usize) -> Result<(), Error> {
    if text.len() <= most {
        return Ok(());
    }
    let why = format!("{what} must have at most {most} bytes, not {}", text.len());
    Err(Error::invalid(why))
}

/// An epoch must be below the greatest number, so that the next epoch is a number too.
fn check_epoch(epoch: u64) -> Result<(), Error> {
    if epoch < LATEST {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "an epoch must be less than {LATEST}, not {epoch}"
    )))
}

fn check_time(at: u64) -> Result<(), Error> {
    if at <= LATEST {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "a time must be at most {LATEST} milliseconds, not {at}"
    )))
}
