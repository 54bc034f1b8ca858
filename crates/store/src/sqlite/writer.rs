//! The one thread that writes, and commits what is waiting together.

use std::sync::mpsc::Receiver;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::Error;
use crate::receipt::Reply;
use crate::sqlite::rows::{self, Fault};
use crate::write::Write;

/// A write and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) reply: Reply,
}

#[derive(Debug)]
pub(super) struct Writer {
    connection: Connection,
    batch: usize,
}

impl Writer {
    pub(super) fn new(connection: Connection, batch: usize) -> Writer {
        Writer { connection, batch }
    }

    /// Writes until nobody can send any more, and the queue is empty.
    ///
    /// Nobody is waited for: the first write is committed at once, and those that
    /// arrive meanwhile are the next commit. So the batches grow with the load.
    pub(super) fn run(mut self, queue: &Receiver<Job>) {
        while let Ok(first) = queue.recv() {
            let mut jobs = vec![first];
            jobs.extend(queue.try_iter().take(self.batch.saturating_sub(1)));
            self.settle(jobs);
        }
    }

    /// Answers every job, after its commit.
    fn settle(&mut self, jobs: Vec<Job>) {
        let writes: Vec<&Write> = jobs.iter().map(|job| &job.write).collect();
        let outcomes = match self.commit(&writes) {
            Ok(outcomes) => outcomes,
            // One write that meets a damaged page must not fail its neighbours.
            Err(error) if rows::is_damage(&error) && writes.len() > 1 => {
                let alone = writes.iter().map(|write| self.commit_alone(write));
                alone.collect()
            }
            Err(error) => vec![Err(Error::unavailable(error)); jobs.len()],
        };
        for (job, outcome) in jobs.into_iter().zip(outcomes) {
            job.reply.send(outcome);
        }
    }

    fn commit_alone(&mut self, write: &Write) -> Result<(), Error> {
        match self.commit(&[write]) {
            Ok(outcomes) => outcomes.into_iter().collect(),
            Err(error) => Err(Error::unavailable(error)),
        }
    }

    /// One commit for all that are not refused. On an error none has happened,
    /// unless the commit itself failed: then nobody knows.
    fn commit(&mut self, writes: &[&Write]) -> rusqlite::Result<Vec<Result<(), Error>>> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut outcomes = Vec::with_capacity(writes.len());
        for write in writes {
            outcomes.push(match rows::apply(&transaction, write) {
                Ok(()) => Ok(()),
                Err(Fault::Refused(error)) => Err(error),
                Err(Fault::Failed(error)) => return Err(error),
            });
        }
        transaction.commit()?;
        Ok(outcomes)
    }
}
