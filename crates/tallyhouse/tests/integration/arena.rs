//! `tallyhouse arena`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::binary::run;

/// Random cribbage on the arena's own luck, this many pairs, into this file.
fn contest(json: &Path, pairs: &str, threads: &str) -> Value {
    let file = json.to_str().expect("a plain path");
    let run = run(&[
        "arena",
        "cribbage",
        "random",
        "random",
        "--pairs",
        pairs,
        "--threads",
        threads,
        "--json",
        file,
    ]);
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
    let mut result: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    // Times are measured and differ; everything else must be equal.
    let times = result["milliseconds"].take();
    assert!(times[0].is_number() && times[1].is_number());
    result
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let folder = tempdir().unwrap();
    let alone = contest(&folder.path().join("alone.json"), "12", "1");
    let together = contest(&folder.path().join("together.json"), "12", "5");
    assert_eq!(alone, together);
    assert_eq!(alone["pairs"], 12);
}

#[test]
fn an_interrupted_contest_goes_on_and_ends_as_if_it_had_not_been() {
    let folder = tempdir().unwrap();
    let whole = contest(&folder.path().join("whole.json"), "12", "2");

    // Interrupted while the sixth pair was being written: five and a half lines, and no result.
    let cut = folder.path().join("cut.json");
    let journal = fs::read_to_string(folder.path().join("whole.json.pairs")).unwrap();
    let lines: Vec<&str> = journal.lines().collect();
    let half = &lines[6][..lines[6].len() / 2];
    let begun = format!("{}\n{half}", lines[..6].join("\n"));
    fs::write(folder.path().join("cut.json.pairs"), begun).unwrap();
    assert_eq!(contest(&cut, "12", "2"), whole);

    // Nothing is played twice.
    let journal = fs::read_to_string(folder.path().join("cut.json.pairs")).unwrap();
    assert_eq!(journal.lines().count(), 13);
    assert_eq!(journal.lines().next(), Some(lines[0]));
    assert!(
        journal.contains(&format!("{}\n", lines[5])),
        "the played pairs are kept"
    );
}

#[test]
fn a_longer_contest_goes_on_from_a_shorter_one() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("result.json");
    contest(&file, "4", "1");
    let longer = contest(&file, "9", "1");
    assert_eq!(longer["pairs"], 9);
    // The planned number was fixed before the first pair.
    assert_eq!(longer["plan"]["pairs"], 4);
    let mut fresh = contest(&folder.path().join("fresh.json"), "9", "1");
    assert_eq!(longer["bots"], fresh["bots"]);
    assert_eq!(longer["wins"]["mean"], fresh["wins"]["mean"]);
    fresh["plan"]["pairs"] = 4.into();
    assert_eq!(longer["plan"], fresh["plan"]);
}

#[test]
fn the_journal_of_another_contest_is_left_alone() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("result.json");
    contest(&file, "2", "1");
    let before = fs::read(folder.path().join("result.json.pairs")).unwrap();
    let name = file.to_str().unwrap();
    let other = run(&[
        "arena", "cribbage", "random", "random", "--seed", "5", "--json", name,
    ]);
    assert_eq!(other.status, Some(1));
    assert!(
        other.err.contains("the journal of another contest"),
        "{}",
        other.err
    );
    assert_eq!(
        fs::read(folder.path().join("result.json.pairs")).unwrap(),
        before
    );
}

#[test]
fn the_table_tells_wins_points_and_times() {
    let run = run(&[
        "arena", "texas42", "random", "random", "--deals", "--pairs", "20",
    ]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    for words in [
        "texas42: random against random, 20 pairs of single deals",
        "with 95 % confidence",
        "points (standard error",
        "time each",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

/// Every two bots meet, each match has a journal of its own, and the ratings are written as the
/// program reads them.
#[test]
fn a_round_robin_rates_every_bot() {
    let folder = tempdir().unwrap();
    let [json, table] = ["robin.json", "ratings.txt"].map(|name| folder.path().join(name));
    let names = ["easy", "greedy", "medium"];
    let mut args = vec!["arena", "cribbage", "--round-robin", "--pairs", "6"];
    args.extend(names);
    args.extend(["--json", json.to_str().unwrap()]);
    args.extend(["--ratings", table.to_str().unwrap()]);
    let played = run(&args);
    assert_eq!((played.status, &played.err[..]), (Some(0), ""));
    assert!(played.out.contains("ten games of eleven"), "{}", played.out);
    let result: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(result["matches"].as_array().map(Vec::len), Some(3));
    let table = fs::read_to_string(&table).unwrap();
    for bot in result["bots"].as_array().unwrap() {
        let rating = kernel::rating::of(&table, bot["name"].as_str().unwrap());
        let exact = bot["rating"].as_f64().unwrap();
        assert!((f64::from(rating.unwrap()) - exact).abs() <= 0.5, "{table}");
    }
    assert_eq!(
        kernel::rating::of(&table, "medium"),
        Some(kernel::rating::ANCHOR)
    );
    assert!(folder.path().join("robin.json.easy-greedy.pairs").exists());
    // The journals give the same result without another game.
    assert_eq!(run(&args).out, played.out);
}

#[test]
fn what_cannot_be_played_is_bad_usage() {
    for (args, words) in [
        (&["arena", "chess", "random", "random"][..], "not \"chess\""),
        (&["arena", "cribbage", "random", "nobody"], "not \"nobody\""),
        (&["arena", "cribbage", "random"], "must have two bots"),
        (
            &["arena", "cribbage", "--round-robin", "easy", "hard"],
            "must have the bot medium",
        ),
        (
            &["arena", "dice", "--round-robin"],
            "must have two seats or more",
        ),
        (
            &["arena", "cribbage", "random", "random", "--preset", "tea"],
            "not \"tea\"",
        ),
        (
            &["arena", "cribbage", "random", "random", "--options", "[1]"],
            "a JSON object",
        ),
        (
            &[
                "arena",
                "cribbage",
                "random",
                "random",
                "--options",
                "{\"seats\":9}",
            ],
            "must make a game",
        ),
    ] {
        let run = run(args);
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}
