//! A player who never asks for missed messages, and expects to hear all of them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use server::client::{Client, Incoming};
use tokio::sync::watch;

use crate::Counts;

pub(crate) struct Player {
    client: Client,
    name: String,
    code: String,
    n_sent: u64,
    acked: Vec<String>,
    /// The number of the last message; 0 before the first.
    seq: u64,
    /// The number of the last message when this player moved.
    acted: u64,
}

impl Player {
    /// Two players at a table, and somebody who watches.
    pub(crate) async fn table(address: SocketAddr, pair: usize) -> [Player; 3] {
        let mut host = Player::connect(address, format!("host-{pair}")).await;
        let create = json!({
            "game": "cribbage", "nickname": host.name, "table": { "pace": "instant" },
        });
        let created = host.client.ask("create_game", &create).await.unwrap();
        host.code = created["gameCode"].as_str().unwrap().to_owned();
        let mut guest = Player::connect(address, format!("guest-{pair}")).await;
        guest.code = host.code.clone();
        let join = json!({ "gameCode": guest.code, "nickname": guest.name });
        let joined = guest.client.ask("join_game", &join).await.unwrap();
        assert_eq!(joined["ok"], true, "{joined}");
        let mut spectator = Player::connect(address, format!("spectator-{pair}")).await;
        spectator.code = host.code.clone();
        let watch = json!({ "gameCode": spectator.code });
        let watched = spectator.client.ask("watch_game", &watch).await.unwrap();
        assert_eq!(watched["ok"], true, "{watched}");
        [host, guest, spectator]
    }

    async fn connect(address: SocketAddr, name: String) -> Player {
        Player {
            client: Client::connect(address, None).await.unwrap(),
            name,
            code: String::new(),
            n_sent: 0,
            acked: Vec::new(),
            seq: 0,
            acted: 0,
        }
    }

    fn is_spectator(&self) -> bool {
        self.name.starts_with("spectator")
    }

    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Plays game after game until it is told to stop.
    pub(crate) async fn play(
        mut self,
        counts: Arc<Counts>,
        mut stopped: watch::Receiver<bool>,
    ) -> Player {
        loop {
            let heard = tokio::select! {
                _ = stopped.wait_for(|stopped| *stopped) => return self,
                heard = self.client.next() => heard.expect("the house keeps the connection"),
            };
            let Incoming::Event(name, payload) = heard else {
                continue;
            };
            self.follow(&name, &payload);
            match name.as_str() {
                "player_disconnected" | "bot_took_over" => panic!("{name}: everybody is here"),
                "game_finished" if self.is_spectator() => {}
                "game_finished" => self.insist("rematch", json!({}), &counts, &stopped).await,
                "state" if payload["seq"].as_u64() >= Some(self.acted) => {
                    let legal = payload["legal"].as_array().and_then(|legal| legal.first());
                    if let Some((command, fields)) = legal.and_then(first) {
                        self.insist(&command, fields, &counts, &stopped).await;
                    }
                }
                _ => {}
            }
        }
    }

    /// The ids of the acknowledged commands.
    pub(crate) fn acked(&self) -> &[String] {
        &self.acked
    }

    /// Hears, without asking for it, everything up to what the table says it has told; then there
    /// is nothing more. Nobody moves any more.
    pub(crate) async fn hear_the_rest(&mut self) {
        let look = json!({ "gameCode": self.code });
        let sync = self.client.ask("sync", &look).await.unwrap();
        let told = sync["seq"].as_u64().expect("a number");
        while self.seq < told {
            match self
                .client
                .next()
                .await
                .expect("the house keeps the connection")
            {
                Incoming::Event(name, payload) => self.follow(&name, &payload),
                Incoming::Ack(..) => {}
                Incoming::Disconnected => panic!("{}: shown out", self.name),
            }
        }
        assert_eq!(
            self.seq, told,
            "{}: heard a message that was not sent",
            self.name
        );
    }

    /// Checks that nothing is missing and nothing comes twice.
    fn follow(&mut self, name: &str, payload: &Value) {
        let Some(seq) = payload["seq"].as_u64() else {
            return;
        };
        let next = self.seq + u64::from(name != "state");
        if self.seq > 0 {
            assert_eq!(seq, next, "{}: a gap before {name}", self.name);
        }
        self.seq = seq;
    }

    /// Sends a command under one id until it is accepted.
    async fn insist(
        &mut self,
        command: &str,
        mut fields: Value,
        counts: &Counts,
        stopped: &watch::Receiver<bool>,
    ) {
        self.n_sent += 1;
        let id = format!("{}-{}", self.name, self.n_sent);
        fields["commandId"] = json!(id);
        fields["gameCode"] = json!(self.code);
        while !*stopped.borrow() {
            let answer = self.client.ask(command, &fields).await.unwrap();
            if answer["ok"] == true {
                counts.made.fetch_add(1, Ordering::Relaxed);
                self.acted = answer["seq"].as_u64().unwrap_or(self.acted);
                self.acked.push(id);
                return;
            }
            let error = &answer["error"];
            assert_eq!(error["code"], "house/unavailable", "{command}: {answer}");
            assert!(
                error["message"]
                    .as_str()
                    .is_some_and(|text| text.len() > 20)
            );
            assert!(error["retryAfterMs"].is_u64(), "{answer}");
            counts.refused.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

fn first(legal: &Value) -> Option<(String, Value)> {
    let (command, fields) = legal.as_object()?.iter().next()?;
    Some((command.clone(), fields.clone()))
}
