//! How often a move is read, decided, applied and put into words on its way through a house.

use std::collections::BTreeSet;
use std::sync::Arc;

use cribbage::Cribbage;
use kernel::{Game, Viewer};
use serde_json::{Value, json};
use server::Config;
use store::MemoryJournal;

use crate::player::{Player, commands_of};
use crate::rigged::{Call, RiggedKind, count};
use crate::support::{House, unlimited};

/// How many sockets watch. They all get what is written once for a spectator.
const WATCHERS: usize = 3;

#[tokio::test]
async fn a_move_is_read_once_applied_once_and_written_once_per_audience() {
    let config = Config {
        games: RiggedKind::<Cribbage>::alone(&[]),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut guests = vec![Player::connect(&house, None).await];
    guests[0].create(json!({})).await;
    let code = guests[0].code.clone();
    for _ in 0..WATCHERS {
        let mut watcher = Player::connect(&house, None).await;
        watcher.code = code.clone();
        watcher.ask("watch_game", json!({ "gameCode": code })).await;
        guests.push(watcher);
    }
    let mut boom = Player::connect(&house, None).await;
    boom.join(&code).await;
    guests.insert(1, boom);

    let (mover, payload) = first_card(&mut guests[..2]).await;
    // Whoever has an answer to a question has all that came before it.
    for guest in &mut guests {
        guest.sync().await;
    }
    let before = decided(&house, &code).len();
    for call in [Call::Read, Call::Act, Call::Evolve, Call::Tell, Call::View] {
        count(call);
    }
    guests[mover].ask("play_card", payload).await;
    for guest in &mut guests {
        let state = guest.client.wait_for("state").await.unwrap();
        assert_eq!(state["gameCode"], json!(code));
    }

    let decided = decided(&house, &code);
    assert_eq!(decided.len(), before + 1, "one entry is written");
    let events: Vec<cribbage::Event> = decided[before].clone();
    let sights = |event: &cribbage::Event| -> usize {
        let seen = Viewer::all(2).filter_map(|viewer| Cribbage::redact(event, viewer));
        seen.map(|seen| format!("{seen:?}"))
            .collect::<BTreeSet<String>>()
            .len()
    };
    assert!(!events.is_empty());
    assert_eq!(count(Call::Read), 1, "a command is read once");
    assert_eq!(count(Call::Act), 1, "an action is decided once");
    assert_eq!(
        count(Call::Evolve),
        events.len(),
        "an event is applied once"
    );
    let audiences: usize = events.iter().map(sights).sum();
    assert_eq!(
        count(Call::Tell),
        audiences,
        "an event is told once to those who see the same"
    );
    assert_eq!(
        count(Call::View),
        3,
        "a view is written once for each seat and for all who watch"
    );
}

/// Plays until somebody may play a card: who, and the command's fields.
async fn first_card(players: &mut [Player]) -> (usize, Value) {
    for _ in 0..20 {
        for (n, player) in players.iter_mut().enumerate() {
            let legal = commands_of(&player.sync().await["legal"]);
            let Some((command, mut fields)) = legal.into_iter().next() else {
                continue;
            };
            fields["gameCode"] = json!(player.code);
            if command == "play_card" {
                fields["commandId"] = json!("the-card");
                return (n, fields);
            }
            player.ask(&command, fields).await;
        }
    }
    panic!("no card was ever to be played");
}

/// The events of each decision in the journal.
fn decided(house: &House, code: &str) -> Vec<Vec<cribbage::Event>> {
    let record = house.journal.load(&code.parse().unwrap()).unwrap();
    let bodies = record.entries.iter().map(|entry| {
        let body: Value = serde_json::from_str(&entry.body).unwrap();
        let steps = body["decided"]["run"]["steps"].as_array().cloned();
        let events = steps.into_iter().flatten().flat_map(|step| {
            let events: Vec<cribbage::Event> =
                serde_json::from_value(step["events"].clone()).unwrap();
            events
        });
        events.collect::<Vec<_>>()
    });
    bodies.filter(|events| !events.is_empty()).collect()
}
