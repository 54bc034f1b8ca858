//! Journals and records of a house of version 1 are still read by today's.
//!
//! The journal, the records and the old house's answers lie beside this file and in
//! `games/*/tests/version_1`; README.md describes each. None of them is ever rewritten.

mod files;
mod house;
mod running;
mod sameness;

use std::path::Path;
use std::process::Command;

use files::OldTable;
use house::House;
use sameness::{list, same_review, still_told};
use serde_json::{Value, json};
use server::client::Client;
use store::{Journal, SqliteJournal};

/// Everything is requested, people come back to every table, and the house closes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stored_keeps_every_byte_and_seal() {
    let mut house = House::open().await;
    let before = files::stored(&house.data());
    let n_entries: usize = before.values().map(|record| record.entries.len()).sum();
    assert!(n_entries > 500);
    for table in files::tables() {
        house
            .get(&format!("/api/tables/{}/journal", table.code))
            .await;
        for person in &table.players {
            let mut client = Client::connect(house.address, Some(&person.token))
                .await
                .unwrap();
            let answer = client.ask("sync", &json!({ "gameCode": table.code })).await;
            let is_there = answer.unwrap()["ok"] == true;
            assert_eq!(is_there, !table.is_closed(), "{}", table.name);
        }
    }
    house.close().await;
    let mut after = files::stored(&house.data());
    for (name, before) in before {
        let after = after.remove(&name).unwrap();
        assert_eq!(after.table, before.table, "{name}");
        // People came back, and there may be more entries now; the old ones are unchanged.
        assert!(after.entries.starts_with(&before.entries), "{name}");
        assert_eq!(after.finished_at, before.finished_at, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_journal_of_a_finished_game_is_told_as_it_was_stored() {
    let house = House::open().await;
    let journal = SqliteJournal::open(house.data()).unwrap();
    for table in files::tables().iter().filter(|table| table.games > 0) {
        let record = journal.load(&table.code.parse().unwrap()).unwrap();
        let told = house
            .get(&format!("/api/tables/{}/journal", table.code))
            .await;
        assert_eq!(list(&told).len(), record.entries.len(), "{}", table.name);
        for (stored, told) in record.entries.iter().zip(list(&told)) {
            let mut fact: Value = serde_json::from_str(&stored.body).unwrap();
            if let Some(opened) = fact.get_mut("opened") {
                let secret = opened.as_object_mut().unwrap().remove("secret");
                assert!(secret.is_some(), "the house keeps the secret of its table");
            }
            assert_eq!(told["fact"], fact, "entry {} of {}", stored.seq, table.name);
            assert_eq!(told["at"], stored.at);
            assert_eq!(told["seq"], stored.seq);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_replay_as_what_they_were() {
    let house = House::open().await;
    for (table, number) in files::finished_games() {
        let what = format!("game {number} of {}", table.name);
        let moments = replay(&house, &table, number).await;
        let seats = seats_of(&table);
        let now: Vec<Value> = moments
            .iter()
            .map(|moment| {
                let view = &moment["told"][0]["view"];
                json!([view["phase"], scores(view, &seats)])
            })
            .collect();
        let then = table.said(&format!("replay_{number}.json"));
        let then = list(&then).iter().map(|line| json!([line[2], line[3]]));
        assert_eq!(courses(then), courses(now), "{what}");
        // The end of the game, as every seat saw it.
        let some = table.said(&format!("moments_{number}.json"));
        let (then, now) = (list(&some).last().unwrap(), moments.last().unwrap());
        assert_eq!(then["at"], now["at"], "{what}");
        let (then, now) = (list(&then["told"]), list(&now["told"]));
        assert_eq!(then.len(), now.len(), "{what}");
        for (then, now) in then.iter().zip(now) {
            assert_eq!(then["seat"], now["seat"], "{what}");
            assert_eq!(then["event"], now["event"], "{what}");
            still_told(&then["view"], &now["view"], &what);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_reviewed_as_what_they_were() {
    let house = House::open().await;
    for (table, number) in files::finished_games() {
        let path = format!("/api/tables/{}/review?game={number}", table.code);
        let then = table.said(&format!("review_{number}.json"));
        let now = house.get(&path).await;
        same_review(&then, &now, &format!("game {number} of {}", table.name));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_verify() {
    let house = House::open().await;
    let data = files::copy_of_the_journal();
    let data = data.path().join(files::JOURNAL);
    for table in files::tables().iter().filter(|table| table.games > 0) {
        let verified = house
            .get(&format!("/api/tables/{}/verify", table.code))
            .await;
        assert_eq!(verified["good"], true, "{}: {verified}", table.name);
        let games = list(&verified["games"]);
        assert_eq!(games.len(), table.games as usize, "{}", table.name);
        for game in games {
            assert_eq!(game["finished"], true, "{}", table.name);
            // The checks may be worded differently, but there must not be fewer.
            let then = table.said("verify.json");
            let then = list(&then)
                .iter()
                .filter(|check| check["game"] == game["number"]);
            assert!(
                list(&game["checks"]).len() >= then.count(),
                "{}",
                table.name
            );
        }
        let said = tallyhouse(&["verify", &table.code, "--data", data.to_str().unwrap()]);
        assert_eq!(
            said.lines().last(),
            Some("every deal checks"),
            "{}",
            table.name
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_games_are_opened() {
    let house = House::open().await;
    let running: Vec<OldTable> = files::tables()
        .into_iter()
        .filter(OldTable::was_open)
        .collect();
    assert_eq!(running.len(), 6);
    for table in &running {
        running::check(&house, table).await;
    }
}

#[test]
fn records_replay_as_what_they_were() {
    for record in files::records() {
        let then = files::text(&record.with_extension("replay.txt"));
        let now = tallyhouse(&["replay", name(&record)]);
        // In a race, today's house also tells that a seat throws again, and that it has finished as
        // soon as it has scored. All messages of that time are still sent.
        let is_race = name(&record).ends_with("race.txt");
        assert!(now == then || is_race, "{}", name(&record));
        let mut lines: Vec<&str> = now.lines().collect();
        for line in then.lines() {
            let place = lines.iter().position(|now| *now == line);
            lines.swap_remove(place.unwrap_or_else(|| panic!("{}: {line}", name(&record))));
        }
        let more = lines.iter().all(|line| line.ends_with(" throws again."));
        assert!(more, "{}: {lines:?}", name(&record));
    }
}

#[test]
fn records_are_reviewed_as_what_they_were() {
    let mut n_reviewed = 0;
    for record in files::records() {
        let then = record.with_extension("review.json");
        // Reviews that take minutes are not kept.
        if then.exists() {
            let now = tallyhouse(&["review", name(&record), "--json"]);
            let now: Value = serde_json::from_str(&now).unwrap();
            same_review(&files::json(&then), &now, name(&record));
            n_reviewed += 1;
        }
    }
    assert_eq!(n_reviewed, 4);
}

/// The output of the real program.
#[track_caller]
fn tallyhouse(args: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_tallyhouse"))
        .args(args)
        .output()
        .unwrap();
    let said = String::from_utf8(run.stdout).unwrap();
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{args:?}: {said}{complaint}");
    said
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Every message of a finished game, a part at a time.
async fn replay(house: &House, table: &OldTable, number: u32) -> Vec<Value> {
    let mut moments = Vec::new();
    let mut from = Some(0);
    while let Some(next) = from {
        let path = format!(
            "/api/tables/{}/replay?game={number}&from={next}",
            table.code
        );
        let part = house.get(&path).await;
        moments.extend_from_slice(list(&part["moments"]));
        from = part["next"].as_u64();
    }
    moments
}

/// The players in the order of the seats.
fn seats_of(table: &OldTable) -> Vec<String> {
    let journal = files::copy_of_the_journal();
    let journal = SqliteJournal::open(journal.path().join(files::JOURNAL)).unwrap();
    let record = journal.load(&table.code.parse().unwrap()).unwrap();
    let facts = record.entries.iter();
    let facts = facts.map(|entry| serde_json::from_str::<Value>(&entry.body).unwrap());
    let seated = facts.filter_map(|fact| Some(fact.get("seated")?["player"].as_str()?.to_owned()));
    seated.collect()
}

/// The score of each seat, or of each side in Texas 42, wherever a game shows it.
fn scores(view: &Value, seats: &[String]) -> Value {
    if let Some(standings) = view["standings"].as_array() {
        return standings.iter().map(|each| each["total"].clone()).collect();
    }
    if let Some(totals) = view["totals"].as_object() {
        return json!([totals["northSouth"], totals["eastWest"]]);
    }
    let score = |seat: &String| view["scores"].get(seat).cloned().unwrap_or(json!(0));
    seats.iter().map(score).collect()
}

/// The course of a game: its phases and scores one after the other, however many messages told
/// each.
fn courses(stages: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut course: Vec<Value> = stages.into_iter().collect();
    course.dedup();
    course
}
