//! Moves the log into the file, beside the writer.
//!
//! SQLite would do it inside a commit, once the log is long, and the caller of that commit would
//! wait for hundreds of pages to be copied and for the disk twice. Here a thread with a connection
//! of its own copies them while the writer goes on. The log can begin anew only when all of it is
//! copied. The writer itself copies the little that it has added meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::wal::CheckpointMode;

/// The number of pages at which the log is moved: 4 MiB.
const LOG_PAGES: usize = 1_000;

/// The thread copies again while the writer adds more pages than the first number, but at most as
/// often as the second.
const SMALL_REST: usize = 64;
const MOST_PASSES: usize = 6;

/// No copy is under way.
const IDLE: u8 = 0;
/// The thread is copying.
const COPYING: u8 = 1;
/// The thread has copied nearly all of it.
const COPIED: u8 = 2;

/// The reason why SQLite must move the log itself.
#[derive(Debug, thiserror::Error)]
pub(super) enum CannotStart {
    #[error(transparent)]
    Hook(#[from] rusqlite::Error),
    #[error(transparent)]
    Thread(#[from] std::io::Error),
}

/// The writer's side: the length of the log, and the thread that copies it.
#[derive(Debug)]
pub(super) struct Checkpointer {
    n_pages: Arc<AtomicUsize>,
    state: Arc<AtomicU8>,
    /// `None` only while this is dropped.
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Replaces SQLite's own mechanism on the writer's connection. `copier` is another connection
    /// to the same file.
    pub(super) fn start(
        writer: &mut Connection,
        copier: Connection,
    ) -> Result<Checkpointer, CannotStart> {
        let n_pages = Arc::new(AtomicUsize::new(0));
        let noted = n_pages.clone();
        // This replaces SQLite's own hook, which would copy inside the commit.
        writer.wal_hook(Some(move |_: &mut _, pages| {
            noted.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        let state = Arc::new(AtomicU8::new(IDLE));
        let (wake, asked) = sync_channel(1);
        let (log, told) = (n_pages.clone(), state.clone());
        let thread = thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || copy_when_asked(&copier, &asked, &log, &told))?;
        Ok(Checkpointer {
            n_pages,
            state,
            wake: Some(wake),
            thread: Some(thread),
        })
    }

    /// Starts copying if the log is long; called after each commit.
    pub(super) fn committed(&self, writer: &Connection) {
        if self.n_pages.load(Ordering::Relaxed) < LOG_PAGES {
            return;
        }
        match self.state.load(Ordering::Acquire) {
            IDLE => {
                self.state.store(COPYING, Ordering::Release);
                let asked = self.wake.as_ref().map(|wake| wake.try_send(()));
                if let Some(Err(TrySendError::Disconnected(()))) = asked {
                    // The thread is gone: the writer copies everything, as SQLite would.
                    self.state.store(COPIED, Ordering::Release);
                }
            }
            COPIED => {
                // Pages that cannot be copied stay in the log and are tried again.
                let _ = copy(writer);
                self.state.store(IDLE, Ordering::Release);
            }
            _ => {}
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn copy_when_asked(
    copier: &Connection,
    asked: &Receiver<()>,
    n_pages: &AtomicUsize,
    state: &AtomicU8,
) {
    while let Ok(()) = asked.recv() {
        for _ in 0..MOST_PASSES {
            let Ok(n_copied) = copy(copier) else { break };
            if n_pages.load(Ordering::Relaxed).saturating_sub(n_copied) <= SMALL_REST {
                break;
            }
        }
        state.store(COPIED, Ordering::Release);
    }
}

/// Copies the pages that no reader needs in the log, without waiting for anybody. Returns the
/// number of pages of the log that are now in the file.
fn copy(connection: &Connection) -> rusqlite::Result<usize> {
    let (_, n_copied) = connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE)?;
    Ok(usize::try_from(n_copied).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::connection::{to_read, to_write};

    const PAGE_BYTES: u64 = 4_096;

    /// If the writer writes without a pause, the log still begins anew again and again, and nothing
    /// is lost.
    #[test]
    fn the_log_stays_short_while_the_writer_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.db");
        let mut writer = to_write(&path).unwrap();
        let copier = to_write(&path).unwrap();
        let checkpointer = Checkpointer::start(&mut writer, copier).unwrap();
        let note = "INSERT INTO past_games (code, game, at, line) VALUES ('A', 'dice', ?1, ?2)";
        let line = "x".repeat(3_000);
        let n_commits = 6 * LOG_PAGES;
        let mut restarts = 0;
        let mut before = 0;
        for n in 0..n_commits {
            writer.execute(note, (n, &line)).unwrap();
            let pages = checkpointer.n_pages.load(Ordering::Relaxed);
            restarts += usize::from(pages < before);
            before = pages;
            checkpointer.committed(&writer);
            // The copying thread may get no time on a busy machine; therefore the test waits for
            // it.
            while pages > 2 * LOG_PAGES && checkpointer.state.load(Ordering::Acquire) == COPYING {
                thread::yield_now();
            }
        }
        assert!(restarts > 0, "the log never began anew");
        let log = std::fs::metadata(path.with_extension("db-wal")).unwrap();
        assert!(
            log.len() < 4 * LOG_PAGES as u64 * PAGE_BYTES,
            "{} bytes",
            log.len()
        );
        let count = "SELECT count(*) FROM past_games";
        let kept: usize = (to_read(&path).unwrap())
            .query_row(count, [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, n_commits);
    }

    /// A reader of an old state keeps the log from beginning anew, and changes nothing else.
    #[test]
    fn a_reader_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.db");
        let mut writer = to_write(&path).unwrap();
        let copier = to_write(&path).unwrap();
        let checkpointer = Checkpointer::start(&mut writer, copier).unwrap();
        let reader = to_read(&path).unwrap();
        let old = reader.unchecked_transaction().unwrap();
        let count = "SELECT count(*) FROM past_games";
        let n_old: usize = old.query_row(count, [], |row| row.get(0)).unwrap();
        let note = "INSERT INTO past_games (code, game, at, line) VALUES ('A', 'dice', ?1, '')";
        for n in 0..2 * LOG_PAGES {
            writer.execute(note, [n]).unwrap();
            checkpointer.committed(&writer);
        }
        assert_eq!(old.query_row(count, [], |row| row.get(0)), Ok(n_old));
        drop(old);
        let kept: usize = reader.query_row(count, [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 2 * LOG_PAGES);
    }
}
