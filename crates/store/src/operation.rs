//! The deeds of operators, and the log of them.
//!
//! Each deed is written together with its line in the log: neither exists without the other. The
//! line says who did it and why; it holds nothing of the deleted data.

use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::player::Unused;
use crate::token::TokenHash;

/// A deed of an operator, with its line in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The line in the log.
    pub note: OperatorNote,
    /// The change to the journals.
    pub deed: Deed,
}

/// A line in the operators' log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorNote {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The operator who did it.
    pub who: String,
    /// The reason.
    pub why: String,
    /// The deed, in a word.
    pub action: String,
    /// The table, player or address that it concerns; empty for the house itself.
    pub subject: String,
    /// The result, as JSON that the store never reads.
    pub detail: String,
}

/// The change to the journals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// No change: the deed was done elsewhere.
    Noted,
    /// Keep somebody out. This replaces an earlier ban of the same player or address.
    Ban(Ban),
    /// Let somebody in again. Repeating it changes nothing.
    Unban(Banned),
    /// Revoke the tokens of a player.
    RevokeTokens {
        /// The player.
        player: PlayerId,
        /// The token to revoke, if it is theirs; `None` for all.
        only: Option<TokenHash>,
    },
    /// Delete a player's data. The id stays, and no token leads to it.
    Erase {
        /// The player.
        player: PlayerId,
        /// The entries with another name for the player.
        rewrites: Vec<Rewrite>,
        /// The lines of pruned games with another name for the player, by their numbers.
        lines: Vec<(u64, String)>,
        /// The player's new name in games with others.
        name: String,
    },
    /// Delete tables, and keep a line of each of their games.
    Prune {
        /// The tables.
        tables: Vec<Pruned>,
    },
    /// Forget players who never did anything here. Those of whom this is no longer true, because a
    /// token was used meanwhile, stay.
    Forget {
        /// The players.
        players: Vec<PlayerId>,
        /// The tables that may be forgotten.
        unused: Unused,
    },
    /// Set entries of a table aside: they are kept, but the table is read without them.
    SetAside {
        /// The table.
        table: Code,
        /// The entry after which all are set aside; 0 for the whole table.
        after: u64,
    },
}

/// The player or the address that a ban keeps out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Banned {
    /// A player.
    Player(PlayerId),
    /// Everybody from an address, written as the house writes addresses.
    Address(String),
}

impl Banned {
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Banned::Player(_) => "player",
            Banned::Address(_) => "address",
        }
    }

    /// The id or the address.
    pub fn name(&self) -> &str {
        match self {
            Banned::Player(player) => player.as_str(),
            Banned::Address(address) => address,
        }
    }
}

/// A ban: somebody is kept out for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// The player or the address.
    pub banned: Banned,
    /// The time at which it began, in milliseconds since 1970.
    pub at: u64,
    /// The time at which it ends; `None` for a ban without an end.
    pub until: Option<u64>,
    /// The reason.
    pub why: String,
}

/// New bodies for entries of a table. All entries from the first of them on get new seals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// The table.
    pub table: Code,
    /// The entries, each with its new body, in order.
    pub bodies: Vec<(u64, String)>,
}

/// A table to delete, with the lines that are kept of its games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruned {
    /// The table.
    pub table: Code,
    /// The number of its last entry; a table that has got more entries since is not deleted.
    pub expect: u64,
    /// A line for each of its games.
    pub games: Vec<PastGame>,
}

/// A game of a table that was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGame {
    /// The key of the game.
    pub game: String,
    /// The time at which it ended, in milliseconds since 1970.
    pub at: u64,
    /// The players and the result, as JSON that the store never reads.
    pub line: String,
}

/// A game of a deleted table, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGameLine {
    /// Its number in the journal.
    pub id: u64,
    /// The code of the table.
    pub table: Code,
    /// The game.
    pub game: PastGame,
}

/// The rows of a table that were set aside at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The table.
    pub table: Code,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The number of rows: entries, and the opening if the whole table was set aside.
    pub n_rows: u64,
}

/// The most tables of one [`Deed::Prune`], because everybody waits for its commit.
pub const MOST_PRUNED: usize = 20;

/// The most players of one [`Deed::Forget`].
pub const MOST_FORGOTTEN: usize = 1_000;

/// The longest text of a note, except its detail, in bytes.
const MOST_NOTE_BYTES: usize = 1_024;

impl Operation {
    /// Checks that a journal can hold it.
    pub(crate) fn check(
        &self,
        check_length: fn(&str, &str, usize) -> Result<(), Error>,
        most_body: usize,
    ) -> Result<(), Error> {
        let OperatorNote {
            who,
            why,
            action,
            subject,
            detail,
            ..
        } = &self.note;
        for text in [who, why, action, subject] {
            check_length("a note", text, MOST_NOTE_BYTES)?;
        }
        check_length("a detail", detail, most_body)?;
        match &self.deed {
            Deed::Noted | Deed::Unban(_) | Deed::RevokeTokens { .. } | Deed::SetAside { .. } => {
                Ok(())
            }
            Deed::Forget { players, .. } => match players.len() <= MOST_FORGOTTEN {
                true => Ok(()),
                false => Err(Error::invalid(format!(
                    "more than {MOST_FORGOTTEN} players"
                ))),
            },
            Deed::Ban(ban) => {
                check_length("an address", ban.banned.name(), MOST_NOTE_BYTES)?;
                check_length("a reason", &ban.why, MOST_NOTE_BYTES)
            }
            Deed::Erase {
                rewrites,
                lines,
                name,
                ..
            } => {
                check_length("a name", name, MOST_NOTE_BYTES)?;
                let bodies = rewrites.iter().flat_map(|rewrite| &rewrite.bodies);
                for (_, body) in bodies.chain(lines) {
                    check_length("a body", body, most_body)?;
                }
                let ordered = |rewrite: &Rewrite| rewrite.bodies.is_sorted_by_key(|(seq, _)| *seq);
                match rewrites.iter().all(ordered) {
                    true => Ok(()),
                    false => Err(Error::invalid(
                        "new bodies must be in the order of their entries",
                    )),
                }
            }
            Deed::Prune { tables } => {
                if tables.len() > MOST_PRUNED {
                    return Err(Error::invalid(format!(
                        "at most {MOST_PRUNED} tables can be deleted at once, not {}",
                        tables.len()
                    )));
                }
                for game in tables.iter().flat_map(|table| &table.games) {
                    check_length("a line", &game.line, most_body)?;
                }
                Ok(())
            }
        }
    }
}
