//! A house of several nodes: every table is at one of them, and a socket may be at any.
//!
//! ```text
//! socket ── node A ──(command for table T)──▶ node B has T, epoch 7 ──(append, epoch 7)──▶ store
//!   ▲          ▲                                   │
//!   └──────────┴───(what this connection is told)──┘
//! ```
//!
//! A command for a table that is not here goes to the subject of that table. If nobody listens
//! there, this node claims the table: it reads the table's epoch, makes sure that still nobody
//! answers, listens, and raises the epoch. If two nodes claim at once, one wins, and the other
//! sends its letters there. A node that has lost a table finds out at its next append, which the
//! store refuses, and stops without a word.
//!
//! To a table, a player of another node is a `Connection` like any other. Events and answers for
//! that player go to the other node in one order. The bus may lose anything. Numbers without gaps
//! show that something is missing, and `sync` brings it; a lost answer is cured by the same
//! `commandId`.

mod away;
mod bus;
mod claims;
mod guests;
mod letters;
mod moving;
mod nats;
mod orders;
mod outbox;
mod questions;
mod round;
mod stand;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use kernel::Json;
use store::{NodeId, Write};
use table::{GameCode, Millis};
use tokio::time::Instant;

use crate::durable;
use crate::house::Shared;
use crate::lobby::MOST_LISTED;
use crate::mailbox::Progress;
use crate::metrics;
use crate::transport::Emission;
use crate::world::{self, SystemWorld};
use away::Away;
use guests::Guests;
use letters::{Line, ToAll, ToNode};
use orders::Orders;
use outbox::Outbox;
use questions::{Asked, Question};
use round::Round;

pub use bus::{Bus, BusError, Heard, Nobody};
pub use nats::NatsBus;

/// The interval at which a node reports that it is alive, and the silence after which it counts as
/// gone.
const HEARTBEAT: Duration = Duration::from_millis(500);
const SILENCE: Duration = Duration::from_secs(2);

/// The length of this node's lease on its tables, and how often it is renewed.
const LEASE: Duration = Duration::from_secs(4);
const RENEW: Duration = Duration::from_secs(1);

/// The interval at which a node reads the bans again, in case it missed an order.
const REREAD: Duration = Duration::from_secs(10);

/// The time that another node has to answer before only its lease counts.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time that the players of a table that came here have to reconnect before they count as away.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// The settings of a node in a house of several.
#[derive(Debug, Clone)]
pub struct Nodes {
    /// The name of this node, unique in the house.
    pub node: NodeId,
    /// The connection to the other nodes.
    pub bus: Arc<dyn Bus>,
}

impl Nodes {
    /// A node under a new name, on the NATS servers of this address.
    pub async fn join(address: &str) -> Result<Nodes, BusError> {
        let bus = Arc::new(NatsBus::connect(address).await?);
        let name: [u8; 8] = world::draw(&SystemWorld).map_err(BusError::new)?;
        let name: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        let node = name.parse().map_err(BusError::new)?;
        Ok(Nodes { node, bus })
    }
}

/// This node among the others.
pub(crate) struct Cluster {
    node: NodeId,
    name: Arc<str>,
    bus: Arc<dyn Bus>,
    outbox: Outbox,
    house: OnceLock<Weak<Shared>>,
    next: AtomicU64,
    asked: Mutex<BTreeMap<u64, Asked>>,
    guests: Guests,
    away: Away,
    /// When each other node was last heard.
    nodes: Mutex<BTreeMap<String, Instant>>,
    /// The tables of each other node that wait for players.
    lobbies: Mutex<BTreeMap<String, Vec<Json>>>,
    orders: Orders,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Cluster")
            .field("node", &self.node)
            .finish_non_exhaustive()
    }
}

impl Cluster {
    pub(crate) fn new(nodes: &Nodes) -> Arc<Cluster> {
        let name: Arc<str> = nodes.node.as_str().into();
        Arc::new(Cluster {
            node: nodes.node.clone(),
            name: name.clone(),
            bus: nodes.bus.clone(),
            outbox: Outbox::open(nodes.bus.clone(), name.clone()),
            house: OnceLock::new(),
            next: AtomicU64::new(0),
            asked: Mutex::default(),
            guests: Guests::default(),
            away: Away::default(),
            nodes: Mutex::default(),
            lobbies: Mutex::default(),
            orders: Orders::default(),
        })
    }

    /// Listens and sends until the house ends.
    pub(crate) async fn start(self: &Arc<Self>, house: &Arc<Shared>) -> Result<(), BusError> {
        let _ = self.house.set(Arc::downgrade(house));
        metrics::is_node(&self.name);
        let own = self
            .bus
            .listen(format!("{}.>", node_subject(&self.name)), None);
        let own = own.await?;
        let all = self.bus.listen(ALL.to_owned(), None).await?;
        tokio::spawn(self.clone().hear_own(own));
        tokio::spawn(self.clone().hear_all(all));
        tokio::spawn(self.clone().stay());
        tokio::spawn(self.clone().keep_lease());
        self.renew_lease(house).await;
        Ok(())
    }

    fn next_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// The name of this node.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    async fn hear_own(self: Arc<Self>, mut heard: BoxStream<'static, Heard>) {
        while let Some(Heard { subject, message }) = heard.next().await {
            match message {
                Err(Nobody) => {
                    let number = subject
                        .rsplit('.')
                        .next()
                        .and_then(|last| last.parse().ok());
                    if let Some(asked) = number.and_then(|number| self.take(number)) {
                        self.nobody(asked);
                    }
                }
                Ok(text) => {
                    self.hear_parcel(&text);
                }
            }
        }
    }

    /// Another node tells something to this one. Each connection gets its part in order; letters
    /// for the node itself wait for what came before them.
    fn hear_parcel(self: &Arc<Self>, text: &str) {
        let (from, letters) = letters::unpack(text);
        let mut round = Round::default();
        for (letter, enclosed) in letters {
            match Line::read(letter, enclosed) {
                Some(Line::Told { code, to, event }) => {
                    let event = Emission::written(event);
                    for connection in to {
                        round.tell(connection, &code, &event);
                    }
                }
                Some(Line::Answer { number, ack }) => {
                    if let Some(asked) = self.take(number)
                        && let Question::Command(command) = asked.question
                    {
                        round.answer(asked.code, command, ack);
                    }
                }
                Some(Line::Plain(letter)) => {
                    self.hand_out(from, std::mem::take(&mut round));
                    self.hear_letter(from, letter);
                }
                None => {}
            }
        }
        self.hand_out(from, round);
    }

    fn hear_letter(self: &Arc<Self>, from: &str, letter: ToNode) {
        match letter {
            ToNode::NotHere { number } => {
                if let Some(asked) = self.take(number) {
                    self.nobody(asked);
                }
            }
            // Dropping a question answers it too.
            ToNode::NotNow { number } => drop(self.take(number)),
            ToNode::Progress {
                number,
                last_entry,
                now,
            } => {
                if let Some(asked) = self.take(number)
                    && let Question::Look(sender) = asked.question
                {
                    let now = Millis(now);
                    // The asker may be gone.
                    let _ = sender.send(Some(Progress { last_entry, now }));
                }
            }
            ToNode::Gone { connection } => self.guests.gone(from, connection),
            ToNode::Forgotten => {
                for code in self.away.tables_of(from) {
                    self.catch_up(&code);
                }
            }
            ToNode::Done { number, outcome } => self.hear_outcome(number, outcome),
            ToNode::Notice(notice) => {
                if let Some(house) = self.house() {
                    house.notice().put(notice);
                }
            }
        }
    }

    async fn hear_all(self: Arc<Self>, mut heard: BoxStream<'static, Heard>) {
        while let Some(Heard { message, .. }) = heard.next().await {
            let text = message.unwrap_or_default();
            let (node, letters) = letters::unpack(&text);
            if *node == *self.name {
                continue;
            }
            for letter in letters.filter_map(|(letter, _)| letters::read(letter)) {
                self.hear_of(node, letter);
            }
        }
    }

    /// Another node tells something to all others.
    fn hear_of(self: &Arc<Self>, from: &str, letter: ToAll) {
        let Some(house) = self.house() else { return };
        match letter {
            ToAll::Here => self.heard_of(from),
            ToAll::Lobby { mut tables } => {
                tables.truncate(MOST_LISTED);
                self.lobbies().insert(from.to_owned(), tables);
            }
            ToAll::Moved { code } => {
                house.check_table(&code);
                self.catch_up(&code);
            }
            ToAll::Order { number, order } => self.hear_order(from, number, order),
            ToAll::Came { address } => house.counted_elsewhere(address),
            ToAll::Opened { code, player } => house.openings().remember(code, player),
            ToAll::Closed { code } => house.openings().closed(&code),
        }
    }

    /// Another node reported that it is alive. A new one is told the present announcement.
    fn heard_of(&self, node: &str) {
        let mut nodes = self.nodes();
        if let Some(heard) = nodes.get_mut(node) {
            *heard = Instant::now();
            return;
        }
        nodes.insert(node.to_owned(), Instant::now());
        drop(nodes);
        if let Some(house) = self.house()
            && let Some(notice) = house.notice().at(house.now())
        {
            let notice = ToNode::Notice(notice);
            self.outbox.send(told_subject(node), &notice);
        }
    }

    /// Reports that this node is alive, notices missing nodes, and repeats unanswered questions.
    async fn stay(self: Arc<Self>) {
        let mut n_gaps = self.bus.n_gaps();
        let mut listed = false;
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            let Some(house) = self.house() else { return };
            self.tell_all(&ToAll::Here);
            let tables = house.lobby().tables();
            if !tables.is_empty() || listed {
                listed = !tables.is_empty();
                self.tell_all(&ToAll::Lobby { tables });
            }
            let gaps = self.bus.n_gaps();
            if std::mem::replace(&mut n_gaps, gaps) != gaps {
                self.make_good(&house);
            }
            self.miss_nodes();
            self.miss_answers();
        }
    }

    /// Renews the lease and reads the bans again. It may have to wait for the store and is
    /// therefore separate from [`Self::stay`]: a node that cannot reach the store is still alive.
    async fn keep_lease(self: Arc<Self>) {
        let mut renewed = Instant::now();
        let mut reread = Instant::now();
        loop {
            tokio::time::sleep(RENEW).await;
            let Some(house) = self.house() else { return };
            let asked = Instant::now();
            let is_held = self.renew_lease(&house).await;
            if is_held && renewed.elapsed() >= LEASE {
                tracing::warn!("the lease of this node was over: others may have its tables");
                house.check_tables();
            }
            if is_held {
                renewed = asked;
            }
            if reread.elapsed() >= REREAD {
                reread = Instant::now();
                house.read_bans_again().await;
            }
        }
    }

    /// A node with a table that somebody here attends counts as missing when it is silent, even if
    /// it never reported.
    fn expect_node(&self, node: &str) {
        let mut nodes = self.nodes();
        if !nodes.contains_key(node) {
            nodes.insert(node.to_owned(), Instant::now());
        }
    }

    /// Lets other nodes have the tables of this one at once.
    pub(crate) async fn leave(&self, house: &Shared) {
        self.lease(house, Duration::ZERO).await;
    }

    /// Whether the store accepted it.
    async fn renew_lease(&self, house: &Shared) -> bool {
        self.lease(house, LEASE).await
    }

    async fn lease(&self, house: &Shared, lasts: Duration) -> bool {
        let lease = Write::Lease {
            node: self.node.clone(),
            lasts,
        };
        let renewed = tokio::time::timeout(RENEW, durable::write(house.journal(), lease));
        let is_held = matches!(renewed.await, Ok(Ok(())));
        if !is_held {
            tracing::warn!("the lease of this node was not renewed");
        }
        is_held
    }

    fn miss_nodes(self: &Arc<Self>) {
        let silent: Vec<String> = {
            let mut nodes = self.nodes();
            let silent = nodes.extract_if(.., |_, heard| heard.elapsed() > SILENCE);
            silent.map(|(node, _)| node).collect()
        };
        for node in silent {
            tracing::warn!(node, "a node is silent");
            self.guests.lost(&node);
            let forgotten = ToNode::Forgotten;
            self.outbox.send(told_subject(&node), &forgotten);
            self.lobbies().remove(&node);
            for code in self.away.tables_of(&node) {
                self.catch_up(&code);
            }
        }
    }

    /// The tables of other nodes that wait for players.
    pub(crate) fn open_tables(&self) -> Vec<Json> {
        self.lobbies().values().flatten().cloned().collect()
    }

    fn lobbies(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Json>>> {
        self.lobbies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the other nodes can be reached.
    pub(crate) fn is_connected(&self) -> bool {
        self.bus.is_connected()
    }

    fn house(&self) -> Option<Arc<Shared>> {
        self.house.get()?.upgrade()
    }

    fn nodes(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const ALL: &str = "tallyhouse.all";
fn table_subject(code: &GameCode) -> String {
    format!("tallyhouse.table.{code}")
}

fn node_subject(node: &str) -> String {
    format!("tallyhouse.node.{node}")
}

fn told_subject(node: &str) -> String {
    format!("tallyhouse.node.{node}.told")
}
