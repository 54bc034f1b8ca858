//! One house for a file: two would not see each other's tables, and both would play on.
//!
//! SQLite's own locks cannot say this, because readers and backups go on. So there is an
//! empty file beside the database, which the house locks for as long as it runs. The system
//! lets go of the lock when the process ends, in whatever way.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::OpenError;

/// Locks a database for this house, until what is returned is dropped.
pub(super) fn take(path: &Path) -> Result<File, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let cannot_open = |error: std::io::Error| OpenError::CannotOpen {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    let file = options.open(&name).map_err(cannot_open)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(cannot_open(error)),
    }
}
