//! A connection and its prepared statements.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;

use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::postgres::Failure;

/// A value for a statement.
pub(super) type Value = Box<dyn ToSql + Send + Sync>;

/// The first settings of every connection. A node that stops in the middle of a transaction loses
/// it, so that it does not hold locks for long. A commit waits for the disk, even if the server's
/// own setting differs.
const SETTINGS: &str = "SET lock_timeout = '3s';
    SET idle_in_transaction_session_timeout = '1s';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'";

/// A connection. Dropping it closes it at once.
#[derive(Debug)]
pub(super) struct Connection {
    client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
    task: JoinHandle<()>,
}

impl Connection {
    pub(super) async fn open(config: &Config, tls: MakeRustlsConnect) -> Result<Self, Failure> {
        let (client, connection) = config.connect(tls).await?;
        let task = tokio::spawn(async move {
            // The caller that waits for an answer receives the error.
            let _ = connection.await;
        });
        let connection = Connection {
            client,
            prepared: Mutex::default(),
            task,
        };
        connection.batch(SETTINGS).await?;
        Ok(connection)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs statements without values.
    pub(super) async fn batch(&self, sql: &str) -> Result<(), Failure> {
        self.client.batch_execute(sql).await
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failure> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    pub(super) async fn query_opt(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Failure> {
        Ok(self.query(sql, values).await?.into_iter().next())
    }

    /// Runs a statement and returns the number of rows that it has written.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Failure> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, values).await
    }

    /// Does the same as [`Connection::execute`] with a prepared statement.
    pub(super) async fn run(
        &self,
        statement: &Statement,
        values: &[Value],
    ) -> Result<u64, Failure> {
        let values: Vec<&(dyn ToSql + Sync)> = values
            .iter()
            .map(|value| &**value as &(dyn ToSql + Sync))
            .collect();
        self.client.execute(statement, &values).await
    }

    /// The first column of the answer to a statement without values.
    #[cfg(test)]
    pub(super) async fn texts(&self, sql: &str) -> Result<Vec<String>, Failure> {
        use tokio_postgres::SimpleQueryMessage::Row;
        let answer = self.client.simple_query(sql).await?;
        let texts = answer.into_iter().filter_map(|message| match message {
            Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(texts.collect())
    }

    /// The prepared statement of this text. It is prepared once.
    pub(super) async fn statement(&self, sql: &'static str) -> Result<Statement, Failure> {
        let known = self.prepared().get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.prepared().insert(sql, statement.clone());
        Ok(statement)
    }

    fn prepared(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A request that is sent when it is first polled.
pub(super) type Request<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends requests in this order, each without waiting for the answer to the one before.
pub(super) async fn in_order<T>(mut requests: Vec<Request<'_, T>>) -> Vec<T> {
    let mut early: Vec<Option<T>> = Vec::with_capacity(requests.len());
    poll_fn(|context| {
        for request in &mut requests {
            early.push(match request.as_mut().poll(context) {
                Poll::Ready(answer) => Some(answer),
                Poll::Pending => None,
            });
        }
        Poll::Ready(())
    })
    .await;
    let mut answers = Vec::with_capacity(requests.len());
    for (request, early) in requests.into_iter().zip(early) {
        answers.push(match early {
            Some(answer) => answer,
            None => request.await,
        });
    }
    answers
}
