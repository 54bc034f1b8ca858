//! The house: everything that its sockets, tables and requests share.

mod desk;
mod opening;
mod sweep;
mod tables;
mod thinking;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kernel::{Key, Rng};
use store::{Journal, Write};
use table::{GameCode, Parsed, Secret};
use tokio::sync::mpsc;

use crate::admin::{Closing, Notice};
use crate::bans::Bans;
use crate::brain::Brain;
use crate::clock::HouseClock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::durable;
use crate::error::Fault;
use crate::experts::Experts;
use crate::games::Games;
use crate::guesses::Guesses;
use crate::limits::AddressAllowance;
use crate::lobby::Lobby;
use crate::mailbox::{Letter, Stub};
use crate::openings::Openings;
use crate::pool::ThreadPool;
use crate::register::Register;
use crate::reviews::Reviews;
use crate::words::Words;
use crate::world::{self, World};

use thinking::{CLERKS, ERASERS, thinkers};

/// The parts of the house that everything shares.
pub(crate) struct Shared {
    journal: Arc<dyn Journal>,
    games: Arc<Games>,
    world: Arc<dyn World>,
    clock: HouseClock,
    brain: Arc<dyn Brain>,
    thinkers: ThreadPool,
    clerks: ThreadPool,
    erasers: ThreadPool,
    reviews: Reviews,
    experts: Experts,
    /// The source of the secrets of the daily deals, after its first use.
    daily: OnceLock<Secret>,
    openings: Arc<Openings>,
    new_players: AddressAllowance,
    rest_after: Duration,
    behind_proxy: bool,
    guesses: Guesses,
    token_life: Option<Duration>,
    lobby: Lobby,
    register: Arc<Register>,
    words: Words,
    bans: Bans,
    notice: Notice,
    closing: Closing,
    cluster: Option<Arc<Cluster>>,
    /// The ways to the tables at work.
    tables: Mutex<BTreeMap<GameCode, Stub>>,
    draining: AtomicBool,
    /// Held during a try to write the journal: the end of the last try, and its result.
    probing: tokio::sync::Mutex<Option<(Instant, Result<(), Fault>)>>,
    /// Held by every table at work; when all are dropped, all tables have ended.
    at_work: Mutex<Option<mpsc::Sender<()>>>,
    all_done: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

impl Shared {
    /// A house with these journals.
    pub(crate) fn new(config: &Config, journal: Arc<dyn Journal>) -> Arc<Shared> {
        let (at_work, all_done) = mpsc::channel(1);
        let bans = Bans::of(&*journal);
        Arc::new(Shared {
            journal,
            games: Arc::new(Games::new(config.games)),
            world: config.world.clone(),
            clock: HouseClock::start(config.world.clone()),
            brain: config.brain.clone(),
            thinkers: ThreadPool::new("thinker", thinkers(config)),
            clerks: ThreadPool::new("clerk", CLERKS),
            erasers: ThreadPool::new("eraser", ERASERS),
            reviews: Reviews::new(),
            experts: Experts::default(),
            daily: OnceLock::new(),
            openings: Openings::new(&config.budgets),
            new_players: AddressAllowance::new(config.budgets.players),
            rest_after: config.rest_after,
            behind_proxy: config.behind_proxy,
            guesses: Guesses::new(config.wrong_codes),
            token_life: config.token_life,
            lobby: Lobby::default(),
            register: Arc::default(),
            words: config.words.clone(),
            bans,
            notice: Notice::default(),
            closing: Closing::default(),
            cluster: config.nodes.as_ref().map(Cluster::new),
            tables: Mutex::default(),
            draining: AtomicBool::new(false),
            probing: tokio::sync::Mutex::default(),
            at_work: Mutex::new(Some(at_work)),
            all_done: tokio::sync::Mutex::new(all_done),
        })
    }

    pub(crate) fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    pub(crate) const fn games(&self) -> &Arc<Games> {
        &self.games
    }

    /// The tables that are not closed.
    pub(crate) fn openings(&self) -> &Openings {
        &self.openings
    }

    pub(crate) const fn reviews(&self) -> &Reviews {
        &self.reviews
    }

    /// The games of experts with the deals of the last days.
    pub(crate) const fn experts(&self) -> &Experts {
        &self.experts
    }

    /// The secret of the daily deals, after it was first read.
    pub(crate) const fn kept_secret(&self) -> &OnceLock<Secret> {
        &self.daily
    }

    /// The time that a table which nobody attends stays awake.
    pub(crate) const fn rest_after(&self) -> Duration {
        self.rest_after
    }

    /// The time that an unused token stays good; `None` means for ever.
    pub(crate) const fn token_life(&self) -> Option<Duration> {
        self.token_life
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// Whether a proxy reports the address of requests.
    pub(crate) const fn is_behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// The wrong codes that addresses have tried.
    pub(crate) const fn guesses(&self) -> &Guesses {
        &self.guesses
    }

    /// The refusal for a table that does not exist, or that the caller may not see.
    pub(crate) fn no_table(&self, address: IpAddr, code: &GameCode) -> Fault {
        match self.guesses.was_wrong(address, code.as_str()) {
            Ok(()) => Fault::NoTable,
            Err(wait) => Fault::Guessing(wait),
        }
    }

    /// Whether the other nodes can be reached, if there are any.
    pub(crate) fn reaches_others(&self) -> bool {
        let cluster = self.cluster.as_ref();
        cluster.is_none_or(|cluster| cluster.is_connected())
    }

    /// This node, in a house of several.
    pub(crate) const fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.cluster.as_ref()
    }

    /// The players, tokens and addresses that are connected.
    pub(crate) fn register(&self) -> &Register {
        &self.register
    }

    /// Whether a command has a forbidden name.
    fn forbids_name(&self, parsed: &Parsed) -> bool {
        let nickname = match parsed {
            Parsed::Create(create) => &create.nickname,
            Parsed::AtTable { request, .. } => match &request.command {
                table::Command::Join { nickname, .. } => nickname,
                _ => return false,
            },
            _ => return false,
        };
        self.words.forbid(nickname)
    }

    /// The bans.
    pub(crate) const fn bans(&self) -> &Bans {
        &self.bans
    }

    /// Reads the bans from the journal again.
    pub(crate) async fn read_bans_again(&self) {
        match durable::read(&self.journal, |journal| Bans::read(journal)).await {
            Ok(bans) => {
                for ban in bans.iter().filter(|ban| !self.bans.knows(ban)) {
                    self.show_out(&ban.banned);
                }
                self.bans.replace(bans);
            }
            Err(fault) => fault.log(),
        }
    }

    /// Somebody without a token has come to another node.
    pub(crate) fn counted_elsewhere(&self, address: IpAddr) {
        self.new_players.take(address);
    }

    /// The present announcement.
    pub(crate) const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Whether the house is to close soon.
    pub(crate) const fn closing(&self) -> &Closing {
        &self.closing
    }

    /// The source of time and luck.
    pub(crate) fn world(&self) -> &dyn World {
        &*self.world
    }

    /// Milliseconds since 1970, on a clock that never jumps.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// The time of the house.
    pub(crate) const fn clock(&self) -> &HouseClock {
        &self.clock
    }

    /// Draws luck that is independent of every game.
    pub(crate) fn with_rng<T>(&self, f: impl FnOnce(&mut Rng) -> T) -> Result<T, Fault> {
        Ok(f(&mut self.key()?.stream("house")))
    }

    fn key(&self) -> Result<Key, Fault> {
        Ok(Key::new(world::draw(&*self.world)?))
    }

    /// Whether the journal can be written. A recent write tells; otherwise one is tried, once for
    /// everybody who asks.
    pub(crate) async fn can_write(&self) -> Result<(), Fault> {
        if let Some(outcome) = self.last_write() {
            return outcome;
        }
        let came = Instant::now();
        let mut probed = self.probing.lock().await;
        // Another caller may have tried while this one waited, perhaps for so long that the journal
        // has noted nothing.
        if let Some((ended, outcome)) = &*probed
            && *ended >= came
        {
            return outcome.clone();
        }
        let probe = durable::write(&self.journal, Write::Probe);
        let outcome = match tokio::time::timeout(RECENT, probe).await {
            Ok(outcome) => outcome.map_err(Fault::from),
            Err(_) => Err(Fault::Busy),
        };
        *probed = Some((Instant::now(), outcome.clone()));
        outcome
    }

    /// The result of a recent write.
    fn last_write(&self) -> Option<Result<(), Fault>> {
        let last = self.journal.last_write()?;
        (last.at.elapsed() < RECENT).then(|| last.outcome.map_err(Fault::from))
    }

    /// Whether the house takes no commands any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Takes no more commands, and waits until all work is done.
    pub(crate) async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        for stub in self.tables().values() {
            stub.tell(Letter::Stop);
        }
        lock(&self.at_work).take();
        // Nothing is ever sent: this ends when the last table is done.
        self.all_done.lock().await.recv().await;
    }
}

/// The age up to which a write tells whether the journal works.
const RECENT: Duration = Duration::from_secs(5);

/// The data behind these locks is whole between any two statements: a panic elsewhere is no reason
/// to stop.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
