//! What can be asked of a journal, and what is refused before it is tried.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::ended::{Ended, Fared};
use crate::entry::Entry;
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

/// The longest lease. It is for seconds, so that nobody waits long for a node that is gone.
const LONGEST_LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// A change to the journals. All of it happens, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Open a table, with its first entries.
    Create {
        /// The table.
        table: NewTable,
        /// What happened while it was opened, numbered from 1; may be empty.
        entries: Vec<Entry>,
    },
    /// Add entries to a table.
    Append {
        /// The table.
        table: Code,
        /// The table's epoch, as whoever writes claimed it; 0 where nobody claims.
        epoch: u64,
        /// The number of its last entry, 0 without any.
        expect: u64,
        /// What happened, numbered from `expect + 1`; at least one.
        entries: Vec<Entry>,
        /// The games that end with these entries, to be remembered together with them.
        ended: Vec<Ended>,
    },
    /// Close a table for good. To do it again changes nothing.
    Finish {
        /// The table.
        table: Code,
        /// The table's epoch, as for [`Write::Append`].
        epoch: u64,
        /// The number of its last entry: a stale owner must not close a table.
        expect: u64,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Run a table from now on: its epoch rises by one, and whoever carries the old one can
    /// write no more. Load the table afterwards: its owner may have written until now.
    ///
    /// Refused as [`Error::Fenced`] if the epoch is another by now, and as [`Error::Owned`]
    /// while the owner has a lease, unless it is this node or does not answer.
    Claim {
        /// The table.
        table: Code,
        /// The epoch that was read.
        epoch: u64,
        /// Who claims.
        node: NodeId,
        /// Whether it is known that the owner does not answer; then its lease keeps nobody out.
        unanswered: bool,
    },
    /// Renew the lease of a node, by the store's clock. While it holds, other nodes leave its
    /// tables alone. A lease of no time is over at once: so a node leaves.
    Lease {
        /// The node.
        node: NodeId,
        /// For how long from now on, in whole milliseconds.
        lasts: Duration,
    },
    /// Add a player, with the token that they use from now on.
    Enroll {
        /// The player.
        player: PlayerId,
        /// What their token hashes to.
        token: TokenHash,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Give a player another token. One that was given instead of the same token, and was
    /// never used, is forgotten.
    GiveToken {
        /// The player.
        player: PlayerId,
        /// What the new token hashes to.
        token: TokenHash,
        /// The token of this player that is revoked when the new one is used for the first time.
        /// It must be good.
        replaces: Option<TokenHash>,
        /// From when on it is no longer good: then it is a code for another device, and takes
        /// the place of the one that the player had before.
        expires_at: Option<u64>,
        /// When, in milliseconds since 1970.
        at: u64,
        /// A token that was last heard of before this time counts no longer.
        expired_before: u64,
    },
    /// Note that a token was used. The first time, the token that it replaces is revoked.
    UseToken {
        /// The token.
        token: TokenHash,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Revoke a token. To do it again changes nothing.
    RevokeToken {
        /// The token.
        token: TokenHash,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Keep what a review told of the seats of a game. What was told before stays, and a game
    /// that is not remembered is left alone.
    Review {
        /// The table.
        table: Code,
        /// The number of the game there.
        number: u32,
        /// The seats, each with how it fared.
        seats: Vec<(u8, Fared)>,
    },
    /// Write anew what is remembered of a table's games. What reviews told of them stays. The
    /// sums of who played there are those of before until [`Write::Recount`].
    Remember {
        /// The table.
        table: Code,
        /// The number of its last entry: a game may end meanwhile.
        expect: u64,
        /// All its games that ended.
        games: Vec<Ended>,
    },
    /// Remember games that a player has played elsewhere, where they are not remembered yet. A
    /// game is known by its code and number, whatever time it tells. No table may ever have the
    /// code: it is made of who claims and what.
    RememberClaimed {
        /// Who claims them; nobody else of their seats is a player.
        player: PlayerId,
        /// What stands for the code of their table.
        table: Code,
        /// The games.
        games: Vec<Ended>,
    },
    /// Count a player's games anew.
    Recount {
        /// The player.
        player: PlayerId,
    },
    /// Keep what the luck of daily deals comes from, unless the house keeps one already: the first
    /// stays, and to try again changes nothing.
    KeepSecret {
        /// What.
        secret: HouseSecret,
    },
    /// Change nothing, but find out whether a change would be durable.
    Probe,
    /// Do what an operator wants, and write it into the log.
    Operate(Operation),
}

impl Write {
    /// Whether any journal could hold it.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Write::Probe | Write::Recount { .. } | Write::KeepSecret { .. } => Ok(()),
            Write::Review { seats, .. } if seats.len() > usize::from(u8::MAX) => {
                Err(Error::invalid("a review of more seats than there are"))
            }
            Write::Review { .. } => Ok(()),
            Write::Remember { games, .. } => check_ended(games),
            Write::RememberClaimed { player, games, .. } => {
                check_ended(games)?;
                let is_theirs = |game: &Ended| {
                    let mut people = game.people().map(|(known, _)| known);
                    let is_one = people.next() == Some(player) && people.next().is_none();
                    is_one && game.claimed && game.deal.is_none()
                };
                match games.iter().all(is_theirs) {
                    true => Ok(()),
                    false => Err(Error::invalid("a claim of somebody else's game")),
                }
            }
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
                    return Err(Error::invalid("an append without entries"));
                }
                check_entries(*expect, entries)
            }
            Write::Finish { epoch, at, .. } => {
                check_epoch(*epoch)?;
                check_time(*at)
            }
            Write::Claim { epoch, .. } => check_epoch(*epoch),
            Write::Lease { lasts, .. } if *lasts > LONGEST_LEASE => {
                Err(Error::invalid("a lease of more than a day"))
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

fn check_ended(games: &[Ended]) -> Result<(), Error> {
    games.iter().try_for_each(|game| game.check(check_length))
}

fn check_entries(last: u64, entries: &[Entry]) -> Result<(), Error> {
    if entries.len() > MOST_ENTRIES {
        let why = format!(
            "{} entries at once, of at most {MOST_ENTRIES}",
            entries.len()
        );
        return Err(Error::invalid(why));
    }
    let mut commands = BTreeSet::new();
    let mut last = last;
    for entry in entries {
        if last.checked_add(1) != Some(entry.seq) || entry.seq > LAST_SEQ {
            let why = format!("entry {} after entry {last}", entry.seq);
            return Err(Error::invalid(why));
        }
        last = entry.seq;
        check_length("a body", &entry.body, MOST_BODY_BYTES)?;
        check_time(entry.at)?;
        if let Some(command) = &entry.command_id {
            let Some(player) = &entry.player else {
                return Err(Error::invalid("a command that no player gave"));
            };
            if !commands.insert((player, command)) {
                return Err(Error::invalid("one command in two entries"));
            }
        }
    }
    Ok(())
}

fn check_length(what: &str, text: &str, most: usize) -> Result<(), Error> {
    if text.len() <= most {
        return Ok(());
    }
    let why = format!("{what} of {} bytes, of at most {most}", text.len());
    Err(Error::invalid(why))
}

/// The next one must be a number too.
fn check_epoch(epoch: u64) -> Result<(), Error> {
    if epoch < LATEST {
        return Ok(());
    }
    Err(Error::invalid(format!("an epoch of {epoch}")))
}

fn check_time(at: u64) -> Result<(), Error> {
    if at <= LATEST {
        return Ok(());
    }
    Err(Error::invalid(format!("a time of {at} milliseconds")))
}
