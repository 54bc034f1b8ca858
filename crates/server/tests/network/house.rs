//! A house on a simulated host: its network, its clock and luck, and its journal.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::serve::Listener;
use kernel::{Key, Rng};
use server::{Config, Limits, NoLuck, World};
use store::{
    Callback, Code, Error, Filter, Journal, MemoryJournal, PlayerId, StoredTable, Summary, Token,
    TokenHash, Write,
};
use turmoil::net::{TcpListener, TcpStream};

/// The house's name and port on the simulated network.
pub(crate) const HOST: &str = "house";
pub(crate) const PORT: u16 = 4242;

/// Runs a house until it is crashed.
pub(crate) async fn run(luck: Arc<SeededWorld>, journal: Arc<SlowJournal>) -> turmoil::Result {
    let listener = SimulatedListener(TcpListener::bind(("0.0.0.0", PORT)).await?);
    let config = Config {
        // Limits count by the real clock, which has no meaning here.
        limits: Limits::NONE,
        wrong_codes: None,
        world: luck,
        ..Config::default()
    };
    server::run_on(listener, config, journal, std::future::pending()).await?;
    Ok(())
}

/// A listener on the simulated network.
pub(crate) struct SimulatedListener(pub(crate) TcpListener);

impl Listener for SimulatedListener {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            if let Ok(accepted) = self.0.accept().await {
                return accepted;
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Simulated time, and luck from a seed.
#[derive(Debug)]
pub(crate) struct SeededWorld {
    key: Key,
    drawn: AtomicU64,
    /// The milliseconds by which its wall clock is ahead.
    ahead: u64,
}

impl SeededWorld {
    pub(crate) fn new(seed: u64) -> SeededWorld {
        SeededWorld::ahead(seed, 0)
    }

    /// A world whose wall clock is ahead of the simulated time by so many milliseconds.
    pub(crate) fn ahead(seed: u64, ahead: u64) -> SeededWorld {
        SeededWorld {
            key: Key::from_seed(seed),
            drawn: AtomicU64::new(0),
            ahead,
        }
    }
}

impl World for SeededWorld {
    fn now(&self) -> u64 {
        let since = turmoil::since_epoch().unwrap_or_default();
        since.as_millis() as u64 + self.ahead
    }

    fn elapsed(&self) -> u64 {
        // The simulated wall clock is never set.
        self.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        let n = self.drawn.fetch_add(1, Ordering::Relaxed);
        let mut rng = self.key.stream(&format!("house/{n}"));
        bytes.fill_with(|| rng.next_u32() as u8);
        Ok(())
    }
}

/// A journal that outlives its house, takes its time and fails now and then. A crash meets writes
/// that are not yet durable, and durable writes whose answer nobody has heard.
pub(crate) struct SlowJournal {
    kept: Arc<MemoryJournal>,
    key: Key,
    fails: Fails,
    writes: AtomicU64,
    appends: AtomicU64,
    loads: AtomicU64,
    /// The next load fails, whatever the schedule says.
    load_fails: AtomicBool,
}

/// The times at which a journal fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fails {
    /// One write in twenty-five, in any way, and one load in ten.
    NowAndThen,
    /// This append of the game and the load after it, and nothing else.
    Append(u64, How),
}

/// The ways in which a write fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Overloaded,
    NotWritten,
    /// It is written, but the commit reports no result.
    WrittenUnknown,
    Conflict,
    /// The writer has died: there is no answer at all.
    Died,
}

/// A disk takes up to this long. A slow disk takes less: crashes hit the longer time.
const SLOWEST_MILLIS: u32 = 12;

/// One write of this many fails, and one load of this many.
const FAILS_ONE_IN: u32 = 25;
const LOAD_FAILS_ONE_IN: u32 = 10;

impl SlowJournal {
    pub(crate) fn new(seed: u64, fails: Fails) -> SlowJournal {
        SlowJournal {
            kept: Arc::default(),
            key: Key::from_seed(seed),
            fails,
            writes: AtomicU64::new(0),
            appends: AtomicU64::new(0),
            loads: AtomicU64::new(0),
            load_fails: AtomicBool::new(false),
        }
    }

    /// The journal without its failures.
    pub(crate) fn kept(&self) -> &MemoryJournal {
        &self.kept
    }

    /// The number of appends that were tried.
    pub(crate) fn n_appends(&self) -> u64 {
        self.appends.load(Ordering::Relaxed)
    }

    /// The failure of this write, if it fails.
    fn failure_of(&self, write: &Write, rng: &mut Rng) -> Option<How> {
        let is_append = matches!(write, Write::Append { .. });
        let n = self
            .appends
            .fetch_add(u64::from(is_append), Ordering::Relaxed);
        match self.fails {
            Fails::Append(which, how) if is_append && n == which => {
                self.load_fails.store(true, Ordering::Relaxed);
                Some(how)
            }
            Fails::NowAndThen if rng.below(FAILS_ONE_IN) == 0 => Some(match rng.below(3) {
                0 => How::Overloaded,
                1 => How::NotWritten,
                _ => How::WrittenUnknown,
            }),
            _ => None,
        }
    }

    fn load_fails(&self) -> bool {
        let n = self.loads.fetch_add(1, Ordering::Relaxed);
        let mut rng = self.key.stream(&format!("load/{n}"));
        let now_and_then = self.fails == Fails::NowAndThen && rng.below(LOAD_FAILS_ONE_IN) == 0;
        self.load_fails.swap(false, Ordering::Relaxed) || now_and_then
    }
}

fn unavailable() -> Error {
    Error::Unavailable {
        why: "no space left on the device".to_owned(),
    }
}

/// The error of a journal that fails in this way.
fn error_of(how: How, write: &Write) -> Error {
    match (how, write) {
        (How::Overloaded, _) => Error::Overloaded,
        (How::Conflict, Write::Append { table, expect, .. }) => Error::Conflict {
            table: table.clone(),
            expected: *expect,
            found: expect + 1,
        },
        _ => unavailable(),
    }
}

impl Journal for SlowJournal {
    fn submit(&self, write: Write, done: Callback) {
        let n = self.writes.fetch_add(1, Ordering::Relaxed);
        let mut rng = self.key.stream(&format!("disk/{n}"));
        let pause = Duration::from_millis(rng.below(SLOWEST_MILLIS).into());
        let kept = self.kept.clone();
        if let Some(how) = self.failure_of(&write, &mut rng) {
            let error = error_of(how, &write);
            match how {
                How::WrittenUnknown => kept.submit(write, Box::new(move |_| done(Err(error)))),
                How::Died => drop(done),
                _ => done(Err(error)),
            }
        } else if rng.below(2) == 0 {
            tokio::spawn(async move {
                tokio::time::sleep(pause).await;
                kept.submit(write, done);
            });
        } else {
            let tell = move |outcome| {
                tokio::spawn(async move {
                    tokio::time::sleep(pause).await;
                    done(outcome);
                });
            };
            kept.submit(write, Box::new(tell));
        }
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        if self.load_fails() {
            return Err(unavailable());
        }
        self.kept.load(table)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.kept.list(filter)
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        self.kept.token(hash)
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        self.kept.tokens(player)
    }

    fn creation(
        &self,
        creator: &store::PlayerId,
        command: &store::CommandId,
    ) -> Result<Option<store::Code>, Error> {
        self.kept.creation(creator, command)
    }

    fn secret(&self) -> Result<Option<store::HouseSecret>, Error> {
        self.kept.secret()
    }

    fn reads_block(&self) -> bool {
        false
    }
}
