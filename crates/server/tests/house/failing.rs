//! A journal that fails: nobody counts as absent, nothing acknowledged is lost, and every connected
//! client hears everything without asking.

pub(crate) mod journal;
mod untold;

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Kind;
use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};
use store::Journal;
use tokio::time::{sleep, timeout};

use crate::player::{Player, commands_of};
use crate::support::{House, unlimited};
use journal::{Failing, Failure, When};

/// Longer than any machine needs for something that should happen soon.
const AGES: Duration = Duration::from_secs(240);

const MOMENT: Duration = Duration::from_millis(20);

/// A short game: every append of it can fail.
fn short_game(kind: &dyn Kind) -> Value {
    match kind.meta().key {
        "cribbage" => json!({ "target": 61, "head_start": [45, 45] }),
        "texas42" => json!({ "target": 1 }),
        "dice" => json!({ "seats": 2, "first_target": 1, "win_round": 2 }),
        _ => kind.presets().swap_remove(0).1,
    }
}

/// The sentence of a refusal that says to try again.
#[track_caller]
fn refused(error: &Value, failure: Failure) -> String {
    let passes = error["code"] == "house/unavailable" && error["retryAfterMs"].is_u64();
    assert!(passes, "{failure:?}: {error}");
    let sentence = error["message"].as_str().expect("a sentence");
    assert!(sentence.len() > 20, "{error}");
    sentence.to_owned()
}

/// Checks the refusal of a connection, which has room for one text.
#[track_caller]
fn not_let_in(why: &Value) {
    let message = why["message"].as_str().unwrap_or_default();
    let sentence = message.strip_prefix("house/unavailable: ");
    assert!(
        sentence.is_some_and(|sentence| sentence.len() > 20),
        "{why}"
    );
}

/// Connects again until the house can write down its identity.
async fn come(house: &House) -> Player {
    loop {
        match Client::connect(house.address, None).await {
            Ok(mut client) => {
                let session = client.wait_for("session").await.unwrap();
                return Player::of(client, &session);
            }
            Err(ClientError::Refused(why)) => {
                not_let_in(&why);
                sleep(MOMENT).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Asks under one id until it is accepted, as the page does; returns the number of tries.
async fn insist(
    player: &mut Player,
    command: &str,
    mut fields: Value,
    failure: Failure,
) -> (Value, usize) {
    fields["commandId"] = json!(format!("{}-{command}-{}", player.uuid, player.seq));
    let mut asked = 1;
    loop {
        let answer = player.client.ask(command, &fields).await.unwrap();
        if answer["ok"] == json!(true) {
            return (answer, asked);
        }
        refused(&answer["error"], failure);
        asked += 1;
        sleep(MOMENT).await;
    }
}

/// Plays to the end of the game by the pushed states alone, and asks for nothing else. States from
/// before the message with the number `acted` are old.
async fn play(player: &mut Player, failure: Failure, acted: u64) -> Value {
    let mut acted = acted;
    loop {
        let (name, payload) = player.hear().await;
        match name.as_str() {
            "game_finished" => return payload,
            "player_disconnected" | "bot_took_over" => panic!("{name}: everybody is here"),
            "state" if payload["seq"].as_u64() >= Some(acted) => {
                // If everybody passed, Texas 42 would be dealt again and again.
                let legal = commands_of(&payload["legal"]).into_iter();
                let mut legal = legal.filter(|(_, fields)| fields["bid"] != "pass");
                if let Some((command, mut fields)) = legal.next() {
                    fields["gameCode"] = json!(player.code);
                    let (answer, _) = insist(player, &command, fields, failure).await;
                    acted = answer["seq"].as_u64().unwrap();
                }
            }
            _ => {}
        }
    }
}

/// A full table: its players in the order of their seats, and a spectator.
async fn table_of(house: &House, kind: &dyn Kind, failure: Failure) -> Vec<Player> {
    let (game, options) = (kind.meta().key, short_game(kind));
    let n_seats = kind.start(&options).expect("options of a game").n_seats();
    let mut host = come(house).await;
    let create = json!({
        "game": game, "nickname": "Ann", "options": options, "entropy": "ab".repeat(16),
        "table": { "pace": "instant" },
    });
    let (created, asked) = insist(&mut host, "create_game", create, failure).await;
    host.code = created["gameCode"].as_str().expect("a code").to_owned();
    if asked > 1 {
        // The answer may be that of an earlier try, and the table may not know this connection.
        let look = json!({ "gameCode": host.code });
        insist(&mut host, "sync", look, failure).await;
    }
    let mut people = vec![host];
    for (n, name) in ["Bob", "Cat", "Dan", "Eve", "Flo"].iter().enumerate() {
        let is_seat = n + 1 < usize::from(n_seats);
        let mut player = come(house).await;
        player.code = people[0].code.clone();
        let fields = json!({ "gameCode": player.code, "nickname": name });
        let command = if is_seat { "join_game" } else { "watch_game" };
        let fields = if is_seat {
            fields
        } else {
            json!({ "gameCode": player.code })
        };
        insist(&mut player, command, fields, failure).await;
        people.push(player);
        if !is_seat {
            break;
        }
    }
    people
}

/// A `sync` brings nothing new.
async fn has_heard_everything(player: &mut Player, failure: Failure) {
    let look = json!({ "gameCode": player.code });
    let (sync, _) = insist(player, "sync", look, failure).await;
    while player.seq < sync["seq"].as_u64().unwrap() {
        player.hear().await;
    }
}

async fn a_game_is_played_although(kind: &dyn Kind, failure: Failure, times: u64) {
    let game = kind.meta().key;
    let journal = Failing::new(failure, When::First(times));
    let house = House::open_with(unlimited(), journal.clone()).await;
    let mut people = table_of(&house, kind, failure).await;
    let code = people[0].code.clone();
    let mut playing = Vec::new();
    for mut player in people.drain(..) {
        playing.push(tokio::spawn(async move {
            let finished = play(&mut player, failure, 0).await;
            has_heard_everything(&mut player, failure).await;
            (player, finished)
        }));
    }
    for player in playing {
        let (player, finished) = player.await.expect("somebody who heard everything");
        assert!(finished.is_object(), "{game}");
        people.push(player);
    }
    check_journal(&journal, &code);
    for step in ["append", "create", "enroll", "load"] {
        assert!(journal.n_tried(step) > times, "no {step} failed");
    }
    assert!(journal.n_tried("append") > 8, "hardly anything was written");

    let spectator = people.pop();
    for player in &mut people {
        let leave = json!({ "gameCode": code });
        insist(player, "leave_game", leave, failure).await;
    }
    while journal
        .kept
        .load(&code.parse().unwrap())
        .unwrap()
        .finished_at
        .is_none()
    {
        sleep(MOMENT).await;
    }
    drop(spectator);
}

/// Each command is in the journal once, and the game was by the rules.
fn check_journal(journal: &Failing, code: &str) {
    let record = journal.kept.load(&code.parse().unwrap()).unwrap();
    let commands = record.entries.iter().filter_map(|entry| {
        let id = entry.command_id.as_ref()?;
        Some((entry.player.clone(), id.clone()))
    });
    let commands: Vec<_> = commands.collect();
    let distinct: BTreeSet<_> = commands.iter().collect();
    assert_eq!(
        commands.len(),
        distinct.len(),
        "a command was applied twice"
    );
    let entries = server::entries_of(record).unwrap();
    let report = table::verify::verify(&entries, roster::find);
    assert!(report.is_good(), "{report:?}");
}

/// A whole game at which every step fails this often before it succeeds.
async fn is_played_although(game: &str, failure: Failure, times: u64) {
    let kind = roster::find(game).expect("a game");
    let in_time = timeout(AGES, a_game_is_played_although(kind, failure, times)).await;
    in_time.expect("the game stands still");
}

async fn cribbage_is_played_although(failure: Failure, times: u64) {
    is_played_although("cribbage", failure, times).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_step_of_texas_42_is_written_at_the_first_try() {
    is_played_although("texas42", Failure::NotWritten, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_result_of_every_write_of_a_race_of_dice_is_unknown() {
    is_played_although("dice", Failure::WrittenUnknown, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_step_is_written_at_the_first_try() {
    cribbage_is_played_although(Failure::NotWritten, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_step_is_written_at_the_first_three_tries() {
    cribbage_is_played_although(Failure::NotWritten, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_result_of_a_write_is_unknown() {
    cribbage_is_played_although(Failure::WrittenUnknown, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_journal_has_too_much_to_do() {
    cribbage_is_played_although(Failure::Overloaded, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_file_is_read_only_again_and_again() {
    cribbage_is_played_although(Failure::ReadOnly, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_writer_dies_at_every_step() {
    cribbage_is_played_although(Failure::Died, 1).await;
}

/// The writer dies in the middle of a game, and works again later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_died_sends_nobody_away() {
    let journal = Failing::new(Failure::Died, When::Broken);
    let house = House::open_with(unlimited(), journal.clone()).await;
    let cribbage = roster::find("cribbage").expect("a game");
    let mut people = table_of(&house, cribbage, Failure::Died).await;
    let code = people[0].code.clone();
    let mut host = people.swap_remove(0);
    host.hear_until("waiting_for_discard").await;
    let n_entries = |journal: &Failing| {
        let record = journal.kept.load(&code.parse().unwrap()).unwrap();
        record.entries.len()
    };
    let before = n_entries(&journal);
    assert_eq!(house.get("/readyz").await.0, 200);

    let (command, mut fields) = commands_of(&host.sync().await["legal"]).swap_remove(0);
    journal.break_down();
    fields["gameCode"] = json!(code);
    fields["commandId"] = json!("throw");
    for _ in 0..3 {
        let answer = host.client.ask(&command, &fields).await.unwrap();
        let sentence = refused(&answer["error"], Failure::Died);
        assert!(sentence.contains("cannot write its journal"), "{sentence}");
    }
    let (status, answer) = house.get("/readyz").await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (503, &json!("house/unavailable"))
    );
    let stranger = Client::connect(house.address, None).await;
    match stranger {
        Err(ClientError::Refused(why)) => not_let_in(&why),
        other => panic!("somebody was let in: {other:?}"),
    }
    assert_eq!(n_entries(&journal), before, "something was written");

    journal.mend();
    assert_eq!(house.get("/readyz").await.0, 200);
    let thrown = loop {
        let answer = host.client.ask(&command, &fields).await.unwrap();
        if answer["ok"] == json!(true) {
            break answer["seq"].as_u64().unwrap();
        }
        refused(&answer["error"], Failure::Died);
        sleep(MOMENT).await;
    };
    let others = people.into_iter().map(|player| (player, 0));
    let mut playing = Vec::new();
    for (mut player, acted) in others.chain([(host, thrown)]) {
        // Nobody hears that a player was gone, and no message is missing.
        let game = async move { play(&mut player, Failure::Died, acted).await };
        playing.push(tokio::spawn(timeout(AGES, game)));
    }
    for player in playing {
        player.await.expect("nobody is missed").expect("it goes on");
    }
    check_journal(&journal, &code);
}

/// While the disk hangs, commands wait at the table; those beyond the bound are refused at once, and
/// counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_commands_that_wait_at_a_table_are_bounded() {
    const WAITING: usize = 256;
    const REFUSED: usize = 40;
    let failure = Failure::Hangs;
    let journal = Failing::new(failure, When::Broken);
    let house = House::open_with(unlimited(), journal.clone()).await;
    let (mut host, mut guest) = (come(&house).await, come(&house).await);
    host.create(json!({})).await;
    journal.break_down();
    let before = journal.n_tried("append");
    let join = json!({ "gameCode": host.code, "nickname": "Boom" });
    guest.client.emit("join_game", &join).await.unwrap();
    while journal.n_tried("append") == before {
        sleep(MOMENT).await;
    }
    let look = json!({ "gameCode": host.code });
    for _ in 0..WAITING + REFUSED {
        host.client.emit("sync", &look).await.unwrap();
    }
    for _ in 0..REFUSED {
        let answer = loop {
            match host.client.next().await.unwrap() {
                Incoming::Ack(_, answer) => break answer,
                Incoming::Event(..) => {}
                Incoming::Disconnected => panic!("nobody is sent away"),
            }
        };
        let sentence = refused(&answer["error"], failure);
        assert!(sentence.contains("too much waits"), "{sentence}");
    }
    let (_, metrics) = house.request_text("GET", "/metrics", "", "").await;
    let counted = "tallyhouse_used_up_total{budget=\"waiting\"}";
    assert!(metrics.contains(counted), "{metrics}");
}
