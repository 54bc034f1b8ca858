//! What one seat may not know changes no byte of what it hears.
//!
//! A game is played twice through a real house, with the same ids, clock, codes, secret
//! and entropy. The two games differ in hidden luck and hidden moves that one viewer
//! cannot tell apart (see `worlds.rs`). Everything that the viewer's socket gets (events,
//! acks, refusals, what `sync` answers) and the public journal must be the same.

use std::sync::Arc;

use kernel::{Kind, Seat, Viewer};
use serde_json::{Value, json};
use server::Config;
use server::client::Client;
use store::MemoryJournal;

use crate::rigged::{Flaw, Rigged};
use crate::support::{House, StillWorld, unlimited};
use crate::worlds::{Pair, pair};

/// How many pairs of worlds are tried for a viewer of a preset.
const PAIRS: u64 = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_at_cribbage_hears_what_is_hidden_from_them() {
    tells_nothing_hidden("cribbage").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_at_texas_42_hears_what_is_hidden_from_them() {
    tells_nothing_hidden("texas42").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_at_dice_hears_what_is_hidden_from_them() {
    tells_nothing_hidden("dice").await;
}

#[test]
fn every_game_of_the_house_is_tried() {
    let keys: Vec<&str> = roster::GAMES.iter().map(|kind| kind.meta().key).collect();
    assert_eq!(keys, ["cribbage", "texas42", "dice"]);
}

/// A check that could not fail would prove nothing: each flaw is found at each game where
/// anybody could hear it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_tells_a_little_is_found_out() {
    for kind in roster::GAMES {
        for flaw in [Flaw::Names, Flaw::Silence, Flaw::Views] {
            // A hidden step of dice is told without its name, so no name can give it away.
            let unheard = kind.meta().key == "dice" && flaw == Flaw::Names;
            assert_eq!(
                is_found_out(*kind, flaw).await,
                !unheard,
                "{:?} {flaw:?}",
                kind.meta().key
            );
        }
    }
}

async fn is_found_out(kind: &'static dyn Kind, flaw: Flaw) -> bool {
    for (_, options) in presets(kind) {
        for seed in 0..12 {
            let viewer = Viewer::Seat(Seat(0));
            let pair = pair(kind, &options, viewer, seed);
            if pair.differ > 0 {
                let mut heard = Vec::new();
                for world in 0..2 {
                    heard.push(play(kind, flaw, &options, viewer, &pair, world).await);
                }
                if heard[0] != heard[1] {
                    return true;
                }
            }
        }
    }
    false
}

/// The sets of options for several seats: alone, nothing is hidden.
fn presets(kind: &dyn Kind) -> Vec<(&'static str, Value)> {
    let seats = |options: &Value| kind.start(options).expect("a preset is possible").n_seats();
    let mut presets = kind.presets();
    presets.retain(|(_, options)| seats(options) > 1);
    presets
}

async fn tells_nothing_hidden(key: &str) {
    let kind = roster::find(key).expect("the game is in the house");
    let mut differed = std::collections::BTreeMap::new();
    for (name, options) in presets(kind) {
        let n_seats = kind.start(&options).unwrap().n_seats();
        for viewer in Viewer::all(n_seats) {
            for seed in 0..PAIRS {
                let pair = pair(kind, &options, viewer, seed);
                if pair.differ == 0 {
                    continue;
                }
                *differed.entry(viewer).or_insert(0) += pair.moves.len();
                let one = play(kind, Flaw::None, &options, viewer, &pair, 0).await;
                let other = play(kind, Flaw::None, &options, viewer, &pair, 1).await;
                assert!(one.len() > pair.moves.len());
                for (place, (one, other)) in one.iter().zip(&other).enumerate() {
                    assert_eq!(one, other, "{name}, {viewer}, seed {seed}, message {place}");
                }
                assert_eq!(one.len(), other.len());
            }
        }
    }
    let spectator = differed.remove(&Viewer::Spectator);
    assert!(
        spectator > Some(10),
        "a spectator watched worlds that differ"
    );
    assert!(
        differed.len() > 1 && differed.values().all(|moves| *moves > 10),
        "{differed:?}"
    );
}

/// Plays one of the two worlds through a house, and gives all that the viewer heard.
async fn play(
    kind: &'static dyn Kind,
    flaw: Flaw,
    options: &Value,
    viewer: Viewer,
    pair: &Pair,
    world: usize,
) -> Vec<String> {
    let luck = Arc::new(pair.luck[world].clone());
    let config = Config {
        games: Rigged { kind, luck, flaw }.alone(),
        world: Arc::new(StillWorld::at(1_000_000)),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut room = Room::fill(&house, kind, options).await;
    let mut public = Vec::new();
    for (n, step) in pair.moves.iter().enumerate() {
        if step.viewer_waits {
            // What somebody else did is refused in the same words.
            let refused = json!({ "action": step.actions[0] });
            let answer = room.ask(viewer, "act", refused).await;
            assert_eq!(answer["ok"], false);
        }
        let action = &step.actions[world];
        let answer = room
            .ask(Viewer::Seat(step.seat), "act", json!({ "action": action }))
            .await;
        assert_eq!(answer["ok"], true, "{action}: {answer}");
        room.ask(viewer, "sync", json!({})).await;
        if n % 8 == 0 {
            public.push(house.request_text("GET", &room.journal(), "", "").await.1);
        }
    }
    room.ask(viewer, "sync", json!({ "since": 1 })).await;
    room.ask(Viewer::Spectator, "sync", json!({ "since": 1 }))
        .await;
    public.push(house.request_text("GET", &room.journal(), "", "").await.1);
    [room.heard(viewer), room.heard(Viewer::Spectator), public].concat()
}

/// A table with somebody on every chair, and a spectator.
struct Room {
    code: String,
    /// The seats in their order, then the spectator.
    guests: Vec<Guest>,
}

/// A socket, and every packet that it got, as it came.
struct Guest {
    client: Client,
    heard: Vec<String>,
}

impl Room {
    async fn fill(house: &House, kind: &dyn Kind, options: &Value) -> Room {
        let n_seats = kind.start(options).expect("a preset is possible").n_seats();
        let mut guests = Vec::new();
        for _ in 0..=n_seats {
            let mut client = Client::connect(house.address, None).await.unwrap();
            let session = client.next_packet().await.unwrap();
            assert!(session.starts_with("2[\"session\""), "{session}");
            let heard = vec![session];
            guests.push(Guest { client, heard });
        }
        let create = json!({
            "game": kind.meta().key, "nickname": "Guest 0", "options": options,
            "table": { "pace": "instant", "clockSeconds": 3_600 },
        });
        let created = guests[0].ask("create_game", create).await;
        let code = created["gameCode"].as_str().expect("a code").to_owned();
        let mut room = Room { code, guests };
        room.ask(Viewer::Spectator, "watch_game", json!({})).await;
        for seat in Seat::all(n_seats).skip(1) {
            let join = json!({ "nickname": format!("Guest {seat}"), "entropy": "cd".repeat(16) });
            room.ask(Viewer::Seat(seat), "join_game", join).await;
        }
        room
    }

    fn journal(&self) -> String {
        format!("/api/tables/{}/journal", self.code)
    }

    async fn ask(&mut self, viewer: Viewer, command: &str, mut payload: Value) -> Value {
        payload["gameCode"] = json!(self.code);
        self.guest(viewer).ask(command, payload).await
    }

    fn guest(&mut self, viewer: Viewer) -> &mut Guest {
        let spectator = self.guests.len() - 1;
        let place = viewer.seat().map_or(spectator, Seat::index);
        &mut self.guests[place]
    }

    fn heard(&mut self, viewer: Viewer) -> Vec<String> {
        self.guest(viewer).heard.clone()
    }
}

impl Guest {
    /// Sends a command, and keeps all that comes up to its ack.
    async fn ask(&mut self, command: &str, payload: Value) -> Value {
        let number = self.client.emit(command, &payload).await.unwrap();
        let ack = format!("3{number}[");
        loop {
            let packet = self.client.next_packet().await.unwrap();
            self.heard.push(packet.clone());
            if let Some(answer) = packet.strip_prefix(&ack) {
                return serde_json::from_str(answer.trim_end_matches(']')).unwrap();
            }
        }
    }
}
