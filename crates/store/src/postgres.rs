//! Journals in a PostgreSQL database, which several nodes share.
//!
//! It keeps the rules of every journal. Another node may write at any moment, and therefore nothing
//! is decided from memory: each statement names the epoch, number and seal that it follows, and
//! changes nothing if one of them has changed. One task does all writing and commits everything
//! that waits in one round trip. Reads use a few connections of their own.
//!
//! It has its own threads, and its caller needs no runtime. It never draws a key from a sequence. A
//! move never locks anything that two tables share, with one exception: a move that ends a game
//! locks the rows of its players.
//!
//! # SQL
//!
//! The statements are plain, so that PostgreSQL-compatible distributed databases have them too.
//! They are tested on PostgreSQL only.
//!
//! - tables of `TEXT` (ordered by bytes: `COLLATE "C"`), `BIGINT`, `BYTEA`, `TIMESTAMPTZ`;
//!   primary keys of one or two columns, unique and partial indexes
//! - `BEGIN`, `COMMIT`, `ROLLBACK`, `SAVEPOINT`, at the level that the server begins with; what
//!   fails by a conflict (`40001`, `40P01`, `23505`, `55P03`) is tried again
//! - `SELECT … FOR UPDATE` of one row, `INSERT … ON CONFLICT DO NOTHING` and `DO UPDATE`,
//!   `UPDATE … RETURNING` and `INSERT … RETURNING` in `WITH`, `UPDATE … FROM`, `EXISTS`
//! - `unnest` of several arrays, `= ANY` of an array, `row_number()`, `coalesce`, `greatest`,
//!   `least`, rows that are compared, `count(*) FILTER`, `DISTINCT`, `left`, `position`, `lower`,
//!   `char_length`, `encode`, `extract`, `now()`
//! - `information_schema.tables`, `current_schema()`, and the settings `lock_timeout`,
//!   `idle_in_transaction_session_timeout` and `synchronous_commit`
//! - statements that are prepared on a connection: a pooler between must keep sessions

#[macro_use]
mod columns;
mod address;
mod archive;
mod connection;
mod games;
mod import;
#[cfg(test)]
mod interleavings;
mod journal;
mod load;
mod nodes;
mod operations;
#[cfg(test)]
mod plans;
mod questions;
mod readers;
mod rows;
mod schema;
mod text;
mod tokens;
mod writer;

use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use crate::end::End;
use crate::ended::Remembered;
use crate::error::{ConnectError, Error};
use crate::journal::Noted;
use crate::moving::Lists;
use crate::receipt::QueuedWrite;
use crate::{fault, heads};
use address::Address;
use connection::Value;
use readers::{PATIENCE, PATIENCE_FOR_ALL, Readers};
use writer::Writer;

/// An error of the driver.
type Failure = tokio_postgres::Error;

/// The store's own refusal, or a failure of PostgreSQL.
type WriteFault = fault::WriteFault<Failure>;

impl From<Failure> for WriteFault {
    fn from(error: Failure) -> WriteFault {
        WriteFault::Failed(error)
    }
}

/// The ends of the busy tables, as the writer remembers them.
type Heads = heads::Heads<End>;

/// Journals in a PostgreSQL database. Dropping it writes what is still waiting.
///
/// ```no_run
/// use store::{Code, Error, Journal, PostgresJournal};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = PostgresJournal::open("postgres://house@db.example/house?sslmode=require")?;
/// let code: Code = "VHG4SC".parse()?;
/// assert_eq!(journal.load(&code), Err(Error::NotFound { table: code }));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PostgresJournal {
    readers: Readers,
    last_write: Arc<Noted>,
    address: Address,
    /// `None` only while this is dropped.
    sender: Option<mpsc::Sender<QueuedWrite>>,
    /// A signal that the writer has ended.
    ended: Mutex<std_mpsc::Receiver<()>>,
    runtime: Option<Runtime>,
}

/// The bounds of a journal's queue, batches and connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// The most writes that may wait; more are answered with [`Error::Overloaded`].
    pub queue: usize,
    /// The most writes that share a commit.
    pub batch: usize,
    /// The most connections for reading; one more is for writing.
    pub readers: usize,
}

impl Default for PostgresOptions {
    /// The queue and the batches are those of the journal in SQLite; a small server can bear this
    /// many readers from each of ten nodes.
    fn default() -> PostgresOptions {
        PostgresOptions {
            queue: 16_384,
            batch: 256,
            readers: 6,
        }
    }
}

impl PostgresJournal {
    /// Connects to a database, and makes its tables or brings them to today's format.
    ///
    /// The address has the form of libpq: `postgres://user:password@host:5432/database`. `sslmode`
    /// is `disable`, `prefer` or `require`. An encrypted connection is always verified, by the
    /// system's certificates or by those of the file `sslrootcert`.
    pub fn open(url: &str) -> Result<PostgresJournal, ConnectError> {
        PostgresJournal::open_with(url, PostgresOptions::default())
    }

    /// Connects with other options.
    pub fn open_with(url: &str, options: PostgresOptions) -> Result<PostgresJournal, ConnectError> {
        let address = Address::parse(url)?;
        let runtime = start_runtime(&address)?;
        let (sender, queue) = mpsc::channel(options.queue.max(1));
        let (ending, ended) = std_mpsc::channel();
        let last_write = Arc::new(Noted::default());
        let readers = Readers::new(runtime.handle().clone(), address.clone(), options.readers);
        let journal = PostgresJournal {
            readers,
            last_write: last_write.clone(),
            address: address.clone(),
            sender: Some(sender),
            ended: Mutex::new(ended),
            runtime: Some(runtime),
        };
        let opened = journal.run(async move {
            let connection = address.connect().await?;
            schema::migrate(&connection, &address, schema::STEPS).await?;
            Ok((address, connection))
        });
        let (address, connection) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                // No writer has been started.
                drop(ending);
                return Err(error);
            }
        };
        let writer = Writer::new(address, connection, options.batch.max(1), last_write);
        if let Some(runtime) = &journal.runtime {
            runtime.spawn(async move {
                writer.run(queue).await;
                // Only the drop of a journal waits for this.
                let _ = ending.send(());
            });
        }
        Ok(journal)
    }

    /// The database, without its password.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Whether the database is still empty.
    pub(crate) fn is_empty(&self) -> Result<bool, Error> {
        let found = self.query(PATIENCE, import::HOLDS_ANYTHING, Vec::new(), |_| Ok(()))?;
        Ok(found.is_empty())
    }

    /// Copies rows of another journal unchanged.
    pub(crate) fn import(&self, lists: &Lists) -> Result<(), Error> {
        let rows = Arc::new((import::rows(lists), import::games(lists)));
        self.readers.read(PATIENCE_FOR_ALL, move |connection| {
            let rows = rows.clone();
            Box::pin(async move { import::write(connection, &rows.0, &rows.1).await })
        })
    }

    /// Runs a task on one of the journal's threads and waits for it.
    fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ConnectError>> + Send + 'static,
    ) -> Result<T, ConnectError> {
        let (sender, receiver) = std_mpsc::channel();
        if let Some(runtime) = &self.runtime {
            runtime.spawn(async move {
                let _ = sender.send(work.await);
            });
        }
        receiver.recv().unwrap_or_else(|_| {
            Err(ConnectError::CannotConnect {
                address: self.address(),
                why: "it was given up".to_owned(),
            })
        })
    }

    /// Asks a question and reads each row of the answer with this function.
    fn query<T>(
        &self,
        patience: Duration,
        sql: &'static str,
        values: Vec<Value>,
        each: impl Fn(&Row) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Error> {
        let rows = self.rows(patience, sql, values)?;
        let read: Result<Vec<T>, Failure> = rows.iter().map(each).collect();
        read.map_err(|error| Error::unavailable(words(&error)))
    }

    /// Asks a question about seats and returns their games.
    fn games(
        &self,
        patience: Duration,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Remembered>, Error> {
        let rows = self.rows(patience, sql, values)?;
        questions::games(&rows, true).map_err(|error| Error::unavailable(words(&error)))
    }

    fn rows(
        &self,
        patience: Duration,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, Error> {
        let values = Arc::new(values);
        self.readers.read(patience, move |connection| {
            let values = values.clone();
            Box::pin(async move {
                let values: Vec<&(dyn ToSql + Sync)> = values
                    .iter()
                    .map(|value| &**value as &(dyn ToSql + Sync))
                    .collect();
                connection.query(sql, &values).await
            })
        })
    }
}

impl Drop for PostgresJournal {
    fn drop(&mut self) {
        // Without a sender the writer ends once the queue is empty.
        self.sender = None;
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = ended.recv();
        if let Some(runtime) = self.runtime.take() {
            // A journal may be dropped where nothing may block; its threads end by themselves.
            runtime.shutdown_background();
        }
    }
}

fn start_runtime(address: &Address) -> Result<Runtime, ConnectError> {
    // One thread is enough: the database does the work.
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("journal")
        .enable_all()
        .build()
        .map_err(|error| ConnectError::CannotConnect {
            address: address.to_string(),
            why: error.to_string(),
        })
}

/// Whether other transactions got in the way, so that trying again may help.
fn is_conflict(error: &Failure) -> bool {
    let conflicts = [
        &SqlState::T_R_SERIALIZATION_FAILURE,
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::UNIQUE_VIOLATION,
        &SqlState::LOCK_NOT_AVAILABLE,
        &SqlState::DUPLICATE_TABLE,
        &SqlState::DUPLICATE_OBJECT,
    ];
    error.code().is_some_and(|code| conflicts.contains(&code))
}

/// The error of the driver, with all its causes.
fn words(error: &Failure) -> String {
    let mut words = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words.push_str(": ");
            words.push_str(&cause_words);
        }
        source = cause.source();
    }
    words
}
