//! A player who keeps playing through crashes.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};

/// A game that was played, with the ids of all commands that were acknowledged.
pub(crate) struct Game {
    pub(crate) code: String,
    pub(crate) score: Vec<i64>,
    pub(crate) acked: Vec<String>,
}

pub(crate) struct Player {
    address: SocketAddr,
    name: String,
    client: Option<Client>,
    token: Option<String>,
    code: String,
    sent: u64,
    acked: Vec<String>,
}

impl Player {
    pub(crate) fn new(address: SocketAddr, name: String) -> Player {
        Player {
            address,
            name,
            client: None,
            token: None,
            code: String::new(),
            sent: 0,
            acked: Vec::new(),
        }
    }

    pub(crate) fn take_acked(&mut self) -> Vec<String> {
        std::mem::take(&mut self.acked)
    }

    pub(crate) async fn create(&mut self) -> String {
        let create = json!({
            "game": "cribbage", "nickname": self.name, "table": { "pace": "instant" },
        });
        let created = self.insist("create_game", create).await;
        self.code = created["gameCode"].as_str().unwrap().to_owned();
        self.code.clone()
    }

    pub(crate) async fn join(&mut self, code: &str) {
        self.code = code.to_owned();
        self.insist(
            "join_game",
            json!({ "gameCode": code, "nickname": self.name }),
        )
        .await;
    }

    /// Plays until the game is over, and returns the score of each seat.
    pub(crate) async fn play_to_the_end(&mut self) -> Vec<i64> {
        loop {
            let sync = self.ask("sync", &json!({ "gameCode": self.code })).await;
            assert_eq!(sync["ok"], true, "{sync}");
            if sync["view"]["phase"] == "gameover" {
                return score(&sync);
            }
            match sync["legal"].as_array().and_then(|legal| legal.last()) {
                Some(legal) => self.make(legal).await,
                None => self.wait_for_news().await,
            }
        }
    }

    async fn make(&mut self, legal: &Value) {
        let (command, fields) = legal.as_object().unwrap().iter().next().unwrap();
        let mut payload = fields.clone();
        payload["gameCode"] = json!(self.code);
        self.insist(command, payload).await;
    }

    /// Sends a command under one id until it is acknowledged. A refusal means that a stand-in has
    /// moved in the meantime; the command then had no effect.
    async fn insist(&mut self, command: &str, mut payload: Value) -> Value {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        payload["commandId"] = json!(id);
        let answer = self.ask(command, &payload).await;
        if answer["ok"] == true {
            self.acked.push(id);
        }
        answer
    }

    /// Asks until there is an answer, over as many connections as it takes.
    async fn ask(&mut self, command: &str, payload: &Value) -> Value {
        loop {
            let asked = match self.client().await {
                Ok(client) => client.ask(command, payload).await,
                Err(error) => Err(error),
            };
            match asked {
                Ok(answer) if answer["error"]["code"] != "house/unavailable" => return answer,
                Ok(_) => {}
                Err(_) => self.client = None,
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn wait_for_news(&mut self) {
        let Some(client) = &mut self.client else {
            return;
        };
        match client.next().await {
            Ok(Incoming::Event(..) | Incoming::Ack(..)) => {}
            Ok(Incoming::Disconnected) | Err(_) => self.client = None,
        }
    }

    async fn client(&mut self) -> Result<&mut Client, ClientError> {
        if self.client.is_none() {
            let mut client = Client::connect(self.address, self.token.as_deref()).await?;
            let session = client.wait_for("session").await?;
            let token = session["token"].as_str().unwrap().to_owned();
            if let Some(known) = &self.token {
                assert_eq!(
                    *known, token,
                    "a player is known by the token that they were told"
                );
            }
            self.token = Some(token);
            self.client = Some(client);
        }
        self.client.as_mut().ok_or(ClientError::Disconnected)
    }
}

/// The scores in the order of the seats.
fn score(sync: &Value) -> Vec<i64> {
    let players = sync["players"].as_array().unwrap();
    let scores = &sync["view"]["scores"];
    let score = |player: &Value| scores[player["uuid"].as_str().unwrap()].as_i64().unwrap();
    players.iter().map(score).collect()
}
