//! Threads for long work, apart from those that serve sockets.
//!
//! Bots compute, reviews take minutes, and there may be a thousand tables. A pool has a few threads
//! and a bounded queue; a person's move never waits for it. The queue is fair between addresses:
//! each has a line of its own, and the lines are served in turn. An address that asks for much only
//! makes itself wait. A caller waits no longer than its budget, if it has one; after that the work
//! is given up, or never begins. A panic is an answer like any other.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::budgets::Shortage;
use crate::places::{Bound, Full};

type Job = Box<dyn FnOnce() + Send>;

/// A few threads with a queue.
#[derive(Debug)]
pub(crate) struct ThreadPool {
    queue: Arc<Queue>,
    budget: Duration,
}

/// The size of a pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// The number of threads.
    pub(crate) threads: NonZero<usize>,
    /// The amount of work that may wait.
    pub(crate) waiting: Bound,
    /// The time that work may wait and run in all.
    pub(crate) budget: Duration,
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undone {
    /// Too much waits already.
    Busy(Shortage),
    /// It took too long, in the queue or on its thread.
    Late,
    /// It panicked, with these words.
    Failed(String),
}

impl Undone {
    /// The word under which it is counted.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Undone::Busy(_) => "busy",
            Undone::Late => "late",
            Undone::Failed(_) => "failed",
        }
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undone::Busy(_) => write!(f, "too much waits already"),
            Undone::Late => write!(f, "it took too long"),
            Undone::Failed(words) => write!(f, "it panicked: {words}"),
        }
    }
}

impl ThreadPool {
    /// A pool with this name. If the system refuses threads, all work is late, and the house goes
    /// on.
    pub(crate) fn new(name: &str, size: Size) -> ThreadPool {
        let queue = Arc::new(Queue {
            waiting: Mutex::default(),
            more: Condvar::new(),
            bound: size.waiting,
        });
        for n in 0..size.threads.get() {
            let queue = queue.clone();
            let builder = thread::Builder::new().name(format!("{name}-{n}"));
            if let Err(error) = builder.spawn(move || queue.serve()) {
                tracing::error!(%error, name, "there is no thread for this work");
            }
        }
        ThreadPool {
            queue,
            budget: size.budget,
        }
    }

    /// The result of some work for somebody at this address.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        self.run_within(self.budget, address, work).await
    }

    /// The result of some work with a budget of its own.
    pub(crate) async fn run_within<T: Send + 'static>(
        &self,
        budget: Duration,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let done = self.run_to_its_end(address, work);
        let in_time = tokio::time::timeout(budget, done).await;
        in_time.unwrap_or(Err(Undone::Late))
    }

    /// The result of some work, however long it waits and takes.
    pub(crate) async fn run_to_its_end<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (answer, answered) = oneshot::channel();
        let job = move || {
            if !answer.is_closed() {
                // Everything that the work may have left half done is dropped with it.
                let done = catch_unwind(AssertUnwindSafe(work));
                // The caller may have stopped waiting.
                let _ = answer.send(done.map_err(|panic| words_of(&*panic)));
            }
        };
        if let Err(full) = self.queue.add(address, Box::new(job)) {
            return Err(Undone::Busy(match full {
                Full::Here => Shortage::WorkOfAddress,
                Full::Everywhere => Shortage::Work,
            }));
        }
        match answered.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(words)) => Err(Undone::Failed(words)),
            // There is no thread that could do it.
            Err(_) => Err(Undone::Late),
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.queue.waiting().is_closed = true;
        self.queue.more.notify_all();
    }
}

struct Queue {
    waiting: Mutex<Waiting>,
    /// Signals that there is more to do, or that the pool has ended.
    more: Condvar,
    bound: Bound,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queue of {}", self.waiting().n)
    }
}

#[derive(Default)]
struct Waiting {
    /// The line of each address; none is empty.
    lines: HashMap<IpAddr, VecDeque<Job>>,
    /// The order of turns: every address with a line, once.
    turns: VecDeque<IpAddr>,
    n: usize,
    is_closed: bool,
}

impl Queue {
    fn add(&self, address: IpAddr, job: Job) -> Result<(), Full> {
        let mut waiting = self.waiting();
        if waiting.n >= self.bound.in_all {
            return Err(Full::Everywhere);
        }
        match waiting.lines.get_mut(&address) {
            Some(line) if line.len() >= self.bound.each => return Err(Full::Here),
            Some(line) => line.push_back(job),
            None => {
                waiting.lines.insert(address, VecDeque::from([job]));
                waiting.turns.push_back(address);
            }
        }
        waiting.n += 1;
        drop(waiting);
        self.more.notify_one();
        Ok(())
    }

    /// Does one job after another until the pool is gone.
    fn serve(&self) {
        while let Some(job) = self.next() {
            job();
        }
    }

    /// The first job of the address whose turn it is; `None` if there will be none.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.take() {
                return Some(job);
            }
            let woken = self.more.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self) -> Option<Job> {
        let address = self.turns.pop_front()?;
        let line = self.lines.get_mut(&address)?;
        let job = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&address);
        } else {
            self.turns.push_back(address);
        }
        self.n -= 1;
        Some(job)
    }
}

/// The message of a panic.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    words.unwrap_or("no words").to_owned()
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    use super::*;

    const AGES: Duration = Duration::from_secs(60);

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, n).into()
    }

    fn pool(threads: usize, waiting: Bound) -> Arc<ThreadPool> {
        let size = Size {
            threads: NonZero::new(threads).expect("a thread"),
            waiting,
            budget: AGES,
        };
        Arc::new(ThreadPool::new("test", size))
    }

    /// Keeps a thread of the pool busy until what is returned is dropped.
    async fn hold(pool: &Arc<ThreadPool>) -> mpsc::Sender<()> {
        let (release, held) = mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let pool = pool.clone();
        tokio::spawn(async move {
            let wait = move || {
                let _ = started.send(());
                let _ = held.recv();
            };
            pool.run(address(255), wait).await
        });
        has_started.await.expect("the thread has begun");
        release
    }

    #[tokio::test]
    async fn work_is_done_elsewhere() {
        let pool = pool(2, Bound::NONE);
        let here = thread::current().id();
        let there = pool.run(address(1), || thread::current().id()).await;
        assert!(there.is_ok_and(|there| there != here));
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let pool = pool(1, Bound::NONE);
        let failed = pool.run(address(1), || panic!("two left feet")).await;
        let words = "two left feet".to_owned();
        assert_eq!(failed, Err::<(), _>(Undone::Failed(words)));
        assert_eq!(pool.run(address(1), || 42).await, Ok(42));
    }

    #[tokio::test]
    async fn a_caller_that_waits_too_long_is_told_and_the_work_is_never_begun() {
        let pool = pool(1, Bound::NONE);
        let release = hold(&pool).await;
        let (begun, was_begun) = mpsc::channel::<()>();
        let begin = move || begun.send(()).is_ok();
        let late = pool.run_within(Duration::from_millis(1), address(1), begin);
        assert_eq!(late.await, Err(Undone::Late));
        drop(release);
        assert_eq!(pool.run(address(1), || 1).await, Ok(1));
        assert!(
            was_begun.try_recv().is_err(),
            "nobody waits for it any more"
        );
    }

    #[tokio::test]
    async fn the_queue_is_bounded_for_each_address_and_in_all() {
        let pool = pool(1, Bound { in_all: 3, each: 2 });
        let _held = hold(&pool).await;
        let ask = |n| {
            let pool = pool.clone();
            // Work that was given up keeps its place in the queue.
            async move { pool.run_within(Duration::ZERO, address(n), || ()).await }
        };
        assert_eq!(ask(1).await, Err(Undone::Late));
        assert_eq!(ask(1).await, Err(Undone::Late));
        assert_eq!(ask(1).await, Err(Undone::Busy(Shortage::WorkOfAddress)));
        assert_eq!(ask(2).await, Err(Undone::Late));
        assert_eq!(ask(2).await, Err(Undone::Busy(Shortage::Work)));
    }

    #[tokio::test]
    async fn addresses_are_served_in_turn() {
        let pool = pool(1, Bound::NONE);
        let release = hold(&pool).await;
        let (done, order) = mpsc::channel();
        let mut asked = Vec::new();
        for n in [1, 1, 1, 1, 2, 2, 3] {
            let (pool, done) = (pool.clone(), done.clone());
            let work = move || done.send(n).is_ok();
            asked.push(tokio::spawn(
                async move { pool.run(address(n), work).await },
            ));
            // Each call is in the queue before the next one is made.
            tokio::task::yield_now().await;
        }
        drop(release);
        for work in asked {
            assert_eq!(work.await.expect("it ends"), Ok(true));
        }
        let order: Vec<u8> = order.try_iter().collect();
        assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
    }
}
