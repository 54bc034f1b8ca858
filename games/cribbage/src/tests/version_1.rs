//! What version 1 of the rules wrote, read by today's.

use crate::Record;
use crate::score::Rule;
use crate::version_1::read;
use kernel::{Game, Turn};
use serde_json::{Value, json};

/// Games that version 1 wrote, one a line: their options, and each step's input and events.
const GAMES: &str = include_str!("../../tests/version_1.jsonl");

/// The record of one of them.
const RECORD: &str = include_str!("../../tests/version_1.txt");

fn games() -> impl Iterator<Item = Value> {
    GAMES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
}

fn steps(game: &Value) -> &[Value] {
    game["steps"].as_array().unwrap()
}

fn events(step: &Value) -> &[Value] {
    step["events"].as_array().unwrap()
}

/// Plays a game of version 1 again from its start to its end.
fn replay(written: &Value) -> Record {
    let options = serde_json::from_value(written["options"].clone()).unwrap();
    let mut record = Record::new(options).unwrap();
    for step in steps(written) {
        let (input, events) = read(&step["input"], events(step)).unwrap();
        assert_eq!(record.push(input).unwrap(), events, "{step}");
    }
    assert_eq!(record.game().turn(), Turn::Over);
    record
}

#[test]
fn today_decides_what_version_1_wrote() {
    let n_events: usize = games().map(|game| replay(&game).events().len()).sum();
    assert!(n_events > 500, "{n_events}");
}

/// The games hold every kind of event that version 1 knew, and every kind of loss.
#[test]
fn nothing_that_version_1_wrote_is_missing() {
    for word in [
        "dealer_cut",
        "again",
        "dealt",
        "discarded",
        "all_discarded",
        "starter_cut",
        "play_started",
        "played",
        "went_go",
        "count_reset",
        "play_finished",
        "shown",
        "count_claimed",
        "muggins_claimed",
        "counted",
        "won",
        "plain",
        "skunk",
        "double_skunk",
        "HEELS",
        "LAST_CARD",
    ] {
        assert!(GAMES.contains(&format!("\"{word}\"")), "{word}");
    }
}

/// What version 1 wrote as the score of the match is what is counted today.
#[test]
fn the_match_goes_on_as_version_1_wrote() {
    for written in games() {
        let record = replay(&written);
        let last = steps(&written).last().map(events).unwrap();
        let said = &last.last().unwrap()["won"]["match_score"];
        let next = record.game().rematch().unwrap();
        assert_eq!(&serde_json::to_value(next.match_score).unwrap(), said);
    }
}

#[test]
fn a_record_of_version_1_is_read() {
    let record: Record = RECORD.parse().unwrap();
    assert!(RECORD.contains("[Rules \"1\"]"));
    assert!(games().any(|game| replay(&game) == record));
    let rewritten = RECORD.replace("[Rules \"1\"]", "[Rules \"2\"]");
    assert_eq!(record.to_string(), rewritten);
    for unknown in ["0", "3", "01", "one"] {
        let text = RECORD.replace("[Rules \"1\"]", &format!("[Rules \"{unknown}\"]"));
        let fault = text.parse::<Record>().unwrap_err();
        let expected = format!("line 2: rules {unknown:?} are not known here");
        assert_eq!(fault.to_string(), expected);
    }
}

/// Every rule is read by the name that version 1 wrote, and by no other.
#[test]
fn rules_are_read_in_capitals() {
    let cut = |name: &str| {
        let item = json!({"rule": name, "pieces": ["JS"], "points": 2});
        let event = json!({"starter_cut": {"card": "JS", "tally": [item]}});
        read(&json!({"chance": {"starter": "JS"}}), &[event])
    };
    for rule in Rule::ALL {
        assert!(cut(rule.name()).is_ok(), "{rule}");
        assert!(cut(&rule.name().to_lowercase()).is_err(), "{rule}");
    }
}

#[test]
fn what_is_no_step_of_version_1_is_refused() {
    let counted = |pegged: u8, stated: Value| {
        let event = json!({"counted": {"seat": 0, "kind": "hand", "cards": ["2S", "4H", "6D", "QC"],
            "tally": [{"rule": "PAIR", "pieces": ["QS", "QC"], "points": 2}],
            "stated": stated, "pegged": pegged}});
        read(
            &json!({"act": {"seat": 0, "action": {"count": 2}}}),
            &[event],
        )
    };
    assert!(counted(2, Value::Null).is_ok());
    assert!(counted(0, json!(2)).is_ok());
    for wrong in [counted(0, Value::Null), counted(2, json!(2))] {
        let fault = wrong.unwrap_err();
        assert_eq!(fault, "this count does not peg what version 1 wrote");
    }
    let today = json!({"all_discarded": {"leader": 1}});
    let fault = read(&json!({"chance": {"starter": "JS"}}), &[today]).unwrap_err();
    assert!(
        fault.starts_with("this is no step of version 1: "),
        "{fault}"
    );
}
