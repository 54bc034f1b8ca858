//! Journals of version 1 of the rules, read by today's.

use crate::score::Rule;
use crate::version_1::read;
use kernel::Game;
use serde_json::{Value, json};
use testkit::version_1::{events, mentions, reads_record, replayed, steps};

testkit::games_of_version_1!(read, 500);

/// The games hold every kind of event that version 1 knew, and every kind of loss.
#[test]
fn nothing_that_version_1_wrote_is_missing() {
    let words = [
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
    ];
    mentions(GAMES, &words);
}

/// The score of the match that version 1 wrote equals today's.
#[test]
fn the_match_goes_on_as_version_1_wrote() {
    for (written, record) in replayed(GAMES, read) {
        let last = steps(&written).last().map(events).unwrap();
        let said = &last.last().unwrap()["won"]["match_score"];
        let next = record.game().rematch().unwrap();
        assert_eq!(&serde_json::to_value(next.match_score).unwrap(), said);
    }
}

#[test]
fn a_record_of_version_1_is_read() {
    reads_record(RECORD, GAMES, read);
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
        fault.starts_with("this is not a step of version 1: "),
        "{fault}"
    );
}
