//! What whoever runs the house does, and the log of it.
//!
//! Each deed is written together with its line in the log: there is none without the
//! other. The line says who did it and why; it holds nothing of what was deleted.

use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::token::TokenHash;

/// Something that an operator does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The line in the log.
    pub note: Note,
    /// What happens to the journals.
    pub deed: Deed,
}

/// A line in the operators' log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who did it.
    pub who: String,
    /// Why.
    pub why: String,
    /// What was done, in a word.
    pub action: String,
    /// To which table, player or address; empty for the house itself.
    pub subject: String,
    /// What came of it, as JSON that the store never reads.
    pub detail: String,
}

/// What happens to the journals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Nothing: what was done was done elsewhere.
    Noted,
    /// Keep somebody out, instead of an earlier ban of the same.
    Ban(Ban),
    /// Let somebody in again. To do it again changes nothing.
    Unban(Banned),
    /// Revoke the tokens of a player.
    RevokeTokens {
        /// The player.
        player: PlayerId,
        /// Only this one, if it is theirs.
        only: Option<TokenHash>,
    },
    /// Delete what is known of a player. The id stays, and no token leads to it.
    Erase {
        /// The player.
        player: PlayerId,
        /// The entries that name the player otherwise.
        rewrites: Vec<Rewrite>,
        /// The lines of pruned games that name the player otherwise, by their numbers.
        lines: Vec<(u64, String)>,
        /// What the player is called from now on in the games that others remember.
        name: String,
    },
    /// Delete tables, and keep a line of each of their games.
    Prune {
        /// The tables.
        tables: Vec<Pruned>,
    },
    /// Set entries of a table aside, where no table is read from.
    SetAside {
        /// The table.
        table: Code,
        /// Those after this one; after 0 it is the whole table.
        after: u64,
    },
}

/// Who is kept out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Banned {
    /// A player.
    Player(PlayerId),
    /// Whoever comes from an address, as the house writes addresses.
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

/// Somebody is kept out for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// Who.
    pub banned: Banned,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// Until when; nothing is for ever.
    pub until: Option<u64>,
    /// Why.
    pub why: String,
}

/// Other bodies for entries of a table. All entries from the first of them on get new seals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// The table.
    pub table: Code,
    /// The entries, each with its new body, in order.
    pub bodies: Vec<(u64, String)>,
}

/// A table that is deleted, and what stays of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruned {
    /// The table.
    pub table: Code,
    /// The number of its last entry: a table that goes on is not deleted.
    pub expect: u64,
    /// A line for each of its games.
    pub games: Vec<PastGame>,
}

/// A game of a table that was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGame {
    /// The key of the game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Who played and how it ended: text, as JSON, that the store never reads.
    pub line: String,
}

/// A game of a table that was deleted, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGameLine {
    /// Its number in the journal.
    pub id: u64,
    /// The code that the table had.
    pub table: Code,
    /// The game.
    pub game: PastGame,
}

/// What was set aside of a table at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The table.
    pub table: Code,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How many rows: entries, and the opening of a whole table.
    pub n_rows: u64,
}

/// The most tables of one [`Deed::Prune`]: everybody waits for its commit.
pub const MOST_PRUNED: usize = 20;

/// The longest text of a note but its detail, in bytes.
const MOST_NOTE_BYTES: usize = 1_024;

impl Operation {
    /// Whether any journal could hold it.
    pub(crate) fn check(
        &self,
        check_length: fn(&str, &str, usize) -> Result<(), Error>,
        most_body: usize,
    ) -> Result<(), Error> {
        let Note {
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
                    false => Err(Error::invalid("bodies that are not in order")),
                }
            }
            Deed::Prune { tables } => {
                if tables.len() > MOST_PRUNED {
                    return Err(Error::invalid(format!("more than {MOST_PRUNED} tables")));
                }
                for game in tables.iter().flat_map(|table| &table.games) {
                    check_length("a line", &game.line, most_body)?;
                }
                Ok(())
            }
        }
    }
}
