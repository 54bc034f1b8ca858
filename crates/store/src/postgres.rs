//! Journals in a PostgreSQL database, which several nodes share.
//!
//! The rules are those of every journal; what differs is who else is there. Another node may
//! write at any moment, so nothing is decided by what this one remembers: each statement names
//! the epoch, number and seal that it follows, and changes nothing where they are others by now.
//! One task does all writing and commits whatever is waiting together, in one round trip.
//! Reads use a few connections of their own.
//!
//! It has threads of its own and needs no runtime of its caller's. What it never does: lock
//! anything that two tables share in the path of a move, but for the rows of the players of a
//! game that ends with it; or draw a key from a sequence.
//!
//! # The SQL that is used
//!
//! Plain statements that PostgreSQL-compatible distributed databases have too. It is written
//! for them, but tested on PostgreSQL only.
//!
//! - tables of `TEXT` (ordered by bytes: `COLLATE "C"`), `BIGINT`, `BYTEA`, `TIMESTAMPTZ`;
//!   primary keys of one or two columns, unique and partial indexes
//! - `BEGIN`, `COMMIT`, `ROLLBACK`, `SAVEPOINT`, at the level that the server begins with; what
//!   fails by a conflict (`40001`, `40P01`, `23505`, `55P03`) is tried again
//! - `SELECT … FOR UPDATE` of one row, `INSERT … ON CONFLICT DO NOTHING` and `DO UPDATE`,
//!   `UPDATE … RETURNING` and `INSERT … RETURNING` in `WITH`, `UPDATE … FROM`, `EXISTS`
//! - `unnest` of several arrays, `= ANY` of an array, `row_number()`, `coalesce`, `greatest`,
//!   `least`, rows that are compared, `count(*) FILTER`, `DISTINCT`, `left`, `position`, `lower`, `char_length`, `encode`, `extract`, `now()`
//! - `information_schema.tables`, `current_schema()`, and the settings `lock_timeout`,
//!   `idle_in_transaction_session_timeout` and `synchronous_commit`
//! - statements that are prepared on a connection: a pooler between must keep sessions

mod address;
mod archive;
mod connection;
mod games;
mod import;
#[cfg(test)]
mod interleavings;
mod nodes;
mod operations;
#[cfg(test)]
mod plans;
mod readers;
mod rows;
mod schema;
mod text;
mod tokens;
mod writer;

use std::path::Path;
use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use crate::archive::{Archive, Found, Wanted};
use crate::end::End;
use crate::ended::{DealResult, Past, Place, Remembered, Standing};
use crate::error::{ConnectError, Error};
use crate::id::{Code, CommandId, NodeId, PlayerId};
use crate::journal::{Journal, LastWrite, Noted};
use crate::moving::Lists;
use crate::operation::{Aside, Ban, Note, PastGameLine};
use crate::player::Player;
use crate::receipt::{Done, Job, Reply};
use crate::secret::HouseSecret;
use crate::sum::{Counted, Met, Statistics};
use crate::table::{Filter, Head, Node, Record, Summary};
use crate::token::{Token, TokenHash};
use crate::write::Write;
use crate::{fault, heads};
use address::Address;
use connection::Value;
use readers::{PATIENCE, PATIENCE_FOR_ALL, Readers};
use rows::{int, values};
use text::pack;
use writer::Writer;

/// What the driver says went wrong.
type Failure = tokio_postgres::Error;

/// Our own refusal, or PostgreSQL's failure.
type Fault = fault::Fault<Failure>;

impl From<Failure> for Fault {
    fn from(error: Failure) -> Fault {
        Fault::Failed(error)
    }
}

/// What the writer remembers of the busy tables.
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
    /// None only while this is dropped.
    sender: Option<mpsc::Sender<Job>>,
    /// Says when the writer has ended.
    ended: Mutex<std_mpsc::Receiver<()>>,
    runtime: Option<Runtime>,
}

/// How much a journal holds back and puts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// How many writes may wait; more are answered with [`Error::Overloaded`].
    pub queue: usize,
    /// How many writes share a commit at most.
    pub batch: usize,
    /// How many connections may be open for reading; one more is for writing.
    pub readers: usize,
}

impl Default for PostgresOptions {
    /// As the journal in SQLite, and as many readers as a small server bears of ten nodes.
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
    /// An address is what libpq takes, as `postgres://user:password@host:5432/database`.
    /// `sslmode` is `disable`, `prefer` or `require`; what is encrypted is verified, by the
    /// system's certificates or those of the file `sslrootcert`.
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
                // There is no writer whose end could be waited for.
                drop(ending);
                return Err(error);
            }
        };
        let writer = Writer::new(address, connection, options.batch.max(1), last_write);
        if let Some(runtime) = &journal.runtime {
            runtime.spawn(async move {
                writer.run(queue).await;
                // Whoever drops the journal waits for this, or nobody does.
                let _ = ending.send(());
            });
        }
        Ok(journal)
    }

    /// The database, without its password.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Whether there is nothing of a house yet.
    pub(crate) fn is_empty(&self) -> Result<bool, Error> {
        let found = self.query(PATIENCE, import::HOLDS_ANYTHING, Vec::new(), |_| Ok(()))?;
        Ok(found.is_empty())
    }

    /// Writes rows of another journal as they were there.
    pub(crate) fn import(&self, lists: &Lists) -> Result<(), Error> {
        let rows = Arc::new((import::rows(lists), import::games(lists)));
        self.readers.read(PATIENCE_FOR_ALL, move |connection| {
            let rows = rows.clone();
            Box::pin(async move { import::write(connection, &rows.0, &rows.1).await })
        })
    }

    /// Runs something on a thread of ours and waits for it.
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

    /// The rows that answer a question, each read in this way.
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

    /// The games whose seats answer a question.
    fn games(
        &self,
        patience: Duration,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Remembered>, Error> {
        let rows = self.rows(patience, sql, values)?;
        games::games(&rows, true).map_err(|error| Error::unavailable(words(&error)))
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

impl Journal for PostgresJournal {
    fn submit(&self, write: Write, done: Done) {
        let reply = Reply::new(done);
        let sender = match (write.check(), &self.sender) {
            (Err(invalid), _) => return reply.send(Err(invalid)),
            // The reply is dropped, and says that the journal has closed.
            (Ok(()), None) => return,
            (Ok(()), Some(sender)) => sender,
        };
        match sender.try_send(Job { write, reply }) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.reply.send(Err(Error::Overloaded)),
            Err(TrySendError::Closed(_)) => {}
        }
    }

    fn load(&self, table: &Code) -> Result<Record, Error> {
        let code = table.clone();
        // Both questions are asked of one moment, so that what happens between them is not
        // taken for damage.
        let (opening, entries) = self.readers.read(PATIENCE, move |connection| {
            let code = code.clone();
            Box::pin(async move {
                // What is prepared once is not asked about later.
                connection.statement(rows::OPENING).await?;
                connection.statement(rows::ENTRIES).await?;
                let code = code.as_str();
                let values: [&(dyn ToSql + Sync); 1] = [&code];
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let (begun, opening, entries, ended) = tokio::join!(
                    biased;
                    connection.batch(begin),
                    connection.query_opt(rows::OPENING, &values),
                    connection.query(rows::ENTRIES, &values),
                    connection.batch("COMMIT"),
                );
                begun?;
                ended?;
                Ok((opening?, entries?))
            })
        })?;
        rows::record(table, opening.as_ref(), &entries)
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        let values = values![table.as_str().to_owned()];
        let heads = self.query(PATIENCE, nodes::HEAD, values, nodes::head)?;
        let head = heads.into_iter().next();
        head.ok_or_else(|| Error::not_found(table))
    }

    fn nodes(&self) -> Result<Vec<Node>, Error> {
        self.query(PATIENCE, nodes::NODES, Vec::new(), nodes::node)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        // Every code is longer than no code, and so comes after it.
        let after = filter.after.as_ref().map_or("", Code::as_str);
        let values = values![
            after.to_owned(),
            filter.game.as_ref().map(|game| pack(game).into_owned()),
            filter.bounded_limit() as i64,
            filter.owner.as_ref().map(NodeId::to_string),
        ];
        self.query(PATIENCE, rows::list(filter), values, rows::summary)
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        let values = values![tokens::bytes(hash).to_vec()];
        let found = self.query(PATIENCE, tokens::FIND, values, tokens::token)?;
        Ok(found.into_iter().flatten().next())
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        let values = values![player.as_str().to_owned()];
        let found = self.query(PATIENCE, tokens::OF_PLAYER, values, tokens::token)?;
        Ok(found.into_iter().flatten().collect())
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        let values = values![creator.as_str().to_owned(), command.as_str().to_owned()];
        let found = self.query(PATIENCE, rows::CREATION, values, |row| row.try_get(0))?;
        let found: Option<String> = found.into_iter().next();
        Ok(found.map(Code::stored))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        let sql = "SELECT secret FROM secret";
        let found = self.query(PATIENCE, sql, Vec::new(), |row| row.try_get(0))?;
        let found: Option<Vec<u8>> = found.into_iter().next();
        Ok(found
            .and_then(|bytes| bytes.try_into().ok())
            .map(HouseSecret::new))
    }

    fn history(&self, player: &PlayerId, past: &Past) -> Result<Vec<Remembered>, Error> {
        let (at, code, number) = games::parts(past.before.as_ref());
        let values = values![
            player.as_str().to_owned(),
            games::opponent_key(past.opponent.as_ref()),
            past.game.as_ref().map(|game| pack(game).into_owned()),
            int(past.earliest()),
            int(past.latest()),
            at,
            code,
            number,
            past.won,
            past.bounded_limit() as i64,
        ];
        self.games(PATIENCE, games::page(past.game.is_some()), values)
    }

    fn statistics(&self, player: &PlayerId, counted: &Counted) -> Result<Statistics, Error> {
        let id = || player.as_str().to_owned();
        let opponent = games::opponent_key(counted.opponent.as_ref());
        let values = values![id(), opponent];
        let mut statistics = Statistics {
            sums: self.query(PATIENCE, games::SUMS, values, games::line)?,
            ..Statistics::default()
        };
        if counted.opponent.is_some() {
            return Ok(statistics);
        }
        let values = values![id(), i64::from(counted.since_month.max(1))];
        statistics.months = self.query(PATIENCE, games::MONTHS, values, games::line)?;
        let values = values![id(), Counted::MOST_OPPONENTS as i64];
        let met = self.query(PATIENCE, games::OPPONENTS, values, games::met)?;
        let met = met.into_iter().filter_map(|(line, name)| {
            Some(Met {
                opponent: line.key.opponent?,
                name,
                game: line.key.game,
                won: line.sum,
            })
        });
        statistics.opponents = met.collect();
        Ok(statistics)
    }

    fn results(
        &self,
        deal: &str,
        after: Option<&DealResult>,
        limit: usize,
    ) -> Result<Vec<DealResult>, Error> {
        let values = values![
            pack(deal).into_owned(),
            after.map(|after| after.rank),
            after.map(|after| int(after.at)),
            after.map(|after| after.table.as_str().to_owned()),
            after.map(|after| i64::from(after.seat.seat)),
            limit.min(Filter::MOST) as i64,
        ];
        self.query(PATIENCE, games::RESULTS, values, games::result)
    }

    fn result(&self, deal: &str, player: &PlayerId) -> Result<Option<DealResult>, Error> {
        let values = values![player.as_str().to_owned(), pack(deal).into_owned()];
        let found = self.query(PATIENCE, games::RESULT_OF, values, games::result)?;
        Ok(found.into_iter().next())
    }

    fn standing(&self, deal: &str, rank: i64) -> Result<Standing, Error> {
        let values = values![pack(deal).into_owned(), rank];
        let found = self.query(PATIENCE, games::STANDING, values, games::standing)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn last_write(&self) -> Option<LastWrite> {
        self.last_write.last()
    }

    fn archive(&self) -> Option<&dyn Archive> {
        Some(self)
    }
}

impl Archive for PostgresJournal {
    fn players(&self, prefix: &str, after: Option<&PlayerId>) -> Result<Vec<Player>, Error> {
        let after = after.map_or("", PlayerId::as_str);
        let values = values![after.to_owned(), prefix.to_owned(), Filter::MOST as i64];
        let sql = archive::PLAYERS;
        self.query(PATIENCE_FOR_ALL, sql, values, archive::player)
    }

    fn find(&self, wanted: &Wanted) -> Result<Vec<Found>, Error> {
        let values = values![
            wanted.player.as_ref().map(PlayerId::to_string),
            pack(&wanted.begins).into_owned(),
            pack(&wanted.has).into_owned(),
            int(wanted.limit as u64),
        ];
        let found = self.query(PATIENCE_FOR_ALL, archive::FIND, values, archive::found)?;
        Ok(found.into_iter().flatten().collect())
    }

    fn bans(&self) -> Result<Vec<Ban>, Error> {
        self.query(PATIENCE, archive::BANS, Vec::new(), archive::ban)
    }

    fn log(&self, before: Option<u64>, limit: usize) -> Result<Vec<(u64, Note)>, Error> {
        let values = values![before.map(int), int(limit as u64)];
        self.query(PATIENCE, archive::LOG, values, archive::note)
    }

    fn past_games(
        &self,
        having: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PastGameLine>, Error> {
        let values = values![int(after), pack(having).into_owned(), int(limit as u64)];
        let sql = archive::PAST_GAMES;
        self.query(PATIENCE_FOR_ALL, sql, values, archive::past_game)
    }

    fn remembered(&self, after: Option<&Place>, limit: usize) -> Result<Vec<Remembered>, Error> {
        let (at, code, number) = games::parts(after);
        let values = values![code, at, number, limit.min(Filter::MOST) as i64];
        self.games(PATIENCE_FOR_ALL, games::ALL, values)
    }

    fn aside(&self) -> Result<Vec<Aside>, Error> {
        self.query(PATIENCE_FOR_ALL, archive::ASIDE, Vec::new(), archive::aside)
    }

    fn back_up(&self, _: &Path) -> Result<(), Error> {
        Err(Error::invalid(
            "a copy of a PostgreSQL database: back it up with pg_dump, or by archiving its log \
             so that any point in time can be restored",
        ))
    }
}

impl Drop for PostgresJournal {
    fn drop(&mut self) {
        // Without a sender the writer ends once the queue is empty.
        self.sender = None;
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = ended.recv();
        if let Some(runtime) = self.runtime.take() {
            // A journal may be dropped where nothing may block, so its threads end by themselves.
            runtime.shutdown_background();
        }
    }
}

fn start_runtime(address: &Address) -> Result<Runtime, ConnectError> {
    // One thread is enough: the work is the database's.
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

/// Whether others got in the way, so that to try again may help.
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

/// What went wrong, with what the driver keeps behind its own words.
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
