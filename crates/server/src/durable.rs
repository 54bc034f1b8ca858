//! The journal from async code: writes that are waited for, reads that may block.

use std::sync::Arc;

use store::{Done, Error, Journal, Write};
use tokio::sync::oneshot;

use crate::error::Fault;

/// Waits until a write is durable or refused, without keeping a thread.
pub(crate) async fn write(journal: &Arc<dyn Journal>, write: Write) -> Result<(), Error> {
    answered(|done| journal.submit(write, done)).await
}

/// Waits for the answer to what is asked.
async fn answered(ask: impl FnOnce(Done)) -> Result<(), Error> {
    let (sender, receiver) = oneshot::channel();
    let done = move |outcome| {
        // If nobody waits any more, nobody needs to know.
        let _ = sender.send(outcome);
    };
    ask(Box::new(done));
    receiver.await.unwrap_or_else(|_| {
        Err(Error::Unavailable {
            why: "the answer of the journal was lost".to_owned(),
        })
    })
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
    let outcome = tokio::task::spawn_blocking(move || read(&*journal)).await;
    match outcome {
        Ok(outcome) => Ok(outcome?),
        Err(_) => Err(Fault::Broken("reading the journal failed")),
    }
}
