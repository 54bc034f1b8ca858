//! `tallyhouse verify` on journals without a finished game.

use serde_json::json;

use crate::binary::run_with;

#[test]
fn a_journal_without_a_finished_game_says_so() {
    let opened = json!({ "opened": {
        "code": "VHG4SC", "game": "cribbage", "rules_version": 2, "options": {},
        "settings": {}, "private": false, "host": "ann", "secret": "ab".repeat(32),
    } });
    let entries = json!([{ "seq": 1, "at": 0, "player": "ann", "fact": opened }]);
    let run = run_with(&["verify", "-"], entries.to_string().as_bytes());
    assert_eq!((run.status, &*run.err), (Some(3), ""), "{}", run.out);
    assert_eq!(
        run.out,
        "no game is over, so there is nothing to check yet\n"
    );
}

#[test]
fn what_is_no_journal_is_refused() {
    let run = run_with(&["verify", "-"], b"{}");
    assert_eq!((run.status, &*run.out), (Some(1), ""));
    assert!(run.err.contains("no journal of a table"), "{}", run.err);
}
