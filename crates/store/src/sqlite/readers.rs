//! The connections for reading. Each is kept for the next reader.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::error::{Error, OpenError};
use crate::sqlite::rows::WriteFault;

/// The most idle connections that are kept. Each costs some hundred kilobytes, and opening one
/// takes a fraction of a millisecond.
const MOST_IDLE: usize = 4;

type Open = fn(&Path) -> Result<Connection, OpenError>;

/// The connections to one file. Nobody ever waits for one: a reader that finds none opens one. There
/// are as many as readers at once, whose number the caller bounds.
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

    /// Reads with a connection of its own.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, WriteFault>,
    ) -> Result<T, Error> {
        let connection = match self.idle().pop() {
            Some(connection) => connection,
            None => (self.open)(&self.path).map_err(Error::unavailable)?,
        };
        let result = read(&connection);
        self.keep(connection);
        result.map_err(WriteFault::into_error)
    }

    /// Keeps a connection for the next reader.
    pub(super) fn keep(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push(connection);
        }
    }

    /// The list of connections is whole even if a thread panicked while holding it.
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Readers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Readers").field(&self.path).finish()
    }
}
