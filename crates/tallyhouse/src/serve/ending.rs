//! The end of the program after the house has closed: a disk that hangs must not delay it.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use store::Journal;
use tokio::runtime::Runtime;

/// Ends the threads of the house and its journal. Reads and writes that are still under way have
/// this long in all. Their callers have stopped waiting, and therefore no acknowledged entry is
/// lost.
pub(super) fn end(runtime: Runtime, journal: Arc<dyn Journal>, within: Duration) {
    let by = Instant::now() + within;
    runtime.shutdown_timeout(within);
    let (done, ended) = mpsc::channel();
    // Dropping a journal waits for its last write. The process does not wait for this thread.
    let dropping = thread::Builder::new().spawn(move || {
        drop(journal);
        // A caller that has stopped waiting does not need to know.
        let _ = done.send(());
    });
    let left = by.saturating_duration_since(Instant::now());
    if dropping.is_ok() && ended.recv_timeout(left).is_err() {
        tracing::warn!("the journal did not end in time; nothing acknowledged is lost");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use store::{
        Callback, Code, CommandId, Error, Filter, HouseSecret, PlayerId, StoredTable, Summary,
        Token, TokenHash, Write,
    };

    use super::*;

    /// A journal on a disk that hangs until the other end of the channel is dropped.
    struct Hanging(Mutex<mpsc::Receiver<()>>);

    impl Hanging {
        fn wait<T>(&self) -> Result<T, Error> {
            let _ = self.0.lock().map(|held| held.recv());
            Err(Error::Overloaded)
        }
    }

    impl Drop for Hanging {
        fn drop(&mut self) {
            let _ = self.wait::<()>();
        }
    }

    impl Journal for Hanging {
        fn submit(&self, _: Write, _: Callback) {}

        fn load(&self, _: &Code) -> Result<StoredTable, Error> {
            self.wait()
        }

        fn list(&self, _: &Filter) -> Result<Vec<Summary>, Error> {
            self.wait()
        }

        fn token(&self, _: &TokenHash) -> Result<Option<Token>, Error> {
            self.wait()
        }

        fn tokens(&self, _: &PlayerId) -> Result<Vec<Token>, Error> {
            self.wait()
        }

        fn creation(&self, _: &PlayerId, _: &CommandId) -> Result<Option<Code>, Error> {
            self.wait()
        }

        fn secret(&self) -> Result<Option<HouseSecret>, Error> {
            self.wait()
        }
    }

    fn hanging() -> (mpsc::Sender<()>, Arc<dyn Journal>) {
        let (release, held) = mpsc::channel();
        (release, Arc::new(Hanging(Mutex::new(held))))
    }

    // Without a limit these tests would hang for good.

    #[test]
    fn a_journal_that_cannot_end_is_not_waited_for() {
        let (_release, journal) = hanging();
        end(Runtime::new().unwrap(), journal, Duration::from_millis(20));
    }

    #[test]
    fn a_read_that_hangs_is_not_waited_for() {
        let (_release, journal) = hanging();
        let (begun, has_begun) = mpsc::channel();
        let runtime = Runtime::new().unwrap();
        let reader = journal.clone();
        runtime.spawn_blocking(move || {
            let _ = begun.send(());
            reader.secret()
        });
        has_begun.recv().unwrap();
        end(runtime, journal, Duration::from_millis(20));
    }

    #[test]
    fn a_journal_that_ends_in_time_is_waited_for() {
        let (release, journal) = hanging();
        let kept = Arc::downgrade(&journal);
        drop(release);
        end(Runtime::new().unwrap(), journal, Duration::from_secs(600));
        assert_eq!(kept.strong_count(), 0);
    }
}
