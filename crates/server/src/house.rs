//! The house: everything that its sockets, tables and requests share.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kernel::{Json, Key, Rng};
use serde_json::Value;
use store::{Filter, Journal, NewTable, State, Summary, Write};
use table::messages::{GameList, Hint};
use table::{
    Answer, Ask, Create, Deal, DealKind, Dealt, Durable, Effect, Entry, GameCode, Millis, Nickname,
    Opening, Parsed, PlayerId, Secret, Sources, Table,
};
use tokio::sync::{mpsc, oneshot};

use crate::actor::{Actor, Asker, Start};
use crate::admin::{Closing, Notice};
use crate::bans::Bans;
use crate::brain::Brain;
use crate::budgets::Shortage;
use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::error::Fault;
use crate::experts::Experts;
use crate::games::Games;
use crate::guesses::Guesses;
use crate::limits::{AddressAllowance, Verdict};
use crate::lobby::{Lobby, MOST_LISTED};
use crate::mailbox::{self, Errand, Glance, Letter, Mailbox, Progress, Raw, Stub, Unsent};
use crate::openings::Openings;
use crate::places::Bound;
use crate::pool::{Pool, Size, Undone};
use crate::register::Register;
use crate::reviews::Reviews;
use crate::transport::{Connection, Desk, Knock, Packet, Reply, Session};
use crate::words::Words;
use crate::world::{self, World};
use crate::{durable, journal, metrics};

/// What everything in the house shares.
pub(crate) struct Shared {
    journal: Arc<dyn Journal>,
    games: Arc<Games>,
    world: Arc<dyn World>,
    clock: Clock,
    brain: Arc<dyn Brain>,
    thinkers: Pool,
    clerks: Pool,
    reviews: Reviews,
    experts: Experts,
    /// What the secrets of the daily deals come from, once it was needed.
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
    /// The tables at work, for whoever does not know the way to one yet.
    tables: Mutex<BTreeMap<GameCode, Stub>>,
    draining: AtomicBool,
    /// Held by whoever tries whether the journal can be written.
    probing: tokio::sync::Mutex<()>,
    /// Held by every table at work; when all are dropped, all are done.
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
            clock: Clock::start(config.world.clone()),
            brain: config.brain.clone(),
            thinkers: Pool::new("thinker", thinkers(config)),
            clerks: Pool::new("clerk", CLERKS),
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

    /// What a bot does, as well as it can in the time there is. The table replaces what is
    /// not legal, so nothing that goes wrong here stops a game.
    pub(crate) async fn choose(&self, address: IpAddr, ask: Ask) -> Value {
        let Ok(key) = self.key() else {
            return Value::Null;
        };
        let ask = Arc::new(ask);
        let start = Instant::now();
        let thought = self.think(address, &ask, &key).await;
        metrics::bot_moved(start.elapsed());
        match thought {
            Ok(Some(action)) => action,
            Ok(None) => self.quick(&ask, &key, "nothing", "it had no idea"),
            Err(why) => self.quick(&ask, &key, why.word(), &why.to_string()),
        }
    }

    /// What a bot comes to. One that must choose as everybody's does has all the time it needs:
    /// what it does must not depend on how busy the house is.
    async fn think(
        &self,
        address: IpAddr,
        ask: &Arc<Ask>,
        key: &Key,
    ) -> Result<Option<Value>, Undone> {
        loop {
            let (brain, asked, key) = (self.brain.clone(), ask.clone(), key.clone());
            let choose = move || brain.choose(&asked, &mut asked.stream(&key, "bot"));
            if ask.luck.is_none() {
                return self.thinkers.run(address, choose).await;
            }
            match self.thinkers.run_within(ALL_TIME, address, choose).await {
                Err(Undone::Busy(_)) => tokio::time::sleep(THINK_AGAIN).await,
                thought => return thought,
            }
        }
    }

    /// The quick move of a bot that did not come to a better one, which is logged.
    fn quick(&self, ask: &Ask, key: &Key, word: &'static str, why: &str) -> Value {
        let (game, level) = (ask.game, ask.level.name());
        metrics::bot_was_quick(word);
        tracing::warn!(game, level, why, "a bot played its quick move");
        let quick = || self.brain.quick(ask, &mut ask.stream(key, "quick"));
        // Its own failure leaves the move to the table.
        let quick = catch_unwind(AssertUnwindSafe(quick));
        quick.ok().flatten().unwrap_or_default()
    }

    /// What a player could do, if anybody knows.
    pub(crate) async fn advise(
        &self,
        address: IpAddr,
        ask: Ask,
    ) -> Result<Option<Vec<Hint>>, Fault> {
        let (brain, key) = (self.brain.clone(), self.key()?);
        let advise = move || brain.advise(&ask, &mut key.stream("advice"));
        Ok(self.thinkers.run(address, advise).await?)
    }

    /// Works out an answer to somebody at this address, who is told to come back if too
    /// much is asked.
    pub(crate) async fn work_out<T: Send + 'static>(
        self: &Arc<Self>,
        address: IpAddr,
        work: impl FnOnce(&Shared) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let house = self.clone();
        self.clerks.run(address, move || work(&house)).await?
    }

    /// The tables that are not closed.
    pub(crate) fn openings(&self) -> &Openings {
        &self.openings
    }

    pub(crate) const fn reviews(&self) -> &Reviews {
        &self.reviews
    }

    /// What experts made of the deals of the last days.
    pub(crate) const fn experts(&self) -> &Experts {
        &self.experts
    }

    /// Where the secret of the daily deals is kept once it was read.
    pub(crate) const fn kept_secret(&self) -> &OnceLock<Secret> {
        &self.daily
    }

    /// How long a table that nobody attends stays awake.
    pub(crate) const fn rest_after(&self) -> Duration {
        self.rest_after
    }

    /// How long a token is good without being used; nothing is for ever.
    pub(crate) const fn token_life(&self) -> Option<Duration> {
        self.token_life
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// Whether a proxy says where requests come from.
    pub(crate) const fn is_behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// Which codes addresses have tried.
    pub(crate) const fn guesses(&self) -> &Guesses {
        &self.guesses
    }

    /// What whoever names this table is told if it is not there, or not there for them.
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

    /// This node among others, in a house of several.
    pub(crate) const fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.cluster.as_ref()
    }

    /// How far a table is; nothing if it is at rest, when all that there is has been told.
    pub(crate) async fn progress(&self, code: &GameCode) -> Option<Progress> {
        match (self.progress_here(code).await, &self.cluster) {
            (None, Some(cluster)) => cluster.progress(code).await,
            (progress, _) => progress,
        }
    }

    /// How far a table of this node is.
    pub(crate) async fn progress_here(&self, code: &GameCode) -> Option<Progress> {
        let stub = self.tables().get(code)?.clone();
        let (sender, receiver) = oneshot::channel();
        stub.tell(Letter::Look(sender));
        receiver.await.ok()
    }

    /// Who is connected.
    pub(crate) fn register(&self) -> &Register {
        &self.register
    }

    /// Whether somebody wants to be called what nobody may.
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

    /// Who is kept out.
    pub(crate) const fn bans(&self) -> &Bans {
        &self.bans
    }

    /// Learns from the journal who is kept out.
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

    /// What everybody is told.
    pub(crate) const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Whether the house is to close soon.
    pub(crate) const fn closing(&self) -> &Closing {
        &self.closing
    }

    /// Where time and luck come from.
    pub(crate) fn world(&self) -> &dyn World {
        &*self.world
    }

    /// Milliseconds since 1970, on a clock that never jumps.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// The time of the house.
    pub(crate) const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Uses luck that has nothing to do with any game's.
    pub(crate) fn with_rng<T>(&self, f: impl FnOnce(&mut Rng) -> T) -> Result<T, Fault> {
        Ok(f(&mut self.key()?.stream("house")))
    }

    fn key(&self) -> Result<Key, Fault> {
        Ok(Key::new(world::draw(&*self.world)?))
    }

    /// Whether the journal can be written: as the last write went, if that is not long ago;
    /// else it is tried, once for all who ask.
    pub(crate) async fn can_write(&self) -> Result<(), Fault> {
        if let Some(outcome) = self.last_write() {
            return outcome;
        }
        let _probing = self.probing.lock().await;
        // Somebody else may have tried while we waited.
        if let Some(outcome) = self.last_write() {
            return outcome;
        }
        let probe = durable::write(&self.journal, Write::Probe);
        match tokio::time::timeout(RECENT, probe).await {
            Ok(outcome) => Ok(outcome?),
            Err(_) => Err(Fault::Busy),
        }
    }

    /// How a recent write went.
    fn last_write(&self) -> Option<Result<(), Fault>> {
        let last = self.journal.last_write()?;
        (last.at.elapsed() < RECENT).then(|| last.outcome.map_err(Fault::from))
    }

    /// Whether the house takes no commands any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Takes no commands any more, and waits until what was begun is done.
    pub(crate) async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        for stub in self.tables().values() {
            stub.tell(Letter::Stop);
        }
        lock(&self.at_work).take();
        // Nothing is ever sent: this ends when the last table is done.
        self.all_done.lock().await.recv().await;
    }

    /// Sends an errand to a table, and wakes the table if it is at rest. A connection
    /// that has asked the table before knows the way, and takes no lock that others need.
    pub(crate) fn send(self: &Arc<Self>, code: &GameCode, errand: Errand) {
        let mut errand = errand;
        if let Some(stub) = errand.connection.ways().to(code) {
            match stub.ask(errand) {
                Ok(()) => return,
                Err(Unsent::Busy(errand)) => return errand.reply.refuse(&Fault::Busy),
                Err(Unsent::Gone(again)) => errand = *again,
            }
        }
        // A table may be put to rest at any moment; it is soon found anew or woken.
        loop {
            let Some(stub) = self.way_to(code) else {
                return errand.reply.refuse(&Fault::Closing);
            };
            errand.connection.ways().remember(code, &stub);
            match stub.ask(errand) {
                Ok(()) => return,
                Err(Unsent::Busy(errand)) => return errand.reply.refuse(&Fault::Busy),
                Err(Unsent::Gone(again)) => errand = *again,
            }
        }
    }

    /// The way to a table, which is woken if it is at rest; nothing if the house is closing.
    fn way_to(self: &Arc<Self>, code: &GameCode) -> Option<Stub> {
        let mut tables = self.tables();
        match tables.get(code) {
            Some(stub) if !stub.is_closed() => Some(stub.clone()),
            _ => {
                let stub = self.put_to_work(code, Start::Journaled)?;
                tables.insert(code.clone(), stub.clone());
                Some(stub)
            }
        }
    }

    /// Sends a letter to a table, which is woken if it is at rest.
    pub(crate) fn tell(self: &Arc<Self>, code: &GameCode, letter: Letter) -> Result<(), Fault> {
        self.way_to(code).ok_or(Fault::Closing)?.tell(letter);
        Ok(())
    }

    /// Whether a table is in memory.
    pub(crate) fn is_at_work(&self, code: &GameCode) -> bool {
        let tables = self.tables();
        tables.get(code).is_some_and(|stub| !stub.is_closed())
    }

    /// Lets a table go, as if nobody attended it: who asks for it reads it anew.
    pub(crate) fn stop_table(&self, code: &GameCode) {
        if let Some(stub) = self.tables().get(code) {
            stub.tell(Letter::Stop);
        }
    }

    /// Lets a table find out whether another node has claimed it.
    pub(crate) fn check_table(&self, code: &GameCode) {
        if let Some(stub) = self.tables().get(code) {
            stub.tell(Letter::Check);
        }
    }

    /// Lets every table at work find that out, and gives their codes.
    pub(crate) fn check_tables(&self) -> Vec<GameCode> {
        let tables = self.tables();
        for stub in tables.values() {
            stub.tell(Letter::Check);
        }
        tables.keys().cloned().collect()
    }

    /// A table as it is now; nothing if it is at rest.
    pub(crate) async fn glance(&self, code: &GameCode) -> Option<Glance> {
        let stub = self.tables().get(code).cloned()?;
        glance(stub).await
    }

    /// Every table at work as it is now.
    pub(crate) async fn glances(&self) -> Vec<Glance> {
        let stubs: Vec<Stub> = self.tables().values().cloned().collect();
        let mut glances = Vec::with_capacity(stubs.len());
        for stub in stubs {
            glances.extend(glance(stub).await);
        }
        glances
    }

    /// Calls a player otherwise at every table at work. When this is done, so is all that they
    /// were told before.
    pub(crate) async fn rename(&self, player: &PlayerId, nickname: &Nickname) {
        let stubs: Vec<Stub> = self.tables().values().cloned().collect();
        for stub in stubs {
            let (done, renamed) = oneshot::channel();
            stub.tell(Letter::Rename {
                player: player.clone(),
                nickname: nickname.clone(),
                done,
            });
            // A table that has just been put to rest reads the new name.
            let _ = renamed.await;
        }
    }

    /// Wakes every table where nothing has happened for so long that it is to be
    /// closed: at rest it cannot notice the time.
    pub(crate) async fn sweep(self: &Arc<Self>) -> Result<(), Fault> {
        // One node does it for all.
        if self
            .cluster
            .as_ref()
            .is_some_and(|cluster| !cluster.is_first())
        {
            return Ok(());
        }
        // Only who has seen the latest entry knows how much time a house has seen pass.
        self.look_through(|summary| {
            self.clock.saw(summary.last_at);
            false
        })
        .await?;
        self.look_through(|summary| {
            let is_stale = self.is_stale(summary);
            if is_stale {
                self.wake(&summary.code);
            }
            is_stale
        })
        .await
    }

    /// Looks at every open table of the journal. Where that leads to work, it pauses.
    async fn look_through(&self, look: impl Fn(&Summary) -> bool) -> Result<(), Fault> {
        let mut filter = Filter {
            state: Some(State::Open),
            ..Filter::default()
        };
        loop {
            let page = filter.clone();
            let page = durable::read(&self.journal, move |journal| journal.list(&page)).await?;
            for summary in &page {
                if look(summary) {
                    tokio::time::sleep(SWEEP_PAUSE).await;
                }
            }
            match page.last() {
                Some(last) if page.len() == filter.limit => filter.after = Some(last.code.clone()),
                _ => return Ok(()),
            }
        }
    }

    /// Counts the tables that were open before the house was.
    pub(crate) async fn count_open_tables(&self) -> Result<(), Fault> {
        self.look_through(|summary| {
            self.count(summary);
            false
        })
        .await
    }

    /// Counts the tables that are open at all nodes, should this one have missed that some were
    /// opened or closed.
    pub(crate) async fn recount_open_tables(&self) -> Result<(), Fault> {
        let before = self.openings.codes();
        let open = Mutex::new(BTreeSet::new());
        self.look_through(|summary| {
            lock(&open).extend(summary.code.as_str().parse::<GameCode>());
            self.count(summary);
            false
        })
        .await?;
        let open = lock(&open);
        for code in before.iter().filter(|code| !open.contains(code)) {
            self.openings.closed(code);
        }
        Ok(())
    }

    fn count(&self, summary: &Summary) {
        let code = summary.code.as_str().parse::<GameCode>();
        let creator = PlayerId::new(summary.creator.as_str());
        if let (Ok(code), Ok(creator)) = (code, creator) {
            self.openings.remember(code, creator);
        }
    }

    /// Whether a table is to be closed. One of earlier rules stays, to be looked at.
    fn is_stale(&self, summary: &Summary) -> bool {
        let kind = self.games.find(&summary.game);
        let is_current =
            kind.is_some_and(|kind| kind.meta().rules_version == summary.rules_version);
        let unseen = self.clock.unseen_since(summary.last_at);
        let silent = self.now().saturating_sub(summary.last_at);
        is_current && Duration::from_millis(silent).saturating_sub(unseen) >= STALE
    }

    fn wake(self: &Arc<Self>, code: &store::Code) {
        let Ok(code) = code.as_str().parse::<GameCode>() else {
            return;
        };
        let mut tables = self.tables();
        if !tables.contains_key(&code)
            && let Some(stub) = self.put_to_work(&code, Start::Journaled)
        {
            tables.insert(code, stub);
        }
    }

    /// Starts a table's task; nothing if the house is closing.
    fn put_to_work(self: &Arc<Self>, code: &GameCode, start: Start) -> Option<Stub> {
        let at_work = lock(&self.at_work).clone()?;
        let (stub, mailbox) = mailbox::channel();
        let actor = Actor {
            house: self.clone(),
            code: code.clone(),
            stub: stub.clone(),
            mailbox,
        };
        tokio::spawn(async move {
            actor.run(start).await;
            drop(at_work);
        });
        Some(stub)
    }

    /// Takes a table out if no letter waits for it; whether it was. What comes at the last
    /// moment is sent again, which wakes the table.
    pub(crate) async fn retire(self: &Arc<Self>, code: &GameCode, mailbox: &mut Mailbox) -> bool {
        if !mailbox.is_empty() {
            return false;
        }
        self.remove(code);
        for letter in mailbox.close().await {
            if let Letter::Errand(errand) = letter {
                self.send(code, errand);
            }
        }
        true
    }

    /// Takes a table out: whoever asks for it from now on wakes it anew.
    pub(crate) fn remove(&self, code: &GameCode) {
        self.lobby.remove(code);
        self.tables().remove(code);
    }

    /// Opens a table and works at it.
    async fn create(self: Arc<Self>, connection: Arc<Connection>, create: Create, reply: Reply) {
        let Some(_at_work) = lock(&self.at_work).clone() else {
            return reply.refuse(&Fault::Closing);
        };
        match self.open(&connection, create).await {
            Ok(Opened::New {
                actor,
                table,
                effects,
            }) => {
                let asker = Asker {
                    connection,
                    reply,
                    raw: None,
                    has_id: false,
                };
                let start = Start::Opened {
                    table,
                    effects,
                    asker,
                };
                actor.run(start).await;
            }
            Ok(Opened::Answered(answer)) => reply.answer(&answer),
            Err(fault) => reply.refuse(&fault),
        }
    }

    /// Takes a code that no table at work has. From now on letters to it wait in the
    /// mailbox: whoever sent the same creation twice may know the code as soon as it is
    /// durable, and must not wake the table a second time.
    fn reserve(self: &Arc<Self>, code: &GameCode) -> Option<Actor> {
        let mut tables = self.tables();
        if tables.contains_key(code) {
            return None;
        }
        let (stub, mailbox) = mailbox::channel();
        tables.insert(code.clone(), stub.clone());
        Some(Actor {
            house: self.clone(),
            code: code.clone(),
            stub,
            mailbox,
        })
    }

    /// Opens a table under a code that no other has.
    async fn open(
        self: &Arc<Self>,
        connection: &Connection,
        asked: Create,
    ) -> Result<Opened, Fault> {
        let Some(kind) = self.games.find(&asked.game) else {
            return Err(Fault::UnknownGame);
        };
        let player = connection.player();
        let daily = match asked.deal {
            Some(DealKind::Daily) => Some((self.daily_secret().await?, self.today())),
            _ => None,
        };
        let mut room = None;
        for _ in 0..CODE_TRIES {
            let sources = Sources {
                fresh: Secret::new(world::draw(&*self.world)?),
                daily: daily.clone(),
                code: self.with_rng(GameCode::draw)?,
                second: self.with_rng(GameCode::draw)?,
            };
            let code = sources.code.clone();
            let mut create = asked.clone();
            let (secret, dealt) = match Dealt::prepare(kind, &mut create, sources) {
                Ok(prepared) => prepared,
                Err(refusal) => return Ok(Opened::Answered(Answer(Err(refusal)))),
            };
            // Whoever has begun today's game is led back to it, however many tables they have.
            if let (Some(_), Some(id)) = (&daily, &create.command_id) {
                let (creator, id) = (journal::same(player.as_str()), journal::same(id.as_str()));
                let find = move |journal: &dyn Journal| journal.creation(&creator, &id);
                if let Some(table) = durable::read(&self.journal, find).await? {
                    return self.opened_before(&table, &create).await;
                }
            }
            if room.is_none() {
                room = Some(self.openings.reserve(player, connection.address())?);
            }
            let second = match &dealt {
                Some(Dealt {
                    deal: Deal::Duplicate { second, .. },
                    ..
                }) => Some(second.clone()),
                _ => None,
            };
            if let (Some(second), Some(dealt)) = (&second, &dealt) {
                let opening = Opening {
                    code: second.clone(),
                    kind,
                    player: player.clone(),
                    secret: secret.clone(),
                    create: create.clone(),
                    dealt: Some(dealt.clone()),
                };
                match self.open_second(connection, opening).await? {
                    Second::Opened => {}
                    Second::Taken => continue,
                    Second::Refused(refusal) => {
                        return Ok(Opened::Answered(Answer(Err(refusal))));
                    }
                }
            }
            let commitment = *secret.of_game(1).commitment().bytes();
            let opening = Opening {
                code: code.clone(),
                kind,
                player: player.clone(),
                secret,
                create: create.clone(),
                dealt,
            };
            let now = self.now();
            let (table, effects) = match Table::open(Millis(now), opening) {
                Ok(opened) => opened,
                Err(refusal) => return Ok(Opened::Answered(Answer(Err(refusal)))),
            };
            // No game ends while a table is opened.
            let (Durable { entries, .. }, effects) = Effect::split_durable(effects);
            let new = NewTable {
                code: journal::code_of(&code),
                game: create.game.clone(),
                rules_version: kind.meta().rules_version,
                options: create.options.to_string(),
                commitment,
                creator: journal::same(player.as_str()),
                command_id: create
                    .command_id
                    .as_ref()
                    .map(|id| journal::same(id.as_str())),
                at: now,
            };
            let Some(actor) = self.reserve(&code) else {
                self.give_up_second(second).await;
                continue;
            };
            let Err(error) = journal::create(&self.journal, new, &entries).await else {
                let table = Box::new(table);
                if let Some(cluster) = &self.cluster {
                    cluster.table_opened(&code, player);
                }
                if let Some(room) = room {
                    room.opened(code);
                }
                return Ok(Opened::New {
                    actor,
                    table,
                    effects,
                });
            };
            actor.give_up().await;
            self.give_up_second(second).await;
            match error {
                store::Error::TableExists { .. } => {}
                store::Error::DuplicateCreation { table } => {
                    return self.opened_before(&table, &create).await;
                }
                error => return Err(error.into()),
            }
        }
        Err(Fault::Busy)
    }
}

/// What opening the second table of a duplicate came to.
enum Second {
    Opened,
    /// Another table has its code.
    Taken,
    Refused(table::Refusal),
}

impl Shared {
    /// Opens the second table of a duplicate, where nobody sits yet. It comes before the first: so
    /// whoever knows the code of the first finds both.
    async fn open_second(
        &self,
        connection: &Connection,
        opening: Opening,
    ) -> Result<Second, Fault> {
        let Opening { code, player, .. } = &opening;
        let (code, player) = (code.clone(), player.clone());
        let room = self.openings.reserve(&player, connection.address())?;
        let now = self.now();
        let new = NewTable {
            code: journal::code_of(&code),
            game: opening.create.game.clone(),
            rules_version: opening.kind.meta().rules_version,
            options: opening.create.options.to_string(),
            commitment: *opening.secret.of_game(1).commitment().bytes(),
            creator: journal::same(player.as_str()),
            command_id: None,
            at: now,
        };
        let (_, effects) = match Table::open(Millis(now), opening) {
            Ok(opened) => opened,
            Err(refusal) => return Ok(Second::Refused(refusal)),
        };
        let (Durable { entries, .. }, _) = Effect::split_durable(effects);
        match journal::create(&self.journal, new, &entries).await {
            Ok(()) => {}
            Err(store::Error::TableExists { .. }) => return Ok(Second::Taken),
            Err(error) => return Err(error.into()),
        }
        if let Some(cluster) = &self.cluster {
            cluster.table_opened(&code, &player);
        }
        room.opened(code);
        Ok(Second::Opened)
    }

    /// Closes the second table of a duplicate whose first was not opened: nobody knows its code.
    /// If that fails it is closed after a day, as every table where nothing happens.
    async fn give_up_second(&self, second: Option<GameCode>) {
        let Some(code) = second else { return };
        let stored = journal::code_of(&code);
        let closed = journal::finish(&self.journal, &stored, 0, 1, self.now()).await;
        match closed {
            Ok(()) => {
                self.openings.closed(&code);
                if let Some(cluster) = &self.cluster {
                    cluster.table_closed(&code);
                }
            }
            Err(error) => Fault::from(error).log(),
        }
    }
}

/// Who plays for bots and advises.
fn thinkers(config: &Config) -> Size {
    Size {
        threads: config.bot_threads,
        // Three bots at each of a thousand tables, and some more; of one address those of
        // all its tables.
        waiting: Bound {
            in_all: 4_096,
            each: 256,
        },
        budget: config.bot_budget,
    }
}

/// Who scores, replays and verifies for whoever asks by HTTP. One thread: who plays comes
/// before who looks things up.
const CLERKS: Size = Size {
    threads: NonZero::<usize>::MIN,
    waiting: Bound {
        in_all: 512,
        each: 32,
    },
    budget: Duration::from_secs(10),
};

/// No bot thinks so long, however many think at once.
const ALL_TIME: Duration = Duration::from_secs(600);

/// After so long a bot that must come to its own choice is asked again.
const THINK_AGAIN: Duration = Duration::from_millis(250);

/// A table closes itself when nothing happens for a day.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// A write of the last five seconds says how the journal does.
const RECENT: Duration = Duration::from_secs(5);

/// Between two tables that are only woken to be closed, so that players do not notice.
const SWEEP_PAUSE: Duration = Duration::from_millis(2);

/// A code is free with near certainty: a million tables take one in 887 of them.
const CODE_TRIES: usize = 8;

/// What opening a table came to.
enum Opened {
    /// A table, whose entries are durable, and who is to work at it.
    New {
        actor: Actor,
        table: Box<Table>,
        effects: Vec<Effect>,
    },
    /// Nothing new: this is the answer.
    Answered(Answer),
}

impl Shared {
    /// The answer that the creation of this table got the first time: that of the
    /// table as it was then.
    async fn opened_before(&self, code: &store::Code, create: &Create) -> Result<Opened, Fault> {
        let broken = || Fault::Broken("a table of the journal was opened by no command");
        let code: GameCode = code.as_str().parse().map_err(|_| broken())?;
        let entries = journal::load(&self.journal, &code).await?;
        let opening = entries
            .iter()
            .find(|entry| entry.command_id.is_some() && entry.command_id == create.command_id)
            .ok_or_else(broken)?;
        let (Some(player), Some(id)) = (&opening.player, &opening.command_id) else {
            return Err(broken());
        };
        let so_far = entries.iter().take_while(|entry| entry.seq <= opening.seq);
        let so_far: Vec<Entry> = so_far.cloned().collect();
        let table = journal::restore(&self.games, &code, &so_far)?;
        let answer = table.answer_to(player, id).cloned().ok_or_else(broken)?;
        Ok(Opened::Answered(answer))
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<GameCode, Stub>> {
        lock(&self.tables)
    }

    /// The answer to `list_games`.
    fn list(&self) -> Answer {
        let mut tables = self.lobby.tables();
        if let Some(cluster) = &self.cluster {
            tables.extend(cluster.open_tables());
            tables.truncate(MOST_LISTED);
        }
        Answer(Ok(Json::of(&GameList {
            tables,
            games: self.games.described().to_vec(),
        })))
    }
}

async fn glance(stub: Stub) -> Option<Glance> {
    let (asker, seen) = oneshot::channel();
    stub.tell(Letter::Glance(asker));
    // A table that waits for its journal is not waited for.
    let seen = tokio::time::timeout(GLANCE_PATIENCE, seen).await;
    seen.ok()?.ok()
}

/// How long a table may take to say how it is.
const GLANCE_PATIENCE: Duration = Duration::from_secs(2);

/// The sockets' desk.
impl Desk for Arc<Shared> {
    async fn admit(&self, knock: Knock) -> Result<Session, Fault> {
        if self.is_draining() {
            return Err(Fault::Closing);
        }
        let now = self.now();
        self.bans.check_address(knock.address, now)?;
        if knock.token.is_none() && self.new_players.take(knock.address) != Verdict::Within {
            let fault = Fault::from(Shortage::PlayersOfAddress);
            fault.log();
            return Err(fault);
        }
        if let (None, Some(cluster)) = (&knock.token, &self.cluster) {
            cluster.somebody_came(knock.address);
        }
        let session = self.identify(knock.token).await;
        let mut session = session.inspect_err(Fault::log)?;
        self.bans.check_player(&session.player, now)?;
        session.notice = self.notice.at(now);
        Ok(session)
    }

    fn enter(&self, connection: &Arc<Connection>) {
        self.register.enter(connection);
    }

    fn take(&self, connection: &Arc<Connection>, packet: Packet, reply: Reply) {
        metrics::command();
        if self.is_draining() {
            return reply.refuse(&Fault::Closing);
        }
        let payload = match packet.payload {
            Ok(payload) => payload,
            Err(fault) => return reply.refuse(&fault.into()),
        };
        if let Some(cluster) = &self.cluster
            && let Some(code) = self.names_table_elsewhere(&payload)
        {
            let event = packet.event;
            return cluster.forward(&code, connection, Raw { event, payload }, reply);
        }
        match table::read(&packet.event, &payload) {
            Err(refusal) => reply.answer(&Answer(Err(refusal))),
            Ok(Parsed::List) => reply.answer(&self.list()),
            Ok(Parsed::Tokens(ask)) => {
                let (house, connection) = (self.clone(), connection.clone());
                tokio::spawn(house.run_token_errand(connection, ask, reply));
            }
            Ok(parsed) if self.forbids_name(&parsed) => reply.refuse(&Fault::ForbiddenName),
            Ok(Parsed::Create(_)) if self.closing.is_soon() => reply.refuse(&Fault::ClosingSoon),
            Ok(Parsed::Create(create)) => {
                tokio::spawn(self.clone().create(connection.clone(), create, reply));
            }
            Ok(Parsed::AtTable { code, request }) => {
                let connection = connection.clone();
                let event = packet.event;
                let raw = self.cluster.is_some().then_some(Raw { event, payload });
                let errand = Errand {
                    connection,
                    request,
                    reply,
                    raw,
                };
                self.send(&code, errand);
            }
        }
    }
}

impl Shared {
    /// The code of a table that a command names, if the table is not at work at this node.
    fn names_table_elsewhere(&self, payload: &Value) -> Option<GameCode> {
        let code = payload.get("gameCode")?.as_str()?.parse().ok()?;
        (!self.is_at_work(&code)).then_some(code)
    }

    /// Takes a command for a table of this node that came to another node.
    pub(crate) fn take_at_table(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        event: &str,
        payload: Value,
        reply: Reply,
    ) {
        match table::read(event, &payload) {
            Err(refusal) => reply.answer(&Answer(Err(refusal))),
            Ok(parsed) if self.forbids_name(&parsed) => reply.refuse(&Fault::ForbiddenName),
            Ok(Parsed::AtTable { code, request }) if self.is_at_work(&code) => {
                let errand = Errand {
                    connection: connection.clone(),
                    request,
                    reply,
                    raw: None,
                };
                self.send(&code, errand);
            }
            Ok(_) => reply.refuse(&Fault::Moved),
        }
    }
}

/// What is behind these locks is whole between any two statements, so a panic
/// elsewhere is no reason to stop.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
