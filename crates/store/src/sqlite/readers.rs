//! Connections for reading, kept for the next reader.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::error::{Error, OpenError};
use crate::sqlite::rows::Fault;

/// How many idle connections are kept. Each costs some hundred kilobytes, and
/// opening one takes a fraction of a millisecond.
const MOST_IDLE: usize = 4;

type Open = fn(&Path) -> Result<Connection, OpenError>;

/// Connections to one file. Nobody ever waits for one: who finds none opens one.
pub(super) struct Readers {
    path: PathBuf,
    open: Open,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(super) fn new(path: &Path, open: Open) -> Readers {
        Readers {
            path: path.to_owned(),
            open,
            idle: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads with a connection of one's own.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let connection = match self.idle().pop() {
            Some(connection) => connection,
            None => (self.open)(&self.path).map_err(Error::unavailable)?,
        };
        let result = read(&connection);
        self.keep(connection);
        result.map_err(Fault::into_error)
    }

    /// Keeps a connection for the next reader.
    pub(super) fn keep(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push(connection);
        }
    }

    /// A list of connections is whole whatever happened to a thread that held it.
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Readers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Readers").field(&self.path).finish()
    }
}
