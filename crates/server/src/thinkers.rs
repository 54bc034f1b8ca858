//! Threads that think, apart from those that serve sockets.
//!
//! Bots compute, and there may be a thousand tables with bots. Here are a few threads
//! for that and a queue before them, so that a human's move never waits for a bot's. Whoever
//! asks waits no longer than a budget: then the thought is given up, and if nobody has
//! begun it yet, nobody will. A thought that panics is an answer like any other.

use std::any::Any;
use std::fmt;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

/// So many thoughts may wait: three bots at each of a thousand tables, and some more.
const QUEUE: usize = 4_096;

type Job = Box<dyn FnOnce() + Send>;

/// A few threads with a queue.
#[derive(Debug)]
pub(crate) struct Thinkers {
    queue: SyncSender<Job>,
    budget: Duration,
}

/// Why there is no thought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thoughtless {
    /// Too many wait already.
    Busy,
    /// It took too long, in the queue or in the head.
    Late,
    /// It panicked, with these words.
    Failed(String),
}

impl Thoughtless {
    /// The word under which it is counted.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Thoughtless::Busy => "busy",
            Thoughtless::Late => "late",
            Thoughtless::Failed(_) => "failed",
        }
    }
}

impl fmt::Display for Thoughtless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thoughtless::Busy => write!(f, "too many wait already"),
            Thoughtless::Late => write!(f, "it took too long"),
            Thoughtless::Failed(words) => write!(f, "it panicked: {words}"),
        }
    }
}

impl Thinkers {
    /// So many threads, for thoughts of at most this long with their wait. Without threads
    /// (the system may refuse them) every thought is late, and the house goes on.
    pub(crate) fn new(n_threads: NonZero<usize>, budget: Duration) -> Thinkers {
        let (queue, jobs) = sync_channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for n in 0..n_threads.get() {
            let jobs = jobs.clone();
            let builder = thread::Builder::new().name(format!("thinker-{n}"));
            if let Err(error) = builder.spawn(move || work(&jobs)) {
                tracing::error!(%error, "there is no thread for bots");
            }
        }
        Thinkers { queue, budget }
    }

    /// What a thought came to.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Thoughtless> {
        self.think_within(self.budget, thought).await
    }

    /// What a thought came to that may take another time than usual.
    pub(crate) async fn think_within<T: Send + 'static>(
        &self,
        budget: Duration,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Thoughtless> {
        let (answer, answered) = oneshot::channel();
        let job = move || {
            if !answer.is_closed() {
                // What the thought may have left half done is dropped with it.
                let thought = catch_unwind(AssertUnwindSafe(thought));
                // Who asked may have stopped waiting meanwhile.
                let _ = answer.send(thought.map_err(|panic| words_of(&*panic)));
            }
        };
        if self.queue.try_send(Box::new(job)).is_err() {
            return Err(Thoughtless::Busy);
        }
        match tokio::time::timeout(budget, answered).await {
            Ok(Ok(Ok(thought))) => Ok(thought),
            Ok(Ok(Err(words))) => Err(Thoughtless::Failed(words)),
            Ok(Err(_)) | Err(_) => Err(Thoughtless::Late),
        }
    }
}

/// Does one job after another until the house is gone.
fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

/// What a panic said.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    words.unwrap_or("no words").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn thinkers(n_threads: usize, budget: Duration) -> Thinkers {
        Thinkers::new(NonZero::new(n_threads).expect("a thread"), budget)
    }

    #[tokio::test]
    async fn a_thought_is_thought_elsewhere() {
        let thinkers = thinkers(2, Duration::from_secs(60));
        let here = thread::current().id();
        let there = thinkers.think(|| thread::current().id()).await;
        assert!(there.is_ok_and(|there| there != here));
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let thinkers = thinkers(1, Duration::from_secs(60));
        let failed = thinkers.think(|| panic!("two left feet")).await;
        assert_eq!(
            failed,
            Err::<(), _>(Thoughtless::Failed("two left feet".to_owned()))
        );
        assert_eq!(thinkers.think(|| 42).await, Ok(42));
    }

    #[tokio::test]
    async fn who_waits_too_long_is_told_and_the_thought_is_never_begun() {
        let thinkers = thinkers(1, Duration::from_secs(60));
        let (release, held) = mpsc::channel::<()>();
        let (begun, was_begun) = mpsc::channel::<()>();
        // The one thread is held for as long as we like, so that the second thought waits
        // in the queue however fast the machine is.
        let short = Duration::from_millis(1);
        let slow = thinkers.think_within(short, move || held.recv().is_ok());
        let waiting = thinkers.think_within(short, move || begun.send(()).is_ok());
        let (slow, waiting) = tokio::join!(slow, waiting);
        assert_eq!(
            (slow, waiting),
            (Err(Thoughtless::Late), Err(Thoughtless::Late))
        );
        drop(release);
        assert_eq!(thinkers.think(|| 1).await, Ok(1));
        assert!(
            was_begun.try_recv().is_err(),
            "nobody waits for it any more"
        );
    }

    #[tokio::test]
    async fn more_than_the_queue_holds_is_refused_at_once() {
        let thinkers = Arc::new(thinkers(1, Duration::from_secs(60)));
        let (release, held) = mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let asked = |thought: Job| {
            let thinkers = thinkers.clone();
            tokio::spawn(async move { thinkers.think(thought).await })
        };
        let busy = asked(Box::new(move || {
            let _ = started.send(());
            let _ = held.recv();
        }));
        has_started.await.expect("the thread has begun");
        let waiting: Vec<_> = (0..QUEUE).map(|_| asked(Box::new(|| ()))).collect();
        while thinkers.think_within(Duration::ZERO, || ()).await != Err(Thoughtless::Busy) {
            tokio::task::yield_now().await;
        }
        drop(release);
        assert_eq!(busy.await.expect("it ends"), Ok(()));
        let mut refused = 0;
        for thought in waiting {
            refused += usize::from(thought.await.expect("it ends") == Err(Thoughtless::Busy));
        }
        // What asked in vain above took at most a few places.
        assert!(refused < QUEUE / 2, "{refused} of {QUEUE} were refused");
    }
}
