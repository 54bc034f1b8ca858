//! Three nodes over PostgreSQL and NATS send every player and spectator the same bytes as a house
//! of one program.
//!
//! Both get the same world: time stands still, and luck is drawn in the same order. The same game
//! is played in both, one command after the other. After each command, everybody sends a `sync`;
//! its answer comes after all earlier messages. Therefore a transcript has one order and no pauses.

use std::sync::Arc;

use engines::{Nats, Postgres};
use serde_json::{Value, json};
use server::Config;
use server::client::Client;
use server::cluster::{NatsBus, Nodes};
use store::{Journal, MemoryJournal, PostgresJournal};
use tokio::task::spawn_blocking;

use crate::player::commands_of;
use crate::support::{House, StillWorld, unlimited};

/// More commands than the longest of these games has.
const MOST_MOVES: usize = 2_000;

/// A player or spectator at a table, and all packets that they got.
struct Ear {
    client: Client,
    heard: Vec<String>,
}

impl Ear {
    async fn connect(house: &House) -> Ear {
        let client = Client::connect(house.address, None).await.unwrap();
        let mut ear = Ear {
            client,
            heard: Vec::new(),
        };
        // The first packet tells them their identity.
        ear.hear().await;
        ear
    }

    /// The next packet, as it came.
    async fn hear(&mut self) -> &str {
        let packet = self.client.next_packet().await.unwrap();
        self.heard.push(packet);
        self.heard.last().unwrap()
    }

    /// Asks, and writes down all packets up to the answer.
    async fn ask(&mut self, event: &str, payload: Value) -> Value {
        let number = self.client.emit(event, &payload).await.unwrap();
        let ack = format!("3{number}[");
        loop {
            if let Some(answer) = self.hear().await.strip_prefix(&ack) {
                let answer: Value = serde_json::from_str(answer.trim_end_matches(']')).unwrap();
                assert_eq!(answer["ok"], true, "{event} {payload}: {answer}");
                return answer;
            }
        }
    }
}

/// Plays a game; player n is at house n, and after them comes a spectator. Returns the packets of
/// each.
async fn play(houses: &[House], game: &str, options: &Value, seats: usize) -> Vec<Vec<String>> {
    let mut ears = Vec::new();
    for n in 0..=seats {
        ears.push(Ear::connect(&houses[n % houses.len()]).await);
    }
    let create = json!({
        "game": game, "nickname": "Player", "options": options, "commandId": "create",
        "entropy": "ab".repeat(16), "table": { "pace": "instant" },
    });
    let created = ears[0].ask("create_game", create).await;
    let code = created["gameCode"].clone();
    ears[seats]
        .ask("watch_game", json!({ "gameCode": code }))
        .await;
    for (n, ear) in ears[..seats].iter_mut().enumerate().skip(1) {
        let join = json!({
            "gameCode": code, "nickname": format!("Guest {n}"), "entropy": "cd".repeat(16),
            "commandId": "join",
        });
        ear.ask("join_game", join).await;
    }
    for number in 0..MOST_MOVES {
        let mut next = None;
        let mut over = false;
        for (n, ear) in ears.iter_mut().enumerate() {
            let state = ear.ask("sync", json!({ "gameCode": code })).await;
            over |= state["view"]["phase"] == "gameover";
            let command = commands_of(&state["legal"]).into_iter().next();
            if let (None, Some(command)) = (&next, command) {
                next = Some((n, command));
            }
        }
        if over {
            return ears.into_iter().map(|ear| ear.heard).collect();
        }
        let (n, (command, mut payload)) = next.expect("somebody can move");
        payload["gameCode"] = code.clone();
        payload["commandId"] = json!(format!("move-{number}"));
        ears[n].ask(&command, payload).await;
    }
    panic!("{game} does not end");
}

fn config() -> Config {
    Config {
        world: Arc::new(StillWorld::at(1_000_000)),
        ..unlimited()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_nodes_send_the_same_bytes_as_one() {
    let postgres = spawn_blocking(Postgres::start_hasty).await.unwrap();
    let games = [
        ("cribbage", json!({}), 2),
        ("texas42", json!({ "target": 1 }), 4),
        (
            "dice",
            json!({ "seats": 2, "first_target": 1, "win_round": 4 }),
            2,
        ),
    ];
    for (game, options, seats) in games {
        let one = House::open_with(config(), Arc::new(MemoryJournal::new())).await;
        one.get("/healthz").await;
        let told_by_one = play(&[one], game, &options, seats).await;

        let database = postgres.database();
        // The tables of all games have the same code: each has a bus of its own.
        let nats = spawn_blocking(Nats::start).await.unwrap();
        let shared = config();
        let mut houses = Vec::new();
        for n in 1..=3 {
            let nodes = Nodes {
                node: format!("node-{n}").parse().unwrap(),
                bus: Arc::new(NatsBus::connect(&nats.url()).await.unwrap()),
            };
            let config = Config {
                nodes: Some(nodes),
                ..shared.clone()
            };
            let url = database.clone();
            let journal = spawn_blocking(move || PostgresJournal::open(&url).unwrap()).await;
            let journal: Arc<dyn Journal> = Arc::new(journal.unwrap());
            let house = House::open_with(config, journal).await;
            // A node listens before it serves.
            house.get("/healthz").await;
            houses.push(house);
        }
        let told_by_three = play(&houses, game, &options, seats).await;
        for (n, (one, three)) in told_by_one.iter().zip(&told_by_three).enumerate() {
            for (place, (one, three)) in one.iter().zip(three).enumerate() {
                assert_eq!(three, one, "{game}: message {place} to player {n}");
            }
            assert_eq!(one.len(), three.len(), "{game}: messages to player {n}");
            assert!(one.len() > 50, "{game}: hardly anything was told");
        }
    }
}
