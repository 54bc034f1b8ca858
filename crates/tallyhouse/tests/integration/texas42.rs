//! `tallyhouse score texas42` and `tallyhouse solve texas42`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::binary::{run, run_with};

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
            "trick 1, seat 1: 1-1 does not follow sixes, but the seat held",
        ),
        (
            &twice,
            "played_twice",
            "trick 1, seat 1: 6-4 was played before",
        ),
        ("{}", "missing_field", "the field bidder is missing"),
        ("six", "malformed", "this is not a request"),
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
            "there is no trump called",
        ),
        (
            &["--trump", "sixes", "--leader", "4"],
            "the leader is a seat from 0 to 3",
        ),
        (
            &["--trump", "sixes", "--contract", "nello", "--leader", "0"],
            "nello has no trump",
        ),
        (
            &["--trump", "sixes", "--leader", "0", "--played", "1-1"],
            "seat 0 does not hold 1-1",
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
            "unknown variant",
        ),
        (&["--trump", "sixes"], "--leader"),
    ] {
        let run = run(&[&deal[..], args].concat());
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(message), "{}", run.err);
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
}
