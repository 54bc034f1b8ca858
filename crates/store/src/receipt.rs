//! The answer to a write: it tells a writer that its write is durable or refused.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use crate::error::Error;
use crate::write::Write;

/// Called once with the outcome of a write, on any thread.
///
/// It must not wait for another write, because the writer's own thread may call it.
pub type Callback = Box<dyn FnOnce(Result<(), Error>) + Send>;

/// A submitted write. It is done whether or not anybody waits for it.
#[derive(Debug)]
#[must_use = "a write is not durable before `wait` says so"]
pub struct Receipt(mpsc::Receiver<Result<(), Error>>);

impl Receipt {
    /// Blocks until the write is durable or refused.
    pub fn wait(self) -> Result<(), Error> {
        match self.0.recv() {
            Ok(outcome) => outcome,
            Err(mpsc::RecvError) => Err(lost()),
        }
    }

    /// Makes a receipt, and the callback that answers it.
    pub(crate) fn pair() -> (Receipt, Callback) {
        let (sender, receiver) = mpsc::channel();
        let done = move |outcome| {
            // Nobody waits for a receipt that was dropped.
            let _ = sender.send(outcome);
        };
        (Receipt(receiver), Box::new(done))
    }
}

/// The obligation to answer: the caller gets exactly one answer, even after a panic.
pub(crate) struct OwedReply(Option<Callback>);

impl OwedReply {
    pub(crate) fn new(done: Callback) -> OwedReply {
        OwedReply(Some(done))
    }

    pub(crate) fn send(mut self, outcome: Result<(), Error>) {
        self.call(outcome);
    }

    fn call(&mut self, outcome: Result<(), Error>) {
        if let Some(done) = self.0.take() {
            // A panic of one caller must not stop the writer for all others.
            let _ = catch_unwind(AssertUnwindSafe(|| done(outcome)));
        }
    }
}

impl Drop for OwedReply {
    fn drop(&mut self) {
        self.call(Err(lost()));
    }
}

impl fmt::Debug for OwedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply")
    }
}

/// A write, and the reply that its caller waits for.
#[derive(Debug)]
pub(crate) struct QueuedWrite {
    pub(crate) write: Write,
    pub(crate) reply: OwedReply,
}

fn lost() -> Error {
    Error::unavailable("it closed before the write was done")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_reply_answers() {
        let (receipt, done) = Receipt::pair();
        drop(OwedReply::new(done));
        assert_eq!(receipt.wait(), Err(lost()));
    }

    #[test]
    fn a_dropped_callback_answers() {
        let (receipt, done) = Receipt::pair();
        drop(done);
        assert_eq!(receipt.wait(), Err(lost()));
    }

    #[test]
    fn a_reply_answers_once() {
        let (sender, receiver) = mpsc::channel();
        OwedReply::new(Box::new(move |outcome| sender.send(outcome).unwrap())).send(Ok(()));
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [Ok(())]);
    }

    #[test]
    fn a_panicking_callback_stays_with_its_caller() {
        OwedReply::new(Box::new(|_| panic!("the caller's mistake"))).send(Ok(()));
        let (receipt, done) = Receipt::pair();
        OwedReply::new(done).send(Ok(()));
        assert_eq!(receipt.wait(), Ok(()));
    }
}
