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
//! answers, listens, and raises the epoch. Of two that claim at once one wins, and the other
//! sends its letters there. Whoever lost a table finds out at its next append, which the store
//! refuses, and stops without a word.
//!
//! To a table, a player of another node is a [`Connection`] like any other; what it is told goes
//! to that node in order, with the answers to its commands on the same way. The bus may lose
//! anything. Numbers without gaps show that something is missing, and `sync` brings it; a lost
//! answer is cured by the same `commandId`.

mod away;
mod bus;
mod guests;
mod letters;
mod nats;
mod orders;
mod outbox;
mod stand;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use kernel::Json;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use store::{NodeId, Write};
use table::{GameCode, Millis, Parsed, PlayerId};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::durable;
use crate::error::Fault;
use crate::house::Shared;
use crate::lobby::MOST_LISTED;
use crate::mailbox::{Errand, Progress, Raw};
use crate::transport::{Connection, Reply};
use crate::world::{self, SystemWorld};
use away::Away;
use guests::Guests;
use letters::{Guest, ToAll, ToNode, ToTable};
use orders::Orders;
use outbox::Outbox;
use stand::show;

pub use bus::{Bus, BusError, Heard, Nobody};
pub use nats::NatsBus;

/// How a node says that it is there, and how long it may be silent.
const HEARTBEAT: Duration = Duration::from_millis(500);
const SILENCE: Duration = Duration::from_secs(2);

/// How long the store keeps other nodes from the tables of this one, and how often that is
/// renewed.
const LEASE: Duration = Duration::from_secs(4);
const RENEW: Duration = Duration::from_secs(1);

/// How often a node looks who is banned, should it have missed an order.
const REREAD: Duration = Duration::from_secs(10);

/// How long another node may take to answer before its lease decides.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a command is sent before it is refused.
const MOST_TRIES: u8 = 8;

/// How many commands may wait for other nodes.
const MOST_ASKED: usize = 16 * 1024;

/// Who sits at a table that came from another node has so long to be heard of.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// What a node needs to be one of several.
#[derive(Debug, Clone)]
pub struct Nodes {
    /// What this node is called; no other may be called so.
    pub node: NodeId,
    /// How it reaches the others.
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
    /// When each other node was last heard of.
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

/// What this node has asked another, and has no answer to yet.
struct Asked {
    code: GameCode,
    until: Instant,
    question: Question,
}

enum Question {
    /// A command of somebody here.
    Command(Command),
    /// How far a table is; nothing if nobody has it.
    Look(oneshot::Sender<Option<Progress>>),
}

/// A command that goes to another node.
struct Command {
    connection: Arc<Connection>,
    raw: Raw,
    purpose: Purpose,
    tries: u8,
}

enum Purpose {
    /// Somebody waits for the answer.
    Reply(Reply),
    /// This table has moved: the answer tells the connection how it stands there. It may be
    /// opened by a share key.
    Catch(GameCode, Option<String>),
}

impl Cluster {
    pub(crate) fn new(nodes: &Nodes) -> Arc<Cluster> {
        Arc::new(Cluster {
            node: nodes.node.clone(),
            name: nodes.node.as_str().into(),
            bus: nodes.bus.clone(),
            outbox: Outbox::open(nodes.bus.clone()),
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

    /// Listens and speaks until the house is gone.
    pub(crate) async fn start(self: &Arc<Self>, house: &Arc<Shared>) -> Result<(), BusError> {
        let _ = self.house.set(Arc::downgrade(house));
        let own = self
            .bus
            .listen(format!("{}.>", node_subject(&self.name)), None);
        let own = own.await?;
        let all = self.bus.listen(ALL.to_owned(), None).await?;
        tokio::spawn(self.clone().hear_own(own));
        tokio::spawn(self.clone().hear_all(all));
        tokio::spawn(self.clone().stay());
        self.renew_lease(house).await;
        Ok(())
    }

    /// Sends a command to the table of another node, or claims the table.
    pub(crate) fn forward(
        self: &Arc<Self>,
        code: &GameCode,
        connection: &Arc<Connection>,
        raw: Raw,
        reply: Reply,
    ) {
        if self.asked().len() >= MOST_ASKED || !self.is_connected() {
            return reply.refuse(&Fault::Busy);
        }
        if !connection.is_open() {
            return;
        }
        if self.away.goes(connection) {
            let (cluster, id) = (self.clone(), connection.id());
            let part = move || cluster.parted(id);
            connection.when_parted("the other nodes", Box::new(part));
        }
        let key = raw.payload.get("key").and_then(Value::as_str);
        self.away.brings(connection.id(), code, key);
        self.send(
            code.clone(),
            Command {
                connection: connection.clone(),
                raw,
                purpose: Purpose::Reply(reply),
                tries: 0,
            },
        );
    }

    fn send(self: &Arc<Self>, code: GameCode, command: Command) {
        let guest = Guest {
            node: self.name.to_string(),
            connection: command.connection.id(),
            player: command.connection.player().to_string(),
            address: command.connection.address(),
        };
        let Ok(payload) = to_raw_value(&command.raw.payload) else {
            return;
        };
        let event = command.raw.event.clone();
        self.ask(code, Question::Command(command), |number| {
            ToTable::Command {
                guest,
                event,
                payload,
                number,
            }
        });
    }

    fn ask(&self, code: GameCode, question: Question, letter: impl FnOnce(u64) -> ToTable) {
        let number = self.next_number();
        let subject = table_subject(&code);
        let until = Instant::now() + PATIENCE;
        let asked = Asked {
            code,
            until,
            question,
        };
        self.asked().insert(number, asked);
        let answer_to = format!("{}.{number}", node_subject(&self.name));
        self.outbox.send(subject, Some(answer_to), &letter(number));
    }

    fn next_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// What this node is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How far a table is that is not here; nothing if it is nowhere.
    pub(crate) async fn progress(&self, code: &GameCode) -> Option<Progress> {
        let (sender, receiver) = oneshot::channel();
        let node = self.name.to_string();
        self.ask(code.clone(), Question::Look(sender), |number| {
            ToTable::Look { node, number }
        });
        receiver.await.ok()?
    }

    /// Takes a table that nobody has, and gives its new epoch. From before the claim on, what is
    /// sent to the table arrives at its mailbox here, until the claim is dropped.
    pub(crate) async fn claim(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
    ) -> Result<Claim, Fault> {
        let stored = crate::journal::code_of(code);
        let wanted = stored.clone();
        let head = durable::read(house.journal(), move |journal| journal.head(&wanted)).await?;
        // Whoever has it by now has raised the epoch after we read it, or answers.
        let unanswered = match self.is_anywhere(code).await {
            Some(true) => return Err(Fault::Moved),
            Some(false) => true,
            None => false,
        };
        let listening = self.listen_for(house, code).await?;
        let claim = Write::Claim {
            table: stored,
            epoch: head.epoch,
            node: self.node.clone(),
            unanswered,
        };
        durable::write(house.journal(), claim).await?;
        self.announce(code);
        // Those of this node who attended it elsewhere do so here from now on.
        self.catch_up(code);
        Ok(Claim {
            epoch: head.epoch + 1,
            came_from: head.owner.is_some(),
            _listening: listening,
        })
    }

    /// Whether somebody has a table; nothing if nobody can say.
    async fn is_anywhere(&self, code: &GameCode) -> Option<bool> {
        let (sender, receiver) = oneshot::channel();
        let node = self.name.to_string();
        self.ask(code.clone(), Question::Look(sender), |number| {
            ToTable::Look { node, number }
        });
        match receiver.await {
            Ok(found) => Some(found.is_some()),
            // It was not answered in time.
            Err(_) => None,
        }
    }

    async fn listen_for(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
    ) -> Result<Listening, Fault> {
        let listen = self.bus.listen(table_subject(code), Some(OWNER));
        let heard = tokio::time::timeout(PATIENCE, listen).await;
        let heard = heard.unwrap_or_else(|_| Err(BusError::new("it does not answer")));
        let heard = heard.map_err(|error| {
            tracing::warn!(%error, "a table cannot be claimed");
            Fault::Busy
        })?;
        let work = self.clone().hear_for(house.clone(), code.clone(), heard);
        Ok(Listening(tokio::spawn(work).abort_handle()))
    }

    /// A table is no longer at this node. Those of its sockets who attend it look for it.
    pub(crate) fn let_go<'a>(
        self: &Arc<Self>,
        code: &GameCode,
        here: impl Iterator<Item = &'a Arc<Connection>>,
    ) {
        self.guests.let_go(code);
        for connection in here {
            if connection.is_here() {
                self.away.goes(connection);
                let (cluster, id) = (self.clone(), connection.id());
                let part = move || cluster.parted(id);
                connection.when_parted("the other nodes", Box::new(part));
                self.away.attends(connection.id(), code, "");
            }
        }
        self.announce(code);
        self.catch_up(code);
    }

    fn announce(&self, code: &GameCode) {
        let moved = ToAll::Moved {
            node: self.name.to_string(),
            code: code.to_string(),
        };
        self.outbox.send(ALL.to_owned(), None, &moved);
    }

    /// Lets everybody here who attends a table elsewhere hear how it stands.
    fn catch_up(self: &Arc<Self>, code: &GameCode) {
        for (connection, key) in self.away.at(code) {
            self.catch(code, connection, key, 0);
        }
    }

    fn catch(
        self: &Arc<Self>,
        code: &GameCode,
        connection: Arc<Connection>,
        key: Option<String>,
        tries: u8,
    ) {
        let mut payload = json!({ "gameCode": code });
        if let Some(key) = &key {
            payload["key"] = key.as_str().into();
        }
        let command = Command {
            connection,
            raw: Raw {
                event: "sync".to_owned(),
                payload,
            },
            purpose: Purpose::Catch(code.clone(), key),
            tries,
        };
        self.deliver(code, command);
    }

    /// Shows a connection how its table stands, or asks again if nobody could tell yet.
    fn caught(
        self: &Arc<Self>,
        code: GameCode,
        key: Option<String>,
        connection: Arc<Connection>,
        tries: u8,
        answer: Option<&RawValue>,
    ) {
        let shown = answer.is_some_and(|answer| show(&connection, answer));
        if !shown {
            self.catch_again(code, key, connection, tries);
        }
    }

    /// Asks again in a while how a table stands, for as long as somebody is there: nobody else
    /// would tell them. After some tries it asks more rarely.
    fn catch_again(
        self: &Arc<Self>,
        code: GameCode,
        key: Option<String>,
        connection: Arc<Connection>,
        tries: u8,
    ) {
        let (pause, tries) = if tries < MOST_TRIES {
            (HEARTBEAT / 5, tries + 1)
        } else {
            (SILENCE, 0)
        };
        let cluster = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if connection.is_open() {
                cluster.catch(&code, connection, key, tries);
            }
        });
    }

    /// Sends a command to the table, here or elsewhere.
    fn deliver(self: &Arc<Self>, code: &GameCode, command: Command) {
        let Some(house) = self.house() else { return };
        if house.is_at_work(code) {
            self.deliver_here(&house, command);
        } else {
            self.send(code.clone(), command);
        }
    }

    fn deliver_here(self: &Arc<Self>, house: &Arc<Shared>, command: Command) {
        let Command {
            connection,
            raw,
            purpose,
            tries,
        } = command;
        let reply = match purpose {
            Purpose::Reply(reply) => reply,
            Purpose::Catch(code, key) => {
                let (cluster, here) = (self.clone(), connection.clone());
                Reply::elsewhere(connection.clone(), move |answer| {
                    cluster.caught(code, key, here, tries, answer.as_deref());
                })
            }
        };
        match table::read(&raw.event, &raw.payload) {
            Ok(Parsed::AtTable { code, request }) => {
                self.away.leaves(connection.id(), &code);
                let errand = Errand {
                    connection,
                    request,
                    reply,
                    raw: Some(raw),
                };
                house.send(&code, errand);
            }
            Ok(_) => reply.refuse(&Fault::Busy),
            Err(refusal) => reply.answer(&table::Answer(Err(refusal))),
        }
    }

    /// The socket of a connection that has asked other nodes is gone.
    fn parted(&self, connection: u64) {
        for owner in self.away.ends(connection) {
            let gone = ToNode::Gone {
                node: self.name.to_string(),
                connection,
            };
            self.outbox.send(told_subject(&owner), None, &gone);
        }
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
                    for letter in text.split(|byte| *byte == b'\n').filter_map(read) {
                        self.hear_letter(letter);
                    }
                }
            }
        }
    }

    fn hear_letter(self: &Arc<Self>, letter: ToNode) {
        match letter {
            ToNode::Answer {
                number,
                owner,
                answer,
            } => {
                if let Some(asked) = self.take(number)
                    && let Question::Command(command) = asked.question
                {
                    self.answered(&asked.code, &owner, command, &answer);
                }
            }
            ToNode::NotHere { number } => {
                if let Some(asked) = self.take(number) {
                    self.nobody(asked);
                }
            }
            ToNode::Progress {
                number,
                last_entry,
                now,
            } => {
                if let Some(asked) = self.take(number)
                    && let Question::Look(sender) = asked.question
                {
                    let now = Millis(now);
                    // Whoever asked may have gone.
                    let _ = sender.send(Some(Progress { last_entry, now }));
                }
            }
            ToNode::Told {
                to,
                code,
                owner,
                event,
                payload,
            } => {
                if let Ok(code) = code.parse::<GameCode>() {
                    for connection in to {
                        self.told(connection, &code, &owner, &event, &payload);
                    }
                }
            }
            ToNode::Gone { node, connection } => self.guests.gone(&node, connection),
            ToNode::Done { number, outcome } => self.hear_outcome(number, outcome),
            ToNode::Notice(notice) => {
                if let Some(house) = self.house() {
                    house.notice().put(notice);
                }
            }
        }
    }

    /// A table elsewhere tells a connection of this node something.
    fn told(&self, connection: u64, code: &GameCode, owner: &str, event: &str, payload: &RawValue) {
        self.expect_node(owner);
        match self.away.attends(connection, code, owner) {
            Some(here) => here.emit(event, payload),
            None => {
                let gone = ToNode::Gone {
                    node: self.name.to_string(),
                    connection,
                };
                self.outbox.send(told_subject(owner), None, &gone);
            }
        }
        if matches!(event, "table_closed" | "share_revoked") {
            self.away.leaves(connection, code);
        }
    }

    fn answered(
        self: &Arc<Self>,
        code: &GameCode,
        owner: &str,
        command: Command,
        answer: &RawValue,
    ) {
        let id = command.connection.id();
        self.away.known_to(id, owner);
        if command.raw.event == "leave_game" {
            self.away.leaves(id, code);
        } else if stand::is_yes(answer) {
            // Nothing may have been told when the table moves.
            self.away.attends(id, code, owner);
            self.expect_node(owner);
        }
        match command.purpose {
            Purpose::Reply(reply) => reply.send(answer),
            Purpose::Catch(code, key) => {
                self.caught(code, key, command.connection, command.tries, Some(answer));
            }
        }
    }

    /// Nobody has the table of a question: it is at rest, or its node is gone.
    fn nobody(self: &Arc<Self>, asked: Asked) {
        let Asked { code, question, .. } = asked;
        match question {
            Question::Look(sender) => {
                let _ = sender.send(None);
            }
            Question::Command(command) => self.try_here(&code, command),
        }
    }

    /// Brings a table here, or finds that somebody else was quicker.
    fn try_here(self: &Arc<Self>, code: &GameCode, mut command: Command) {
        command.tries += 1;
        let Some(house) = self.house() else { return };
        if command.tries > MOST_TRIES {
            return match command.purpose {
                Purpose::Reply(reply) => reply.refuse(&Fault::Busy),
                Purpose::Catch(code, key) => {
                    self.catch_again(code, key, command.connection, MOST_TRIES);
                }
            };
        }
        // The table's task claims it before it reads it.
        tracing::debug!(%code, "claiming a table");
        self.deliver_here(&house, command);
    }

    /// A command of somebody here for a table which is not here after all goes to where it is.
    pub(crate) fn send_on(
        self: &Arc<Self>,
        code: &GameCode,
        connection: Arc<Connection>,
        raw: Raw,
        reply: Reply,
    ) {
        let (cluster, code) = (self.clone(), code.clone());
        tokio::spawn(async move {
            // Whoever has the table listens in a moment.
            tokio::time::sleep(HEARTBEAT / 10).await;
            cluster.forward(&code, &connection, raw, reply);
        });
    }

    async fn hear_all(self: Arc<Self>, mut heard: BoxStream<'static, Heard>) {
        while let Some(Heard { message, .. }) = heard.next().await {
            let text = message.unwrap_or_default();
            let letters = text.split(|byte| *byte == b'\n').filter_map(read::<ToAll>);
            for letter in letters.filter(|letter| *letter.node() != *self.name) {
                self.hear_of(letter);
            }
        }
    }

    /// Another node tells all others something.
    fn hear_of(self: &Arc<Self>, letter: ToAll) {
        let Some(house) = self.house() else { return };
        match letter {
            ToAll::Here { node } => self.heard_of(node),
            ToAll::Lobby { node, mut tables } => {
                tables.truncate(MOST_LISTED);
                self.lobbies().insert(node, tables);
            }
            ToAll::Moved { code, .. } => {
                if let Ok(code) = code.parse() {
                    house.check_table(&code);
                    self.catch_up(&code);
                }
            }
            ToAll::Order {
                node,
                number,
                order,
            } => self.hear_order(node, number, order),
            ToAll::Came { address, .. } => house.counted_elsewhere(address),
            ToAll::Opened { code, player, .. } => house.openings().remember(code, player),
            ToAll::Closed { code, .. } => house.openings().closed(&code),
        }
    }

    /// Another node is there. One that has just come learns what is announced.
    fn heard_of(&self, node: String) {
        let subject = told_subject(&node);
        let is_new = self.nodes().insert(node, Instant::now()).is_none();
        if is_new
            && let Some(house) = self.house()
            && let Some(notice) = house.notice().at(house.now())
        {
            self.outbox.send(subject, None, &ToNode::Notice(notice));
        }
    }

    /// Takes letters to a table of this node out of the bus.
    async fn hear_for(
        self: Arc<Self>,
        house: Arc<Shared>,
        code: GameCode,
        mut heard: BoxStream<'static, Heard>,
    ) {
        while let Some(Heard { message, .. }) = heard.next().await {
            let letter = message.ok().and_then(|text| read::<ToTable>(&text));
            match letter {
                Some(ToTable::Command {
                    guest,
                    event,
                    payload,
                    number,
                }) => self.take_command(&house, &code, &guest, &event, &payload, number),
                Some(ToTable::Look { node, number }) => {
                    let (cluster, house, code) = (self.clone(), house.clone(), code.clone());
                    tokio::spawn(async move {
                        cluster.tell_progress(&house, &code, &node, number).await
                    });
                }
                None => {}
            }
        }
    }

    async fn tell_progress(&self, house: &Shared, code: &GameCode, node: &str, number: u64) {
        let letter = match house.progress_here(code).await {
            Some(progress) => ToNode::Progress {
                number,
                last_entry: progress.last_entry,
                now: progress.now.0,
            },
            None => ToNode::NotHere { number },
        };
        self.outbox.send(told_subject(node), None, &letter);
    }

    fn take_command(
        self: &Arc<Self>,
        house: &Arc<Shared>,
        code: &GameCode,
        guest: &Guest,
        event: &str,
        payload: &RawValue,
        number: u64,
    ) {
        self.heard_of(guest.node.clone());
        let Ok(player) = PlayerId::new(guest.player.as_str()) else {
            return;
        };
        let subject = told_subject(&guest.node);
        let back = (&self.name, subject.clone());
        let connection = self.guests.at(code, guest, player, &self.outbox, back);
        let (outbox, owner) = (self.outbox.clone(), self.name.to_string());
        let reply = Reply::elsewhere(connection.clone(), move |answer| {
            let answer = match answer {
                Some(answer) => ToNode::Answer {
                    number,
                    owner,
                    answer,
                },
                None => ToNode::NotHere { number },
            };
            outbox.send(subject, None, &answer);
        });
        let payload: Value = serde_json::from_str(payload.get()).unwrap_or_default();
        house.take_at_table(&connection, event, payload, reply);
    }

    /// Says that this node is there, misses others, and looks after what is not answered.
    async fn stay(self: Arc<Self>) {
        let mut renewed = Instant::now();
        let mut reread = Instant::now();
        let mut n_gaps = self.bus.n_gaps();
        let mut listed = false;
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            let Some(house) = self.house() else { return };
            let here = ToAll::Here {
                node: self.name.to_string(),
            };
            self.outbox.send(ALL.to_owned(), None, &here);
            let tables = house.lobby().tables();
            if !tables.is_empty() || listed {
                listed = !tables.is_empty();
                let node = self.name.to_string();
                self.outbox
                    .send(ALL.to_owned(), None, &ToAll::Lobby { node, tables });
            }
            if renewed.elapsed() >= RENEW {
                let lapsed = renewed.elapsed() >= LEASE;
                renewed = Instant::now();
                self.renew_lease(&house).await;
                if lapsed {
                    tracing::warn!("this node stood still: others may have its tables");
                    house.check_tables();
                }
            }
            let gaps = self.bus.n_gaps();
            if std::mem::replace(&mut n_gaps, gaps) != gaps {
                self.make_good(&house);
            }
            if reread.elapsed() >= REREAD {
                reread = Instant::now();
                house.read_bans_again().await;
            }
            self.miss_nodes();
            self.miss_answers();
        }
    }

    /// Something may have been lost on the bus. Others may have claimed tables of this node because
    /// it did not answer, and what tables told may be lost on both ways: everybody whom it may have
    /// been for is shown their table anew.
    fn make_good(self: &Arc<Self>, house: &Shared) {
        house.check_tables();
        for code in self.guests.tables() {
            self.announce(&code);
        }
        for code in self.away.tables() {
            self.catch_up(&code);
        }
    }

    /// A node that has a table of somebody here is missed when it is silent, also if it never
    /// said that it is there.
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

    async fn renew_lease(&self, house: &Shared) {
        self.lease(house, LEASE).await;
    }

    async fn lease(&self, house: &Shared, lasts: Duration) {
        let lease = Write::Lease {
            node: self.node.clone(),
            lasts,
        };
        let renewed = tokio::time::timeout(RENEW, durable::write(house.journal(), lease));
        if !matches!(renewed.await, Ok(Ok(()))) {
            tracing::warn!("the lease of this node was not renewed");
        }
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
            self.lobbies().remove(&node);
            for code in self.away.tables_of(&node) {
                self.catch_up(&code);
            }
        }
    }

    /// A question that nobody answered in time is asked again; then the lease of whoever has
    /// the table decides.
    fn miss_answers(self: &Arc<Self>) {
        let now = Instant::now();
        let late: Vec<Asked> = {
            let mut asked = self.asked();
            let late = asked.extract_if(.., |_, asked| asked.until <= now);
            late.map(|(_, asked)| asked).collect()
        };
        for Asked { code, question, .. } in late {
            // A question that is dropped is an answer too.
            if let Question::Command(command) = question {
                match command.purpose {
                    // Without the bus nobody can be found, and nothing can be claimed.
                    Purpose::Reply(reply) if !self.is_connected() => reply.refuse(&Fault::Busy),
                    _ => self.try_here(&code, command),
                }
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

    fn take(&self, number: u64) -> Option<Asked> {
        self.asked().remove(&number)
    }

    fn house(&self) -> Option<Arc<Shared>> {
        self.house.get()?.upgrade()
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<u64, Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn nodes(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table that this node has.
#[derive(Debug)]
pub(crate) struct Claim {
    /// What its appends carry.
    pub(crate) epoch: u64,
    /// Whether another node had it, or this one before.
    pub(crate) came_from: bool,
    _listening: Listening,
}

/// Hears what is sent to a table; no longer when it is dropped.
#[derive(Debug)]
struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Option<T> {
    let letter = serde_json::from_slice(text);
    // A node of another version may say what this one does not know.
    letter
        .inspect_err(|error| tracing::debug!(%error, "a letter of another node is not understood"))
        .ok()
}

const ALL: &str = "tallyhouse.all";
const OWNER: &str = "owner";

fn table_subject(code: &GameCode) -> String {
    format!("tallyhouse.table.{code}")
}

fn node_subject(node: &str) -> String {
    format!("tallyhouse.node.{node}")
}

fn told_subject(node: &str) -> String {
    format!("tallyhouse.node.{node}.told")
}
