//! One line of a journal.

use crate::id::{CommandId, PlayerId};

/// Something that happened at a table. Entries of a table are numbered from 1
/// without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// The place of the entry in the table's journal.
    pub seq: u64,
    /// The time at which it happened, in milliseconds since 1970.
    pub at: u64,
    /// The player who caused it; `None` for luck and clocks.
    pub player: Option<PlayerId>,
    /// The name of the command that caused it. If a command caused several entries, only the first
    /// has the name.
    pub command_id: Option<CommandId>,
    /// The event, as JSON that the store never reads.
    pub body: String,
}
