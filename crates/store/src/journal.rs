//! What every journal does, wherever it keeps things.

use crate::entry::Entry;
use crate::error::Error;
use crate::id::Code;
use crate::player::{Player, TokenHash};
use crate::receipt::{Done, Receipt};
use crate::table::{Filter, NewTable, Record, Summary};
use crate::write::Write;

/// The journals of a house's tables, and its players.
///
/// Writes are submitted and answered when they are durable; writes of one thread
/// are applied in the order in which it submitted them, so a caller may submit
/// the next before the first is answered. Reads block, and see everything that
/// was acknowledged before; an async server calls them where blocking is allowed.
///
/// A server bridges to its own runtime with a callback:
///
/// ```
/// use std::sync::mpsc;
/// use store::{Journal, MemoryJournal, Player, TokenHash, Write};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = MemoryJournal::new();
/// let player = Player {
///     id: "ann".parse()?,
///     token_hash: TokenHash::of("secret"),
///     nickname: Some("Ann".to_owned()),
///     at: 1_000,
/// };
/// let (sender, receiver) = mpsc::channel();
/// journal.submit(
///     Write::PutPlayer(player.clone()),
///     Box::new(move |outcome| sender.send(outcome).expect("the receiver waits")),
/// );
/// assert_eq!(receiver.recv()?, Ok(()));
/// assert_eq!(journal.player(&TokenHash::of("secret"))?, Some(player));
/// assert_eq!(journal.player(&TokenHash::of("guess"))?, None);
/// # Ok(())
/// # }
/// ```
pub trait Journal: Send + Sync {
    /// Asks for a change and returns at once. `done` is called exactly once, when
    /// the change is durable or refused, perhaps before this returns.
    fn submit(&self, write: Write, done: Done);

    /// Everything about one table, checked: what is damaged is reported as
    /// [`Error::Corrupt`] and never returned.
    fn load(&self, table: &Code) -> Result<Record, Error>;

    /// The tables that fit, in the order of their codes.
    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error>;

    /// The player whose token hashes to this.
    fn player(&self, token_hash: &TokenHash) -> Result<Option<Player>, Error>;

    /// Whether a read may wait for something slow, as a disk. Where it may not, an async
    /// server can read without another thread.
    fn reads_block(&self) -> bool {
        true
    }

    /// Submits a change and gives a receipt to wait for. Never overridden.
    fn write(&self, write: Write) -> Receipt {
        let (receipt, done) = Receipt::pair();
        self.submit(write, done);
        receipt
    }

    /// Opens a table, with its first entries. Never overridden.
    fn create(&self, table: NewTable, entries: Vec<Entry>) -> Receipt {
        self.write(Write::Create { table, entries })
    }

    /// Adds entries after the one numbered `expect`. Never overridden.
    fn append(&self, table: Code, expect: u64, entries: Vec<Entry>) -> Receipt {
        self.write(Write::Append {
            table,
            expect,
            entries,
        })
    }

    /// Closes a table for good, at the entry numbered `expect`. Never overridden.
    fn finish(&self, table: Code, expect: u64, at: u64) -> Receipt {
        self.write(Write::Finish { table, expect, at })
    }

    /// Adds or changes a player. Never overridden.
    fn put_player(&self, player: Player) -> Receipt {
        self.write(Write::PutPlayer(player))
    }
}
