//! Opens the file for writing, for reading, or for saving what is left.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::OpenError;
use crate::sqlite::schema::{self, Unfit};

/// The wait for another process that is writing. Its commits take milliseconds; a process that
/// holds the lock for seconds hangs.
const PATIENCE: Duration = Duration::from_secs(5);

/// The cache of a connection in KiB, which SQLite takes as a negative number. It holds the last
/// pages of some thousand busy tables.
const WRITER_CACHE: i32 = -32 * 1024;

/// Opens the connection that writes. The file is created, checked and brought to today's format.
pub(super) fn to_write(path: &Path) -> Result<Connection, OpenError> {
    keep_from_others(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(explain(path))?;
    prepare(connection, path)
}

/// Makes a new file readable for its owner alone: it holds the secrets of games in play. If this
/// fails, opening the file gives a better error.
pub(super) fn keep_from_others(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// Opens a connection that reads beside the writer.
pub(super) fn to_read(path: &Path) -> Result<Connection, OpenError> {
    read_only(path).map_err(explain(path))
}

/// Opens a connection that reads what is left of a damaged file.
pub(super) fn to_salvage(path: &Path) -> Result<Connection, OpenError> {
    let open = || {
        let connection = read_only(path)?;
        // Besides what its name says, this lets SQLite accept a file that is shorter
        // than its header says; a missing page is an error only when it is read.
        connection.pragma_update(None, "writable_schema", true)?;
        let format = schema::pragma::<u32>(&connection, "user_version")?;
        if format < schema::WITH_EPOCHS {
            // The file is only read and therefore cannot be brought to today's format.
            connection.execute_batch(
                "CREATE TEMP VIEW tables AS SELECT *, 0 AS epoch, NULL AS owner FROM main.tables",
            )?;
        }
        Ok(connection)
    };
    open().map_err(explain(path))
}

fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn prepare(mut connection: Connection, path: &Path) -> Result<Connection, OpenError> {
    let is_read_only = connection.is_readonly("main").map_err(explain(path))?;
    if is_read_only {
        let path = path.to_owned();
        return Err(OpenError::ReadOnly { path });
    }
    settle(&mut connection).map_err(|unfit| {
        let path = path.to_owned();
        match unfit {
            Unfit::Foreign => OpenError::Foreign { path },
            Unfit::TooNew { found, known } => OpenError::TooNew { path, found, known },
            Unfit::Failed(error) => explain(&path)(error),
        }
    })?;
    Ok(connection)
}

fn settle(connection: &mut Connection) -> Result<(), Unfit> {
    connection.busy_timeout(PATIENCE)?;
    schema::migrate(connection, schema::STEPS)?;
    // This comes after the check, because another program's file must not be switched to a
    // write-ahead log.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "cache_size", WRITER_CACHE)?;
    // A statement keeps its plan for all values. Otherwise it would be planned anew for each
    // append, although there is only one plan.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Converts an error of SQLite for the person who starts the house.
fn explain(path: &Path) -> impl Fn(rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    move |error| {
        let path = path.clone();
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => OpenError::NotADatabase { path },
            Some(ErrorCode::ReadOnly) => OpenError::ReadOnly { path },
            Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged { path, why },
            _ => OpenError::CannotOpen { path, why },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// Without these two settings, an acknowledgement would promise too much.
    #[test]
    fn the_writer_waits_for_the_disk() {
        let folder = folder();
        let connection = to_write(&folder.path().join("house.db")).unwrap();
        let mode: String = schema::pragma(&connection, "journal_mode").unwrap();
        let synchronous: u32 = schema::pragma(&connection, "synchronous").unwrap();
        assert_eq!((mode.as_str(), synchronous), ("wal", 2));
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let path = folder.path().join("house.db");
        drop(to_write(&path).unwrap());
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    /// A read-only connection stands for a read-only file, because the tests may run as a user who
    /// may write to every file.
    #[test]
    fn a_file_that_cannot_be_written_is_refused() {
        let folder = folder();
        let path = folder.path().join("house.db");
        drop(to_write(&path).unwrap());
        let refused = prepare(read_only(&path).unwrap(), &path).unwrap_err();
        assert_eq!(refused, OpenError::ReadOnly { path });
    }

    #[test]
    fn a_reader_cannot_write() {
        let folder = folder();
        let path = folder.path().join("house.db");
        let writer = to_write(&path).unwrap();
        let reader = to_read(&path).unwrap();
        let refused = reader.execute("DELETE FROM tables", []).unwrap_err();
        assert_eq!(refused.sqlite_error_code(), Some(ErrorCode::ReadOnly));
        drop(writer);
    }
}
