//! Journals in one SQLite file: the house's default.
//!
//! SQLite keeps a write-ahead log and waits for the disk at each commit (`synchronous=FULL`). What
//! it has committed survives a crash and a power cut. An append costs little more than that wait,
//! and therefore one thread does all writing and commits everything that waits together: the more
//! players, the cheaper each move. Reads use connections of their own and never wait for the
//! writer.
//!
//! Several processes may have the file open; the sequence numbers keep them from overwriting each
//! other. A house keeps other houses out by a lock beside the file. This module never returns an
//! entry whose seal does not fit, and never writes to a damaged file.

#[macro_use]
mod columns;
mod archive;
mod checkpoint;
mod commands;
mod connection;
mod games;
mod load;
mod lock;
mod nodes;
mod operations;
mod questions;
mod readers;
mod rescue;
mod rows;
mod schema;
mod tokens;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use crate::archive::{Archive, Found, Wanted};
use crate::ended::{DealResult, GamePlace, Past, Remembered, Standing};
use crate::error::{Error, OpenError};
use crate::id::{Code, CommandId, PlayerId};
use crate::journal::{Journal, LastWrite, Noted};
use crate::operation::{Aside, Ban, OperatorNote, PastGameLine};
use crate::player::{Player, Unused};
use crate::receipt::{Callback, OwedReply, QueuedWrite};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Statistics};
use crate::table::{Filter, Head, NodeLease, StoredTable, Summary};
use crate::token::{Token, TokenHash};
use crate::write::Write;
use readers::Readers;
pub use rescue::Rescued;
use writer::Writer;

/// Journals in a SQLite file. Dropping it writes what is still waiting.
///
/// ```
/// use store::{Code, Error, Journal, SqliteJournal};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let journal = SqliteJournal::open(folder.path().join("house.db"))?;
/// let code: Code = "VHG4SC".parse()?;
/// assert_eq!(journal.load(&code), Err(Error::NotFound { table: code }));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct SqliteJournal {
    readers: Readers,
    /// The writer; `None` if the file is damaged and only read.
    writing: Option<Writing>,
}

/// The bounds of a journal's queue and batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The most writes that may wait; more are answered with [`Error::Overloaded`]. The default,
    /// 16,384, has a place for each of 10,000 busy tables and some for players.
    pub queue: usize,
    /// The most writes of one commit. With the default, 256, the wait for the disk is short beside
    /// the writes themselves; with more writes, the first would only wait longer.
    pub batch: usize,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions {
            queue: 16_384,
            batch: 256,
        }
    }
}

impl SqliteJournal {
    /// Opens a file, and creates it or brings it to today's format where needed.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteJournal, OpenError> {
        SqliteJournal::open_with(path, SqliteOptions::default())
    }

    /// Opens a file for one house alone. While it is open, nobody else can open it in this way, but
    /// others can read or copy it.
    pub fn open_alone(path: impl AsRef<Path>) -> Result<SqliteJournal, OpenError> {
        let lock = lock::take(path.as_ref())?;
        let mut journal = SqliteJournal::open(path)?;
        if let Some(writing) = &mut journal.writing {
            writing.lock = Some(lock);
        }
        Ok(journal)
    }

    /// Opens a file with other options.
    pub fn open_with(
        path: impl AsRef<Path>,
        options: SqliteOptions,
    ) -> Result<SqliteJournal, OpenError> {
        let path = path.as_ref();
        let connection = connection::to_write(path)?;
        let (sender, queue) = sync_channel(options.queue);
        let last_write = Arc::new(Noted::default());
        let cannot_open = |why: String| OpenError::CannotOpen {
            path: path.to_owned(),
            why,
        };
        let writer = Writer::new(connection, options.batch, last_write.clone())
            .with_checkpoints(connection::to_write(path)?)
            .map_err(|error| cannot_open(error.to_string()))?;
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || writer.run(&queue))
            .map_err(|error| cannot_open(error.to_string()))?;
        Ok(SqliteJournal {
            readers: Readers::new(path, connection::to_read),
            writing: Some(Writing {
                sender: Some(sender),
                thread: Some(thread),
                last_write,
                lock: None,
            }),
        })
    }

    /// Opens a file that [`SqliteJournal::open`] found damaged, to read what is left.
    ///
    /// Tables whose pages are whole load; the others are reported as [`Error::Corrupt`]. Every
    /// write is refused, because it would destroy more of a cut-off file. Copy the tables that load
    /// to a new journal.
    pub fn salvage(path: impl AsRef<Path>) -> Result<SqliteJournal, OpenError> {
        let path = path.as_ref();
        // Opening the first reader shows whether the file can be read; the reader is kept.
        let readers = Readers::new(path, connection::to_salvage);
        readers.keep(connection::to_salvage(path)?);
        Ok(SqliteJournal {
            readers,
            writing: None,
        })
    }

    /// Saves what is left of a damaged file into a new one; the damaged file is only read.
    pub fn rescue(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Rescued, OpenError> {
        rescue::rescue(from.as_ref(), to.as_ref())
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.readers.path()
    }
}

impl Journal for SqliteJournal {
    fn last_write(&self) -> Option<LastWrite> {
        self.writing.as_ref()?.last_write.last()
    }

    fn submit(&self, write: Write, done: Callback) {
        let reply = OwedReply::new(done);
        match (write.check(), &self.writing) {
            (Err(invalid), _) => reply.send(Err(invalid)),
            (Ok(()), Some(writing)) => writing.send(QueuedWrite { write, reply }),
            (Ok(()), None) => reply.send(Err(Error::unavailable(
                "it is damaged and was opened to save what is left",
            ))),
        }
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        self.readers
            .read(|connection| load::load(connection, table))
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        self.readers
            .read(|connection| nodes::head(connection, table))
    }

    fn nodes(&self) -> Result<Vec<NodeLease>, Error> {
        self.readers.read(nodes::all)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.readers
            .read(|connection| load::list(connection, filter))
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        self.readers
            .read(|connection| tokens::find(connection, hash))
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        self.readers
            .read(|connection| tokens::of(connection, player))
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        self.readers
            .read(|connection| rows::creation(connection, creator, command))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        self.readers.read(rows::secret)
    }

    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        self.readers
            .read(|connection| questions::history(connection, player, past))
    }

    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        self.readers
            .read(|connection| questions::statistics(connection, player, counted))
    }

    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        self.readers
            .read(|connection| questions::results(connection, deal, after, limit))
    }

    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        self.readers
            .read(|connection| questions::result(connection, deal, player))
    }

    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        self.readers
            .read(|connection| questions::standing(connection, deal, rank))
    }

    fn archive(&self) -> Option<&dyn Archive> {
        Some(self)
    }
}

impl Archive for SqliteJournal {
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error> {
        self.readers
            .read(|connection| archive::players(connection, prefix, after))
    }

    fn unused_players(
        &self,
        unused: &Unused,
        after: Option<&PlayerId>,
        limit: usize,
    ) -> Result<Vec<PlayerId>, Error> {
        self.readers
            .read(|connection| archive::unused_players(connection, unused, after, limit))
    }

    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error> {
        self.readers
            .read(|connection| archive::find(connection, wanted))
    }

    fn bans(&self) -> Result<Vec<Ban>, Error> {
        self.readers.read(archive::bans)
    }

    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, OperatorNote)>, Error> {
        self.readers
            .read(|connection| archive::log(connection, before, limit))
    }

    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error> {
        self.readers
            .read(|connection| archive::past_games(connection, having, after, limit))
    }

    fn remembered(
        &self,
        after: Option<&GamePlace>,
        limit: usize,
    ) -> Result<Vec<Remembered>, Error> {
        self.readers
            .read(|connection| questions::all(connection, after, limit))
    }

    fn aside(&self) -> Result<Vec<Aside>, Error> {
        self.readers.read(archive::aside)
    }

    fn back_up(&self, to: &Path) -> Result<(), Error> {
        let Some(name) = to.to_str() else {
            return Err(Error::invalid("a file name must be Unicode"));
        };
        if to.exists() {
            return Err(Error::invalid(format!(
                "the copy must be a new file, but {name} exists"
            )));
        }
        connection::keep_from_others(to);
        let copied = self.readers.read(|connection| {
            connection.execute("VACUUM INTO ?1", [name])?;
            Ok(())
        });
        if copied.is_err() {
            // Half a copy is useless, and the next try may need the same name.
            let _ = std::fs::remove_file(to);
        }
        copied
    }
}

/// The queue of the writer's thread.
#[derive(Debug)]
struct Writing {
    /// `None` only while this is dropped.
    sender: Option<SyncSender<QueuedWrite>>,
    thread: Option<JoinHandle<()>>,
    last_write: Arc<Noted>,
    /// Keeps other houses out until the thread has ended.
    lock: Option<File>,
}

impl Writing {
    /// This never blocks, because the caller may be serving thousands of clients.
    fn send(&self, job: QueuedWrite) {
        let Some(sender) = &self.sender else {
            return;
        };
        match sender.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.reply.send(Err(Error::Overloaded)),
            // The job is dropped, and its reply says that the journal has closed.
            Err(TrySendError::Disconnected(_)) => {}
        }
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // Without a sender the writer ends once the queue is empty.
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, every reply that it dropped has said so.
            let _ = thread.join();
        }
    }
}
