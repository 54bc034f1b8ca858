//! The one task that writes. It commits all waiting writes together.
//!
//! A batch has at most two transactions. The first has one statement for each write that needs no
//! question. These statements are sent together with the commit, and the whole batch costs one
//! round trip and one wait for the disk. Refused writes, and rare kinds of writes without such a
//! statement, are done with care in the second transaction, in the order in which they were
//! submitted.
//!
//! The order of the writes to one table is kept: a write goes into the first transaction only if no
//! earlier write of the batch to its table has to wait for the second, and a statement that builds
//! on a refused one is refused too, because it names a seal that was never written. A player's
//! command creates one table: of two creations with the same command, the second has to wait.
//!
//! When the connection is lost, the fate of the batch is unknown, and every caller is told this.
//! While there is no connection, every caller is told at once.

mod batch;
mod statement;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::Receiver;

use crate::error::Error;
use crate::journal::Noted;
use crate::postgres::Heads;
use crate::postgres::address::Address;
use crate::postgres::connection::Connection;
use crate::receipt::QueuedWrite;
use crate::write::Write;

use batch::Batch;

/// The wait after the first failed connection, and the longest wait.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Writer {
    address: Address,
    connection: Option<Connection>,
    batch: usize,
    heads: Heads,
    last_write: Arc<Noted>,
    /// The time of the next try to connect, and the wait if that fails too.
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

    /// Writes until no sender is left and the queue is empty.
    pub(super) async fn run(mut self, mut queue: Receiver<QueuedWrite>) {
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.batch).await > 0 {
            self.settle(std::mem::take(&mut jobs)).await;
        }
    }

    /// Answers every job, after its commit.
    async fn settle(&mut self, jobs: Vec<QueuedWrite>) {
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

    /// The last connection if it still works, or a new one.
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
