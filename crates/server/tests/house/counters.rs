//! Counts how often a move is read, decided, applied and put into words on its way through a house.

use std::collections::BTreeSet;
use std::sync::Arc;

use cribbage::Cribbage;
use kernel::{Facade, Viewer};
use roster::dice::DiceHands;
use serde_json::{Value, json};
use server::Config;
use server::client::Incoming;
use store::MemoryJournal;

use crate::player::{Player, commands_of};
use crate::rigged::{Call, RiggedKind, count};
use crate::support::{House, unlimited};

/// The number of sockets that watch. All of them get the text that is written once for a spectator.
const WATCHERS: usize = 3;

/// A command's name and fields.
type Command = (String, Value);

#[tokio::test]
async fn a_card_of_cribbage_is_read_once_applied_once_and_written_once_per_audience() {
    is_written_once::<Cribbage>(2, json!({}), |legal| {
        let (command, _) = &legal[0];
        (0, command == "play_card")
    })
    .await;
}

/// Everybody hears that dice are thrown again, and only their owner hears the result.
#[tokio::test]
async fn a_reroll_is_read_once_applied_once_and_written_once_per_audience() {
    is_written_once::<DiceHands>(2, json!({ "seats": 2 }), |legal| {
        let is_reroll = |(command, _): &Command| command == "reroll";
        (legal.iter().position(is_reroll).unwrap_or(0), true)
    })
    .await;
}

/// Plays until `choose` finds the command that is measured, and counts its calls. `choose` gets the
/// legal commands, and returns the index of one and whether it is the measured one.
async fn is_written_once<G: Facade>(
    n_seats: u8,
    options: Value,
    choose: impl FnMut(&[Command]) -> (usize, bool),
) {
    let config = Config {
        games: RiggedKind::<G>::alone(&[]),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut guests = sit_down(&house, G::META.key, n_seats, options).await;
    let code = guests[0].code.clone();
    let seated = &mut guests[..usize::from(n_seats)];
    let (mover, (command, fields)) = play_up_to_the_move(seated, choose).await;
    // After the answer to a question, everything before it has been heard.
    for guest in &mut guests {
        guest.sync().await;
        guest.client.forget();
    }
    let before = decided::<G>(&house, &code).len();
    for call in [Call::Read, Call::Act, Call::Evolve, Call::Tell, Call::View] {
        count(call);
    }
    let packets = Packets::count(&house).await;
    guests[mover].ask(&command, fields).await;
    let mut heard = BTreeSet::new();
    for guest in &mut guests {
        hear_up_to_the_state(guest, &mut heard).await;
    }
    let since = Packets::count(&house).await;

    let decided = decided::<G>(&house, &code);
    assert_eq!(decided.len(), before + 1, "one entry is written");
    let events = &decided[before];
    assert!(!events.is_empty());
    assert_eq!(since.read - packets.read, 1, "a packet is read once");
    assert_eq!(count(Call::Read), 1, "a command is read once");
    assert_eq!(count(Call::Act), 1, "an action is decided once");
    assert_eq!(
        count(Call::Evolve),
        events.len(),
        "an event is applied once"
    );
    let audiences: usize = events.iter().map(|event| sights::<G>(event, n_seats)).sum();
    assert_eq!(
        count(Call::Tell),
        audiences,
        "an event is told once to all viewers who see the same"
    );
    assert_eq!(
        count(Call::View),
        usize::from(n_seats) + 1,
        "a view is written once for each seat and once for all spectators"
    );
    assert_eq!(
        since.written - packets.written,
        heard.len() as u64,
        "a packet is made once for all who get the same: {heard:?}"
    );
}

/// Plays until `choose` finds the command that is measured; returns its player and that command.
async fn play_up_to_the_move(
    seated: &mut [Player],
    mut choose: impl FnMut(&[Command]) -> (usize, bool),
) -> (usize, Command) {
    loop {
        let (mover, legal) = asked(seated).await;
        let (place, is_it) = choose(&legal);
        let (command, mut fields) = legal[place].clone();
        fields["gameCode"] = json!(seated[mover].code);
        if is_it {
            fields["commandId"] = json!("the-move");
            return (mover, (command, fields));
        }
        seated[mover].ask(&command, fields).await;
    }
}

/// Players on every chair, and some spectators.
async fn sit_down(house: &House, game: &str, n_seats: u8, options: Value) -> Vec<Player> {
    let mut guests = vec![Player::connect(house, None).await];
    guests[0]
        .create(json!({ "game": game, "options": options }))
        .await;
    let code = guests[0].code.clone();
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        let mut watcher = Player::connect(house, None).await;
        watcher.code = code.clone();
        watcher.ask("watch_game", json!({ "gameCode": code })).await;
        watchers.push(watcher);
    }
    for seat in 1..n_seats {
        let mut guest = Player::connect(house, None).await;
        guest.code = code.clone();
        let join = json!({ "gameCode": code, "nickname": format!("Guest {seat}") });
        guest.ask("join_game", join).await;
        guests.push(guest);
    }
    guests.extend(watchers);
    guests
}

/// The players who may move, with their commands. The cards are dealt a moment after the last seat
/// was taken.
async fn asked(players: &mut [Player]) -> (usize, Vec<Command>) {
    loop {
        for (n, player) in players.iter_mut().enumerate() {
            let legal = commands_of(&player.sync().await["legal"]);
            if !legal.is_empty() {
                return (n, legal);
            }
        }
    }
}

/// Keeps the distinct packets of a viewer. They carry numbers: two are equal only if they were
/// written once or should have been.
async fn hear_up_to_the_state(guest: &mut Player, heard: &mut BTreeSet<String>) {
    loop {
        if let Incoming::Event(name, payload) = guest.client.next().await.unwrap() {
            heard.insert(format!("{name} {payload}"));
            if name == "state" {
                assert_eq!(payload["gameCode"], json!(guest.code));
                return;
            }
        }
    }
}

/// The number of packets that the house has read, and that it has made for tables.
struct Packets {
    read: u64,
    written: u64,
}

impl Packets {
    async fn count(house: &House) -> Packets {
        let (_, metrics) = house.request_text("GET", "/metrics", "", "").await;
        let of = |name: &str| {
            let line = metrics.lines().find_map(|line| line.strip_prefix(name));
            line.map_or(0, |n| n.trim().parse().expect("a number"))
        };
        Packets {
            read: of("tallyhouse_commands_total "),
            written: of("tallyhouse_messages_written_total "),
        }
    }
}

/// The number of different sights of an event among its viewers.
fn sights<G: Facade>(event: &G::Event, n_seats: u8) -> usize {
    let seen = Viewer::all(n_seats).filter_map(|viewer| G::redact(event, viewer));
    let distinct: BTreeSet<String> = seen.map(|seen| format!("{seen:?}")).collect();
    distinct.len()
}

/// The events of each decision in the journal.
fn decided<G: Facade>(house: &House, code: &str) -> Vec<Vec<G::Event>> {
    let record = house.journal.load(&code.parse().unwrap()).unwrap();
    let bodies = record.entries.iter().map(|entry| {
        let body: Value = serde_json::from_str(&entry.body).unwrap();
        let steps = body["decided"]["run"]["steps"].as_array().cloned();
        let events = steps.into_iter().flatten().flat_map(|step| {
            let events: Vec<G::Event> = serde_json::from_value(step["events"].clone()).unwrap();
            events
        });
        events.collect::<Vec<_>>()
    });
    bodies.filter(|events| !events.is_empty()).collect()
}
