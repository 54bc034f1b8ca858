//! The viewers of a private table, and the end of the public journal.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Viewer;
use serde_json::{Value, json};
use table::{Access, Fact, Refusal, ShareKey, Stage, Table};

use crate::cards::cards_in;
use crate::harness::{House, id};

fn private(pace: &str) -> House {
    let options = json!({ "target": 61 });
    let more = json!({ "private": true, "options": options, "table": { "pace": pace } });
    let mut house = House::open("cribbage", more);
    house.restores = true;
    house
}

/// The answer equals that for a missing table, byte for byte.
#[track_caller]
fn finds_nothing(house: &mut House, who: &str, name: &str, payload: Value) {
    let nothing = json!({ "ok": false, "error": Refusal::no_table() });
    let entries = house.entries.len();
    assert_eq!(house.send(who, name, payload), nothing, "{who} {name}");
    assert_eq!(house.entries.len(), entries);
}

/// Makes a key and gives its number and the key.
fn share(house: &mut House, who: &str) -> (Value, Value) {
    let shared = house.ok(who, "share_game", json!({}));
    (shared["share"].clone(), shared["key"].clone())
}

#[test]
fn a_stranger_finds_no_private_table_but_may_join_it() {
    let mut house = private("instant");
    let commands = [
        ("watch_game", json!({})),
        ("sync", json!({ "since": 0 })),
        ("sync", json!({ "key": "00".repeat(16) })),
        ("add_bot", json!({})),
        ("remove_seat", json!({ "seat": 0 })),
        ("leave_game", json!({ "commandId": "c1" })),
        ("rematch", json!({})),
        ("add_entropy", json!({ "entropy": "ab".repeat(16) })),
        ("share_game", json!({})),
        ("unshare_game", json!({})),
        ("advise", json!({})),
        ("act", json!({ "action": {} })),
        ("play_card", json!({ "card": "AH" })),
    ];
    for (name, payload) in commands {
        finds_nothing(&mut house, "cat", name, payload);
    }
    assert!(house.invalid.is_empty(), "nothing is announced either");
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    assert_eq!(house.sync("bob", json!({}))["private"], true);
    house.refused(
        "cat",
        "join_game",
        json!({ "nickname": "Cat" }),
        "table/full",
    );
    finds_nothing(&mut house, "cat", "sync", json!({}));
}

#[test]
fn whoever_sat_there_may_look_for_ever() {
    let mut house = private("normal");
    for who in ["bob", "cat"] {
        house.ok(who, "join_game", json!({ "nickname": who }));
        house.ok(who, "leave_game", json!({}));
        house.ok(who, "sync", json!({}));
        house.ok(who, "watch_game", json!({}));
        assert!(Access::of(&house.entries).admits(&id(who)));
    }
    assert!(!Access::of(&house.entries).admits(&id("dan")));
}

#[test]
fn a_key_opens_the_table_until_it_is_revoked() {
    let mut house = private("instant");
    house.ok("ann", "add_bot", json!({}));
    let (first, key) = share(&mut house, "ann");
    let (_, other) = share(&mut house, "ann");
    assert_ne!(key, other);
    let seen = house.ok("cat", "watch_game", json!({ "key": key }));
    assert_eq!(seen["seat"], Value::Null);
    house.ok("cat", "sync", json!({ "since": 0, "key": key }));
    // A key is for looking, and is needed every time.
    finds_nothing(&mut house, "cat", "sync", json!({}));
    finds_nothing(&mut house, "cat", "leave_game", json!({ "key": key }));
    finds_nothing(&mut house, "cat", "unshare_game", json!({ "key": key }));
    let numbers = house.table.seq(Viewer::Spectator);
    house.ok("ann", "unshare_game", json!({ "share": first }));
    assert_eq!(
        house.table.seq(Viewer::Spectator),
        numbers,
        "nobody is told"
    );
    finds_nothing(&mut house, "cat", "watch_game", json!({ "key": key }));
    house.ok("cat", "watch_game", json!({ "key": other }));
    let gone = house.refused(
        "ann",
        "unshare_game",
        json!({ "share": first }),
        "rules/illegal",
    );
    assert_eq!(gone["error"]["reason"], "no_such_share");
    house.ok("ann", "unshare_game", json!({}));
    finds_nothing(&mut house, "cat", "watch_game", json!({ "key": other }));
    house.refused("ann", "unshare_game", json!({}), "rules/illegal");
}

#[test]
fn keys_are_few_and_no_number_comes_twice() {
    let mut house = private("instant");
    let mut keys = BTreeSet::new();
    for number in 1..=4 {
        let (share, key) = share(&mut house, "ann");
        assert_eq!(share, number);
        keys.insert(key.to_string());
    }
    let refused = house.refused("ann", "share_game", json!({}), "rules/illegal");
    assert_eq!(refused["error"]["reason"], "too_many_shares");
    house.ok("ann", "unshare_game", json!({ "share": 4 }));
    let (again, key) = share(&mut house, "ann");
    assert_eq!(again, 5);
    keys.insert(key.to_string());
    assert_eq!(keys.len(), 5);
}

#[test]
fn a_public_table_needs_no_key() {
    let mut house = House::cribbage("instant");
    let refused = house.refused("ann", "share_game", json!({}), "rules/illegal");
    assert_eq!(refused["error"]["reason"], "not_private");
    house.refused("cat", "share_game", json!({}), "table/not_seated");
    assert_eq!(house.ok("cat", "watch_game", json!({}))["private"], false);
    // A key that opens nothing does no harm where none is needed.
    house.ok("cat", "watch_game", json!({ "key": "00".repeat(16) }));
}

/// A client that lost the ack asks again: it gets the same key, before and after a restart, and
/// there is one entry.
#[test]
fn a_repeated_command_tells_the_same_key() {
    let mut house = private("instant");
    let command = json!({ "commandId": "s1" });
    let shared = house.ok("ann", "share_game", command.clone());
    assert_eq!(house.ok("ann", "share_game", command.clone()), shared);
    house.table = Table::restore(&house.entries, roster::find).unwrap();
    assert_eq!(house.ok("ann", "share_game", command), shared);
    house.ok("cat", "sync", json!({ "key": shared["key"] }));
    let facts = house.entries.iter().map(|entry| &entry.fact);
    assert_eq!(
        facts.filter(|f| matches!(f, Fact::Shared { .. })).count(),
        1
    );
}

/// The journal has only a hash of a key, and what everybody may read has not even that.
#[test]
fn a_key_is_in_no_journal() {
    let mut house = private("instant");
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    let (_, key) = share(&mut house, "bob");
    house.play_until("gameover");
    house.ok("bob", "unshare_game", json!({}));
    let (_, live) = share(&mut house, "bob");
    let text = json!(house.entries).to_string();
    let public = json!(house.table.public_journal(&house.entries, true)).to_string();
    for key in [&key, &live] {
        let key = key.as_str().unwrap();
        assert!(!text.contains(key) && !public.contains(key));
    }
    assert!(text.contains("\"hash\"") && !public.contains("shared"));
    let access = Access::of(&house.entries);
    let opens = |key: &Value| access.opened_by(&ShareKey::new(key.as_str().unwrap()).unwrap());
    assert_eq!((opens(&key), opens(&live)), (None, Some(2)));
}

/// The public journal grows only when somebody is told something, and names no card that a
/// spectator has not heard of.
#[test]
fn the_public_journal_never_runs_ahead_of_what_has_been_told() {
    for pace in ["normal", "instant"] {
        let mut house = House::cribbage(pace);
        let mut waited = 0;
        let mut last = (Vec::new(), 0);
        while house.table.stage() != Stage::Finished {
            let journal = house.table.public_journal(&house.entries, true);
            let told = house.table.seq(Viewer::Spectator);
            let heard = house.heard.get(&Viewer::Spectator).into_iter().flatten();
            let heard: BTreeSet<String> = heard.flat_map(|h| cards_in(&h.payload)).collect();
            for card in cards_in(&json!(journal)) {
                assert!(heard.contains(&card), "{card} has not been told");
            }
            if told == last.1 {
                waited += 1;
                assert_eq!(journal, last.0, "nothing was told");
            }
            // A copy that is told the same time knows as much.
            let mut copy = Table::restore(&house.entries, roster::find).unwrap();
            copy.handle(house.now, table::Input::Tick);
            assert_eq!(copy.public_journal(&house.entries, true), journal);
            last = (journal, told);
            if house.move_any().is_none() {
                house.tick(Duration::from_millis(250));
            }
        }
        assert!(pace == "instant" || waited > 100, "{waited}");
    }
}
