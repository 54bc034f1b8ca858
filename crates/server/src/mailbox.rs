//! The way to a table: a stub for everybody, a mailbox for the table's one task.
//!
//! Sending never waits, because it happens on the task of a socket, whose messages must keep their
//! order. Therefore the mailbox itself has no bound; errands are counted, and refused when too many
//! wait. Requests by HTTP wait until there is room for their questions. The other letters are few by
//! nature: one for each connection that attends the table and leaves, one for each question to a
//! bot, those of an operator.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Seat;
use serde_json::Value;
use table::messages::PlayerAt;
use table::{GameCode, Millis, Nickname, PlayerId, Request, Stage};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::error::Fault;
use crate::metrics;
use crate::transport::{Connection, Raw, Reply};

/// The most errands that wait at a table. A table that is this far behind is broken or attacked:
/// four seats at their rate limit send eighty a second, and each takes about a millisecond.
const MOST_WAITING: usize = 256;

/// The most questions about its progress that wait at a table. They are answered at once, unless
/// the journal hangs; then they stay there longer than the requests that ask them.
const MOST_LOOKING: usize = 256;

/// A way to send letters to a table.
#[derive(Debug, Clone)]
pub(crate) struct Stub {
    letters: mpsc::UnboundedSender<Letter>,
    waiting: Arc<AtomicUsize>,
    /// Room for questions about its progress.
    room: Arc<Semaphore>,
}

/// The source of the letters of a table's task.
#[derive(Debug)]
pub(crate) struct Mailbox {
    letters: mpsc::UnboundedReceiver<Letter>,
    waiting: Arc<AtomicUsize>,
    /// Room for questions about its progress.
    room: Arc<Semaphore>,
}

/// A letter to a table.
#[derive(Debug)]
pub(crate) enum Letter {
    /// A command of a connection.
    Errand(Errand),
    /// The connection of this number is gone.
    Parted(u64),
    /// A bot has chosen.
    Bot {
        /// The seat that was asked.
        seat: Seat,
        /// The turn that it was asked about.
        turn: u64,
        /// Its action.
        action: Value,
    },
    /// A question about the table's progress, which a table that waits for its journal cannot tell.
    Look(oneshot::Sender<Result<Progress, Fault>>),
    /// The order to check whether another node has claimed the table.
    Check,
    /// The house closes: finish what was begun.
    Stop,
    /// An operator's question.
    Glance(oneshot::Sender<Glance>),
    /// An operator's order to close the table.
    Close(oneshot::Sender<()>),
    /// A player was renamed, in the journal too.
    Rename {
        /// The player.
        player: PlayerId,
        /// The new name.
        nickname: Nickname,
        /// Called when everything before it is done too.
        done: oneshot::Sender<()>,
    },
}

/// A table at work, as an operator sees it.
#[derive(Debug)]
pub(crate) struct Glance {
    /// Its stage.
    pub(crate) stage: Stage,
    /// The people and bots who sit there.
    pub(crate) players: Vec<PlayerAt>,
    /// The number of connections that attend it.
    pub(crate) attending: usize,
}

/// The progress of a table: everything up to here has been told to everybody who attends it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress {
    /// The last entry of its journal.
    pub(crate) last_entry: u64,
    /// The time up to which it has shown its messages.
    pub(crate) now: Millis,
}

/// A command to a table, and the destination of its answer.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) connection: Arc<Connection>,
    pub(crate) request: Request,
    pub(crate) reply: Reply,
    /// The command as it came, in case it must go to another node.
    pub(crate) raw: Option<Raw>,
}

/// An errand that was not sent.
#[derive(Debug)]
pub(crate) enum Unsent {
    /// Too many wait at the table.
    Busy(Box<Errand>),
    /// The table's task has ended; another may have its place.
    Gone(Box<Errand>),
}

/// The ways to tables that a connection has used lately. A table at rest has closed its mailbox; an
/// old way is noticed and forgotten.
#[derive(Debug, Default)]
pub(crate) struct Ways(Mutex<Vec<(GameCode, Stub)>>);

impl Ways {
    /// A person plays at one table, perhaps at a few in several windows.
    const KEPT: usize = 4;

    /// The way to a table, if it was used before.
    pub(crate) fn to(&self, code: &GameCode) -> Option<Stub> {
        let ways = self.lock();
        let known = ways.iter().find(|(known, _)| known == code);
        known.map(|(_, stub)| stub.clone())
    }

    /// Remembers a way instead of an older one to the same table.
    pub(crate) fn remember(&self, code: &GameCode, stub: &Stub) {
        let mut ways = self.lock();
        ways.retain(|(known, _)| known != code);
        if ways.len() == Ways::KEPT {
            ways.remove(0);
        }
        ways.push((code.clone(), stub.clone()));
    }

    /// The data is whole between any two statements; a panic elsewhere does not damage it.
    fn lock(&self) -> MutexGuard<'_, Vec<(GameCode, Stub)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stub and its mailbox.
pub(crate) fn channel() -> (Stub, Mailbox) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let room = Arc::new(Semaphore::new(MOST_LOOKING));
    let stub = Stub {
        letters: sender,
        waiting: waiting.clone(),
        room: room.clone(),
    };
    let mailbox = Mailbox {
        letters: receiver,
        waiting,
        room,
    };
    (stub, mailbox)
}

impl Stub {
    /// Sends an errand, or gives it back.
    pub(crate) fn ask(&self, errand: Errand) -> Result<(), Unsent> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        metrics::mailbox(before);
        let unsent = if before >= MOST_WAITING {
            Unsent::Busy(Box::new(errand))
        } else {
            match self.letters.send(Letter::Errand(errand)) {
                Err(mpsc::error::SendError(Letter::Errand(errand))) => {
                    Unsent::Gone(Box::new(errand))
                }
                _ => return Ok(()),
            }
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Err(unsent)
    }

    /// Asks for the table's progress, which a table at rest does not tell. If too many ask already,
    /// this waits.
    pub(crate) async fn look(&self, asker: oneshot::Sender<Result<Progress, Fault>>) {
        if let Ok(place) = self.room.acquire().await {
            // It is free again when the letter is read.
            place.forget();
            self.tell(Letter::Look(asker));
        }
    }

    /// Whether no letter will ever be read, because the table's task ended or panicked.
    pub(crate) fn is_closed(&self) -> bool {
        self.letters.is_closed()
    }

    /// Sends any other letter. A table at rest does not need it.
    pub(crate) fn tell(&self, letter: Letter) {
        let _ = self.letters.send(letter);
    }
}

impl Mailbox {
    /// The next letter; `None` if there will be none.
    pub(crate) async fn next(&mut self) -> Option<Letter> {
        let letter = self.letters.recv().await?;
        self.count(&letter);
        Some(letter)
    }

    /// Takes no more letters, and returns the earlier ones.
    pub(crate) async fn close(&mut self) -> Vec<Letter> {
        self.letters.close();
        self.room.close();
        let mut letters = Vec::new();
        // Waits for everybody who is sending just now: no letter is lost.
        while let Some(letter) = self.next().await {
            letters.push(letter);
        }
        letters
    }

    /// Whether no letter waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    fn count(&self, letter: &Letter) {
        match letter {
            Letter::Errand(_) => {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            Letter::Look(_) => self.room.add_permits(1),
            _ => {}
        }
    }
}

impl Drop for Mailbox {
    /// Nobody waits for room at a table that reads no more letters.
    fn drop(&mut self) {
        self.room.close();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::task::unconstrained;

    use super::*;

    #[tokio::test]
    async fn the_questions_that_wait_are_bounded() {
        let (stub, mut mailbox) = channel();
        let look = || {
            let (asker, _) = oneshot::channel();
            // The budget of a task does not count here.
            unconstrained(stub.look(asker)).now_or_never().is_some()
        };
        // Whoever asked has gone; the letters still wait.
        assert!((0..MOST_LOOKING).all(|_| look()));
        assert!(!look());
        assert!(matches!(mailbox.next().await, Some(Letter::Look(_))));
        assert!(look());
        assert!(!look());
        // A table at rest answers nobody, and nobody waits for it.
        drop(mailbox);
        assert!((0..=MOST_LOOKING).all(|_| look()));
    }
}
