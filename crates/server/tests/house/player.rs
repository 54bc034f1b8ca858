//! A client that plays by the protocol and checks that the house keeps it.

use serde_json::{Value, json};
use server::client::{Client, Incoming};

use crate::support::House;

/// The most steps of a game: a player who always takes the first legal action may never end it.
pub(crate) const MOST_STEPS: usize = 5_000;

/// A player with one connection.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) uuid: String,
    pub(crate) token: String,
    pub(crate) code: String,
    /// The number of the last event, each one more than the one before it.
    pub(crate) seq: u64,
    /// All messages that were heard.
    pub(crate) heard: Vec<(String, Value)>,
}

impl Player {
    pub(crate) async fn connect(house: &House, token: Option<&str>) -> Player {
        let mut client = Client::connect(house.address, token).await.unwrap();
        let session = client.wait_for("session").await.unwrap();
        Player::of(client, &session)
    }

    /// The identity that a connection was told.
    pub(crate) fn of(client: Client, session: &Value) -> Player {
        Player {
            client,
            uuid: session["playerUuid"].as_str().unwrap().to_owned(),
            token: session["token"].as_str().unwrap().to_owned(),
            code: String::new(),
            seq: 0,
            heard: Vec::new(),
        }
    }

    pub(crate) async fn create(&mut self, options: Value) {
        let mut create = json!({
            "game": "cribbage", "nickname": "Jill", "entropy": "ab".repeat(16),
            "table": { "pace": "instant" },
        });
        create
            .as_object_mut()
            .unwrap()
            .extend(options.as_object().unwrap().clone());
        let created = self.ask("create_game", create).await;
        self.code = created["gameCode"].as_str().expect("a code").to_owned();
    }

    pub(crate) async fn join(&mut self, code: &str) -> Value {
        self.code = code.to_owned();
        let join = json!({ "gameCode": code, "nickname": "Boom", "entropy": "cd".repeat(16) });
        self.ask("join_game", join).await
    }

    /// Sends a request that must be accepted.
    pub(crate) async fn ask(&mut self, event: &str, payload: Value) -> Value {
        let answer = self.client.ask(event, &payload).await.unwrap();
        assert_eq!(answer["ok"], true, "{event} {payload}: {answer}");
        answer
    }

    /// Sends a request that must be refused, and returns the code.
    pub(crate) async fn ask_in_vain(&mut self, event: &str, payload: Value) -> String {
        let answer = self.client.ask(event, &payload).await.unwrap();
        assert_eq!(answer["ok"], false, "{event} {payload}: {answer}");
        let message = answer["error"]["message"].as_str().expect("a sentence");
        assert!(!message.is_empty());
        answer["error"]["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn sync(&mut self) -> Value {
        self.ask("sync", json!({ "gameCode": self.code })).await
    }

    /// Hears the next event, and checks its number.
    pub(crate) async fn hear(&mut self) -> (String, Value) {
        loop {
            match self.client.next().await.unwrap() {
                Incoming::Event(name, payload) => {
                    if let Some(seq) = payload["seq"].as_u64() {
                        assert_eq!(payload["gameCode"], json!(self.code));
                        // A state belongs to the message before it.
                        let next = self.seq + u64::from(name != "state");
                        if self.seq > 0 {
                            assert_eq!(seq, next, "a gap before {name} {payload}");
                        }
                        self.seq = seq;
                    }
                    self.heard.push((name.clone(), payload.clone()));
                    return (name, payload);
                }
                Incoming::Ack(..) => {}
                Incoming::Disconnected => panic!("disconnected"),
            }
        }
    }

    pub(crate) async fn hear_until(&mut self, wanted: &str) -> Value {
        loop {
            let (name, payload) = self.hear().await;
            if name == wanted {
                return payload;
            }
        }
    }

    /// Plays the first legal action whenever there is one, until the game is over.
    pub(crate) async fn play_to_the_end(&mut self) -> Value {
        for _ in 0..MOST_STEPS {
            self.move_if_asked().await;
            let (name, payload) = self.hear().await;
            if name == "game_finished" {
                return payload;
            }
        }
        panic!("the game is not over after {MOST_STEPS} messages");
    }

    pub(crate) async fn move_if_asked(&mut self) -> bool {
        let sync = self.sync().await;
        let Some((command, mut payload)) = commands_of(&sync["legal"]).into_iter().next() else {
            return false;
        };
        payload["gameCode"] = json!(self.code);
        self.ask(&command, payload).await;
        true
    }
}

/// The commands that `legal` lists: one command an entry, or grouped by name if there are too many.
pub(crate) fn commands_of(legal: &Value) -> Vec<(String, Value)> {
    match legal {
        Value::Array(commands) => commands.iter().flat_map(commands_of).collect(),
        Value::Object(groups) => groups.iter().flat_map(group).collect(),
        _ => Vec::new(),
    }
}

fn group((command, fields): (&String, &Value)) -> Vec<(String, Value)> {
    let each = match fields {
        Value::Array(each) => each.clone(),
        one => vec![one.clone()],
    };
    each.into_iter()
        .map(|fields| (command.clone(), fields))
        .collect()
}
