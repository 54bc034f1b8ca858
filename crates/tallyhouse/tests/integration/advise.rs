//! `tallyhouse advise` for cribbage and Texas 42.

use crate::binary::run;

const HAND: [&str; 8] = ["advise", "cribbage", "5H", "5C", "6S", "7D", "8C", "KD"];

#[test]
fn all_fifteen_throws_are_ranked() {
    let run = run(&[&HAND[..], &["--dealer", "--score", "60-72", "--json"]].concat());
    assert_eq!(run.status, Some(0), "{}", run.err);
    let report = &run.json()[0];
    let throws = report["throws"].as_array().unwrap();
    assert_eq!(throws.len(), 15);
    let chances: Vec<f64> = throws
        .iter()
        .map(|each| each["chance"].as_f64().unwrap())
        .collect();
    assert!(
        chances.is_sorted_by(|one, other| one >= other),
        "{chances:?}"
    );
    for throw in throws {
        let names: Vec<&str> = throw["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["hand", "crib", "pegging", "total"]);
        assert!(!throw["reason"].as_str().unwrap().is_empty());
    }
}

#[test]
fn the_table_begins_with_the_best_throw() {
    let run = run(&[&HAND[..], &["--dealer", "--score", "60-72"]].concat());
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.starts_with("Throw "), "{}", run.out);
    // A sentence, an empty line, the names, and a line for each throw.
    assert_eq!(run.out.lines().count(), 3 + 15, "{}", run.out);
}

#[test]
fn bids_are_told_with_their_chances() {
    let args = [
        "advise", "texas42", "6-6", "6-5", "6-4", "6-3", "5-5", "4-1", "2-0",
    ];
    let shown = run(&args);
    assert_eq!(shown.status, Some(0), "{}", shown.err);
    assert!(
        shown.out.contains('%') && shown.out.contains("pass"),
        "{}",
        shown.out
    );
    let json = run(&[&args[..], &["--json"]].concat());
    let report = &json.json()[0];
    let bids = report["bids"].as_array().unwrap();
    assert!(bids.len() > 3, "{report}");
    assert!(bids.iter().any(|bid| bid["action"] == "pass"), "{report}");
}

#[test]
fn bad_positions_are_bad_usage() {
    for args in [
        &["advise", "cribbage", "5H", "5C"][..],
        &["advise", "cribbage", "5H", "5H", "6S", "7D", "8C", "KD"],
        &[
            "advise", "cribbage", "5H", "5C", "6S", "7D", "8C", "KD", "--score", "60",
        ],
        &[
            "advise", "cribbage", "5H", "5C", "6S", "7D", "8C", "KD", "--score", "60-121",
        ],
        &["advise", "texas42", "6-6", "6-5"],
        &[
            "advise", "texas42", "6-6", "6-6", "6-4", "6-3", "5-5", "4-1", "2-0",
        ],
    ] {
        let run = run(args);
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}
