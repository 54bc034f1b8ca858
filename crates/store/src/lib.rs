//! Journals: what happened at each table, durable, in order and exactly once.
//!
//! A table's state is a fold of its journal, and therefore the journal is the only thing that a
//! house must not lose. Every [`Journal`] keeps three rules:
//!
//! - **Nothing is acknowledged before it is durable.** A write is submitted, and
//!   its answer comes when the disk has it. Many writes share one commit, so that
//!   waiting for the disk costs a busy house little.
//! - **One writer wins.** An append names the sequence number that it follows. Of two writers, one
//!   gets [`Error::Conflict`] and nothing is written. Where several nodes share a journal, a node
//!   claims a table before it runs it; that raises the table's epoch, every append carries an
//!   epoch, and a node that was paused meanwhile gets [`Error::Fenced`]. Leases only keep nodes
//!   from snatching tables from each other.
//! - **A command is applied once.** A player's command id is unique at its table (for a creation:
//!   in the house), and the answer to a repeat names the entry of the first.
//!
//! Entries are opaque text: this crate knows no game and no rule, and never looks into a body.
//! Times come with the entries; only leases need a clock, and they use the storage's own. The
//! caller needs no async runtime: a server uses the callback of [`Journal::submit`], and everybody
//! else waits for a [`Receipt`].
//!
//! ```
//! use store::{Code, StoredEntry, Error, Journal, MemoryJournal, NewTable, PlayerId};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let journal = MemoryJournal::new();
//! let code: Code = "VHG4SC".parse()?;
//! let ann: PlayerId = "ann".parse()?;
//! let table = NewTable {
//!     code: code.clone(),
//!     game: "cribbage".to_owned(),
//!     rules_version: 1,
//!     options: r#"{"seats":2}"#.to_owned(),
//!     commitment: [7; 32],
//!     creator: ann.clone(),
//!     command_id: Some("c1".parse()?),
//!     at: 1_000,
//! };
//! journal.create(table, Vec::new()).wait()?;
//!
//! let entry = StoredEntry {
//!     seq: 1,
//!     at: 2_000,
//!     player: Some(ann),
//!     command_id: Some("c2".parse()?),
//!     body: r#"{"discard":["5H","6H"]}"#.to_owned(),
//! };
//! journal.append(code.clone(), 0, vec![entry.clone()]).wait()?;
//!
//! // The acknowledgement was lost and the command comes again.
//! let again = journal.append(code.clone(), 1, vec![StoredEntry { seq: 2, ..entry.clone() }]);
//! assert_eq!(again.wait(), Err(Error::DuplicateCommand { table: code.clone(), seq: 1 }));
//! assert_eq!(journal.load(&code)?.entries, [entry]);
//! # Ok(())
//! # }
//! ```

mod archive;
mod chain;
mod end;
mod ended;
mod entry;
mod error;
mod fault;
mod heads;
mod id;
mod journal;
mod memory;
mod moving;
mod operation;
mod player;
mod postgres;
mod receipt;
mod seal;
mod secret;
mod sqlite;
mod sum;
mod table;
mod token;
mod write;

pub use archive::{Archive, Found, Wanted};
pub use ended::{
    DealResult, Ended, EndedSeat, Fared, GamePlace, MOST_CLAIMED, Opponent, Past, Remembered,
    Standing,
};
pub use entry::StoredEntry;
pub use error::{ConnectError, Error, OpenError};
pub use id::{Code, CommandId, NodeId, ParseIdError, PlayerId};
pub use journal::{Journal, LastWrite};
pub use memory::MemoryJournal;
pub use moving::{MoveError, Moved, Moving, move_house};
pub use operation::{
    Aside, Ban, Banned, Deed, MOST_FORGOTTEN, MOST_PRUNED, Operation, OperatorNote, PastGame,
    PastGameLine, Pruned, Rewrite,
};
pub use player::{Player, Unused};
pub use postgres::{PostgresJournal, PostgresOptions};
pub use receipt::{Callback, Receipt};
pub use secret::HouseSecret;
pub use sqlite::{Rescued, SqliteJournal, SqliteOptions};
pub use sum::{Counted, LUCK, Met, SCORE, SKILL, Statistics, Sum, SumKey, SumLine, WON, month_of};
pub use table::{Filter, Head, NewTable, NodeLease, StoredTable, Summary, TableState};
pub use token::{MOST_TOKENS, Token, TokenHash};
pub use write::{MOST_BODY_BYTES, MOST_ENTRIES, Write};

/// A digest of a step of a migration, which shows any change except of white space.
#[cfg(test)]
fn fingerprint(step: &str) -> String {
    use sha2::{Digest, Sha256};
    let words: Vec<&str> = step.split_whitespace().collect();
    let digest = Sha256::digest(words.join(" "));
    digest[..4]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
