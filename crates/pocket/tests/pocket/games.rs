//! Whole games, and what can be asked about them afterwards.

use pocket::{Trial, check, review, score, trial};
use serde_json::{Value, json};

use crate::device::Device;

/// The shortest game of each kind.
pub(crate) fn short(game: &str) -> Value {
    match game {
        "cribbage" => json!({ "target": 61 }),
        "texas42" => json!({ "target": 1 }),
        _ => json!({ "seats": 2, "win_round": 2 }),
    }
}

#[test]
fn every_game_is_played_to_its_end_and_looked_at_again() {
    for (seed, game) in (1..).zip(["cribbage", "texas42", "dice"]) {
        let mut device = Device::new(seed);
        let code = device.table(game, short(game), "easy");
        let early = device.look(&code, "replay?game=1");
        assert_eq!(early.expect_err("it is not over").code, "table/not_over");
        device.play(&["ann"], &code);
        assert_eq!(device.stages[&code], "finished");

        let verified = device.look(&code, "verify").expect("it is over");
        assert_eq!(verified["good"], true, "{game}");
        let journal = device.look(&code, "journal").expect("a journal");
        assert!(journal.as_array().is_some_and(|entries| entries.len() > 3));
        let (mut from, mut n_moments) = (json!(0), 0);
        while !from.is_null() {
            let part = device.look(&code, &format!("replay?game=1&from={from}"));
            let part = part.expect("it is over");
            n_moments += part["moments"].as_array().expect("moments").len();
            from = part["next"].clone();
        }
        assert!(n_moments > 10, "{game} has {n_moments} moments");

        let past = device.past("ann", &code);
        let [past] = past.as_array().expect("games").as_slice() else {
            panic!("{game}: {past}");
        };
        let won = past["won"].as_bool().expect("a result");
        let best = past["others"].as_array().into_iter().flatten();
        let best = best.filter_map(|other| other["score"].as_i64()).max();
        if game == "cribbage" {
            assert_eq!(won, past["score"].as_i64() > best, "{past}");
        }
        assert_eq!((&past["code"], &past["number"]), (&json!(code), &json!(1)));
        assert_eq!(past["others"][0]["opponent"], "bot easy");
        assert_eq!(device.past("bob", &code), json!([]), "another player");

        let summary = check(&device.entries(&code)).expect("it is sound");
        assert_eq!((summary.game.as_str(), summary.games), (game, 1));
    }
}

/// A game that is over stays so when everybody has left the table, or plays again.
#[test]
fn games_that_are_over_are_known_at_every_stage_of_a_table() {
    // The table at work says the same as its journal at another device.
    let begun_and_ended = |device: &Device, code: &str| {
        let summary = check(&device.entries(code)).expect("it is sound");
        assert_eq!(device.ended[code], summary.ended, "{}", device.stages[code]);
        (summary.games, summary.ended)
    };
    for is_played_again in [true, false] {
        let mut device = Device::new(5);
        let code = device.table("cribbage", short("cribbage"), "easy");
        device.step(&["ann"], &code);
        assert_eq!(begun_and_ended(&device, &code).1, 0);
        device.play(&["ann"], &code);
        assert_eq!(device.stages[&code], "finished");
        assert_eq!(begun_and_ended(&device, &code), (1, 1));
        let at = json!({ "gameCode": code });
        if is_played_again {
            device.ok("ann", "rematch", at.clone());
            while device.stages[&code] == "finished" {
                device.pass_time();
            }
            assert_eq!(device.stages[&code], "playing");
            assert_eq!(begun_and_ended(&device, &code), (2, 1));
        }
        device.ok("ann", "leave_game", at);
        assert_eq!(device.stages[&code], "closed");
        assert_eq!(begun_and_ended(&device, &code).1, 1);
    }
}

#[test]
fn a_finished_game_is_reviewed_with_progress() {
    let mut device = Device::new(4);
    let code = device.table("cribbage", short("cribbage"), "easy");
    let entries = device.entries(&code);
    let early = review(&entries, device.now, 1, &mut |_, _| {});
    assert_eq!(early.expect_err("it is not over").code, "table/not_over");
    device.play(&["ann"], &code);
    let mut told = Vec::new();
    let entries = device.entries(&code);
    let reviewed = review(&entries, device.now, 1, &mut |done, of| {
        told.push((done, of))
    });
    let reviewed = reviewed.expect("it is over");
    assert!(!reviewed.decisions.is_empty());
    assert!(told.is_sorted() && told.iter().all(|(done, of)| done < of));
}

#[test]
fn the_same_trial_gives_the_same_lines() {
    let lines = |seed| {
        let one = Trial {
            game: "cribbage".to_owned(),
            level: table::Level::Easy,
            seed,
            options: short("cribbage"),
        };
        let mut lines = Vec::new();
        assert!(trial(&one, &mut |line| lines.push(line.to_owned())));
        lines
    };
    assert_eq!(lines(1), lines(1));
    assert_ne!(lines(1), lines(2));
}

#[test]
fn a_trial_of_an_impossible_game_stops() {
    let one = Trial {
        game: "chess".to_owned(),
        level: table::Level::Easy,
        seed: 1,
        options: Value::Null,
    };
    assert!(!trial(&one, &mut |_| {}));
}

#[test]
fn what_the_page_asks_besides_tables_is_answered() {
    let get = |path: &str| pocket::look(table::Millis(0), path, &[]).map(|json| json.value());
    let games = get("/api/games").expect("games");
    assert_eq!(games.as_array().map(Vec::len), Some(3));
    for game in ["cribbage", "texas42", "dice"] {
        let kind = roster::find(game).expect("a game");
        for drill in kind.drills() {
            let practice = get(&format!("/api/drills/{game}/{}", drill.key()));
            assert_eq!(practice.expect("a drill")["game"], game);
        }
    }
    assert_eq!(
        get("/api/drills/cribbage/none").expect_err("none").code,
        "options/invalid"
    );
    assert_eq!(
        get("/api/tables/VHG4SC/verify").expect_err("none").code,
        "table/not_found"
    );
    assert_eq!(get("/secrets").expect_err("none").code, "wire/malformed");
    let scored = score("dice", r#"{"dice": [1, 1, 1, 1, 1, 2, 2, 3, 3, 3]}"#);
    assert!(scored.is_ok_and(|answer| answer.contains("494")));
    let refused = score("chess", "{}").expect_err("no such game");
    assert_eq!(refused.code, "options/invalid");
}
