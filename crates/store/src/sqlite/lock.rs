//! A lock that lets only one house use a file. Two houses would not see each other's tables, and
//! both would play on.
//!
//! SQLite's own locks cannot do this, because readers and backups must go on. Therefore the house
//! locks an empty file beside the database for as long as it runs. The system releases the lock
//! when the process ends, even if it is killed.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::OpenError;

/// Locks a database for this house until the returned file is dropped.
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
