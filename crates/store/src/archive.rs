//! What an operator reads: more than tables need, and slower.

use std::path::Path;

use crate::ended::{Place, Remembered};
use crate::entry::Entry;
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::operation::{Aside, Ban, Note, PastGameLine};
use crate::player::Player;

/// The reads of the operator's desk. Some look at every entry of the house.
pub trait Archive: Send + Sync {
    /// Players in the order of their ids: those whose id begins with `prefix` and comes later
    /// than `after`, at most [`Filter::MOST`](crate::Filter::MOST).
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error>;

    /// The entries that fit, in no particular order of tables. Their seals are not looked at, so
    /// that the entries of a damaged table are found too.
    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error>;

    /// Everybody who is kept out, also those whose time is over.
    fn bans(&self) -> Result<Vec<Ban>, Error>;

    /// The log of the operators, the latest first: at most `limit` lines before the one of this
    /// number.
    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, Note)>, Error>;

    /// The games of deleted tables whose line has this text, in the order in which they were
    /// written: at most `limit` after the one of this number.
    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error>;

    /// All games that are remembered, in the order of their tables: at most `limit` after the
    /// one that stands here.
    fn remembered(&self, after: Option<&Place>, limit: usize) -> Result<Vec<Remembered>, Error>;

    /// What was set aside.
    fn aside(&self) -> Result<Vec<Aside>, Error>;

    /// Copies everything that is acknowledged to a new file, while the house runs. The copy is
    /// compact and consistent, and opens like any other journal. An existing file is not
    /// overwritten, and nobody but the owner can read the new one.
    fn back_up(&self, to: &Path) -> Result<(), Error>;
}

/// Which entries to find.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only those that this player caused.
    pub player: Option<PlayerId>,
    /// Only those whose body begins with this.
    pub begins: String,
    /// Only those whose body has this text in it, in either case of the letters A to Z.
    pub has: String,
    /// At most this many.
    pub limit: usize,
}

/// An entry and its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The table.
    pub table: Code,
    /// The entry.
    pub entry: Entry,
}
