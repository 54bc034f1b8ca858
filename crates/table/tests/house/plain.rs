//! A game that brings nothing but its rules: no wire, no notation, no bots, no adviser.

#[path = "../../../testkit/tests/blind_dice/mod.rs"]
mod blind_dice;

use kernel::{Facade, Input, Json, Key, Kind, KindOf, Level, Record, Rng, Turn};
use serde_json::json;
use table::review::{MOST_DECISIONS, PlayedGame, PlayedInput, review};

use blind_dice::BlindDice;

/// A game that was played to its end at random.
fn played<G: Facade>(seed: u64) -> Record<G> {
    let mut record = Record::<G>::new(G::Options::default()).unwrap();
    let (key, mut rng) = (Key::from_seed(seed), Rng::from_seed(seed));
    for n in 0..10_000 {
        let input = match record.game().turn() {
            Turn::Over => return record,
            Turn::Chance => Input::Chance(record.game().draw(&key.draw(n))),
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let legal = record.game().legal_actions(seat);
                let action = rng.choose(&legal).unwrap().clone();
                Input::Act { seat, action }
            }
        };
        record.push(input).unwrap();
    }
    panic!("it does not end");
}

#[test]
fn its_records_are_read_back() {
    let records = BlindDice::RECORDS;
    for seed in 0..20 {
        let record = played::<BlindDice>(seed);
        let text = (records.write)(&record);
        assert!(
            text.starts_with("[Game \"blind_dice\"]\n[Rules \"1\"]\n"),
            "{text}"
        );
        assert_eq!((records.read)(&text), Ok(record.clone()), "{text}");
        let any = KindOf::<BlindDice>::new().read_record(&text).unwrap();
        assert_eq!(any.options, json!({ "seats": 2 }));
        let inputs: Vec<Json> = record.inputs().iter().map(Json::of).collect();
        assert_eq!(any.inputs, inputs);
    }
}

#[test]
fn what_is_no_record_of_it_is_refused_with_its_line() {
    let text = (BlindDice::RECORDS.write)(&played::<BlindDice>(1));
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let error = (BlindDice::RECORDS.read)(text).unwrap_err().to_string();
        assert!(error.starts_with(expect), "{error}");
    }
    check(
        &text.replace("blind_dice", "tea"),
        "line 1: this is a record of \"tea\"",
    );
    check(
        &text.replace("[Rules \"1\"]", "[Rules \"7\"]"),
        "line 2: rules \"7\" are not known",
    );
    check(&text.replace("\"seats\":2", "\"seats\":9"), "line 1: ");
    check(
        &text.replace("\"seats\":2", "\"chairs\":2"),
        "line 3: this is not understood",
    );
    check(&(text.clone() + "tea"), "line ");
    check(&"x".repeat(2 << 20), "line 1: a record of ");
    assert!(text.contains("{\"chance\":"), "{text}");
}

/// Without an adviser every decision would seem to be perfect.
#[test]
fn it_is_not_reviewed() {
    let kind: &dyn Kind = &KindOf::<BlindDice>::new();
    let record = played::<BlindDice>(3);
    let game = PlayedGame {
        number: 1,
        options: json!(record.options()),
        inputs: record
            .inputs()
            .iter()
            .map(|input| PlayedInput {
                input: Json::of(input),
                seq: None,
            })
            .collect(),
    };
    let refusal = review(kind, &game, MOST_DECISIONS, &mut |_| {}).unwrap_err();
    assert_eq!(refusal.code, "table/no_adviser");
    assert_eq!(
        refusal.message,
        "nobody can judge Blind Dice: it has no adviser"
    );
}

#[test]
fn a_level_that_it_lacks_is_played_by_the_best_below() {
    let bots = KindOf::<BlindDice>::new().bots();
    for level in Level::ALL {
        assert_eq!(level.bot(&bots), "random");
    }
}

/// The house knows the missing parts of a game before anybody asks for them.
#[test]
fn it_says_what_it_lacks() {
    let kind: &dyn Kind = &KindOf::<BlindDice>::new();
    assert!(!kind.has_adviser() && !kind.has_scorer());
    let refusal = kind.score_json(b"{}", &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.message, "Blind Dice has no scorer");
    let cribbage = roster::find("cribbage").unwrap();
    assert!(cribbage.has_adviser() && cribbage.has_scorer());
}
