//! The examples of `docs/PROTOCOL.md` are true.
//!
//! Every JSON block of that page stands under a heading with the name of a command or an event,
//! after a word that names its kind. Here commands are read as a house reads them, and acks and
//! events are compared with those of tables that are really played: an example must have the fields
//! of a real message, down to the last object, and every name and every field that a table uses
//! must be on the page.

mod examples;
mod heard;
mod shape;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{BySeat, Key};
use serde_json::{Value, json};
use table::{
    Command, Entropy, GameCode, Parsed, Secret, Tokens, codes, fair, messages::TokenInfo, read,
};

use crate::harness::House;
use examples::{Example, examples};
use heard::Heard;
use shape::{Shape, fields, shape};

const PAGE: &str = include_str!("../../../../docs/PROTOCOL.md");

/// The house sends this, not a table; it is tested there.
const NOT_OF_THESE_TABLES: [&str; 5] = [
    "session",
    "share_revoked",
    "house_closing",
    "announcement",
    "answer",
];

#[test]
fn every_command_is_read_as_what_it_is() {
    let mut documented = BTreeSet::new();
    for example in examples("Command") {
        let parsed = read(&example.name, example.json.clone());
        let parsed = parsed.unwrap_or_else(|refusal| panic!("{}: {refusal}", example.name));
        assert_eq!(name_of(&parsed), example.name);
        if let Parsed::AtTable { request, .. } = parsed {
            example.must_be_known_to_its_game(&request.command);
        }
        documented.insert(example.name);
    }
    let mut used: BTreeSet<String> = Heard::at_cribbage().acks.into_keys().collect();
    used.extend(["advise", "list_games", "act"].map(str::to_owned));
    used.extend(["new_token", "list_tokens", "revoke_token"].map(str::to_owned));
    used.extend(["new_code", "use_code"].map(str::to_owned));
    for kind in roster::GAMES {
        let terms = kind.vocabulary().commands.iter();
        used.extend(terms.map(|term| term.name.to_owned()));
    }
    assert_eq!(documented, used);
}

#[test]
fn every_ack_has_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().acks;
    for example in examples("Ack") {
        if example.game.is_some() {
            continue;
        }
        match example.name.as_str() {
            // The house answers it, and its own tests check that it does so.
            "advise" => {
                let hints = example.json["advice"].as_array().unwrap();
                let fields = |hint: &Value| hint.as_object().unwrap().keys().cloned().collect();
                let found: Vec<Vec<String>> = hints.iter().map(fields).collect();
                assert_eq!(found, [["chance", "command", "parts", "reason"]; 2]);
            }
            // Its other half, the games, is the same as `GET /api/games`.
            "list_games" => {
                let listing = House::cribbage("instant").table.listing();
                let expect = json!({ "ok": true, "games": [], "tables": [listing] });
                let mut found = example.json.clone();
                found["games"] = json!([]);
                assert_eq!(shape(&found), shape(&expect));
            }
            // The house answers them.
            "new_token" | "use_code" => {
                has_shape(&example, json!({ "ok": true, "name": "", "token": "" }));
            }
            "new_code" => {
                has_shape(&example, json!({ "ok": true, "code": "", "expiresAt": 0 }));
            }
            "list_tokens" | "revoke_token" => {
                let token = TokenInfo {
                    name: String::new(),
                    made_at: 0,
                    used_at: Some(0),
                    current: true,
                };
                has_shape(&example, json!({ "ok": true, "tokens": [token] }));
            }
            name => check(&example, real.get(name)),
        }
    }
    check_fields("Ack", None, &real);
}

#[test]
fn every_refusal_has_a_known_code_and_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().refusals;
    for example in examples("Refusal") {
        check(&example, Some(&real));
    }
    let on_page: BTreeSet<&str> = PAGE
        .split('`')
        .filter(|word| {
            let areas = [
                "wire/",
                "table/",
                "rules/",
                "options/",
                "house/",
                "token/",
                "daily/",
                "duplicate/",
                "claim/",
            ];
            areas.iter().any(|area| word.starts_with(area))
        })
        // Names of deals have these areas too, as `daily/2026-11-18/cribbage`.
        .filter(|word| word.matches('/').count() == 1 && !word.ends_with('/'))
        .collect();
    assert_eq!(on_page, BTreeSet::from(CODES));
}

#[test]
fn every_event_has_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().events;
    let examples = examples("Event");
    let own = |example: &&Example| example.game.is_none();
    for example in examples.iter().filter(own) {
        if !NOT_OF_THESE_TABLES.contains(&example.name.as_str()) {
            check(example, real.get(&example.name));
        }
    }
    check_fields("Event", None, &real);
    let mut expect: BTreeSet<&str> = real.keys().map(String::as_str).collect();
    expect.extend(NOT_OF_THESE_TABLES);
    let names = examples.iter().filter(own);
    let found: BTreeSet<&str> = names.map(|example| example.name.as_str()).collect();
    assert_eq!(found, expect);
}

/// The page describes the commands and events that each game adds, and the description is true.
#[test]
fn games_speak_as_the_page_says() {
    for (game, real) in [("texas42", Heard::at_texas42()), ("dice", Heard::at_dice())] {
        let of_game = |example: &Example| example.game.as_deref() == Some(game);
        let of = |what| {
            examples(what)
                .into_iter()
                .filter(of_game)
                .collect::<Vec<_>>()
        };
        let names = |examples: &[Example]| -> BTreeSet<String> {
            examples
                .iter()
                .map(|example| example.name.clone())
                .collect()
        };
        let events = of("Event");
        for example in &events {
            check(example, real.events.get(&example.name));
        }
        let own = real.own_events(game);
        assert_eq!(names(&events), own.keys().cloned().collect(), "{game}");
        check_fields("Event", Some(game), &own);
        let mut commands = of("Command");
        let terms = roster::find(game).unwrap().vocabulary().commands;
        let known = terms.iter().map(|term| term.name.to_owned());
        assert_eq!(names(&commands), known.collect(), "{game}");
        for example in &mut commands {
            example.json.as_object_mut().unwrap().remove("gameCode");
            check(example, real.legal.get(&example.name));
        }
        let acks = of("Ack");
        for example in &acks {
            check(example, real.acks.get(&example.name));
        }
        let views = acks.iter().map(|example| &example.json["view"]);
        let real_views = real.acks["sync"].iter().map(|ack| &ack["view"]);
        assert_eq!(fields(views), fields(real_views), "a view of {game}");
    }
}

/// A program that follows the page gets the cards that the house deals.
#[test]
fn the_example_of_fair_cards_is_what_the_house_computes() {
    let examples = examples("Fair cards");
    let [example] = examples.as_slice() else {
        panic!("there is one example")
    };
    let text = |field: &str| example.json[field].as_str().unwrap().to_owned();
    let secret = Secret::try_from(text("secret")).unwrap();
    assert_eq!(secret.commitment().to_string(), text("commitment"));
    let entropy = example.json["entropy"].as_array().unwrap();
    let entropy = entropy
        .iter()
        .map(|seat| seat.as_str().map(|hex| Entropy::new(hex).unwrap()));
    let entropy = BySeat::from(entropy.collect::<Vec<_>>());
    let number = example.json["gameNumber"].as_u64().unwrap() as u32;
    let code: GameCode = text("gameCode").parse().unwrap();
    let key = fair::key(&secret, code.as_str(), number, &entropy);
    // A key has the form of a secret: 32 bytes.
    let bytes = bytes_of(&text("key"));
    assert!(key == Key::new(bytes), "the key is another");
    let mut rng = key.stream(&text("stream"));
    let words: Vec<u32> = (0..4).map(|_| rng.next_u32()).collect();
    assert_eq!(json!(words), example.json["words"]);
    let cribbage = roster::find("cribbage").unwrap();
    let game = cribbage.start(&Value::Null).unwrap();
    let drawn = game.draw(&key, 0).map(|draw| draw.value());
    assert_eq!(drawn, Some(example.json["input"].clone()));
}

const CODES: [&str; 38] = [
    codes::MALFORMED,
    codes::TOO_LARGE,
    codes::RATE_LIMITED,
    codes::NOT_FOUND,
    codes::FULL,
    codes::NOT_SEATED,
    codes::ALREADY_SEATED,
    codes::NAME_TAKEN,
    codes::NOT_HOST,
    codes::STALE,
    codes::NOT_STARTED,
    codes::OVER,
    codes::OLD_RULES,
    codes::NOT_YOUR_TURN,
    codes::ILLEGAL,
    codes::OPTIONS_INVALID,
    codes::UNAVAILABLE,
    codes::TOO_MANY,
    // The house reads journals, tables do not.
    "table/damaged",
    // This code occurs only by HTTP, where browsers name the asking page.
    "wire/origin",
    // This code occurs only by HTTP, where finished games are shown again.
    "table/not_over",
    "table/no_adviser",
    // This code occurs only by HTTP, where games that were played elsewhere are added to a history.
    codes::CLAIM_UNPROVED,
    codes::CLAIM_SHARED,
    codes::CLAIM_TOO_MANY,
    // The house knows players by tokens, tables do not.
    "token/unknown",
    "token/revoked",
    "token/expired",
    "token/too_many",
    "token/no_such_code",
    // These codes occur only by HTTP, about the deals of days and duplicates.
    "daily/not_played",
    "daily/no_such_day",
    "daily/secret_kept",
    "duplicate/not_over",
    "duplicate/no_match",
    // The house reads the other table of a duplicate, tables do not.
    "duplicate/other_table",
    // An operator keeps people and names out.
    "house/banned",
    "house/name_refused",
];

fn name_of(parsed: &Parsed) -> &str {
    let Parsed::AtTable { request, .. } = parsed else {
        return match parsed {
            Parsed::Create(_) => "create_game",
            Parsed::Tokens(Tokens::New { .. }) => "new_token",
            Parsed::Tokens(Tokens::List) => "list_tokens",
            Parsed::Tokens(Tokens::Revoke { .. }) => "revoke_token",
            Parsed::Tokens(Tokens::NewCode) => "new_code",
            Parsed::Tokens(Tokens::UseCode { .. }) => "use_code",
            _ => "list_games",
        };
    };
    match &request.command {
        Command::Join { .. } => "join_game",
        Command::Watch { .. } => "watch_game",
        Command::Sync { .. } => "sync",
        Command::AddBot { .. } => "add_bot",
        Command::RemoveSeat { .. } => "remove_seat",
        Command::Leave => "leave_game",
        Command::Offer { .. } => "offer_seat",
        Command::Rematch { .. } => "rematch",
        Command::Advise => "advise",
        Command::AddEntropy { .. } => "add_entropy",
        Command::Share => "share_game",
        Command::Unshare { .. } => "unshare_game",
        Command::Act { name, .. } => name,
    }
}

/// An example that no table answers has the fields of its type.
#[track_caller]
fn has_shape(example: &Example, real: Value) {
    assert_eq!(shape(&example.json), shape(&real), "{}", example.name);
}

/// An example has exactly the fields of some real message.
#[track_caller]
fn check(example: &Example, real: Option<&Vec<Value>>) {
    let name = &example.name;
    let real = real.unwrap_or_else(|| panic!("{name} never came"));
    let found = shape(&example.json);
    let shapes: BTreeSet<Shape> = real.iter().map(shape).collect();
    let differs = |other: &Shape| {
        found
            .symmetric_difference(other)
            .cloned()
            .collect::<Shape>()
    };
    if !shapes.contains(&found) {
        let nearest = shapes.iter().map(differs).min_by_key(Shape::len);
        panic!("the example of {name} differs from any real one, at best in {nearest:?}");
    }
}

/// All examples of a name together have every field that real messages have. Commands
/// and acks of cribbage are those of any game.
fn check_fields(what: &str, game: Option<&str>, real: &BTreeMap<String, Vec<Value>>) {
    let of_game = |example: &Example| example.game.as_deref() == game;
    let examples: Vec<Example> = examples(what).into_iter().filter(of_game).collect();
    for (name, messages) in real {
        let of_name = examples.iter().filter(|example| example.name == *name);
        let found = fields(of_name.map(|example| &example.json));
        assert_eq!(found, fields(messages), "{what} {name}");
    }
}

fn bytes_of(hex: &str) -> [u8; 32] {
    let byte = |place: usize| u8::from_str_radix(&hex[2 * place..][..2], 16).unwrap();
    std::array::from_fn(byte)
}
