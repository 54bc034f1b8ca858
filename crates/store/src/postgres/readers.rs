//! The connections for reading. Their number is bounded, and each is kept for the next reader.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::Error;
use crate::postgres::address::Address;
use crate::postgres::connection::{Connection, Request};
use crate::postgres::{Failure, words};

/// The time that a read waits for a connection, and then for its answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The time that a read waits for an answer that needs every entry of the house.
pub(super) const PATIENCE_FOR_ALL: Duration = Duration::from_secs(300);

/// Connections to one database.
#[derive(Debug)]
pub(super) struct Readers {
    runtime: Handle,
    pool: Arc<Pool>,
}

#[derive(Debug)]
struct Pool {
    address: Address,
    /// A permit for each connection that may be open.
    places: Semaphore,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(super) fn new(runtime: Handle, address: Address, most: usize) -> Readers {
        let pool = Arc::new(Pool {
            address,
            places: Semaphore::new(most.max(1)),
            idle: Mutex::default(),
        });
        Readers { runtime, pool }
    }

    /// Reads with a connection of its own; the calling thread waits.
    pub(super) fn read<T: Send + 'static>(
        &self,
        patience: Duration,
        read: impl Fn(&Connection) -> Request<'_, Result<T, Failure>> + Send + Sync + 'static,
    ) -> Result<T, Error> {
        let (sender, receiver) = mpsc::channel();
        let pool = self.pool.clone();
        self.runtime.spawn(async move {
            let answer = pool.read(patience, read).await;
            // The caller waits for this answer, or has ended.
            let _ = sender.send(answer);
        });
        let lost = || Error::unavailable("it closed before the read was done");
        receiver.recv().unwrap_or_else(|_| Err(lost()))
    }
}

impl Pool {
    async fn read<T>(
        &self,
        patience: Duration,
        read: impl Fn(&Connection) -> Request<'_, Result<T, Failure>>,
    ) -> Result<T, Error> {
        let late = |_| Error::unavailable("the database does not answer");
        let place = timeout(PATIENCE, self.places.acquire()).await;
        let _place = place.map_err(late)?.map_err(Error::unavailable)?;
        let idle = self
            .idle()
            .pop()
            .filter(|connection| !connection.is_closed());
        if let Some(connection) = idle {
            let answer = timeout(patience, read(&connection)).await.map_err(late)?;
            match answer {
                Err(error) if error.code().is_none() || connection.is_closed() => {
                    // The connection was closed while it was idle: the read is simply done again.
                }
                answer => return self.keep(connection, answer),
            }
        }
        let connection = self.address.connect().await.map_err(Error::unavailable)?;
        let answer = timeout(patience, read(&connection)).await.map_err(late)?;
        self.keep(connection, answer)
    }

    /// Keeps a connection for the next reader, if it is good.
    fn keep<T>(&self, connection: Connection, answer: Result<T, Failure>) -> Result<T, Error> {
        if answer.is_ok() {
            self.idle().push(connection);
        }
        answer.map_err(|error| Error::unavailable(words(&error)))
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
