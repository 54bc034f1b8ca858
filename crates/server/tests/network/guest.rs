//! A client as clients of this protocol should be: it sends a command again until it is
//! acknowledged, comes back with its token, and asks for missed messages.
//!
//! It also causes the faults that only a client can cause: it hangs up before the ack, sends twice,
//! or leaves a connection behind whose command comes late.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use kernel::Rng;
use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use turmoil::net::TcpStream;

use crate::mirror::{Heard, Mirror};
use crate::stage::{Stage, bump};

/// A player or spectator at the table.
pub(crate) struct Guest {
    name: &'static str,
    role: Role,
    stage: Rc<Stage>,
    rng: Rng,
    token: Option<String>,
    code: String,
    mirror: Mirror,
    line: Option<Line>,
    /// The number of the house that it calls.
    house: usize,
    /// The number of commands that were given.
    commands: u32,
    /// The acknowledged answers, by the number of the command.
    answers: Rc<RefCell<BTreeMap<u32, Value>>>,
    /// The tasks on other connections.
    left_behind: Vec<JoinHandle<()>>,
}

/// The purpose of a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Opens the table.
    Host,
    /// Joins it.
    Opponent,
    /// Only looks.
    Spectator,
}

/// A connection.
struct Line {
    client: Client<TcpStream>,
    /// Whether it has been told the state of the table. From then on nothing may be missing.
    synced: bool,
}

/// The connection is of no use any more.
#[derive(Debug)]
struct Broken;

impl From<ClientError> for Broken {
    fn from(error: ClientError) -> Broken {
        match error {
            ClientError::Socket(_) | ClientError::Io(_) | ClientError::Disconnected => Broken,
            ClientError::Status(_) | ClientError::Refused(_) | ClientError::Protocol(_) => {
                panic!("{error}")
            }
        }
    }
}

/// The way in which a command is sent.
#[derive(Debug, Clone, Copy)]
enum Way {
    Plainly,
    /// The connection is cut, at once or a moment later.
    HangingUp(Duration),
    /// On two connections.
    Twice,
    /// On a new connection, and after this time on the old one too.
    LateToo(Duration),
}

/// A silence after which a guest asks whether the house is still there.
const SILENCE: Duration = Duration::from_millis(500);

/// The most commands during faults between several houses; a game has some fifteen for each player.
const MOST_BEFORE_CALM: u32 = 10;

/// The most thinking time of a player during faults between several houses, in milliseconds.
const LONGEST_THOUGHT: u32 = 900;

/// A moment of listening.
const MOMENT: Duration = Duration::from_millis(40);

impl Guest {
    pub(crate) fn new(name: &'static str, role: Role, stage: Rc<Stage>) -> Guest {
        Guest {
            name,
            role,
            rng: stage.luck(name),
            house: role as usize % stage.addresses.len(),
            stage,
            token: None,
            code: String::new(),
            mirror: Mirror::default(),
            line: None,
            commands: 0,
            answers: Rc::default(),
            left_behind: Vec::new(),
        }
    }

    /// Comes, plays a game to its end, and compares its knowledge with the truth.
    pub(crate) async fn visit(mut self) -> turmoil::Result {
        self.come().await;
        let mut heard_at = Instant::now();
        while !self.mirror.is_over() {
            // A player who does not know the state of the table must not move.
            if self.catch_up().await.is_err() {
                self.hang_up();
            } else if let Some((command, fields)) = self.mirror.next_move()
                && self.may_move()
            {
                self.think().await;
                self.give(command, fields).await;
                heard_at = Instant::now();
            } else if self.listen().await {
                heard_at = Instant::now();
            } else if heard_at.elapsed() > SILENCE {
                self.ask_whether_there().await;
                heard_at = Instant::now();
            }
        }
        bump(&self.stage.over);
        self.wait_for(|stage| stage.calm.get()).await;
        self.compare().await;
        let seen = (self.mirror.clone(), self.mirror.uuid.clone());
        self.stage.seen.borrow_mut().push(seen);
        bump(&self.stage.compared);
        // A player who left now would change the table for the others.
        self.wait_for(|stage| stage.compared.get() == stage.n_guests)
            .await;
        for task in self.left_behind {
            task.await?;
        }
        Ok(())
    }

    /// With several houses, a game lasts longer than the faults, and every table has to go on
    /// afterwards.
    fn may_move(&self) -> bool {
        self.commands < MOST_BEFORE_CALM || self.stage.calm.get() || !self.stage.is_several()
    }

    async fn think(&mut self) {
        if self.stage.is_several() && !self.stage.calm.get() {
            sleep(Duration::from_millis(
                self.rng.below(LONGEST_THOUGHT).into(),
            ))
            .await;
        }
    }

    async fn come(&mut self) {
        match self.role {
            Role::Host => {
                let create = json!({
                    "game": "cribbage", "nickname": self.name, "entropy": "ab".repeat(16),
                    "options": { "target": 61, "head_start": [25, 25] },
                    "table": { "pace": self.pace() },
                });
                let created = self.give("create_game", create).await;
                self.code = text(&created["gameCode"]);
                self.stage.code.replace(Some(self.code.clone()));
            }
            Role::Opponent | Role::Spectator => {
                while self.stage.code.borrow().is_none() {
                    sleep(MOMENT).await;
                }
                self.code = self.stage.code.borrow().clone().unwrap_or_default();
            }
        }
        if self.role == Role::Opponent {
            let join = json!({ "nickname": self.name, "entropy": "cd".repeat(16) });
            self.give("join_game", join).await;
        }
        self.sync().await;
    }

    /// Most tables have no pauses; some show things slowly, and faults come in between.
    fn pace(&mut self) -> &'static str {
        if self.stage.seed % 5 == 4 {
            "fast"
        } else {
            "instant"
        }
    }

    /// Sends a command as often as it takes to get its ack.
    async fn give(&mut self, command: &str, mut fields: Value) -> Value {
        self.commands += 1;
        let id = format!("{}-{}", self.name, self.commands);
        fields["commandId"] = json!(id);
        if !self.code.is_empty() {
            fields["gameCode"] = json!(self.code);
        }
        let mut way = self.draw_way();
        let known = (self.mirror.seq, self.mirror.next_move());
        loop {
            self.stage
                .note(format!("{} gives {id} {command} {way:?}", self.name));
            match self.try_to_give(command, &fields, way).await {
                Ok(answer) => {
                    self.acknowledged(&id, &answer);
                    // The messages of the command may have been lost on the way from another house.
                    let knows_better = self.mirror.seq > known.0;
                    if !knows_better || self.mirror.next_move() == known.1 {
                        self.ask_again();
                    }
                    return answer;
                }
                Err(Broken) => self.hang_up(),
            }
            self.stage.count(|counts| counts.resends += 1);
            way = Way::Plainly;
        }
    }

    fn draw_way(&mut self) -> Way {
        let moment = |rng: &mut Rng, most| Duration::from_millis(rng.below(most).into());
        match self.rng.below(16) {
            0 => Way::HangingUp(Duration::ZERO),
            1 | 2 => Way::HangingUp(moment(&mut self.rng, 60)),
            3 => Way::Twice,
            4 => Way::LateToo(moment(&mut self.rng, 600)),
            _ => Way::Plainly,
        }
    }

    async fn try_to_give(
        &mut self,
        command: &str,
        fields: &Value,
        way: Way,
    ) -> Result<Value, Broken> {
        // A client may first ask for missed messages, or first send its command.
        if self.rng.below(2) == 0 {
            self.catch_up().await?;
        }
        self.connect().await?;
        match way {
            Way::Plainly => self.exchange(command, fields).await,
            Way::HangingUp(after) => {
                self.line_mut()?.client.emit(command, fields).await?;
                sleep(after).await;
                self.stage.count(|counts| counts.lost_acks += 1);
                Err(Broken)
            }
            Way::Twice => {
                let here = self.house;
                self.go_elsewhere();
                let second = self.dial().await;
                self.house = here;
                let mut second = second?;
                second.emit(command, fields).await?;
                self.stage.count(|counts| counts.duplicates += 1);
                let first = self.exchange(command, fields).await;
                self.listen_late(second);
                first
            }
            Way::LateToo(after) => {
                let old = self.line.take().ok_or(Broken)?;
                self.send_late(command, fields, old.client, after);
                self.connect().await?;
                self.exchange(command, fields).await
            }
        }
    }

    /// Sends the command on an old connection too, while a new one goes on.
    fn send_late(
        &mut self,
        command: &str,
        fields: &Value,
        mut old: Client<TcpStream>,
        after: Duration,
    ) {
        let (answers, stage) = (self.answers.clone(), self.stage.clone());
        let (number, name) = (self.commands, self.name);
        let (command, fields) = (command.to_owned(), fields.clone());
        self.left_behind.push(tokio::task::spawn_local(async move {
            sleep(after).await;
            let late = answers.borrow().contains_key(&number);
            stage.count(|counts| counts.late += u64::from(late));
            stage.note(format!("{name} gives {number} on an old connection"));
            if let Ok(Ok(answer)) = timeout(stage.patience, old.ask(&command, &fields)).await {
                check_same(&answers.borrow(), number, &answer);
            }
        }));
    }

    /// Waits for the ack of a second connection.
    fn listen_late(&mut self, mut second: Client<TcpStream>) {
        let (answers, number) = (self.answers.clone(), self.commands);
        let patience = self.stage.patience;
        self.left_behind.push(tokio::task::spawn_local(async move {
            let ack = async {
                loop {
                    match second.next().await {
                        Ok(Incoming::Ack(_, answer)) => return Some(answer),
                        Ok(Incoming::Event(..)) => {}
                        Ok(Incoming::Disconnected) | Err(_) => return None,
                    }
                }
            };
            if let Ok(Some(answer)) = timeout(patience, ack).await {
                check_same(&answers.borrow(), number, &answer);
            }
        }));
    }

    fn acknowledged(&mut self, id: &str, answer: &Value) {
        if self.stage.is_several() && answer["ok"] == false {
            // It knew less than was true: a house that had lost the table may have shown it an old
            // state.
            self.stage
                .note(format!("{} is refused {id}: {answer}", self.name));
            self.stage.count(|counts| counts.refused += 1);
            let refused = (self.mirror.uuid.clone(), id.to_owned());
            self.stage.refused.borrow_mut().push(refused);
            return self.ask_again();
        }
        assert_eq!(answer["ok"], true, "{id}: {answer}");
        check_same(&self.answers.borrow(), self.commands, answer);
        let answers = &mut self.answers.borrow_mut();
        answers.insert(self.commands, answer.clone());
        self.stage.acknowledge(&self.mirror.uuid, id);
        self.stage
            .note(format!("{} has the ack of {id}", self.name));
    }

    /// Hears one message, if one comes within a moment.
    async fn listen(&mut self) -> bool {
        if self.catch_up().await.is_err() {
            self.hang_up();
            return false;
        }
        let Some(line) = &mut self.line else {
            return false;
        };
        match timeout(MOMENT, line.client.next()).await {
            Err(_) => false,
            Ok(Ok(Incoming::Event(name, payload))) => {
                self.hear(&name, &payload);
                true
            }
            Ok(Ok(Incoming::Ack(..))) => true,
            Ok(Ok(Incoming::Disconnected) | Err(_)) => {
                self.hang_up();
                false
            }
        }
    }

    /// Hears the messages that the house sends by itself. A connection that knew the state hears
    /// every event, once and in order. Between several houses something may be lost, and a client
    /// that sees a gap asks.
    fn hear(&mut self, name: &str, payload: &Value) {
        if self.stage.is_several() && payload.get("seq").is_none() {
            // It gives the reason of a refusal; so does the answer.
            return;
        }
        let heard = self.take_in(name, payload);
        if self.stage.is_several() {
            if heard == Heard::Gap {
                self.ask_again();
            }
            return;
        }
        let synced = self.line.as_ref().is_some_and(|line| line.synced);
        assert!(
            heard == Heard::Next || !synced,
            "{heard:?} on a connection that knew where it was: {} knows {}, {name} {payload}",
            self.name,
            self.mirror.seq
        );
    }

    /// Asks for the state of the table before anything else.
    fn ask_again(&mut self) {
        if self.stage.is_several()
            && let Some(line) = &mut self.line
        {
            line.synced = false;
        }
    }

    fn take_in(&mut self, name: &str, payload: &Value) -> Heard {
        let heard = self.mirror.hear(name, payload);
        let seq = &payload["seq"];
        self.stage
            .note(format!("{} hears {seq} {name} {heard:?}", self.name));
        self.stage.count(|counts| match heard {
            Heard::Next => {}
            Heard::Known => counts.known += 1,
            Heard::Gap => counts.gaps += 1,
        });
        heard
    }

    /// Asks whether the house is still there. A single house sends the state of the table with its
    /// answer. Several houses must take care that nobody misses anything for long, and are asked
    /// for something else.
    async fn ask_whether_there(&mut self) {
        if !self.stage.is_several() {
            self.sync().await;
        } else if self.exchange("list_games", &json!({})).await.is_err() {
            self.hang_up();
        }
    }

    /// Asks for the state of the table until there is an answer.
    async fn sync(&mut self) {
        while self.try_to_sync().await.is_err() {
            self.hang_up();
        }
    }

    /// Asks for missed messages, if this connection has not yet been told.
    async fn catch_up(&mut self) -> Result<(), Broken> {
        let synced = self.line.as_ref().is_some_and(|line| line.synced);
        if synced || self.code.is_empty() || self.mirror.seq == 0 {
            return Ok(());
        }
        self.try_to_sync().await
    }

    async fn try_to_sync(&mut self) -> Result<(), Broken> {
        self.connect().await?;
        let before = self.line_mut()?.synced;
        let mut ask = json!({ "gameCode": self.code });
        if self.mirror.seq > 0 {
            ask["since"] = json!(self.mirror.seq);
        }
        let sync = self.exchange("sync", &ask).await?;
        assert_eq!(sync["ok"], true, "{sync}");
        let truth = Mirror::of_sync(&self.mirror.uuid, &sync);
        let several = self.stage.is_several();
        if several && truth.seq < self.mirror.seq {
            self.stage
                .note(format!("{} hears old news: {}", self.name, truth.seq));
            self.stage.count(|counts| counts.stale += 1);
            return Err(Broken);
        }
        assert!(
            several || !before || self.mirror.seq == truth.seq,
            "{} silently missed something: {sync}",
            self.name
        );
        if let Some(events) = sync["events"].as_array() {
            for event in events {
                self.take_in(&text(&event["event"]), &event["payload"]);
            }
            self.stage
                .count(|counts| counts.replays += u64::from(!events.is_empty()));
        } else if !before || self.mirror.seq < truth.seq {
            let again = self.mirror.seq > 0;
            self.stage
                .count(|counts| counts.whole_views += u64::from(again));
            self.mirror = truth.clone();
        }
        let differences = self.mirror.differences(&truth);
        assert!(
            differences.is_empty(),
            "{} after a sync: {differences:?}",
            self.name
        );
        self.stage
            .note(format!("{} is at {}", self.name, self.mirror.seq));
        self.line_mut()?.synced = true;
        Ok(())
    }

    /// The folded state equals the state that a fresh connection is told.
    async fn compare(&mut self) {
        loop {
            self.sync().await;
            let Ok(mut fresh) = self.dial().await else {
                continue;
            };
            let ask = json!({ "gameCode": self.code });
            let Ok(Ok(sync)) = timeout(self.stage.patience, fresh.ask("sync", &ask)).await else {
                continue;
            };
            if is_unavailable(&sync) {
                continue;
            }
            let truth = Mirror::of_sync(&self.mirror.uuid, &sync);
            let deadline = Instant::now() + self.stage.patience;
            while self.mirror.seq < truth.seq && Instant::now() < deadline {
                self.listen().await;
            }
            // A player who came back meanwhile is announced after the fresh answer.
            if self.mirror.seq <= truth.seq {
                let differences = self.mirror.differences(&truth);
                assert!(differences.is_empty(), "{}: {differences:?}", self.name);
                self.stage.note(format!("{} agrees: {truth:?}", self.name));
                return;
            }
        }
    }

    async fn wait_for(&mut self, done: impl Fn(&Stage) -> bool) {
        while !done(&self.stage) {
            self.listen().await;
        }
    }

    /// Sends something until the house can do it, and returns the answer. A house whose journal
    /// fails says so, and the connection stays.
    async fn exchange(&mut self, event: &str, payload: &Value) -> Result<Value, Broken> {
        loop {
            let answer = self.exchange_once(event, payload).await?;
            if !is_unavailable(&answer) {
                return Ok(answer);
            }
            self.stage.count(|counts| counts.unavailable += 1);
            self.stage.note(format!("{} is refused {event}", self.name));
            sleep(MOMENT).await;
        }
    }

    /// Sends something and waits for its answer; events that come before it are heard.
    async fn exchange_once(&mut self, event: &str, payload: &Value) -> Result<Value, Broken> {
        let deadline = Instant::now() + self.stage.patience;
        let number = self.line_mut()?.client.emit(event, payload).await?;
        loop {
            let next = self.line_mut()?.client.next();
            match timeout_at(deadline, next).await.map_err(|_| Broken)?? {
                Incoming::Ack(ack, answer) if ack == number => return Ok(answer),
                Incoming::Ack(..) => {}
                Incoming::Event(name, payload) => self.hear(&name, &payload),
                Incoming::Disconnected => return Err(Broken),
            }
        }
    }

    /// Connects, unless there is a connection.
    async fn connect(&mut self) -> Result<(), Broken> {
        if self.line.is_none() {
            let client = self.dial().await?;
            self.line = Some(Line {
                client,
                synced: false,
            });
        }
        Ok(())
    }

    /// A new connection, by the token if there is one.
    async fn dial(&mut self) -> Result<Client<TcpStream>, Broken> {
        let address = self.stage.addresses[self.house];
        let token = self.token.clone();
        let dial = async {
            let stream = TcpStream::connect(address).await.map_err(ClientError::Io)?;
            let mut client = Client::over(stream, address, token.as_deref()).await?;
            let session = client.wait_for("session").await?;
            Ok::<_, ClientError>((client, session))
        };
        let dialled = timeout(self.stage.patience, dial).await;
        let Ok(Ok((client, session))) = dialled else {
            // Otherwise it would ask again at once, and in step with the others.
            sleep(Duration::from_millis(20 + u64::from(self.rng.below(60)))).await;
            return Err(Broken);
        };
        if self.token.is_none() {
            self.token = Some(text(&session["token"]));
            self.mirror.uuid = text(&session["playerUuid"]);
        }
        assert_eq!(self.mirror.uuid, text(&session["playerUuid"]));
        self.stage
            .note(format!("{} is connected to {}", self.name, self.house));
        Ok(client)
    }

    fn hang_up(&mut self) {
        if self.line.take().is_some() {
            self.stage.note(format!("{} hangs up", self.name));
        }
        self.go_elsewhere();
    }

    /// Chooses the house to call from now on; it may be the same.
    fn go_elsewhere(&mut self) {
        if self.stage.is_several() {
            self.house = self.rng.below(self.stage.addresses.len() as u32) as usize;
        }
    }

    fn line_mut(&mut self) -> Result<&mut Line, Broken> {
        self.line.as_mut().ok_or(Broken)
    }
}

/// The number of answers of a player that a table remembers, by the protocol.
const REMEMBERED: usize = 16;

/// Whether the house cannot do it now.
fn is_unavailable(answer: &Value) -> bool {
    let code = &answer["error"]["code"];
    code == "house/unavailable" || code == "table/damaged"
}

/// A repeated command gets its first answer; only a command from long ago may be refused instead,
/// and any command while the journal fails.
fn check_same(answers: &BTreeMap<u32, Value>, command: u32, answer: &Value) {
    let Some(first) = answers.get(&command) else {
        return;
    };
    let later = answers.range(command + 1..).count();
    if later >= REMEMBERED && answer["ok"] == false || is_unavailable(answer) {
        return;
    }
    assert_eq!(first, answer, "command {command}");
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
