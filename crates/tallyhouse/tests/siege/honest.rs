//! Players who play by the protocol, each table from an address of its own, and people who come new
//! to the house.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::client::{Client, Incoming};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::timeout_at;

use crate::game::{self, first_legal};
use crate::house::{self, House};

/// The thinking time of a person; all tables together make a hundred moves per second.
const THOUGHT: Duration = Duration::from_secs(1);

/// The address of people who come new.
const NEWCOMER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 8));

/// Somebody without a token comes to the house, plays a game against a bot and looks back at it.
pub(crate) async fn come_new(house: &House) {
    let stream = house::connect(house.address, NEWCOMER).await;
    let client = Client::over(stream.expect("a connection"), house.address, None).await;
    let mut client = client.expect("a newcomer is let in");
    let code = game::play(&mut client, game::short_cribbage()).await;
    let code = code.expect("a newcomer is refused nothing");
    for what in ["journal", "replay", "verify", "review"] {
        let path = format!("/api/tables/{code}/{what}");
        let answer = house::get(house.address, NEWCOMER, &path).await;
        let (status, text) = answer.expect("an answer");
        assert!(matches!(status, 200 | 202), "{what}: {status} {text}");
    }
}

/// Everybody who plays.
pub(crate) struct Players(Vec<Arc<Mutex<Player>>>);

impl Players {
    /// Two people at each table.
    pub(crate) async fn sit_down(house: &House, n_tables: usize) -> Players {
        let mut players = Vec::new();
        for n in 0..n_tables {
            let from = IpAddr::V4(Ipv4Addr::new(127, 1, (n / 250) as u8, (n % 250) as u8 + 1));
            let mut host = Player::connect(house.address, from).await;
            let table =
                json!({ "game": "cribbage", "nickname": "Ann", "table": { "pace": "instant" } });
            host.code = host.ask("create_game", table).await["gameCode"].clone();
            let mut guest = Player::connect(house.address, from).await;
            guest.code = host.code.clone();
            guest.ask("join_game", json!({ "nickname": "Bob" })).await;
            for player in [host, guest] {
                players.push(Arc::new(Mutex::new(player)));
            }
        }
        Players(players)
    }

    /// Plays for this long; returns the wait of each move for its ack.
    pub(crate) async fn play(&self, time: Duration) -> Vec<Duration> {
        let end = Instant::now() + time;
        let play = |player: Arc<Mutex<Player>>| {
            tokio::spawn(async move { player.lock().await.play_until(end).await })
        };
        let tasks: Vec<_> = self.0.iter().cloned().map(play).collect();
        let mut took = Vec::new();
        for task in tasks {
            took.extend(task.await.expect("no honest player is refused anything"));
        }
        took
    }
}

/// The 99th percentile.
pub(crate) fn p99(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    assert!(took.len() > 100, "hardly anybody played: {}", took.len());
    took[took.len() * 99 / 100]
}

struct Player {
    client: Client<TcpStream>,
    code: Value,
    n_commands: u64,
    /// The last state, if nothing was done about it yet.
    state: Option<Value>,
    /// The number of the last message when this player moved.
    acted: u64,
}

impl Player {
    async fn connect(to: SocketAddr, from: IpAddr) -> Player {
        let stream = house::connect(to, from).await.expect("a connection");
        let client = Client::over(stream, to, None).await.expect("a socket");
        Player {
            client,
            code: Value::Null,
            n_commands: 0,
            state: None,
            acted: 0,
        }
    }

    /// Sends a command, which must be accepted.
    async fn ask(&mut self, command: &str, mut fields: Value) -> Value {
        if !self.code.is_null() {
            fields["gameCode"] = self.code.clone();
        }
        self.n_commands += 1;
        fields["commandId"] = json!(format!("c{}", self.n_commands));
        let answer = self.client.ask(command, &fields).await.expect("an answer");
        assert_eq!(answer["ok"], true, "{command} {fields}: {answer}");
        answer
    }

    async fn play_until(&mut self, end: Instant) -> Vec<Duration> {
        let mut took = Vec::new();
        while Instant::now() < end {
            if let Some(state) = self.state.take()
                && let Some((command, fields)) = first_legal(&state)
            {
                tokio::time::sleep(THOUGHT).await;
                let start = Instant::now();
                let answer = self.ask(&command, fields).await;
                took.push(start.elapsed());
                self.acted = answer["seq"].as_u64().unwrap_or(self.acted);
                continue;
            }
            let heard = timeout_at(end.into(), self.client.next()).await;
            let Ok(heard) = heard else { break };
            match heard.expect("the house keeps the connection") {
                Incoming::Event(name, payload) if name == "state" => {
                    let is_new = payload["seq"].as_u64() >= Some(self.acted);
                    self.state = Some(payload).filter(|_| is_new);
                }
                Incoming::Event(name, _) if name == "game_finished" => {
                    self.ask("rematch", json!({})).await;
                }
                Incoming::Event(name, payload) => {
                    assert_ne!(name, "player_disconnected", "{payload}");
                }
                Incoming::Ack(..) => {}
                Incoming::Disconnected => panic!("an honest player was shown out"),
            }
        }
        took
    }
}
