//! The journal for async code: waits for writes, and reads on threads that may block.

use std::sync::Arc;

use store::{Callback, Error, Journal, Write};
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinError;

use crate::error::Fault;

/// Waits until a write is durable or refused, without blocking a thread.
pub(crate) async fn write(journal: &Arc<dyn Journal>, write: Write) -> Result<(), Error> {
    answered(|done| journal.submit(write, done)).await
}

/// Waits for the result of this work.
async fn answered(ask: impl FnOnce(Callback)) -> Result<(), Error> {
    let (sender, receiver) = oneshot::channel();
    let done = move |outcome| {
        // The waiting caller may be gone.
        let _ = sender.send(outcome);
    };
    ask(Box::new(done));
    receiver.await.unwrap_or_else(|_| {
        Err(Error::Unavailable {
            why: "the answer of the journal was lost".to_owned(),
        })
    })
}

/// The number of reads under way at once, each on a thread and with a connection of its own. A disk
/// does not become faster with more; the others wait in the order in which they came.
const MOST_READS: usize = 16;

static READS: Semaphore = Semaphore::const_new(MOST_READS);

/// The result of some work on a thread that may block.
async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let place = READS.acquire().await;
    tokio::task::spawn_blocking(move || {
        // The caller may stop waiting; the place is free when the work is done.
        let _place = place;
        work()
    })
    .await
}

/// Reads, on a thread that may block if the journal does.
pub(crate) async fn read<T: Send + 'static>(
    journal: &Arc<dyn Journal>,
    read: impl FnOnce(&dyn Journal) -> Result<T, Error> + Send + 'static,
) -> Result<T, Fault> {
    if !journal.reads_block() {
        answered(|done| journal.before_read(done)).await?;
        return Ok(read(&**journal)?);
    }
    let journal = journal.clone();
    let outcome = on_a_thread(move || read(&*journal)).await;
    match outcome {
        Ok(outcome) => Ok(outcome?),
        Err(_) => Err(Fault::Broken("reading the journal failed")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_number_of_reads_under_way_is_bounded() {
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let read = || {
            let now = NOW.fetch_add(1, Ordering::SeqCst) + 1;
            MOST.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(5));
            NOW.fetch_sub(1, Ordering::SeqCst);
        };
        let reads: Vec<_> = (0..10 * MOST_READS)
            .map(|_| tokio::spawn(on_a_thread(read)))
            .collect();
        for read in reads {
            assert!(matches!(read.await, Ok(Ok(()))));
        }
        assert!(MOST.load(Ordering::SeqCst) <= MOST_READS);
    }
}
