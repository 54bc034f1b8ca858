//! The one task that writes, and commits what is waiting together.
//!
//! A batch is two transactions at most. The first has one statement for each write that needs
//! no question: they are sent together with the commit, so that the whole batch costs one round
//! trip and one wait for the disk. What it refuses, and what is too seldom to have such a
//! statement, is done with care in the second, in the order in which it was submitted.
//!
//! The order of the writes to one table is kept: a write goes into the first transaction only if
//! no earlier write of the batch to its table has to wait for the second, and what builds on a
//! refused statement is refused too, because it names the seal that was never written. The same
//! command of a player creates one table: of two tables that name it, the second has to wait.
//!
//! Where the connection is lost, nobody knows what became of the batch, and everybody hears
//! that. While there is no connection, everybody hears at once that there is none.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use crate::end::End;
use crate::error::Error;
use crate::id::{Code, CommandId, PlayerId};
use crate::journal::Noted;
use crate::postgres::address::Address;
use crate::postgres::connection::{Connection, Request, Value, in_order};
use crate::postgres::rows::{self, Prepared, int, values};
use crate::postgres::{
    Failure, Fault, Heads, games, is_conflict, nodes, operations, tokens, words,
};
use crate::receipt::Job;
use crate::token::Token;
use crate::write::Write;

/// How long a batch of moves may take: much longer than a busy server needs, and not so long
/// that a table whose node was cut off stands still after that.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long writes may take that are done with care: an operator may delete much at once.
const PATIENCE_WITH_CARE: Duration = Duration::from_secs(30);

/// How often a write is tried that others get in the way of.
const TRIES: usize = 8;

/// What is waited after the first connection that failed, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

type Outcome = Result<(), Error>;

#[derive(Debug)]
pub(super) struct Writer {
    address: Address,
    connection: Option<Connection>,
    batch: usize,
    heads: Heads,
    last_write: Arc<Noted>,
    /// When to try again to connect, and how long to wait if that fails too.
    retry: Option<(Instant, Duration)>,
}

impl Writer {
    pub(super) fn new(
        address: Address,
        connection: Connection,
        batch: usize,
        last_write: Arc<Noted>,
    ) -> Writer {
        Writer {
            address,
            connection: Some(connection),
            batch,
            heads: Heads::new(),
            last_write,
            retry: None,
        }
    }

    /// Writes until nobody can send any more, and the queue is empty.
    pub(super) async fn run(mut self, mut queue: Receiver<Job>) {
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.batch).await > 0 {
            self.settle(std::mem::take(&mut jobs)).await;
        }
    }

    /// Answers every job, after its commit.
    async fn settle(&mut self, jobs: Vec<Job>) {
        let writes: Vec<&Write> = jobs.iter().map(|job| &job.write).collect();
        let outcomes = match self.connect().await {
            Ok(connection) => {
                let mut batch = Batch::new(&connection, &mut self.heads, writes);
                let lost = batch.commit().await.err();
                let is_troubled = batch.is_troubled;
                let outcomes = batch.outcomes(lost.as_ref());
                if lost.is_none() && !is_troubled {
                    self.connection = Some(connection);
                }
                self.last_write.note(match lost {
                    None => Ok(()),
                    Some(why) => Err(Error::unavailable(why)),
                });
                outcomes
            }
            Err(error) => {
                self.last_write.note(Err(error.clone()));
                vec![Err(error); writes.len()]
            }
        };
        for (job, outcome) in jobs.into_iter().zip(outcomes) {
            job.reply.send(outcome);
        }
    }

    /// The connection that was used last, if it is good, or a new one.
    async fn connect(&mut self) -> Result<Connection, Error> {
        let last = self.connection.take();
        if let Some(connection) = last.filter(|connection| !connection.is_closed()) {
            return Ok(connection);
        }
        self.heads.forget_all();
        let pause = match self.retry {
            Some((at, _)) if Instant::now() < at => {
                return Err(Error::unavailable("the database cannot be reached"));
            }
            Some((_, pause)) => pause,
            None => FIRST_PAUSE,
        };
        match self.address.connect().await {
            Ok(connection) => {
                self.retry = None;
                Ok(connection)
            }
            Err(error) => {
                let longer = (pause * 2).min(LONGEST_PAUSE);
                self.retry = Some((Instant::now() + pause, longer));
                Err(Error::unavailable(error))
            }
        }
    }
}

/// Why nobody knows what became of a batch.
type Lost = String;

/// Writes that are committed together.
struct Batch<'a> {
    connection: &'a Connection,
    heads: &'a mut Heads,
    writes: Vec<&'a Write>,
    /// What is known of each write so far.
    outcomes: Vec<Option<Outcome>>,
    /// Whether the server failed in a way that is none of our doing, as on a full disk; then
    /// another connection may lead to a better one.
    is_troubled: bool,
}

/// A write that needs no question.
struct Ready {
    index: usize,
    /// What two nodes could get in each other's way at.
    subject: String,
    sql: &'static str,
    values: Vec<Value>,
    end: Option<(Code, End)>,
}

impl<'a> Batch<'a> {
    fn new(connection: &'a Connection, heads: &'a mut Heads, writes: Vec<&'a Write>) -> Batch<'a> {
        let outcomes = vec![None; writes.len()];
        Batch {
            connection,
            heads,
            writes,
            outcomes,
            is_troubled: false,
        }
    }

    /// What everybody hears. Who was not answered before the connection was lost is told why.
    fn outcomes(self, lost: Option<&Lost>) -> Vec<Outcome> {
        let why = lost.map_or("the write was not tried", String::as_str);
        let unknown = || Err(Error::unavailable(why));
        let outcomes = self.outcomes.into_iter();
        outcomes
            .map(|known| known.unwrap_or_else(unknown))
            .collect()
    }

    async fn commit(&mut self) -> Result<(), Lost> {
        let quick = self.commit_ready();
        timeout(PATIENCE, quick).await.unwrap_or_else(|_| late())?;
        let rest: Vec<usize> = (0..self.writes.len())
            .filter(|index| self.outcomes[*index].is_none())
            .collect();
        if rest.is_empty() {
            return Ok(());
        }
        let careful = self.commit_rest(&rest);
        let careful = timeout(PATIENCE_WITH_CARE, careful);
        careful.await.unwrap_or_else(|_| late())
    }

    /// The first transaction.
    async fn commit_ready(&mut self) -> Result<(), Lost> {
        self.look_up_ends().await?;
        let ready = self.ready();
        if ready.is_empty() {
            return Ok(());
        }
        let outcome = self.send(&ready).await.map_err(|error| words(&error))?;
        let Some(counts) = outcome else {
            // All of it was rolled back, so that each can be tried again.
            self.heads.forget_all();
            return Ok(());
        };
        for (ready, count) in ready.into_iter().zip(counts) {
            match (count, ready.end) {
                (0, Some((table, _))) => self.heads.forget(&table),
                (0, None) => {}
                (_, end) => {
                    self.outcomes[ready.index] = Some(Ok(()));
                    if let Some((table, end)) = end {
                        self.heads.remember(&table, end);
                    }
                }
            }
        }
        Ok(())
    }

    /// How many rows each statement has written, all of it durable; nothing if all of it was
    /// rolled back. An error leaves open which.
    async fn send(&self, ready: &[Ready]) -> Result<Option<Vec<u64>>, Failure> {
        let mut statements = Vec::with_capacity(ready.len());
        for write in ready {
            statements.push(self.connection.statement(write.sql).await?);
        }
        let mut requests: Vec<Request<'_, Result<u64, Failure>>> = Vec::new();
        let alone = ready.len() == 1;
        let batch = |sql| -> Request<'_, Result<u64, Failure>> {
            Box::pin(async move { self.connection.batch(sql).await.map(|()| 0) })
        };
        if !alone {
            requests.push(batch("BEGIN"));
        }
        for (write, statement) in ready.iter().zip(&statements) {
            requests.push(Box::pin(self.connection.run(statement, &write.values)));
        }
        if !alone {
            requests.push(batch("COMMIT"));
        }
        let mut answers = in_order(requests).await;
        if !alone {
            // Without a transaction, or where the commit itself fails, nobody knows.
            let commit = answers.pop().unwrap_or(Ok(0));
            answers.remove(0)?;
            match commit {
                Err(error) if !is_conflict(&error) => return Err(error),
                Err(_) => return Ok(None),
                Ok(_) => {}
            }
        }
        let counts: Result<Vec<u64>, Failure> = answers.into_iter().collect();
        match counts {
            Ok(counts) => Ok(Some(counts)),
            // The server said no to a statement, and so undid the others too.
            Err(error) if error.code().is_some() && !self.connection.is_closed() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Asks where those tables end that are not remembered, all in one question.
    async fn look_up_ends(&mut self) -> Result<(), Lost> {
        let tables = self.writes.iter().filter_map(|write| match write {
            Write::Append { table, .. } | Write::Finish { table, .. } => Some(table),
            _ => None,
        });
        let unknown: BTreeSet<&str> = tables
            .filter(|table| self.heads.get(table).is_none())
            .map(Code::as_str)
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let unknown: Vec<&str> = unknown.into_iter().collect();
        let rows = self.connection.query(rows::ENDS, &[&unknown]).await;
        let rows = rows.map_err(|error| words(&error))?;
        for row in rows {
            let read = rows::end(&row).and_then(|end| Ok((row.try_get::<_, String>(4)?, end)));
            // What cannot be read is left to those who ask with care.
            if let Ok((code, end)) = read {
                self.heads.remember(&Code::stored(code), end);
            }
        }
        Ok(())
    }

    /// The writes that need no question, sorted so that two nodes lock rows in the same order.
    fn ready(&mut self) -> Vec<Ready> {
        let mut ready: Vec<Ready> = Vec::new();
        // Tables that a later write must leave alone, and those that have one ready.
        let mut waiting: HashSet<&Code> = HashSet::new();
        let mut begun: HashSet<&Code> = HashSet::new();
        // The commands that created tables.
        let mut creations: HashSet<(&PlayerId, &CommandId)> = HashSet::new();
        for (index, write) in self.writes.iter().enumerate() {
            if matches!(write, Write::Operate(_)) {
                // It may concern any table.
                break;
            }
            let Some(table) = table_of(write) else {
                if let Write::Lease { node, lasts } = write {
                    let values = values![node.as_str().to_owned(), nodes::millis(*lasts)];
                    ready.push(Ready {
                        index,
                        subject: format!("node {node}"),
                        sql: nodes::LEASE,
                        values,
                        end: None,
                    });
                }
                continue;
            };
            let is_first = !begun.contains(table);
            let is_repeated = creation_of(write).is_some_and(|command| !creations.insert(command));
            let statement = match is_repeated || waiting.contains(table) {
                true => None,
                false => statement(self.heads, write, is_first),
            };
            let Some((prepared, known)) = statement else {
                waiting.insert(table);
                continue;
            };
            begun.insert(table);
            match known {
                // It is as if it had happened: what builds on it is refused if it did not.
                true => self.heads.remember(table, prepared.end),
                // Nobody knows where the table ends before it is claimed.
                false => {
                    self.heads.forget(table);
                    waiting.insert(table);
                }
            }
            ready.push(Ready {
                index,
                subject: table.as_str().to_owned(),
                sql: prepared.sql,
                values: prepared.values,
                end: known.then(|| (table.clone(), prepared.end)),
            });
        }
        ready.sort_by(|a, b| a.subject.cmp(&b.subject));
        ready
    }

    /// The second transaction; or one for each, if they get in each other's way.
    async fn commit_rest(&mut self, rest: &[usize]) -> Result<(), Lost> {
        if self.commit_together(rest).await? {
            return Ok(());
        }
        for index in rest {
            let mut tries = 1;
            while !self.commit_together(&[*index]).await? {
                if tries == TRIES {
                    let why = "others write the same again and again";
                    self.outcomes[*index] = Some(Err(Error::unavailable(why)));
                    break;
                }
                // Longer each time, and not the same for every write.
                let pause = (tries * (5 + index % 7)) as u64;
                tokio::time::sleep(Duration::from_millis(pause)).await;
                tries += 1;
            }
        }
        Ok(())
    }

    /// Does writes with care and commits them. No if all of it was undone and can be tried again.
    async fn commit_together(&mut self, indexes: &[usize]) -> Result<bool, Lost> {
        let lost = |error: Failure| words(&error);
        self.connection.batch("BEGIN").await.map_err(lost)?;
        let mut outcomes = Vec::with_capacity(indexes.len());
        for index in indexes {
            let done = apply(self.connection, self.heads, self.writes[*index]).await;
            outcomes.push(match done {
                Ok(()) => Ok(()),
                Err(Fault::Refused(error)) => Err(error),
                Err(Fault::Failed(error)) => {
                    self.heads.forget_all();
                    if error.code().is_none() || self.connection.is_closed() {
                        return Err(words(&error));
                    }
                    self.connection.batch("ROLLBACK").await.map_err(lost)?;
                    let again = is_conflict(&error) || indexes.len() > 1;
                    if !again {
                        self.is_troubled = true;
                        let why = words(&error);
                        self.outcomes[indexes[0]] = Some(Err(Error::unavailable(why)));
                    }
                    return Ok(!again);
                }
            });
        }
        match self.connection.batch("COMMIT").await {
            Ok(()) => {}
            Err(error) if is_conflict(&error) => {
                self.heads.forget_all();
                return Ok(false);
            }
            Err(error) => return Err(words(&error)),
        }
        for (index, outcome) in indexes.iter().zip(outcomes) {
            self.outcomes[*index] = Some(outcome);
        }
        Ok(true)
    }
}

fn late() -> Result<(), Lost> {
    Err("the database does not answer".to_owned())
}

fn table_of(write: &Write) -> Option<&Code> {
    match write {
        Write::Create { table, .. } => Some(&table.code),
        Write::Append { table, .. }
        | Write::Finish { table, .. }
        | Write::Claim { table, .. }
        | Write::Remember { table, .. } => Some(table),
        _ => None,
    }
}

/// The command that creates a table, and whose it is.
fn creation_of(write: &Write) -> Option<(&PlayerId, &CommandId)> {
    match write {
        Write::Create { table, .. } => Some((&table.creator, table.command_id.as_ref()?)),
        _ => None,
    }
}

/// The one statement for a write, and whether it is known where the table ends after it.
fn statement(heads: &Heads, write: &Write, is_first: bool) -> Option<(Prepared, bool)> {
    match write {
        Write::Create { table, entries } => is_first.then(|| (rows::create(table, entries), true)),
        Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended,
        } => {
            // What others share is written with care.
            let end = heads.get(table).filter(|_| ended.is_empty())?;
            let fits = (end.epoch, end.seq) == (*epoch, *expect) && !end.is_finished;
            let prepared = fits.then(|| rows::append(table, end, entries))??;
            Some((prepared, true))
        }
        Write::Finish {
            table,
            epoch,
            expect,
            at,
        } => {
            let end = heads.get(table)?;
            let fits = (end.epoch, end.seq) == (*epoch, *expect);
            fits.then(|| (rows::finish(table, end, *at), true))
        }
        Write::Claim {
            table,
            epoch,
            node,
            unanswered,
        } if is_first => {
            let values = values![
                table.as_str().to_owned(),
                int(*epoch),
                node.as_str().to_owned(),
                *unanswered,
            ];
            let sql = nodes::CLAIM;
            // It is not used: nobody knows the end.
            let end = End {
                epoch: 0,
                is_finished: false,
                seq: 0,
                seal: crate::seal::Seal([0; 16]),
            };
            Some((Prepared { sql, values, end }, false))
        }
        _ => None,
    }
}

/// Does a write that was checked, inside the transaction that is open, with every question
/// that it takes. The heads are true of that transaction, before and after.
async fn apply(connection: &Connection, heads: &mut Heads, write: &Write) -> Result<(), Fault> {
    match write {
        Write::Create { table, entries } => {
            rows::create_with_care(connection, heads, table, entries).await
        }
        Write::Append {
            table,
            epoch,
            expect,
            entries,
            ended,
        } => {
            let place = (*epoch, *expect);
            rows::append_with_care(connection, heads, table, place, entries).await?;
            for ended in ended {
                games::remember(connection, table, ended).await?;
            }
            Ok(())
        }
        Write::Review {
            table,
            number,
            seats,
        } => games::review(connection, table, *number, seats).await,
        Write::Remember {
            table,
            expect,
            games,
        } => games::rewrite(connection, table, *expect, games).await,
        Write::RememberClaimed {
            player,
            table,
            games,
        } => games::remember_claimed(connection, player, table, games).await,
        Write::Recount { player } => games::recount(connection, player).await,
        Write::Finish {
            table,
            epoch,
            expect,
            at,
        } => rows::finish_with_care(connection, heads, table, (*epoch, *expect), *at).await,
        Write::Claim {
            table,
            epoch,
            node,
            unanswered,
        } => {
            heads.forget(table);
            nodes::claim(connection, table, *epoch, node, *unanswered).await
        }
        Write::Lease { node, lasts } => {
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] =
                [&node.as_str(), &nodes::millis(*lasts)];
            connection.execute(nodes::LEASE, &values).await?;
            Ok(())
        }
        // A row is written as it is: that goes to the log and the disk.
        Write::Probe => {
            let sql = "UPDATE tallyhouse_versions SET step = step WHERE step = 1";
            connection.execute(sql, &[]).await?;
            Ok(())
        }
        Write::KeepSecret { secret } => {
            let sql = "INSERT INTO secret (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING";
            connection.execute(sql, &[&&secret.bytes()[..]]).await?;
            Ok(())
        }
        Write::Enroll { player, token, at } => tokens::enroll(connection, player, token, *at).await,
        Write::GiveToken {
            player,
            token,
            replaces,
            expires_at,
            at,
            expired_before,
        } => {
            let new = Token::given(player, *token, *replaces, *expires_at, *at);
            tokens::give(connection, &new, *expired_before).await
        }
        Write::UseToken { token, at } => tokens::note_use(connection, token, *at).await,
        Write::RevokeToken { token, at } => tokens::revoke(connection, token, *at).await,
        Write::Operate(operation) => operations::operate(connection, heads, operation).await,
    }
}
