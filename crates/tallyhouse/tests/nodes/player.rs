//! A player like the page: plays by the pushed states, uses `sync` if a message is missing, and
//! goes to another node if theirs is gone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};
use tokio::time::timeout;

use crate::ledger::Ack;
use crate::town::Town;

/// The time that a player waits for an answer before asking again, and for news before looking.
const PATIENCE: Duration = Duration::from_secs(1);

/// The number of unanswered commands after which a player hangs up.
const MOST_UNANSWERED: u32 = 3;

/// Longer than anything may take, on any machine.
const AGES: Duration = Duration::from_secs(90);

pub(crate) struct Player {
    town: Arc<Town>,
    /// The node that they come back to whenever it runs.
    home: usize,
    /// Their node now.
    node: usize,
    client: Option<Client>,
    token: Option<String>,
    id: String,
    pub(crate) code: String,
    /// Their thinking time.
    pub(crate) thought: Duration,
    /// The number of the last message.
    seq: u64,
    n_commands: u64,
    /// The number of missing messages.
    pub(crate) n_gaps: usize,
}

impl Player {
    /// A player who comes to this node.
    pub(crate) async fn at(town: &Arc<Town>, node: usize) -> Player {
        let mut player = Player {
            town: town.clone(),
            home: node,
            node,
            client: None,
            token: None,
            id: String::new(),
            code: String::new(),
            thought: Duration::ZERO,
            seq: 0,
            n_commands: 0,
            n_gaps: 0,
        };
        player.connect().await;
        player
    }

    /// Connects to the node that is their home, or to the next one that answers.
    async fn connect(&mut self) -> &mut Client {
        if self.client.is_none() {
            let began = Instant::now();
            self.node = self.home;
            while let Err(error) = self.try_to_connect().await {
                assert!(began.elapsed() < AGES, "no node answers: {error}");
                self.node = (self.node + 1) % self.town.n_nodes();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self.client.as_mut().unwrap()
    }

    async fn try_to_connect(&mut self) -> Result<(), ClientError> {
        let (address, token) = (self.town.address(self.node), self.token.clone());
        let connected = timeout(PATIENCE, async {
            let mut client = Client::connect(address, token.as_deref()).await?;
            let session = client.wait_for("session").await?;
            Ok((client, session))
        });
        let (client, session) = connected.await.unwrap_or(Err(ClientError::Disconnected))?;
        self.token = Some(session["token"].as_str().unwrap().to_owned());
        self.id = session["playerUuid"].as_str().unwrap().to_owned();
        self.client = Some(client);
        Ok(())
    }

    /// Leaves their node for another, which is their home from now on.
    pub(crate) async fn go_to(&mut self, node: usize) {
        self.client = None;
        self.home = node;
        self.connect().await;
        assert_eq!(self.node, node, "that node answers");
    }

    /// Goes back to the node that is their home if it runs again. Otherwise all players would
    /// gather at the node that was killed last.
    pub(crate) async fn come_home(&mut self) {
        if self.node != self.home && self.town.runs(self.home) {
            self.client = None;
            self.connect().await;
        }
    }

    /// Repeats a command until the house accepts it.
    pub(crate) async fn insist(&mut self, command: &str, mut payload: Value) -> Value {
        self.n_commands += 1;
        let id = format!("c{}", self.n_commands);
        payload["commandId"] = json!(id);
        if !self.code.is_empty() {
            payload["gameCode"] = json!(self.code);
        }
        let asked = Instant::now();
        let mut n_unanswered = 0;
        loop {
            let client = self.connect().await;
            // Repeating the same command recovers a lost answer.
            match timeout(PATIENCE, client.ask(command, &payload)).await {
                Ok(Ok(answer)) if answer["ok"] == json!(true) => {
                    if !matches!(command, "sync" | "watch_game" | "create_game") {
                        self.town.ledger.write(Ack {
                            code: self.code.clone(),
                            player: self.id.clone(),
                            command: id,
                            node: self.node,
                            seq: answer["seq"].as_u64().unwrap_or_default(),
                            asked,
                            answered: Instant::now(),
                        });
                    }
                    return answer;
                }
                Ok(Ok(answer)) => {
                    let code = answer["error"]["code"].as_str().unwrap_or_default();
                    assert!(code.starts_with("house/"), "{command} {payload}: {answer}");
                }
                Ok(Err(_)) => self.client = None,
                Err(_) => {
                    n_unanswered += 1;
                    // A client whose pings are not answered hangs up.
                    if n_unanswered % MOST_UNANSWERED == 0 {
                        self.client = None;
                    }
                }
            }
            assert!(
                asked.elapsed() < AGES,
                "{command} was never done: {payload}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn open_table(&mut self, game: &str, options: Value) {
        self.code.clear();
        let create = json!({
            "game": game, "nickname": "Host", "options": options, "table": { "pace": "instant" },
        });
        let created = self.insist("create_game", create).await;
        self.code = created["gameCode"].as_str().unwrap().to_owned();
        self.seq = 0;
    }

    pub(crate) async fn join(&mut self, code: &str) {
        self.code = code.to_owned();
        self.insist("join_game", json!({ "nickname": "Guest" }))
            .await;
    }

    pub(crate) async fn sync(&mut self) -> Value {
        let sync = self.insist("sync", json!({})).await;
        self.seq = sync["seq"].as_u64().unwrap();
        sync
    }

    /// Plays until the game is over; returns its last state.
    pub(crate) async fn play_to_the_end(&mut self) -> Value {
        let mut state = self.sync().await;
        loop {
            if let Some(end) = end_of(&state) {
                return end;
            }
            let moved_at = match first_legal(&state["legal"]) {
                Some((command, payload)) => {
                    tokio::time::sleep(self.thought).await;
                    self.come_home().await;
                    let answer = self.insist(&command, payload).await;
                    answer["seq"].as_u64().unwrap()
                }
                None => 0,
            };
            state = self.next_state(moved_at).await;
        }
    }

    /// Makes this many moves.
    pub(crate) async fn play(&mut self, moves: usize) {
        let mut state = self.sync().await;
        for _ in 0..moves {
            loop {
                if let Some((command, payload)) = first_legal(&state["legal"]) {
                    let answer = self.insist(&command, payload).await;
                    state = self.next_state(answer["seq"].as_u64().unwrap()).await;
                    break;
                }
                state = self.next_state(0).await;
            }
        }
    }

    /// Asks once, and returns the answer.
    pub(crate) async fn ask(&mut self, command: &str) -> Value {
        let payload = json!({ "gameCode": self.code });
        let asked = self.connect().await.ask(command, &payload).await;
        asked.expect("the node keeps the connection")
    }

    /// Waits for an event without asking.
    pub(crate) async fn hear(&mut self, name: &str) -> Value {
        let heard = self.connect().await.wait_for(name).await;
        heard.expect("the node keeps the connection")
    }

    /// Listens until the game is over.
    pub(crate) async fn hear_the_end(&mut self) -> Value {
        let mut state = self.sync().await;
        loop {
            if let Some(end) = end_of(&state) {
                return end;
            }
            state = self.next_state(0).await;
        }
    }

    /// The next state that is at least as new as this.
    async fn next_state(&mut self, not_before: u64) -> Value {
        loop {
            let client = self.connect().await;
            let Ok(next) = timeout(PATIENCE, client.next()).await else {
                // Nothing has come: another player thinks, or a message was lost.
                return self.sync().await;
            };
            let Ok(Incoming::Event(name, payload)) = next else {
                if !matches!(next, Ok(Incoming::Ack(..))) {
                    self.client = None;
                    return self.sync().await;
                }
                continue;
            };
            if payload["gameCode"]
                .as_str()
                .is_some_and(|code| code != self.code)
            {
                continue;
            }
            let Some(seq) = payload["seq"].as_u64() else {
                continue;
            };
            if name == "state" && seq == self.seq && seq >= not_before {
                return payload;
            }
            if name != "state" && seq == self.seq + 1 {
                self.seq = seq;
            } else if seq > self.seq {
                self.n_gaps += 1;
                return self.sync().await;
            }
        }
    }
}

/// The facts about a finished game; `None` if it is not over.
fn end_of(state: &Value) -> Option<Value> {
    let over = state["view"]["phase"] == "gameover";
    over.then(|| state["view"]["winner"].clone())
}

fn first_legal(legal: &Value) -> Option<(String, Value)> {
    let (name, payload) = legal.as_array()?.first()?.as_object()?.iter().next()?;
    Some((name.clone(), payload.clone()))
}
