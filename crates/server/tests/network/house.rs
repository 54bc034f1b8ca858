//! A house on a simulated host: its network, its clock and luck, and its journal.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::serve::Listener;
use kernel::Key;
use server::{Config, Limits, NoLuck, World};
use store::{
    Code, Done, Error, Filter, Journal, MemoryJournal, PlayerId, Record, Summary, Token, TokenHash,
    Write,
};
use turmoil::net::{TcpListener, TcpStream};

/// The house's name and port on the simulated network.
pub(crate) const HOST: &str = "house";
pub(crate) const PORT: u16 = 4242;

/// Runs a house until it is crashed.
pub(crate) async fn run(luck: Arc<SeededWorld>, journal: Arc<SlowJournal>) -> turmoil::Result {
    let listener = SimulatedListener(TcpListener::bind(("0.0.0.0", PORT)).await?);
    let config = Config {
        // Limits count by the real clock, which says nothing here.
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
    /// How far its wall clock is ahead, in milliseconds.
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

/// A journal that outlives its house, takes its time and fails now and then. A crash meets
/// writes that are not yet durable, and others that are but whose answer nobody has heard.
pub(crate) struct SlowJournal {
    kept: Arc<MemoryJournal>,
    key: Key,
    writes: AtomicU64,
}

/// A disk takes up to this long. It is more than a slow one does, so that crashes hit it.
const SLOWEST_MILLIS: u32 = 12;

/// One in so many writes fails.
const FAILS_ONE_IN: u32 = 25;

impl SlowJournal {
    pub(crate) fn new(seed: u64) -> SlowJournal {
        SlowJournal {
            kept: Arc::default(),
            key: Key::from_seed(seed),
            writes: AtomicU64::new(0),
        }
    }
}

impl Journal for SlowJournal {
    fn submit(&self, write: Write, done: Done) {
        let n = self.writes.fetch_add(1, Ordering::Relaxed);
        let mut rng = self.key.stream(&format!("disk/{n}"));
        let pause = Duration::from_millis(rng.below(SLOWEST_MILLIS).into());
        let kept = self.kept.clone();
        let unavailable = || Error::Unavailable {
            why: "no space left on the device".to_owned(),
        };
        if rng.below(FAILS_ONE_IN) == 0 {
            match rng.below(3) {
                0 => done(Err(Error::Overloaded)),
                1 => done(Err(unavailable())),
                // It is written, but the commit could not say so.
                _ => kept.submit(write, Box::new(move |_| done(Err(unavailable())))),
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

    fn load(&self, table: &Code) -> Result<Record, Error> {
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
