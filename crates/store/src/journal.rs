//! The trait of all journals, wherever they store their data.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::archive::Archive;
use crate::ended::{DealResult, Past, Remembered, Standing};
use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, CommandId, PlayerId};
use crate::receipt::{Callback, Receipt};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Statistics};
use crate::table::{Filter, Head, NewTable, NodeLease, StoredTable, Summary};
use crate::token::{Token, TokenHash};
use crate::write::Write;

/// The journals of a house's tables, and its players.
///
/// A write is submitted, and answered when it is durable. The writes of one thread are applied in
/// the order in which it submitted them, and a caller may therefore submit the next before the
/// first is answered. Reads block, and see everything that was acknowledged before; an async server
/// calls them where blocking is allowed.
///
/// A server bridges to its own runtime with a callback:
///
/// ```
/// use std::sync::mpsc;
/// use store::{Journal, MemoryJournal, TokenHash, Write};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = MemoryJournal::new();
/// let (player, token) = ("ann".parse()?, TokenHash::of("secret"));
/// let (sender, receiver) = mpsc::channel();
/// journal.submit(
///     Write::Enroll { player, token, at: 1_000 },
///     Box::new(move |outcome| sender.send(outcome).expect("the receiver waits")),
/// );
/// assert_eq!(receiver.recv()?, Ok(()));
/// let found = journal.token(&token)?.expect("ann has a token");
/// assert_eq!(found.player.as_str(), "ann");
/// assert_eq!(journal.token(&TokenHash::of("guess"))?, None);
/// # Ok(())
/// # }
/// ```
pub trait Journal: Send + Sync {
    /// Asks for a change and returns at once. `done` is called exactly once, when
    /// the change is durable or refused, perhaps before this returns.
    fn submit(&self, write: Write, done: Callback);

    /// Everything about one table. The seals are checked: damage is reported as [`Error::Corrupt`],
    /// and a damaged table is never returned.
    fn load(&self, table: &Code) -> Result<StoredTable, Error>;

    /// The node that runs a table and the end of its journal, without reading the entries.
    fn head(&self, table: &Code) -> Result<Head, Error> {
        self.load(table).map(|record| record.head())
    }

    /// Every node that has or had a lease, in the order of their names.
    fn nodes(&self) -> Result<Vec<NodeLease>, Error> {
        Ok(Vec::new())
    }

    /// The matching tables, in the order of their codes.
    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error>;

    /// The token with this hash, even if it is revoked.
    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error>;

    /// The tokens of a player, the oldest first, including revoked ones.
    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error>;

    /// The table that a command of this name opened for this player.
    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error>;

    /// The source of the luck of daily deals; `None` until one is kept.
    fn secret(&self) -> Result<Option<HouseSecret>, Error>;

    /// A player's games, the latest first.
    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        let _ = (player, past);
        Ok(Vec::new())
    }

    /// The sums over a player's games.
    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        let _ = (player, counted);
        Ok(Statistics::default())
    }

    /// The results with luck that several tables share, the best first: at most `limit` after this
    /// one, and never more than [`Filter::MOST`].
    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        let _ = (deal, after, limit);
        Ok(Vec::new())
    }

    /// The result of this player; the first one, if they played it more than once.
    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        let _ = (deal, player);
        Ok(None)
    }

    /// The place of a result of this rank among all results of a deal.
    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        let _ = (deal, rank);
        Ok(Standing::default())
    }

    /// The outcome of the last write; `None` before the first one, or if writes cannot fail.
    fn last_write(&self) -> Option<LastWrite> {
        None
    }

    /// The reads of the operator's desk; `None` if the journal has none.
    fn archive(&self) -> Option<&dyn Archive> {
        None
    }

    /// Whether a read may wait for something slow, such as a disk. If not, an async server can read
    /// without another thread.
    fn reads_block(&self) -> bool {
        true
    }

    /// Fetches the data of the next read, for a journal whose data are elsewhere although its reads
    /// do not block. An async server waits for `done` before it reads. `done` is called as for a
    /// write.
    fn before_read(&self, done: Callback) {
        done(Ok(()));
    }

    /// Submits a change and gives a receipt to wait for. Never overridden.
    fn write(&self, write: Write) -> Receipt {
        let (receipt, done) = Receipt::pair();
        self.submit(write, done);
        receipt
    }

    /// Opens a table, with its first entries. Never overridden.
    fn create(&self, table: NewTable, entries: Vec<StoredEntry>) -> Receipt {
        self.write(Write::Create { table, entries })
    }

    /// Adds entries after the one numbered `expect`, to a table that nobody claims. Never
    /// overridden.
    fn append(&self, table: Code, expect: u64, entries: Vec<StoredEntry>) -> Receipt {
        self.write(Write::Append {
            table,
            epoch: 0,
            expect,
            entries,
            ended: Vec::new(),
        })
    }

    /// Closes a table that nobody claims for good, at the entry numbered `expect`. Never
    /// overridden.
    fn finish(&self, table: Code, expect: u64, at: u64) -> Receipt {
        let epoch = 0;
        self.write(Write::Finish {
            table,
            epoch,
            expect,
            at,
        })
    }
}

/// The result of the last write of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastWrite {
    /// When it was answered.
    pub at: Instant,
    /// The error of the storage.
    pub outcome: Result<(), Error>,
}

/// The place where a writer notes the result of each of its writes.
#[derive(Debug, Default)]
pub(crate) struct Noted(Mutex<Option<LastWrite>>);

impl Noted {
    pub(crate) fn note(&self, outcome: Result<(), Error>) {
        let at = Instant::now();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(LastWrite { at, outcome });
    }

    pub(crate) fn last(&self) -> Option<LastWrite> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }
}
