//! Several nodes of the real program with a real PostgreSQL and a real NATS: games across nodes,
//! and nodes that are killed.

#![expect(clippy::print_stdout, reason = "what was measured is told")]

mod house;

use std::time::{Duration, Instant};

use engines::{Nats, Postgres};
use serde_json::{Value, json};
use server::client::{Client, Incoming};
use store::{Journal, PostgresJournal};

use house::Node;

/// Longer than a table may take to go on after its node was killed.
const SOON: Duration = Duration::from_secs(20);

/// Somebody who plays as the page does: by the states that are pushed, and by `sync` where
/// something is missing.
struct Player {
    client: Client,
    code: String,
    seq: u64,
    commands: u64,
    /// What was acknowledged.
    acknowledged: u64,
}

impl Player {
    async fn connect(node: &Node) -> Player {
        let mut client = Client::connect(node.address, None).await.unwrap();
        client.wait_for("session").await.unwrap();
        Player {
            client,
            code: String::new(),
            seq: 0,
            commands: 0,
            acknowledged: 0,
        }
    }

    /// Asks until the house can do it.
    async fn insist(&mut self, command: &str, mut payload: Value) -> Value {
        self.commands += 1;
        payload["commandId"] = json!(format!("c{}", self.commands));
        if !self.code.is_empty() {
            payload["gameCode"] = json!(self.code);
        }
        let began = Instant::now();
        loop {
            let asked = self.client.ask(command, &payload);
            // A lost answer is cured by the same command.
            let answer = tokio::time::timeout(Duration::from_secs(3), asked).await;
            match answer {
                Ok(Ok(answer)) if answer["ok"] == json!(true) => {
                    self.acknowledged += 1;
                    return answer;
                }
                Ok(Ok(answer)) => {
                    let code = answer["error"]["code"].as_str();
                    assert_eq!(code, Some("house/unavailable"), "{command}: {answer}");
                }
                Ok(Err(error)) => panic!("{command}: {error}"),
                Err(_) => {}
            }
            assert!(began.elapsed() < SOON, "{command} was never answered");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn sync(&mut self) -> Value {
        let sync = self.insist("sync", json!({})).await;
        self.acknowledged -= 1;
        self.seq = sync["seq"].as_u64().unwrap();
        sync
    }

    /// Plays for so many moves, or to the end of the game; gives what the end told.
    async fn play(&mut self, moves: usize) -> Option<Value> {
        let mut made = 0;
        let mut state = self.sync().await;
        // A state from before one's own move says nothing any more.
        let mut moved_at = 0;
        while made < moves {
            if let Some((command, payload)) = first_legal(&state["legal"]) {
                let answer = self.insist(&command, payload).await;
                moved_at = answer["seq"].as_u64().unwrap();
                made += 1;
            }
            loop {
                let next = tokio::time::timeout(Duration::from_secs(2), self.client.next()).await;
                match next {
                    Ok(Ok(Incoming::Event(name, payload))) if payload["seq"].is_u64() => {
                        let seq = payload["seq"].as_u64().unwrap();
                        if name == "game_finished" {
                            return Some(payload);
                        }
                        if name == "state" && seq == self.seq && seq >= moved_at {
                            state = payload;
                            break;
                        }
                        if name != "state" && seq == self.seq + 1 {
                            self.seq = seq;
                        } else if seq > self.seq {
                            state = self.sync().await;
                            if state["view"]["phase"] == "gameover" {
                                return Some(state);
                            }
                            break;
                        }
                    }
                    Ok(Ok(Incoming::Disconnected) | Err(_)) => panic!("disconnected"),
                    Ok(Ok(_)) => {}
                    // Nothing came: somebody else thinks, or something was lost.
                    Err(_) => {
                        state = self.sync().await;
                        break;
                    }
                }
            }
        }
        None
    }
}

fn first_legal(legal: &Value) -> Option<(String, Value)> {
    let (name, payload) = legal.as_array()?.first()?.as_object()?.iter().next()?;
    Some((name.clone(), payload.clone()))
}

async fn sit_down(host: &mut Player, guest: &mut Player) {
    let create = json!({ "game": "cribbage", "nickname": "Host", "table": { "pace": "instant" } });
    let created = host.insist("create_game", create).await;
    host.code = created["gameCode"].as_str().unwrap().to_owned();
    guest.code.clone_from(&host.code);
    guest
        .insist("join_game", json!({ "nickname": "Guest" }))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_across_nodes_and_through_the_death_of_one() {
    let postgres = Postgres::start_hasty();
    let nats = Nats::start();
    let store = postgres.database();
    let mut doomed = Node::open(&store, &nats.url());
    let one = Node::open(&store, &nats.url());
    let other = Node::open(&store, &nats.url());

    // A game at a node that neither of its players is at: the one who opened it has gone.
    let mut host = Player::connect(&one).await;
    let mut guest = Player::connect(&other).await;
    sit_down(&mut host, &mut guest).await;
    let (ended, other_ended) = tokio::join!(host.play(usize::MAX), guest.play(usize::MAX));
    assert_eq!(ended.unwrap()["winner"], other_ended.unwrap()["winner"]);
    one.verifies(&host.code).await;
    other.verifies(&host.code).await;

    // A table of the doomed node with a bystander on each of the others.
    let mut host = Player::connect(&doomed).await;
    let mut guest = Player::connect(&one).await;
    sit_down(&mut host, &mut guest).await;
    let mut watcher = Player::connect(&other).await;
    watcher.code.clone_from(&host.code);
    watcher.insist("watch_game", json!({})).await;
    tokio::join!(host.play(3), guest.play(3));
    doomed.kill();
    let began = Instant::now();
    // The guest has a move or waits for the host, and hears how the table stands either way.
    guest.sync().await;
    println!("the table went on after {:?}", began.elapsed());
    let state = watcher.sync().await;
    assert_eq!(state["players"][1]["connected"], json!(true));
    let (database, code) = (store.clone(), host.code.clone());
    let kept = tokio::task::spawn_blocking(move || {
        let journal = PostgresJournal::open(&database).unwrap();
        journal.load(&code.parse().unwrap()).unwrap()
    });
    let entries = kept.await.unwrap().entries;
    let commands = entries.iter().filter(|entry| entry.command_id.is_some());
    let commands = commands.count() as u64;
    assert!(
        commands >= host.acknowledged + guest.acknowledged,
        "{commands} of {} and {}",
        host.acknowledged,
        guest.acknowledged
    );
}
