//! `tallyhouse score cribbage --jsonl`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::binary::{Run, run, run_with, tallyhouse};

const ARGS: &[&str] = &["score", "cribbage", "--jsonl"];

fn answer(input: impl AsRef<[u8]>) -> Run {
    run_with(ARGS, input.as_ref())
}

/// The total of each answer, or the code of its error.
fn in_short(run: &Run) -> Vec<String> {
    let short = |answer: &Value| match answer.pointer("/error/code") {
        Some(code) => code.as_str().unwrap().to_owned(),
        None => answer["total"].to_string(),
    };
    run.json().iter().map(short).collect()
}

#[test]
fn each_line_is_answered_in_order() {
    let run = answer(
        r#"{"hand": ["5H", "5C", "5S", "JD"], "cut": "5D", "crib": false}
{"hand": ["2H", "4H", "6H", "8H"], "cut": "KC", "crib": true}
{"play": ["7H", "8C", "9D"]}
{"hand": [{"suit": "hearts", "rank": "5"}, "5♠", "TEN_DIAMONDS", "2c"], "cut": "9D"}
"#,
    );
    assert_eq!(in_short(&run), ["29", "0", "3", "6"]);
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
}

#[test]
fn an_answer_is_what_json_prints() {
    let one = run(&["score", "cribbage", "4S 5H 6D 6C", "--cut", "KS", "--json"]);
    let line = answer(r#"{"hand": ["4S", "5H", "6D", "6C"], "cut": "KS"}"#);
    assert_eq!(line.out, one.out);

    let one = run(&["score", "cribbage", "4S 5H 6D 6C", "--explain", "--json"]);
    let line = answer(r#"{"hand": ["4S", "5H", "6D", "6C"], "explain": true}"#);
    assert_eq!(line.out, one.out);

    let one = run(&["score", "cribbage", "--play", "7H 8C 9D", "--json"]);
    let line = answer(r#"{"play": ["7H", "8C", "9D"]}"#);
    assert_eq!(line.out, one.out);
}

#[test]
fn no_lines_get_no_answers() {
    let run = answer("");
    assert_eq!((run.status, &run.out[..]), (Some(0), ""));
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let run = answer(
        r#"{"play": ["7H", "8C"]}
{"hand": ["5H", "5X", "5S", "JD"]}
{"hand": ["5H", "5C", "5H", "JD"]}
{"hand": ["5H", "5C", "5S"]}
{"hand": ["5H", "5C", "5S", "JD"], "cut": "5S"}
{"play": ["KH", "QC", "JD", "2S"]}

five hearts
{"hands": []}
{"hand": "5H 5C 5S JD", "play": "7H"}
{"play": ["7H", "8C"]}"#,
    );
    let expected = [
        "2",
        "unknown_card",
        "duplicate_card",
        "wrong_card_count",
        "starter_in_hand",
        "past_thirty_one",
        "empty_line",
        "malformed",
        "unknown_field",
        "hand_and_play",
        "2",
    ];
    assert_eq!(in_short(&run), expected);
    assert_eq!((run.status, &run.err[..]), (Some(1), ""));
}

#[test]
fn each_kind_of_bad_line_has_its_own_message() {
    let lines = "\n{\"hand\":[\"5X\"]}\n{\"hand\":[\"5H\",\"5H\"]}\n{\"hand\":[\"5H\"]}\n\
                 {\"play\":[\"KH\",\"QC\",\"JD\",\"2S\"]}\njunk\n";
    let run = answer(lines);
    let mut messages: Vec<String> = run
        .json()
        .iter()
        .map(|answer| answer["error"]["message"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(messages[0], "each line must have a request");
    messages.sort();
    messages.dedup();
    assert_eq!(messages.len(), 6);
}

#[test]
fn a_megabyte_of_junk_in_one_line_is_too_large() {
    let mut input = vec![b'['; 1_000_000];
    input.extend(b"\n{\"play\":[\"7H\",\"8C\"]}\n");
    let run = answer(input);
    assert_eq!(in_short(&run), ["too_large", "2"]);
    assert_eq!(run.status, Some(1));
}

#[test]
fn a_megabyte_of_junk_in_many_lines_is_answered_line_by_line() {
    let mut input = Vec::new();
    // All bytes, including invalid UTF-8; every 256th is a line feed.
    while input.len() < 1_000_000 {
        input.extend(0..=u8::MAX);
    }
    let n_lines = input.split_inclusive(|byte| *byte == b'\n').count();
    let run = answer(&input);
    assert_eq!(in_short(&run), vec!["malformed"; n_lines]);
    assert_eq!(run.status, Some(1));
}

#[test]
fn answers_come_while_more_is_to_be_asked() {
    let mut child = tallyhouse(ARGS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for total in [2, 2, 2] {
        questions
            .write_all(b"{\"play\":[\"7H\",\"8C\"]}\n")
            .unwrap();
        // This waits for ever if the answer is held back.
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!("{{\"total\":{total},")),
            "{answer}"
        );
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let mut child = tallyhouse(ARGS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = child.stdout.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // More answers than a pipe holds; the pipe breaks when the program ends.
        let _ = questions.write_all("{\"play\":[\"7H\"]}\n".repeat(100_000).as_bytes());
    });
    answers.read_exact(&mut [0; 10]).unwrap();
    drop(answers);
    feeder.join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
