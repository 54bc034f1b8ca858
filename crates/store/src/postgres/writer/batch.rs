//! The writes that are committed together.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use tokio::time::timeout;

use crate::end::End;
use crate::error::Error;
use crate::id::{Code, CommandId, PlayerId};
use crate::postgres::connection::{Connection, Request, Value, in_order};
use crate::postgres::rows::{self, values};
use crate::postgres::{Failure, Heads, WriteFault, is_conflict, nodes, words};
use crate::write::Write;

use super::statement::{apply, statement};

/// The longest time for a batch of moves. A busy server needs much less, and the table of a node
/// that was cut off can go on soon.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest time for careful writes: an operator may delete much at once.
const PATIENCE_WITH_CARE: Duration = Duration::from_secs(30);

/// The number of times that a write is tried again after a conflict.
const TRIES: usize = 8;

/// The outcome of a write.
pub(super) type Outcome = Result<(), Error>;

/// The reason why the outcome of a batch is unknown.
type Lost = String;

/// Writes that are committed together.
pub(super) struct Batch<'a> {
    connection: &'a Connection,
    heads: &'a mut Heads,
    writes: Vec<&'a Write>,
    /// The outcome of each write, if it is known already.
    outcomes: Vec<Option<Outcome>>,
    /// Whether the server itself failed, for example with a full disk; then another connection may
    /// lead to a better server.
    pub(super) is_troubled: bool,
}

/// A write that needs no question.
struct Ready {
    index: usize,
    /// The rows that two nodes might both lock.
    subject: String,
    sql: &'static str,
    values: Vec<Value>,
    end: Option<(Code, End)>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        heads: &'a mut Heads,
        writes: Vec<&'a Write>,
    ) -> Batch<'a> {
        let outcomes = vec![None; writes.len()];
        Batch {
            connection,
            heads,
            writes,
            outcomes,
            is_troubled: false,
        }
    }

    /// The outcome of every write. A write without one gets the reason why the connection was lost.
    pub(super) fn outcomes(self, lost: Option<&Lost>) -> Vec<Outcome> {
        let why = lost.map_or("the write was not tried", String::as_str);
        let unknown = || Err(Error::unavailable(why));
        let outcomes = self.outcomes.into_iter();
        outcomes
            .map(|known| known.unwrap_or_else(unknown))
            .collect()
    }

    pub(super) async fn commit(&mut self) -> Result<(), Lost> {
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
            // Everything was rolled back, and each write can be tried again.
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

    /// The number of durable rows that each statement has written; `None` if everything was rolled
    /// back. After an error it is unknown which of the two happened.
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
            // If there was no transaction or the commit itself failed, the outcome is unknown.
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
            // The server refused a statement and therefore undid the others too.
            Err(error) if error.code().is_some() && !self.connection.is_closed() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Asks for the ends of all tables that are not remembered, in one question.
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
            // The careful second transaction deals with what cannot be read.
            if let Ok((code, end)) = read {
                self.heads.remember(&Code::stored(code), end);
            }
        }
        Ok(())
    }

    /// The writes that need no question, sorted so that two nodes lock rows in the same order.
    fn ready(&mut self) -> Vec<Ready> {
        let mut ready: Vec<Ready> = Vec::new();
        // Tables that must wait for the second transaction, and tables that have a statement ready.
        let mut waiting: HashSet<&Code> = HashSet::new();
        let mut begun: HashSet<&Code> = HashSet::new();
        // The commands that created tables.
        let mut creations: HashSet<(&PlayerId, &CommandId)> = HashSet::new();
        for (index, write) in self.writes.iter().enumerate() {
            if matches!(write, Write::Operate(_)) {
                // This write may concern any table.
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
                // The head is noted in advance: if the statement is refused, everything that builds
                // on it is refused too.
                true => self.heads.remember(table, prepared.end),
                // The end of the table is unknown until it is claimed.
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

    /// The second transaction, or a transaction for each write if they conflict.
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
                // The wait grows with each try and differs between writes.
                let pause = (tries * (5 + index % 7)) as u64;
                tokio::time::sleep(Duration::from_millis(pause)).await;
                tries += 1;
            }
        }
        Ok(())
    }

    /// Does writes with care and commits them. Returns false if everything was undone and can be
    /// tried again.
    async fn commit_together(&mut self, indexes: &[usize]) -> Result<bool, Lost> {
        let lost = |error: Failure| words(&error);
        self.connection.batch("BEGIN").await.map_err(lost)?;
        let mut outcomes = Vec::with_capacity(indexes.len());
        for index in indexes {
            let done = apply(self.connection, self.heads, self.writes[*index]).await;
            outcomes.push(match done {
                Ok(()) => Ok(()),
                Err(WriteFault::Refused(error)) => Err(error),
                Err(WriteFault::Failed(error)) => {
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

pub(super) fn late() -> Result<(), Lost> {
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

/// The command that creates a table, and the player who gave it.
fn creation_of(write: &Write) -> Option<(&PlayerId, &CommandId)> {
    match write {
        Write::Create { table, .. } => Some((&table.creator, table.command_id.as_ref()?)),
        _ => None,
    }
}
