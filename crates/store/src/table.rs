//! A table in the journal: its opening, its entries, and whether it is closed.

use std::time::Duration;

use crate::entry::StoredEntry;
use crate::id::{Code, CommandId, NodeId, PlayerId};

/// The opening of a table. It never changes, and the fold of the entries starts from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTable {
    /// The code that friends type to join.
    pub code: Code,
    /// The key of the game, such as `cribbage`.
    pub game: String,
    /// The version of the rules by which its entries were made.
    pub rules_version: u32,
    /// The options of the game and the table, as JSON that the store never reads.
    pub options: String,
    /// SHA-256 of the house's secret for the first game.
    pub commitment: [u8; 32],
    /// The player who opened it.
    pub creator: PlayerId,
    /// The name of the command that opened it, unique among the creator's creations.
    pub command_id: Option<CommandId>,
    /// The time at which it was opened, in milliseconds since 1970.
    pub at: u64,
}

/// Everything that the journal holds about one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// The opening of the table.
    pub table: NewTable,
    /// The entries, numbered from 1 without gaps.
    pub entries: Vec<StoredEntry>,
    /// The time at which it was closed for good, in milliseconds since 1970.
    pub finished_at: Option<u64>,
    /// The number of times that it was claimed. The next append must carry this number.
    pub epoch: u64,
    /// The node that claimed it last.
    pub owner: Option<NodeId>,
}

impl StoredTable {
    /// The number of the last entry, or 0 if there is none. The next append expects this number.
    pub fn last_seq(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.seq)
    }

    /// The node that runs the table, and the end of its journal.
    pub fn head(&self) -> Head {
        Head {
            epoch: self.epoch,
            owner: self.owner.clone(),
            seq: self.last_seq(),
        }
    }
}

/// The node that runs a table, and the end of its journal. This is enough to claim the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The number of times that it was claimed. The next append must carry this number.
    pub epoch: u64,
    /// The node that claimed it last; `None` in a house of one program.
    pub owner: Option<NodeId>,
    /// The number of its last entry; 0 if it has none.
    pub seq: u64,
}

/// The lease of a node, which may be over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeLease {
    /// The name of the node.
    pub id: NodeId,
    /// The rest of its lease by the store's clock; zero if the lease is over.
    pub left: Duration,
}

/// A table in a list. Its entries are not read; a damaged table is listed too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The code that friends type to join.
    pub code: Code,
    /// The key of the game.
    pub game: String,
    /// The version of the rules by which its entries were made.
    pub rules_version: u32,
    /// The player who opened it.
    pub creator: PlayerId,
    /// The time at which it was opened, in milliseconds since 1970.
    pub created_at: u64,
    /// The time at which it was closed for good.
    pub finished_at: Option<u64>,
    /// The number of its last entry; 0 if it has none.
    pub last_seq: u64,
    /// The time of that entry, or of the opening. It tells for how long the table has been idle.
    pub last_at: u64,
    /// The number of times that it was claimed.
    pub epoch: u64,
    /// The node that claimed it last.
    pub owner: Option<NodeId>,
}

/// Whether a table may still grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableState {
    /// Entries may be added.
    Open,
    /// The table is closed for good.
    Finished,
}

/// A request for a list of tables. They come in the order of their codes; the next page starts
/// `after` the last code of this page.
///
/// ```
/// use store::{Filter, TableState};
///
/// let open = Filter { state: Some(TableState::Open), ..Filter::default() };
/// assert_eq!(open.limit, Filter::MOST);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Only tables in this state.
    pub state: Option<TableState>,
    /// Only tables of this game.
    pub game: Option<String>,
    /// Only tables that this node claimed last.
    pub owner: Option<NodeId>,
    /// Only tables whose code comes later than this one.
    pub after: Option<Code>,
    /// The greatest number of tables to list, at most [`Filter::MOST`].
    pub limit: usize,
}

impl Filter {
    /// The longest list. A page of it takes about a megabyte, and a house of the
    /// size that we test for, 10,000 tables, is listed in ten.
    pub const MOST: usize = 1_000;

    /// The limit that is used.
    pub(crate) fn bounded_limit(&self) -> usize {
        self.limit.min(Filter::MOST)
    }
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            state: None,
            game: None,
            owner: None,
            after: None,
            limit: Filter::MOST,
        }
    }
}
