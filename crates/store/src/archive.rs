//! The reads of an operator. Some are slow, because they go through every entry.

use std::path::Path;

use crate::ended::{GamePlace, Remembered};
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::operation::{Aside, Ban, OperatorNote, PastGameLine};
use crate::player::{Player, Unused};

/// The reads of the operator's desk. Some look at every entry of the house.
pub trait Archive: Send + Sync {
    /// Players in the order of their ids: those whose id begins with `prefix` and comes later
    /// than `after`, at most [`Filter::MOST`](crate::Filter::MOST).
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error>;

    /// The ids of players who may be forgotten, in their order: at most `limit` after this one, and
    /// never more than [`MOST_FORGOTTEN`](crate::MOST_FORGOTTEN). It looks at every entry.
    fn unused_players(
        &self,
        unused: &Unused,
        after: Option<&PlayerId>,
        limit: usize,
    ) -> Result<Vec<PlayerId>, Error>;

    /// The matching entries, in no particular order of tables. Their seals are not checked; the
    /// entries of a damaged table are found too.
    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error>;

    /// Every ban, also those that are over.
    fn bans(&self) -> Result<Vec<Ban>, Error>;

    /// The log of the operators, the latest first: at most `limit` lines before the one of this
    /// number.
    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, OperatorNote)>, Error>;

    /// The games of deleted tables whose line has this text, in the order in which they were
    /// written: at most `limit` after the one of this number.
    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error>;

    /// All games that are remembered, in the order of their tables: at most `limit` after the one
    /// at this place.
    fn remembered(&self, after: Option<&GamePlace>, limit: usize)
    -> Result<Vec<Remembered>, Error>;

    /// Everything that was set aside.
    fn aside(&self) -> Result<Vec<Aside>, Error>;

    /// Copies everything that is acknowledged to a new file, while the house runs. The copy is
    /// compact and consistent, and opens like any other journal. An existing file is not
    /// overwritten, and nobody but the owner can read the new one.
    fn back_up(&self, to: &Path) -> Result<(), Error>;
}

/// A search for entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only entries of this table. Then no other table is looked at.
    pub table: Option<Code>,
    /// Only entries that this player caused.
    pub player: Option<PlayerId>,
    /// Only entries whose body begins with this text.
    pub begins: String,
    /// Only entries whose body contains this text. Upper and lower case of A to Z are the same.
    pub has: String,
    /// The greatest number of entries to return.
    pub limit: usize,
}

/// An entry and its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The table.
    pub table: Code,
    /// The entry.
    pub entry: StoredEntry,
}
