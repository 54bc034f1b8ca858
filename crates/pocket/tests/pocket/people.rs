//! Several people at one device, and bots that fail.

use serde_json::{Value, json};

use crate::device::{Device, Heard};
use crate::games::short;

#[test]
fn people_who_share_a_device_hear_only_what_their_seat_may() {
    let mut device = Device::new(21);
    let create = json!({ "game": "cribbage", "nickname": "Ann", "options": short("cribbage"), "private": true });
    let code = device.ok("ann", "create_game", create)["gameCode"].clone();
    let code = code.as_str().expect("a code").to_owned();
    device.ok(
        "bob",
        "join_game",
        json!({ "gameCode": code, "nickname": "Bob" }),
    );
    while device.sync("ann", &code)["view"]["phase"] != "discard" {
        device.pass_time();
    }
    let hand =
        |device: &mut Device, who: &str| device.sync(who, &code)["view"]["playerHand"].clone();
    let (ann, bob) = (hand(&mut device, "ann"), hand(&mut device, "bob"));
    assert_ne!(ann, bob);
    for (who, others) in [("ann", &bob), ("bob", &ann)] {
        let others = others.as_array().expect("a hand");
        assert_eq!(others.len(), 6);
        // The cards that were cut for the deal were seen by everybody, and went back into the pack.
        let mut heard = device.heard[who].iter();
        let dealt = heard.position(|heard| heard.event == "cards_dealt");
        let dealt = dealt.expect("cards are dealt");
        for card in others {
            for Heard { event, payload } in &device.heard[who][dealt..] {
                assert!(!contains(payload, card), "{who} heard of {card} in {event}");
            }
        }
    }
    device.play(&["ann", "bob"], &code);
    device.kill();
    assert_eq!(
        device.look(&code, "verify").expect("it is over")["good"],
        true
    );
}

/// Whether a card is anywhere in a message.
fn contains(message: &Value, card: &Value) -> bool {
    let is_card = |found: &Value| ["suit", "rank"].iter().all(|key| found[key] == card[key]);
    match message {
        Value::Array(all) => all.iter().any(|one| contains(one, card)),
        Value::Object(all) => is_card(message) || all.values().any(|one| contains(one, card)),
        _ => false,
    }
}

#[test]
fn every_player_hears_every_number_once() {
    let mut device = Device::new(22);
    let code = device.table("cribbage", short("cribbage"), "easy");
    device.play(&["ann"], &code);
    let numbered = device.heard["ann"]
        .iter()
        .filter(|heard| heard.event != "state");
    let numbers: Vec<u64> = numbered
        .filter_map(|heard| heard.payload["seq"].as_u64())
        .collect();
    let first = numbers[0];
    let expect: Vec<u64> = (first..).take(numbers.len()).collect();
    assert_eq!(numbers, expect);
}

#[test]
fn a_bot_that_fails_plays_its_quick_move() {
    let mut device = Device::new(23);
    let code = device.table("cribbage", short("cribbage"), "expert");
    let mut n_failed = 0;
    while n_failed < 5 {
        match device.jobs.pop() {
            Some(job) => {
                n_failed += 1;
                device.answer(job.id, None);
                // An answer that comes twice changes nothing.
                device.answer(job.id, None);
            }
            None => assert!(device.step(&["ann"], &code)),
        }
    }
}

#[test]
fn advice_is_answered_when_somebody_has_thought() {
    let mut device = Device::new(24);
    let code = device.table("cribbage", short("cribbage"), "easy");
    while device.sync("ann", &code)["view"]["phase"] != "discard" {
        if !device.think() {
            device.pass_time();
        }
    }
    while device.think() {}
    let advise = json!({ "gameCode": code });
    assert_eq!(device.send("ann", "advise", advise.clone()), None);
    assert!(device.think());
    let advised = device.late_answer().expect("an answer");
    assert!(
        advised["advice"]
            .as_array()
            .is_some_and(|advice| advice.len() > 1)
    );
    assert_eq!(device.send("ann", "advise", advise), None);
    let job = device.jobs.pop().expect("somebody must think");
    device.answer(job.id, None);
    let refused = device.late_answer().expect("an answer");
    assert_eq!(refused["error"]["code"], "house/unavailable");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut device = Device::new(25);
    device.refused(
        "ann",
        "create_game",
        json!({ "game": "chess", "nickname": "Ann" }),
        "options/invalid",
    );
    device.refused("ann", "create_game", json!(7), "wire/malformed");
    device.refused(
        "ann",
        "sync",
        json!({ "gameCode": "VHG4SC" }),
        "table/not_found",
    );
    device.refused("ann", "list_tokens", json!({}), "house/unavailable");
    let code = device.table("cribbage", short("cribbage"), "easy");
    device.refused(
        "stranger",
        "sync",
        json!({ "gameCode": code }),
        "table/not_found",
    );
    let list = device.ok("ann", "list_games", json!({}));
    assert_eq!(list["games"].as_array().map(Vec::len), Some(3));
}

#[test]
fn no_more_tables_are_kept_at_work_than_anybody_plays() {
    let mut device = Device::new(26);
    let codes: Vec<String> = (0..40)
        .map(|_| device.table("cribbage", short("cribbage"), "easy"))
        .collect();
    let at_work = codes.iter().filter(|code| {
        let code = code.parse().expect("a code");
        device.pocket.knows(&code)
    });
    assert_eq!(at_work.count(), 16);
    // The others are woken when they are asked for.
    for code in &codes {
        assert_eq!(device.sync("ann", code)["gameCode"], json!(code));
    }
}

#[test]
fn a_lesson_is_the_same_in_every_pocket() {
    let story = |seed| {
        let mut device = Device::new(seed);
        let create = json!({ "game": "cribbage", "nickname": "Ann", "deal": "lesson", "table": { "pace": "fast" } });
        let code = device.ok("ann", "create_game", create)["gameCode"].clone();
        let code = code.as_str().expect("a code").to_owned();
        while device.sync("ann", &code)["view"]["phase"] != "discard" {
            if !device.think() {
                device.pass_time();
            }
        }
        device.sync("ann", &code)["view"]["playerHand"].clone()
    };
    assert_eq!(story(1), story(2));
}
