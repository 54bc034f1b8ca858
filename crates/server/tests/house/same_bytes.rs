//! Several nodes over PostgreSQL and NATS send every player and spectator the same bytes as a house
//! of one program.
//!
//! Both get the same world: time stands still, and luck is drawn in the same order. The same game
//! is played in both, one command after the other. After each command, everybody sends a `sync` at
//! once; its answer comes after all earlier messages. Therefore a transcript has one order and no
//! pauses.

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
    async fn connect(house: &House, token: Option<&str>) -> Ear {
        let client = Client::connect(house.address, token).await.unwrap();
        let mut ear = Ear {
            client,
            heard: Vec::new(),
        };
        // The first packet tells them their identity.
        ear.hear().await;
        ear
    }

    /// The token of the player.
    fn token(&self) -> String {
        let session = self.heard[0].strip_prefix('2').unwrap();
        let session: Value = serde_json::from_str(session).unwrap();
        session[1]["token"].as_str().unwrap().to_owned()
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
        self.answer(number).await
    }

    /// Writes down all packets up to the answer of this number.
    async fn answer(&mut self, number: u64) -> Value {
        let ack = format!("3{number}[");
        loop {
            if let Some(answer) = self.hear().await.strip_prefix(&ack) {
                let answer: Value = serde_json::from_str(answer.trim_end_matches(']')).unwrap();
                assert_eq!(answer["ok"], true, "{answer}");
                return answer;
            }
        }
    }
}

/// A game with its options and its number of seats.
type Game = (&'static str, Value, usize);

/// Plays a game at a table of the first house; player n is at the nth of `theirs`, and after them
/// comes a spectator. The host keeps the socket with which they opened the table. Returns the
/// packets of each socket, the host's first one last.
async fn play(first: &House, theirs: &[House], (game, options, seats): &Game) -> Vec<Vec<String>> {
    let seats = *seats;
    let mut opener = Ear::connect(first, None).await;
    let mut ears = Vec::new();
    for n in 0..=seats {
        let token = (n == 0).then(|| opener.token());
        let house = &theirs[n % theirs.len()];
        ears.push(Ear::connect(house, token.as_deref()).await);
    }
    let create = json!({
        "game": game, "nickname": "Player", "options": options, "commandId": "create",
        "entropy": "ab".repeat(16), "table": { "pace": "instant" },
    });
    let created = opener.ask("create_game", create).await;
    let code = created["gameCode"].clone();
    for place in [0, seats] {
        ears[place]
            .ask("watch_game", json!({ "gameCode": code }))
            .await;
    }
    for (n, ear) in ears[..seats].iter_mut().enumerate().skip(1) {
        let join = json!({
            "gameCode": code, "nickname": format!("Guest {n}"), "entropy": "cd".repeat(16),
            "commandId": "join",
        });
        ear.ask("join_game", join).await;
    }
    ears.push(opener);
    for number in 0..MOST_MOVES {
        let mut next = None;
        let mut over = false;
        let mut asked = Vec::new();
        for ear in &mut ears {
            let sync = json!({ "gameCode": code });
            asked.push(ear.client.emit("sync", &sync).await.unwrap());
        }
        for (n, (ear, asked)) in ears.iter_mut().zip(asked).enumerate() {
            let state = ear.answer(asked).await;
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

/// Nodes of one house, and its bus, which lives as long as this.
async fn nodes(n_nodes: usize, postgres: &Postgres) -> (Nats, Vec<House>) {
    let database = postgres.database();
    // The tables of all games have the same code: each has a bus of its own.
    let nats = spawn_blocking(Nats::start).await.unwrap();
    let shared = config();
    let mut houses = Vec::new();
    for n in 1..=n_nodes {
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
    (nats, houses)
}

/// The packets of each socket at a game in a house of one program.
async fn told_by_one(game: &Game) -> Vec<Vec<String>> {
    let one = House::open_with(config(), Arc::new(MemoryJournal::new())).await;
    one.get("/healthz").await;
    play(&one, std::slice::from_ref(&one), game).await
}

#[track_caller]
fn are_the_same(game: &str, by_one: &[Vec<String>], by_several: &[Vec<String>]) {
    for (n, (one, several)) in by_one.iter().zip(by_several).enumerate() {
        for (place, (one, several)) in one.iter().zip(several).enumerate() {
            assert_eq!(several, one, "{game}: message {place} to player {n}");
        }
        assert_eq!(one.len(), several.len(), "{game}: messages to player {n}");
        assert!(one.len() > 50, "{game}: hardly anything was told");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_nodes_send_the_same_bytes_as_one() {
    let postgres = spawn_blocking(Postgres::start_hasty).await.unwrap();
    let dice = json!({ "seats": 2, "first_target": 1, "win_round": 4 });
    for game in [
        ("cribbage", json!({}), 2),
        ("texas42", json!({ "target": 1 }), 4),
        ("dice", dice, 2),
    ] {
        let (_nats, houses) = nodes(3, &postgres).await;
        let by_three = play(&houses[0], &houses, &game).await;
        are_the_same(game.0, &told_by_one(&game).await, &by_three);
    }
}

/// Everything for several sockets comes to their node in the same parcels.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_share_another_node_hear_the_same_bytes() {
    let postgres = spawn_blocking(Postgres::start_hasty).await.unwrap();
    let (_nats, houses) = nodes(2, &postgres).await;
    let game = ("texas42", json!({ "target": 1 }), 4);
    let by_two = play(&houses[0], &houses[1..], &game).await;
    are_the_same(game.0, &told_by_one(&game).await, &by_two);
}
