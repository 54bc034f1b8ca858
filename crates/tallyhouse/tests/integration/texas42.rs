//! `tallyhouse score texas42`, `solve texas42` and `play texas42`.

use std::fs;
use std::path::Path;

use kernel::Game;
use proptest::prelude::*;
use serde_json::{Value, json};
use texas42::Record;

use crate::binary::{Run, run, run_with};

/// Seat 0 bids two marks and loses the first trick.
const SET: &str =
    r#"{"bidder":0,"bid":{"marks":2},"trump":"sixes","tricks":[["6-4","6-1","6-0","6-6"]]}"#;

const DEAL: &str = "6-6 6-5 6-4 6-3 5-5 4-1 2-0 / 0-0 1-0 3-0 4-0 5-0 6-0 6-2 / \
                    1-1 2-1 3-1 5-1 6-1 2-2 3-2 / 3-3 4-2 4-3 4-4 5-2 5-3 5-4";

fn hands() -> Value {
    DEAL.split('/')
        .map(|hand| Value::from_iter(hand.split_whitespace()))
        .collect()
}

#[test]
fn a_hand_is_scored_and_explained() {
    let run = run(&["score", "texas42", SET]);
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
    assert_eq!(
        run.out,
        "   1  6-4 6-1 6-0 6-6  seat 3 wins trick 1\n  \
           10  6-4              6-4 counts 10\n\
         \n\
         North-South took 0.\n\
         East-West took 11.\n\
         Seat 0 bid 2 marks and played sixes.\n\
         2 marks is set: East-West took trick 1.\n\
         East-West scores 2 marks.\n"
    );
}

#[test]
fn a_score_is_printed_as_json() {
    let by_argument = run(&["score", "texas42", SET, "--json"]);
    let by_input = run_with(&["score", "texas42", "--json"], SET.as_bytes());
    assert_eq!(by_argument.out, by_input.out);
    let [answer] = &by_argument.json()[..] else {
        panic!("one line")
    };
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["breakdown", "made", "marks", "points", "score", "winners"]
    );
    assert_eq!(answer["winners"], json!([3]));
    assert_eq!(answer["points"], json!({"northSouth": 0, "eastWest": 11}));
    assert_eq!(answer["marks"], json!({"northSouth": 0, "eastWest": 2}));
    assert_eq!(answer["score"], json!({"northSouth": 0, "eastWest": 2}));
    assert_eq!(answer["made"], false);
}

#[test]
fn a_bad_hand_is_bad_usage() {
    let renege = SET
        .replace("6-1", "1-1")
        .replace("]]", r#"],["5-5","4-4","6-1","3-3"]]"#);
    let twice = SET.replace("6-1", "6-4");
    for (request, code, message) in [
        (
            &renege[..],
            "renege",
            "trick 1, seat 1: 1-1 must follow sixes: the seat held",
        ),
        (
            &twice,
            "played_twice",
            "trick 1, seat 1: 6-4 must be played once",
        ),
        (
            "{}",
            "missing_field",
            "the request must have the field bidder",
        ),
        ("six", "malformed", "a request must be a JSON object"),
    ] {
        let plain = run(&["score", "texas42", request]);
        assert_eq!((plain.status, &plain.out[..]), (Some(2), ""), "{request}");
        assert!(plain.err.contains(message), "{}", plain.err);
        let as_json = run(&["score", "texas42", request, "--json"]);
        assert_eq!(as_json.status, Some(2));
        assert_eq!(as_json.json()[0]["error"]["code"], code);
    }
}

#[test]
fn hands_are_scored_line_by_line() {
    let lines = format!("{SET}\n\njunk\n{SET}\n");
    let run = run_with(&["score", "texas42", "--jsonl"], lines.as_bytes());
    assert_eq!((run.status, &run.err[..]), (Some(1), ""));
    let answers = run.json();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["made"], false);
    assert_eq!(answers[1]["error"]["code"], "empty_line");
    assert_eq!(answers[2]["error"]["code"], "malformed");
    assert_eq!(answers[3], answers[0]);
}

#[test]
fn a_deal_is_solved() {
    let args = [
        "solve", "texas42", "--deal", DEAL, "--trump", "sixes", "--leader", "0",
    ];
    let plain = run(&[&args[..], &["--moves"]].concat());
    assert_eq!((plain.status, &plain.err[..]), (Some(0), ""));
    let (first, moves) = plain.out.split_once('\n').unwrap();
    assert_eq!(first, "North-South takes 42 points, East-West takes 0.");
    assert_eq!(moves.lines().count(), 7);
    assert!(
        moves.contains("  6-6  42 to  0  as good as any\n"),
        "{moves}"
    );

    let as_json = run(&[&args[..], &["--json"]].concat());
    assert_eq!(as_json.json(), [json!({"northSouth": 42, "eastWest": 0})]);
}

#[test]
fn deals_are_solved_line_by_line() {
    let deal = json!({"hands": hands(), "trump": "sixes", "leader": 0});
    let mut later = deal.clone();
    later["played"] = json!(["6-6", "6-0", "6-1", "3-3", "6-5"]);
    later["moves"] = json!(true);
    let nello = json!({"hands": hands(), "contract": "nello", "leader": 1, "bidder": 1});
    let lines = format!("{deal}\n{later}\n{nello}\n{{}}\n");
    let run = run_with(&["solve", "texas42", "--jsonl"], lines.as_bytes());
    assert_eq!((run.status, &run.err[..]), (Some(1), ""));
    let answers = run.json();
    assert_eq!(answers[0], json!({"northSouth": 42, "eastWest": 0}));
    assert_eq!(
        answers[1]["moves"],
        json!([{"domino": "6-2", "northSouth": 42, "eastWest": 0}])
    );
    let tricks =
        answers[2]["northSouth"].as_u64().unwrap() + answers[2]["eastWest"].as_u64().unwrap();
    assert_eq!(tricks, 7);
    assert_eq!(answers[3]["error"]["code"], "missing_field");
}

#[test]
fn a_question_that_makes_no_sense_is_bad_usage() {
    let deal = ["solve", "texas42", "--deal", DEAL];
    for (args, message) in [
        (
            &["--trump", "hearts", "--leader", "0"][..],
            "the trump cannot be \"hearts\"",
        ),
        (
            &["--trump", "sixes", "--leader", "4"],
            "leader must be a seat from 0 to 3",
        ),
        (
            &["--trump", "sixes", "--contract", "nello", "--leader", "0"],
            "nello has no trump",
        ),
        (
            &["--trump", "sixes", "--leader", "0", "--played", "1-1"],
            "seat 0 must hold 1-1",
        ),
        (
            &[
                "--contract",
                "nello",
                "--leader",
                "0",
                "--nello-doubles",
                "odd",
            ],
            "there is no",
        ),
        (&["--trump", "sixes"], "--leader"),
    ] {
        let run = run(&[&deal[..], args].concat());
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }
}

/// Answers that make progress in every situation: one is a call, one a bid, one a trump, and one of
/// the numbers is a domino that fits; an unsuitable answer is asked again.
fn answers() -> Vec<u8> {
    b"pass\n42\nsixes\n1\n2\n3\n4\n5\n6\n7\n".repeat(2_000)
}

fn play(args: &[&str], input: &[u8]) -> Run {
    run_with(&[&["play", "texas42"], args].concat(), input)
}

#[track_caller]
fn plays_to_the_end(args: &[&str]) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("42{}.txt", args.join("")));
    let record = ["--seed", "11", "--record", path.to_str().unwrap()];
    let run = play(&[args, &record].concat(), &answers());
    assert_eq!((run.status, &run.err[..]), (Some(0), ""), "{args:?}");
    let won = run
        .out
        .lines()
        .filter(|line| line.contains(" win with ") && line.ends_with('!'));
    assert_eq!(won.count(), 1, "{args:?}: {}", run.out);

    let text = fs::read_to_string(&path).unwrap();
    let record: Record = text.parse().unwrap();
    assert_eq!(record.game().winners().len(), 1);
    assert_eq!(record.to_string(), text);

    let told = crate::binary::run(&["replay", path.to_str().unwrap()]);
    assert_eq!((told.status, &told.err[..]), (Some(0), ""));
    assert!(told.out.contains(" win with "), "{}", told.out);
    assert!(
        told.out.contains("Seat 3 draws ["),
        "a replay shows all hands"
    );
}

#[test]
fn every_set_of_rules_plays_to_its_end() {
    for rules in ["tournament", "family", "points"] {
        plays_to_the_end(&["--rules", rules]);
    }
}

#[test]
fn any_number_of_people_may_play() {
    for humans in ["0", "2", "4"] {
        plays_to_the_end(&["--rules", "family", "--humans", humans, "--target", "3"]);
    }
}

#[test]
fn a_person_sees_only_their_own_dominoes() {
    let run = play(&["--seed", "4"], b"pass\n");
    assert!(run.out.contains("│ 6 │"), "{}", run.out);
    assert!(!run.out.contains(" draws "), "{}", run.out);
}

#[test]
fn odd_answers_are_asked_again() {
    let input =
        b"fish\n29\n3 marks\nplunge 4\n?\nm\nq\nn\n\n2 marks\nhearts\nnello\nsixes\n9\n77\n\nl\n";
    let run = play(&["--seed", "1"], input);
    for message in [
        "\"fish\" must be a bid: pass, 30 to 41",
        "That is not possible: a bid must be at least 30, not 29.",
        "That is not possible: 3 marks is too high a jump: a bid must be at most 2 marks now.",
        "That is not possible: this table does not play plunge.",
        "Bid by typing 31",
        "Leave the game? (y/n) n",
        "the declaration cannot be \"hearts\": it must be blanks",
        "That is not possible: this table does not play nello.",
        "Your dominoes are numbered 1 to 7. (? helps)",
        "\"77\" must be a domino",
        "There is a choice: type a domino or its number. (? helps)",
        "That is not possible: you cannot lay down",
    ] {
        assert!(run.out.contains(message), "{message}\n{}", run.out);
    }
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
    assert!(run.out.ends_with("Thank you for playing.\n"));
}

#[test]
fn the_same_seed_deals_the_same_dominoes() {
    let first = play(&["--seed", "4"], &answers());
    assert_eq!(first.out, play(&["--seed", "4"], &answers()).out);
    assert_ne!(first.out, play(&["--seed", "5"], &answers()).out);
    assert!(first.out.contains("The dominoes of this game: --seed 4"));
}

#[test]
fn impossible_tables_are_bad_usage() {
    for args in [
        &["--target", "8"][..],
        &["--rules", "points", "--target", "100"],
        &["--rules", "poker"],
        &["--humans", "5"],
    ] {
        let run = play(args, b"");
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
}

proptest! {
    // Each case is a run of the binary.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_lines_get_one_answer_each(
        lines in proptest::collection::vec("[ -~]{0,60}", 0..20), command in 0..2_usize,
    ) {
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let run = run_with(&[["score", "solve"][command], "texas42", "--jsonl"], input.as_bytes());
        prop_assert_eq!(run.json().len(), lines.len());
        prop_assert_eq!(&run.err[..], "");
    }

    #[test]
    fn no_answers_make_a_game_fail(
        answers in proptest::collection::vec(
            prop_oneof![
                4 => proptest::sample::select(vec!["pass", "31", "2 marks", "sixes", "nello", "1", "2", "3", "l", "?", "m", ""])
                    .prop_map(|answer| answer.as_bytes().to_vec()),
                1 => proptest::collection::vec(any::<u8>(), 0..20),
            ],
            0..200,
        ),
        seed in 0..100_u64,
    ) {
        let seed = seed.to_string();
        let run = play(&["--seed", &seed, "--rules", "family"], &answers.join(&b'\n'));
        prop_assert_eq!((run.status, &run.err[..]), (Some(0), ""));
        prop_assert!(run.out.ends_with("Thank you for playing.\n"));
    }
}
