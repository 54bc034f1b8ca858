//! `tallyhouse score dice`, `advise dice` and `play dice`.

use std::fs;
use std::path::Path;

use dice::Record;
use kernel::Game;
use proptest::prelude::*;

use crate::binary::{run, run_with};

/// The arguments of this command, written between spaces.
fn words(args: &str) -> Vec<&str> {
    args.split(' ').collect()
}

#[track_caller]
fn check(args: &str, expected: &str) {
    let run = run(&words(args));
    assert_eq!(run.out, expected);
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
}

#[track_caller]
fn check_bad(args: &str, expected: &str) {
    let run = run(&words(args));
    assert_eq!((run.status, &run.out[..]), (Some(2), ""));
    assert_eq!(run.err, format!("error: {expected}\n"));
}

#[test]
fn a_pool_is_scored_hand_by_hand() {
    check(
        "score dice 1111122333",
        "\
A1 A1 A1 B1 B1 B2 B2 A3 A3 A3

   440  A Two Triplets 111333: (88 + 12) × 4.40
    54  B Two Pair 1122: (24 + 6) × 1.80
  ────
   494

Second best, 7 points behind: Two Triplets 111333, Pair 11, Pair 22.
",
    );
}

#[test]
fn levels_rules_and_layers_count() {
    check(
        "score dice 5 1 5 --level pair=5 --bonus 5 --mult-bonus 1.0 --score-mult 1.5",
        "\
A5 ·1 A5

   205  A Pair 55: (40 + 10) × 4.10
     5    bonus
   210    all that × 2.00
   210    all that × 1.50
  ────
   630
",
    );
    check(
        "score dice 33322 --rule full_house=formula --json",
        "{\"total\":219,\"hands\":[{\"type\":\"FULL_HOUSE\",\"dice\":[2,2,3,3,3],\"points\":219}],\
         \"breakdown\":[{\"type\":\"FULL_HOUSE\",\"dice\":[2,2,3,3,3],\"points\":219,\
         \"description\":\"Full House: (60 + 13) × 3.00 = 219\"}]}\n",
    );
}

#[test]
fn every_fault_is_a_sentence_at_once() {
    check_bad(
        "score dice 1237",
        "\"7\" (number 4, at byte 3) must be a die: a face from 1 to 6",
    );
    check_bad(
        "score dice 11 --level pair=6",
        "Pair must be at level 5 at most, not 6",
    );
    check_bad(
        "score dice 11 --level pair",
        "\"pair\": write --level pair=2",
    );
    check_bad(
        "score dice 11 --score-mult 1.125",
        "--score-mult: write a number from 0 to 9999999 with at most two decimals, such as 1.5",
    );
    check_bad(
        &format!("score dice {}", "1".repeat(10_000)),
        "there must be at most 1000 dice",
    );
    check_bad(
        &format!("score dice {}", "1".repeat(121)),
        "a pool must have at most 120 dice, not 121",
    );
    check_bad(
        "advise dice 11235 --rerolls 9",
        "a round must have at most 8 rerolls, not 9",
    );
    let none = run(&["score", "dice", ""]);
    assert_eq!(none.err, "error: there must be dice to score\n");
    let json = run(&words("score dice 17 --json"));
    assert_eq!(json.status, Some(2));
    assert!(
        json.out
            .starts_with("{\"error\":{\"code\":\"unknown_die\","),
        "{}",
        json.out
    );
}

#[test]
fn requests_are_answered_line_by_line() {
    let requests =
        "{\"dice\":[4,4]}\n{\"dice\":[7]}\n{\"dice\":\"33322\",\"levels\":{\"pair\":1}}\n";
    let run = run_with(&words("score dice --jsonl"), requests.as_bytes());
    assert_eq!(run.status, Some(1));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("{\"total\":32,"), "{}", lines[0]);
    assert!(
        lines[1].starts_with("{\"error\":{\"code\":\"unknown_die\""),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("{\"total\":154,"), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn advice_says_what_to_throw_and_how_likely_the_target_is() {
    let run = run(&words("advise dice 11235 --rerolls 2 --target 72"));
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
    assert!(
        run.out
            .starts_with("keep 35, throw 3 dice: 79.71 % to reach 72.\n"),
        "{}",
        run.out
    );
    let json = crate::binary::run(&words("advise dice 11235 --rerolls 2 --target 72 --json"));
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(report["exact"], true);
    assert_eq!(report["keeps"][0]["throws"], serde_json::json!([0, 1, 2]));
}

/// Scores every throw, and leaves every shop.
fn moves() -> Vec<u8> {
    b"s\nl\n".repeat(200)
}

#[track_caller]
fn plays_to_the_end(args: &str) {
    let name = format!("dice{}.txt", args.replace(' ', ""));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = path.to_str().unwrap();
    let mut line = words("play dice --seed 11 --record");
    line.push(file);
    line.extend(args.split_whitespace());
    let run = run_with(&line, &moves());
    assert_eq!((run.status, &run.err[..]), (Some(0), ""), "{args}");
    let text = fs::read_to_string(&path).unwrap();
    let record: Record = text.parse().unwrap();
    assert!(record.game().rematch().is_some(), "the game is over");
    assert_eq!(record.to_string(), text);
    let told = crate::binary::run(&["replay", file]);
    assert_eq!((told.status, &told.err[..]), (Some(0), ""));
    assert!(
        told.out.contains("Round 1: the target is 40."),
        "{}",
        told.out
    );
}

#[test]
fn a_run_is_played_to_its_end() {
    plays_to_the_end("");
}

#[test]
fn a_race_against_bots_is_played_to_its_end() {
    plays_to_the_end("--seats 2 --win-round 3");
}

#[test]
fn a_run_shows_lettered_dice_and_what_they_would_score() {
    let run = run_with(
        &words("play dice --seed 3"),
        b"a\n13\ns\n1 for 2\nl\nq\ny\n",
    );
    for line in [
        "1) A2   2) ·1   3) ·6   4) A2   5) A2",
        "    50  A X of a Kind 222: (22 + 6) × 1.80",
        "Target 40, 3 rerolls left, $0.",
        "Score: 100.0 % to reach 40.",
        "That passes the target of 40.",
    ] {
        assert!(
            run.out.lines().any(|told| told == line),
            "{line}: {}",
            run.out
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn whatever_is_typed_does_no_harm(input in "([slaqw?y0-9 \n]|for|stop){0,80}") {
        let run = run_with(&words("play dice --seed 5"), input.as_bytes());
        prop_assert_eq!((run.status, &run.err[..]), (Some(0), ""));
    }
}
