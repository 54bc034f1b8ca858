//! Games whose luck is the same for everybody.

use kernel::Viewer;
use serde_json::{Value, json};
use table::{Fact, Stage, ended_games, verify};

use crate::harness::{House, commands, seconds};

fn lesson(game: &str) -> House {
    let more = json!({ "deal": "lesson", "table": { "pace": "instant" } });
    let mut house = House::open(game, more);
    house.restores = true;
    house
}

/// Ann plays it alone, always the first thing that she may do, and looks away in between.
fn play(house: &mut House, looks_away: bool) {
    for n in 0..2_000 {
        if house.table.stage() == Stage::Finished {
            return;
        }
        if looks_away && n % 5 == 0 {
            house.disconnect("ann");
            house.connect("ann");
        }
        let legal = commands(&house.sync("ann", json!({}))["legal"]);
        match legal.into_iter().next() {
            Some((name, payload)) => {
                house.ok("ann", &name, payload);
            }
            None => house.tick(seconds(1)),
        }
    }
    panic!("the lesson has no end");
}

/// What was played and drawn, without who sat there and when.
fn course(house: &House) -> Vec<Value> {
    let facts = house.entries.iter().map(|entry| &entry.fact);
    let of_game = facts.filter_map(|fact| match fact {
        Fact::Started { run, .. } => Some(json!(run.steps)),
        Fact::Decided { seat, run, .. } => Some(json!([seat, run.steps])),
        _ => None,
    });
    of_game.collect()
}

#[test]
fn the_same_moves_lead_to_the_same_lesson() {
    for kind in roster::GAMES {
        let game = kind.meta().key;
        let (mut one, mut other) = (lesson(game), lesson(game));
        play(&mut one, false);
        play(&mut other, true);
        assert!(course(&one).len() > 3, "{game}");
        assert_eq!(course(&one), course(&other), "{game}");
        let started = one.last(Viewer::Spectator, "game_started");
        assert_eq!(started["deal"], "lesson");
        assert!(verify::verify(&one.entries, roster::find).is_good());
        assert_eq!(one.ended, [], "a lesson is not remembered");
        assert_eq!(ended_games(&one.entries, roster::find), Ok(Vec::new()));
    }
}

#[test]
fn a_lesson_is_its_players_alone() {
    let more = json!({ "deal": "lesson", "table": { "pace": "normal" } });
    let mut house = House::open("texas42", more);
    let state = house.sync("ann", json!({}));
    assert_eq!(state["private"], true);
    assert_eq!(state["players"].as_array().unwrap().len(), 4);
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob" }),
        "table/full",
    );
    let is_same_for_all = |house: &mut House, name: &str, payload: Value| {
        let refusal = house.refused("ann", name, payload, "rules/illegal");
        assert_eq!(refusal["error"]["reason"], "same_for_all", "{name}");
    };
    is_same_for_all(&mut house, "remove_seat", json!({ "seat": 1 }));
    let entropy = json!({ "entropy": "ab".repeat(16) });
    is_same_for_all(&mut house, "add_entropy", entropy);
    play(&mut house, false);
    is_same_for_all(&mut house, "rematch", json!({}));
}

#[test]
fn its_options_are_not_for_its_player_to_choose() {
    let more = json!({ "deal": "lesson", "options": { "target": 121 } });
    let refused = House::try_open("cribbage", more).err().unwrap();
    assert_eq!(refused["reason"], "same_for_all");
}
