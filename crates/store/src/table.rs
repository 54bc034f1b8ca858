//! A table as the journal knows it: how it was opened, what happened, whether it
//! is over.

use std::time::Duration;

use crate::entry::Entry;
use crate::id::{Code, CommandId, NodeId, PlayerId};

/// How a table was opened. It never changes, and is all that is needed to fold the
/// entries from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTable {
    /// What friends type to join.
    pub code: Code,
    /// The key of the game, as `cribbage`.
    pub game: String,
    /// The version of the rules that its entries were made under.
    pub rules_version: u32,
    /// The options of the game and the table: text, as JSON, that the store never reads.
    pub options: String,
    /// SHA-256 of the house's secret for the first game.
    pub commitment: [u8; 32],
    /// Who opened it.
    pub creator: PlayerId,
    /// The name of the command that opened it, unique among the creator's creations.
    pub command_id: Option<CommandId>,
    /// When it was opened, in milliseconds since 1970.
    pub at: u64,
}

/// Everything that the journal holds of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// How it was opened.
    pub table: NewTable,
    /// What happened since, numbered from 1 without gaps.
    pub entries: Vec<Entry>,
    /// When it was closed for good, in milliseconds since 1970.
    pub finished_at: Option<u64>,
    /// How often it was claimed: what the next append must carry.
    pub epoch: u64,
    /// Which node claimed it last.
    pub owner: Option<NodeId>,
}

impl Record {
    /// The number of the last entry, 0 without any: what the next append expects.
    pub fn last_seq(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.seq)
    }

    /// Who runs the table, and where its journal ends.
    pub fn head(&self) -> Head {
        Head {
            epoch: self.epoch,
            owner: self.owner.clone(),
            seq: self.last_seq(),
        }
    }
}

/// Who runs a table, and where its journal ends: all that is needed to claim it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// How often it was claimed, 0 for never: what the next append must carry.
    pub epoch: u64,
    /// Which node claimed it last; nobody in a house of one program.
    pub owner: Option<NodeId>,
    /// The number of its last entry, 0 without any.
    pub seq: u64,
}

/// A node that has or had a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// How much is left of its lease by the store's clock; nothing if it is over.
    pub left: Duration,
}

/// A table in a list. Its entries were not read, so a damaged table is listed too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// What friends type to join.
    pub code: Code,
    /// The key of the game.
    pub game: String,
    /// The version of the rules that its entries were made under.
    pub rules_version: u32,
    /// Who opened it.
    pub creator: PlayerId,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was closed for good.
    pub finished_at: Option<u64>,
    /// The number of its last entry, 0 without any.
    pub last_seq: u64,
    /// When that entry happened, or the table was opened: how long it has been idle.
    pub last_at: u64,
    /// How often it was claimed.
    pub epoch: u64,
    /// Which node claimed it last.
    pub owner: Option<NodeId>,
}

/// Whether a table may still grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It may.
    Open,
    /// It was finished.
    Finished,
}

/// Which tables to list. They come in the order of their codes; the next page
/// starts `after` the last code of this one.
///
/// ```
/// use store::{Filter, State};
///
/// let open = Filter { state: Some(State::Open), ..Filter::default() };
/// assert_eq!(open.limit, Filter::MOST);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Only tables in this state.
    pub state: Option<State>,
    /// Only tables of this game.
    pub game: Option<String>,
    /// Only tables that this node claimed last.
    pub owner: Option<NodeId>,
    /// Only tables whose code comes later than this one.
    pub after: Option<Code>,
    /// At most this many, and never more than [`Filter::MOST`].
    pub limit: usize,
}

impl Filter {
    /// The longest list. A page of it takes about a megabyte, and a house of the
    /// size that we test for, 10,000 tables, is listed in ten.
    pub const MOST: usize = 1_000;

    /// The limit that holds.
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
