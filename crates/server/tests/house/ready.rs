//! `/readyz`: one probe of the journal for all callers that ask at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use store::{
    Callback, Code, CommandId, Error, Filter, HouseSecret, Journal, LastWrite, PlayerId,
    StoredTable, Summary, Token, TokenHash, Write,
};
use tokio::task::JoinSet;

use crate::support::{House, unlimited};

const CALLERS: usize = 20;

/// A journal without tables, which answers probes on the test's word.
#[derive(Default)]
struct Probed {
    waiting: Mutex<Vec<Callback>>,
    n_probes: AtomicUsize,
    /// The number of questions about the last write.
    n_asked: AtomicUsize,
    last: Mutex<Option<LastWrite>>,
}

impl Probed {
    /// Records the result of a write that ended `ago`.
    fn wrote(&self, ago: Duration, outcome: Result<(), Error>) {
        let at = Instant::now()
            .checked_sub(ago)
            .expect("the machine has run for a while");
        *self.last.lock().unwrap() = Some(LastWrite { at, outcome });
    }

    /// Answers all probes that wait.
    fn answer(&self, outcome: &Result<(), Error>) {
        self.wrote(Duration::ZERO, outcome.clone());
        for done in self.waiting.lock().unwrap().drain(..) {
            done(outcome.clone());
        }
    }
}

impl Journal for Probed {
    fn submit(&self, write: Write, done: Callback) {
        if write != Write::Probe {
            return done(Ok(()));
        }
        self.n_probes.fetch_add(1, Ordering::SeqCst);
        self.waiting.lock().unwrap().push(done);
    }

    fn last_write(&self) -> Option<LastWrite> {
        self.n_asked.fetch_add(1, Ordering::SeqCst);
        self.last.lock().unwrap().clone()
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        Err(Error::NotFound {
            table: table.clone(),
        })
    }

    fn list(&self, _: &Filter) -> Result<Vec<Summary>, Error> {
        Ok(Vec::new())
    }

    fn token(&self, _: &TokenHash) -> Result<Option<Token>, Error> {
        Ok(None)
    }

    fn tokens(&self, _: &PlayerId) -> Result<Vec<Token>, Error> {
        Ok(Vec::new())
    }

    fn creation(&self, _: &PlayerId, _: &CommandId) -> Result<Option<Code>, Error> {
        Ok(None)
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        Ok(None)
    }
}

/// Many callers ask at once; when all of them wait, the probe is answered, or never.
async fn ask_together(
    house: &Arc<House>,
    journal: &Probed,
    outcome: Option<Result<(), Error>>,
) -> Vec<u16> {
    let before = journal.n_asked.load(Ordering::SeqCst);
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let house = house.clone();
        callers.spawn(async move { house.get("/readyz").await.0 });
    }
    if let Some(outcome) = outcome {
        while journal.n_asked.load(Ordering::SeqCst) < before + CALLERS
            || journal.waiting.lock().unwrap().is_empty()
        {
            tokio::task::yield_now().await;
        }
        journal.answer(&outcome);
    }
    callers.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_callers_share_one_probe() {
    let journal = Arc::new(Probed::default());
    let house = Arc::new(House::open_with(unlimited(), journal.clone()).await);
    let failed = || {
        Err(Error::Unavailable {
            why: "no space left on the device".to_owned(),
        })
    };
    let long_ago = Duration::from_secs(6);
    let cases = [(Ok(()), 200), (failed(), 503), (Ok(()), 200)];
    for (n, (outcome, status)) in cases.into_iter().enumerate() {
        let answers = ask_together(&house, &journal, Some(outcome)).await;
        assert_eq!(answers, [status; CALLERS]);
        assert_eq!(journal.n_probes.load(Ordering::SeqCst), n + 1);
        // A recent write answers without a probe; an old one does not.
        for (recent, status) in [(Ok(()), 200), (failed(), 503)] {
            journal.wrote(Duration::ZERO, recent);
            assert_eq!(house.get("/readyz").await.0, status);
        }
        assert_eq!(journal.n_probes.load(Ordering::SeqCst), n + 1);
        journal.wrote(long_ago, Ok(()));
    }
}

/// A disk that hangs answers no probe: callers do not wait for one probe after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_callers_share_a_probe_that_is_never_answered() {
    let journal = Arc::new(Probed::default());
    let house = Arc::new(House::open_with(unlimited(), journal.clone()).await);
    let answers = ask_together(&house, &journal, None).await;
    assert_eq!(answers, [503; CALLERS]);
    let n_probes = journal.n_probes.load(Ordering::SeqCst);
    // On a busy machine a caller may come when the first probe is over.
    assert!(n_probes < CALLERS / 2, "{n_probes} probes");
}
