//! Every refusal of a table, by its code.

use serde_json::{Value, json};

use crate::harness::House;

#[test]
fn chairs_are_taken_once() {
    let mut house = House::open("cribbage", json!({}));
    house.refused(
        "ann",
        "join_game",
        json!({ "nickname": "Ann" }),
        "table/already_seated",
    );
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob", "seat": 0 }),
        "table/full",
    );
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob", "seat": 2 }),
        "wire/malformed",
    );
    house.ok("bob", "join_game", json!({ "nickname": "Bob", "seat": 1 }));
    house.refused(
        "cat",
        "join_game",
        json!({ "nickname": "Cat" }),
        "table/full",
    );
    house.refused("ann", "add_bot", json!({}), "table/full");
}

/// Names are compared as people read them; bots make way for people.
#[test]
fn no_two_at_a_table_have_one_name() {
    let mut house = House::open("cribbage", json!({ "options": { "seats": 4 } }));
    for name in ["Ann", "ANN", "ａｎｎ", " ann "] {
        let join = json!({ "nickname": name });
        house.refused("bob", "join_game", join, "table/name_taken");
    }
    house.ok("bob", "join_game", json!({ "nickname": "bot 3" }));
    house.ok("ann", "add_bot", json!({}));
    let join = json!({ "nickname": "Bot 4" });
    house.refused("cat", "join_game", join, "table/name_taken");
    let sync = house.ok("ann", "sync", json!({}));
    assert_eq!(sync["players"][2]["nickname"], "Bot 4");
    house.ok("bob", "leave_game", json!({}));
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
}

#[test]
fn only_the_host_arranges_chairs() {
    let mut house = House::open("cribbage", json!({ "options": { "seats": 3 } }));
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    house.refused("bob", "add_bot", json!({}), "table/not_host");
    house.refused("bob", "remove_seat", json!({ "seat": 0 }), "table/not_host");
    house.refused(
        "ann",
        "remove_seat",
        json!({ "seat": 2 }),
        "table/not_seated",
    );
    house.refused(
        "ann",
        "remove_seat",
        json!({ "seat": 9 }),
        "table/not_seated",
    );
    house.ok("ann", "remove_seat", json!({ "seat": 1 }));
    house.refused("bob", "leave_game", json!({}), "table/not_seated");
}

#[test]
fn a_game_that_has_not_begun_takes_no_actions() {
    let mut house = House::open("cribbage", json!({ "table": { "hints": true } }));
    house.refused(
        "ann",
        "play_card",
        json!({ "card": "AH" }),
        "table/not_started",
    );
    assert_eq!(
        house.invalid.pop(),
        Some((
            "play_card_invalid".to_owned(),
            "table/not_started".to_owned()
        ))
    );
    house.refused("ann", "rematch", json!({}), "table/not_started");
    house.refused("ann", "advise", json!({}), "table/not_started");
    house.refused(
        "bob",
        "play_card",
        json!({ "card": "AH" }),
        "table/not_seated",
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn a_running_game_takes_legal_actions() {
    let mut house = House::cribbage("instant");
    let sync = house.sync("ann", json!({}));
    let hand = sync["view"]["playerHand"].as_array().unwrap().clone();
    let (seq, discard) = (
        sync["seq"].as_u64().unwrap(),
        |cards: &[Value]| json!({ "cards": cards }),
    );

    let ack = house.refused("ann", "discard_cards", discard(&hand[..1]), "rules/illegal");
    assert_eq!(ack["error"]["reason"], json!("wrong_number"));
    assert_eq!(
        house.invalid.pop(),
        Some(("discard_invalid".to_owned(), "rules/illegal".to_owned()))
    );
    let theirs = house.sync("bob", json!({}))["view"]["playerHand"]
        .as_array()
        .unwrap()
        .clone();
    let ack = house.refused(
        "ann",
        "discard_cards",
        discard(&theirs[..2]),
        "rules/illegal",
    );
    assert_eq!(ack["error"]["reason"], json!("not_in_hand"));
    house.refused(
        "ann",
        "discard_cards",
        json!({ "cards": ["ZZ"] }),
        "wire/malformed",
    );
    house.refused("ann", "discard_cards", json!({}), "wire/malformed");
    house.refused("ann", "fly_away", json!({}), "wire/malformed");
    house.refused(
        "ann",
        "act",
        json!({ "action": { "fly": 1 } }),
        "wire/malformed",
    );
    house.refused("ann", "rematch", json!({}), "rules/illegal");
    house.refused("ann", "remove_seat", json!({ "seat": 1 }), "rules/illegal");
    house.refused("ann", "advise", json!({}), "rules/illegal");
    house.refused(
        "cat",
        "discard_cards",
        discard(&hand[..2]),
        "table/not_seated",
    );
    house.refused(
        "cat",
        "join_game",
        json!({ "nickname": "Cat" }),
        "table/full",
    );

    let stale = json!({ "cards": &hand[..2], "expectSeq": seq - 1 });
    house.refused("ann", "discard_cards", stale, "table/stale");
    let ahead = json!({ "cards": &hand[..2], "expectSeq": seq + 1 });
    house.refused("ann", "discard_cards", ahead, "table/stale");
    // The departure of a player does not move the game on.
    house.disconnect("bob");
    house.ok(
        "ann",
        "discard_cards",
        json!({ "cards": &hand[..2], "expectSeq": seq }),
    );
    house.refused(
        "ann",
        "discard_cards",
        discard(&hand[2..4]),
        "rules/not_your_turn",
    );
    let card = json!({ "card": hand[2] });
    house.refused("ann", "play_card", card, "rules/not_your_turn");
    assert_eq!(
        house.invalid.pop(),
        Some((
            "play_card_invalid".to_owned(),
            "rules/not_your_turn".to_owned()
        ))
    );
}

#[test]
fn a_card_beyond_31_is_refused_with_its_reason() {
    let mut house = House::cribbage("instant");
    house.play_until("pegging");
    let mut refused = 0;
    for _ in 0..200 {
        for who in ["ann", "bob"] {
            let sync = house.sync(who, json!({}));
            let legal = sync["legal"].as_array().unwrap();
            let pegging = sync["view"]["phase"] == json!("pegging");
            let may_play = |card: &Value| {
                legal
                    .iter()
                    .any(|command| command["play_card"]["card"] == *card)
            };
            let hand = sync["view"]["playerHand"].as_array().unwrap();
            let high = hand.iter().find(|card| !may_play(card)).cloned();
            if let (true, false, Some(card)) = (pegging, legal.is_empty(), high) {
                let ack = house.refused(who, "play_card", json!({ "card": card }), "rules/illegal");
                assert_eq!(ack["error"]["reason"], json!("would_exceed_31"));
                refused += 1;
            }
        }
        if house.move_any().is_none() {
            break;
        }
    }
    assert!(refused > 0, "no card was ever too high");
}

#[test]
fn a_game_that_is_over_takes_no_actions() {
    let mut house = House::cribbage("instant");
    house.play_until("gameover");
    house.refused("ann", "play_card", json!({ "card": "AH" }), "table/over");
    house.refused("cat", "rematch", json!({}), "table/not_seated");
}

#[test]
fn options_that_are_not_possible_are_all_named() {
    let more = json!({ "options": { "seats": 7, "target": 99 }, "table": { "clockSeconds": 1 } });
    let Err(refusal) = House::try_open("cribbage", more) else {
        panic!("these options are wrong")
    };
    assert_eq!(refusal["code"], json!("options/invalid"));
    let faults = refusal["faults"].as_array().unwrap();
    let fields: Vec<&str> = faults
        .iter()
        .map(|fault| fault["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["table.clockSeconds", "seats", "target"]);
}

#[test]
fn advice_is_given_where_the_table_allows_it() {
    let more = json!({ "table": { "pace": "instant", "hints": true } });
    let mut house = House::open("cribbage", more);
    house.refused("bob", "advise", json!({}), "table/not_seated");
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    assert_eq!(
        house.send("ann", "advise", json!({})),
        json!({ "advise": true })
    );
    assert_eq!(house.advice[0].legal.len(), 15);
    house.move_any();
    house.refused("ann", "advise", json!({}), "rules/not_your_turn");
    house.play_until("gameover");
    house.refused("ann", "advise", json!({}), "table/over");
}

/// Every field of every command gets every wrong kind of value. The message must not name a type of
/// the program, because such names mean nothing to a player.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn refusals_are_in_plain_words() {
    let values = [
        json!(null),
        json!(true),
        json!(-5),
        json!(300),
        json!(1e30),
        json!(1.5),
        json!("ten"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({ "x": [1] }),
    ];
    let fields = [
        "gameCode",
        "nickname",
        "seat",
        "entropy",
        "since",
        "key",
        "share",
        "level",
        "commandId",
        "expectSeq",
        "options",
        "table",
        "private",
        "game",
        "action",
        "card",
        "cards",
        "bid",
        "domino",
        "trump",
        "dice",
        "die",
        "face",
        "offer",
        "replace",
        "points",
        "claim",
    ];
    let mut looked = 0;
    for game in roster::GAMES {
        let key = game.meta().key;
        let mut house = House::open(key, json!({ "table": { "pace": "instant" } }));
        while house.table.stage() == table::Stage::Waiting {
            house.ok("ann", "add_bot", json!({}));
        }
        let own = game.vocabulary().commands.iter().map(|term| term.name);
        let all = table::messages::VOCABULARY.commands.iter().map(|t| t.name);
        for command in all.chain(own) {
            for (field, value) in fields
                .iter()
                .flat_map(|f| values.iter().map(move |v| (f, v)))
            {
                let mut payload = json!({ "gameCode": "VHG4SC", "game": key, "nickname": "Ann" });
                payload[*field] = value.clone();
                let refusal = match table::read(command, payload.clone()) {
                    Err(refusal) => refusal.message,
                    Ok(table::Parsed::AtTable { .. }) if !is_about_chairs(command) => {
                        payload["commandId"] = json!(null);
                        let answer = house.send("ann", command, payload);
                        answer["error"]["message"]
                            .as_str()
                            .unwrap_or_default()
                            .to_owned()
                    }
                    Ok(table::Parsed::Create(create)) => match game.start(&create.options) {
                        Err(faults) => faults.iter().map(ToString::to_string).collect(),
                        Ok(_) => continue,
                    },
                    Ok(_) => continue,
                };
                looked += usize::from(!refusal.is_empty());
                assert_plain(&refusal);
            }
        }
        for option in options_of(*game) {
            for value in &values {
                if let Err(faults) = game.start(&json!({ option.clone(): value })) {
                    faults
                        .iter()
                        .for_each(|fault| assert_plain(&fault.to_string()));
                }
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}

fn is_about_chairs(command: &str) -> bool {
    ["leave_game", "remove_seat"].contains(&command)
}

fn options_of(kind: &dyn kernel::Kind) -> Vec<String> {
    let schema = serde_json::to_value(kind.options_schema()).unwrap();
    let properties = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    properties.into_iter().map(|(name, _)| name).collect()
}

#[track_caller]
fn assert_plain(message: &str) {
    let quoted: Vec<&str> = message.split('"').step_by(2).collect();
    let own = quoted.join(" ");
    let foreign = [
        "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "f64", "struct", "enum",
        "variant", "tuple", "newtype", "sequence", "map", "integer", "unit", "Option", "string",
        "boolean",
    ];
    let words = own.split(|c: char| !c.is_alphanumeric());
    for word in words {
        assert!(!foreign.contains(&word), "{message}");
    }
    assert!(!own.contains('`') && !own.contains("::"), "{message}");
}

/// Arranging a table writes into its journal: without a game in between, the number of changes is
/// limited.
#[test]
fn a_table_is_not_rearranged_for_ever() {
    let mut house = House::open("cribbage", json!({}));
    let mut rounds = 0;
    loop {
        // Before the game would begin, the chair is free again.
        let added = house.send("ann", "add_bot", json!({}));
        if added["ok"] == json!(false) {
            assert_eq!(added["error"]["code"], "house/too_many");
            assert_eq!(added["error"]["reason"], "changes_of_table");
            break;
        }
        let removed = house.send("ann", "remove_seat", json!({ "seat": 1 }));
        rounds += 1;
        assert!(rounds <= 500, "it never ends");
        if removed["ok"] == json!(false) {
            break;
        }
    }
    assert!(rounds >= 400, "people arrange tables too");
    let entries = house.entries.len();
    for _ in 0..10 {
        house.send("ann", "remove_seat", json!({ "seat": 1 }));
        house.send("ann", "add_bot", json!({}));
        house.send("bob", "join_game", json!({ "nickname": "Bob" }));
    }
    assert_eq!(house.entries.len(), entries);
    house.ok("ann", "leave_game", json!({}));
}
