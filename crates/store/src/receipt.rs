//! How a writer learns that its write is durable.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use crate::error::Error;
use crate::write::Write;

/// Called once with the outcome of a write, on whichever thread has it.
///
/// It must not wait for another write: the writer itself may be calling.
pub type Done = Box<dyn FnOnce(Result<(), Error>) + Send>;

/// A write on its way. It happens whether or not anybody waits.
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

    /// A receipt, and the callback that honours it.
    pub(crate) fn pair() -> (Receipt, Done) {
        let (sender, receiver) = mpsc::channel();
        let done = move |outcome| {
            // Nobody waits for a receipt that was dropped.
            let _ = sender.send(outcome);
        };
        (Receipt(receiver), Box::new(done))
    }
}

/// An owed answer: whatever happens to it, the caller gets exactly one.
pub(crate) struct Reply(Option<Done>);

impl Reply {
    pub(crate) fn new(done: Done) -> Reply {
        Reply(Some(done))
    }

    pub(crate) fn send(mut self, outcome: Result<(), Error>) {
        self.call(outcome);
    }

    fn call(&mut self, outcome: Result<(), Error>) {
        if let Some(done) = self.0.take() {
            // A caller's panic is its own: the writer goes on for all others.
            let _ = catch_unwind(AssertUnwindSafe(|| done(outcome)));
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.call(Err(lost()));
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply")
    }
}

/// A write and who waits for it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) reply: Reply,
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
        drop(Reply::new(done));
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
        Reply::new(Box::new(move |outcome| sender.send(outcome).unwrap())).send(Ok(()));
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [Ok(())]);
    }

    #[test]
    fn a_panicking_callback_stays_with_its_caller() {
        Reply::new(Box::new(|_| panic!("the caller's mistake"))).send(Ok(()));
        let (receipt, done) = Receipt::pair();
        Reply::new(done).send(Ok(()));
        assert_eq!(receipt.wait(), Ok(()));
    }
}
