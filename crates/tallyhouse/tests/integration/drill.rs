//! `tallyhouse drill` and `tallyhouse drill-pool`.

use serde_json::Value;

use crate::binary::{run, run_with};

/// The questions of a drill with this seed: asking ends with the input.
fn questions(game: &str, drill: &str, level: &str) -> Vec<Value> {
    let skip = "\n".repeat(4);
    let args = [
        "drill", game, drill, "--seed", "3", "--items", "4", "--level", level, "--json",
    ];
    let run = run_with(&args, skip.as_bytes());
    assert_eq!(run.status, Some(0), "{}", run.err);
    let mut lines = run.json();
    let session = lines.pop().expect("the last line tells how it went");
    assert_eq!(session["answered"], 0);
    lines
}

#[test]
fn a_throw_is_asked_for_and_graded() {
    let hand = questions("cribbage", "discard", "hard")[0]["ask"]["hand"].clone();
    let hand: Vec<&str> = hand.as_str().unwrap().split(' ').collect();
    let input = format!("tea\n{} {}\n", hand[0], hand[1]);
    let args = "drill cribbage discard --seed 3 --items 4 --level hard";
    let args: Vec<&str> = args.split(' ').collect();
    let told = run_with(&args, input.as_bytes());
    assert_eq!(told.status, Some(0), "{}", told.err);
    assert!(told.out.contains("1 of 4, hard\n"), "{}", told.out);
    assert!(told.out.contains(&hand.join(" ")), "{}", told.out);
    assert!(told.out.contains("Which two do you throw?"), "{}", told.out);
    let graded = told.out.contains("% of a game; best is ") || told.out.contains("Right");
    assert!(graded, "{}", told.out);
    assert!(told.out.contains(" of 1 right, at most "), "{}", told.out);
}

#[test]
fn programs_are_asked_and_answered_in_json() {
    let asked = questions("dice", "split", "easy");
    assert_eq!(asked.len(), 4);
    for (number, question) in (1..).zip(&asked) {
        assert_eq!(question["number"], number);
        assert_eq!(question["level"], "easy");
        assert!(question["ask"]["dice"].is_string(), "{question}");
    }
    // A wrong hand is refused, and the question stays.
    let args = "drill dice split --seed 3 --items 1 --level easy --json";
    let args: Vec<&str> = args.split(' ').collect();
    let first = run_with(&args, b"777\n").json();
    assert!(first[1]["error"]["code"].is_string(), "{first:?}");
    let counted = "drill cribbage count --seed 3 --items 1 --json";
    let counted: Vec<&str> = counted.split(' ').collect();
    let wrong = run_with(&counted, b"29\n").json();
    let total = wrong[1]["best"].as_str().unwrap().to_owned();
    assert!(wrong[1]["cost"].as_i64().unwrap() > 0, "{wrong:?}");
    assert!(!wrong[1]["why"].as_array().unwrap().is_empty());
    let right = run_with(&counted, format!("{total}\n").as_bytes()).json();
    assert_eq!(
        (&right[1]["cost"], &right[2]["right"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn what_was_wrong_comes_again_and_is_told_at_the_end() {
    let drill = |answers: &str, more: &str| {
        let args = format!("drill cribbage count --seed 3 --items 2{more}");
        let args: Vec<&str> = args.split(' ').collect();
        run_with(&args, answers.as_bytes())
    };
    let total = drill("29\n", " --json").json()[1]["best"].clone();
    let answers = format!("29\n\n{}\n", total.as_str().unwrap());
    let told = drill(&answers, " --json").json();
    let [first, wrong, _, again, right, session] = &told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(
        (&first["ask"], &first["again"]),
        (&again["ask"], &false.into())
    );
    assert_eq!(
        (&again["again"], &again["number"]),
        (&true.into(), &3.into())
    );
    assert!(wrong["cost"].as_i64().unwrap() > 0 && right["cost"] == 0);
    let numbers = ["answered", "right", "streak", "longest"].map(|key| session[key].as_u64());
    assert_eq!(numbers, [2, 1, 1, 1].map(Some), "{session}");
    let kinds = session["kinds"].as_object().unwrap();
    assert!(!kinds.is_empty(), "{session}");
    for share in kinds.values() {
        assert_eq!(share, &serde_json::json!({ "right": 1, "of": 2 }));
    }
    let out = drill(&answers, "").out;
    assert!(out.contains(", again\n"), "{out}");
    assert!(out.contains("1 of 2 right, at most 1 in a row; "), "{out}");
    assert!(
        out.contains("You tend to miss when there are points for "),
        "{out}"
    );
}

#[test]
fn unknown_drills_are_bad_usage() {
    for args in [
        &["drill", "chess", "mate"][..],
        &["drill", "dice", "discard"],
        &["drill", "dice", "split", "--level", "tea"],
        &["drill-pool", "dice", "tea"],
    ] {
        let run = run(args);
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_pool_is_the_same_for_the_same_seed() {
    let pool = |seed| {
        let run = run(&[
            "drill-pool",
            "dice",
            "split",
            "--items",
            "3",
            "--seed",
            seed,
        ]);
        assert_eq!(run.status, Some(0), "{}", run.err);
        run.out
    };
    assert_eq!(pool("1"), pool("1"));
    assert_ne!(pool("1"), pool("2"));
    let shipped = include_str!("../../../../games/dice/drills/split.json");
    let first = pool("1").lines().nth(1).unwrap().to_owned();
    assert!(shipped.contains(first.trim_end_matches(',')), "{first}");
}
