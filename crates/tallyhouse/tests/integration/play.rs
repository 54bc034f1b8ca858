//! `tallyhouse play cribbage` through pipes, and `tallyhouse replay`.

use std::fs;
use std::path::{Path, PathBuf};

use cribbage::Record;
use kernel::Game;
use proptest::prelude::*;

use crate::binary::{Run, run, run_with};

/// Answers that make progress in every situation: the lowest card always fits if any does, one of
/// the two is a throw, one is a count, and an unsuitable answer is asked again.
fn moves() -> Vec<u8> {
    b"1 2\n1\n".repeat(3_000)
}

fn play(args: &[&str], input: &[u8]) -> Run {
    run_with(&[&["play", "cribbage"], args].concat(), input)
}

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[track_caller]
fn plays_to_the_end(args: &[&str]) {
    let path = file(&format!("{}.txt", args.join("")));
    let record = ["--seed", "11", "--record", path.to_str().unwrap()];
    let run = play(&[args, &record].concat(), &moves());
    assert_eq!((run.status, &run.err[..]), (Some(0), ""), "{args:?}");
    let won = run
        .out
        .lines()
        .filter(|line| line.contains(" with ") && line.ends_with('!'));
    assert_eq!(won.count(), 1, "{args:?}: {}", run.out);

    let text = fs::read_to_string(&path).unwrap();
    let record: Record = text.parse().unwrap();
    assert_eq!(record.game().winners().len(), 1);
    assert_eq!(record.to_string(), text);

    let told = crate::binary::run(&["replay", path.to_str().unwrap()]);
    assert_eq!((told.status, &told.err[..]), (Some(0), ""));
    assert!(told.out.contains("with "), "{}", told.out);
    assert!(told.out.contains("is dealt"), "a replay shows all hands");
}

#[test]
fn a_game_of_two_ends_with_a_winner() {
    plays_to_the_end(&[]);
    plays_to_the_end(&["--target", "61"]);
}

#[test]
fn a_game_of_three_ends_with_a_winner() {
    plays_to_the_end(&["--seats", "3", "--humans", "2"]);
}

#[test]
fn a_game_of_four_ends_with_a_winner() {
    plays_to_the_end(&["--seats", "4"]);
    plays_to_the_end(&["--seats", "4", "--alone", "--humans", "4"]);
}

#[test]
fn people_may_count_for_themselves() {
    plays_to_the_end(&["--counting", "manual"]);
    plays_to_the_end(&["--counting", "muggins"]);
    plays_to_the_end(&["--counting", "muggins", "--seats", "3", "--humans", "3"]);
}

#[test]
fn bots_may_play_alone() {
    plays_to_the_end(&["--humans", "0", "--seats", "3", "--counting", "muggins"]);
}

#[test]
fn the_same_seed_deals_the_same_game() {
    let first = play(&["--seed", "4", "--target", "61"], &moves());
    let again = play(&["--seed", "4", "--target", "61"], &moves());
    let other = play(&["--seed", "5", "--target", "61"], &moves());
    assert_eq!(first.out, again.out);
    assert_ne!(first.out, other.out);
    assert!(first.out.contains("The cards of this game: --seed 4"));
}

#[test]
fn a_person_sees_only_their_own_cards() {
    let run = play(&["--seed", "4"], b"1 2\n");
    assert!(run.out.contains("You throw "), "{}", run.out);
    assert!(run.out.contains("Seat 1 throws two cards to the crib."));
    assert!(!run.out.contains("is dealt"));
}

#[test]
fn the_keyboard_is_handed_round() {
    let run = play(&["--humans", "2", "--seed", "4"], b"\n1 2\n\n1 2\n");
    let throws = "Seat 0, which two cards do you throw to the crib? 1 2\n\
                  Seat 0 throws two cards to the crib.\n";
    assert!(run.out.contains(throws), "{}", run.out);
    assert!(
        run.out
            .contains("Pass the keyboard to Seat 1, who presses Enter:")
    );
}

#[test]
fn cards_are_typed_by_name_or_number() {
    let by_number = play(&["--seed", "5"], b"3 1\n4\n");
    let by_name = play(&["--seed", "5"], b"6d, ac\nKING_HEARTS\n");
    let told = |run: &Run| -> Vec<String> {
        let lines = run.out.lines().filter(|line| line.starts_with("You "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(told(&by_number), told(&by_name));
    assert_eq!(told(&by_number)[1], "You throw A♣ 6♦ to the crib.");
}

#[test]
fn odd_answers_are_asked_again() {
    let input =
        b"5 5\n7 1\nzz 1\n1\n1 2 3\n2c 3c\n\n?\nb\nq\nn\n1 2\n1 2\n9\n0\n99999999999999999999\n";
    let run = play(&["--seed", "5"], input);
    for message in [
        "That is the same card twice. (? helps)",
        "Your cards are numbered 1 to 6. (? helps)",
        "\"zz\" must be a card such as 5H",
        "That is not possible: throw exactly 2 cards to the crib, not 1.",
        "That is not possible: throw exactly 2 cards to the crib, not 3.",
        "That is not possible: you do not hold 2C 3C.",
        "Type a card or its number. (? helps)",
        "Type a card as 5h",
        "Leave the game? (y/n) n",
        "Play one card. (? helps)",
        "Your cards are numbered 1 to 4. (? helps)",
    ] {
        assert!(run.out.contains(message), "{message}\n{}", run.out);
    }
    assert_eq!((run.status, &run.err[..]), (Some(0), ""));
}

#[test]
fn a_card_that_passes_thirty_one_is_refused() {
    let run = play(&["--seed", "5"], b"1 2\n4\n3\n");
    let message = "That is not possible: TH would make 33: the count may not pass 31.";
    assert!(run.out.contains(message), "{}", run.out);
}

#[test]
fn a_game_is_left_politely() {
    let path = file("left.txt");
    let args = ["--seed", "5", "--record", path.to_str().unwrap()];
    let quit = play(&args, b"1 2\nq\ny\n");
    assert!(quit.out.ends_with("Thank you for playing.\n"));
    assert_eq!((quit.status, &quit.err[..]), (Some(0), ""));
    let record: Record = fs::read_to_string(&path).unwrap().parse().unwrap();
    assert!(record.game().winners().is_empty());

    let end = play(&["--seed", "5"], b"1 2\n");
    assert_eq!(end.status, Some(0));
    assert!(end.out.ends_with("Thank you for playing.\n"));
}

#[test]
fn junk_is_survived() {
    let mut junk = vec![b'x'; 1_000_000];
    junk.extend(b"\n\xff\xfe\x1b[2J\n");
    let run = play(&["--seed", "5"], &junk);
    assert_eq!(run.status, Some(0));
    assert!(
        !run.out.contains('\x1b'),
        "typed text cannot steer a terminal"
    );
    assert!(run.out.len() < 10_000);
}

#[test]
fn a_rematch_is_offered() {
    let path = file("rematch.txt");
    let args = [
        "--target",
        "61",
        "--humans",
        "1",
        "--seed",
        "9",
        "--record",
        path.to_str().unwrap(),
    ];
    let first = play(&args, &moves());
    let is_answered = |line: &&str| line.contains("? 1") || line.contains("(y/n) 1");
    let n_answers = first.out.lines().filter(is_answered).count();
    // The answers are the same up to the question; then comes yes.
    let mut input: Vec<u8> = moves()
        .split_inclusive(|b| *b == b'\n')
        .take(n_answers - 1)
        .flatten()
        .copied()
        .collect();
    input.extend(b"y\n");
    input.extend(moves());
    let run = play(&args, &input);
    assert_eq!(run.out.matches("Match: ").count(), 2, "{}", run.out);
    let second = fs::read_to_string(file("rematch.txt.2")).unwrap();
    assert!(second.contains("[Match \""), "{second}");
    assert!(second.contains("[FirstDealer \""), "{second}");
}

#[test]
fn impossible_tables_are_bad_usage() {
    for args in [
        &["--seats", "5"][..],
        &["--seats", "1"],
        &["--target", "100"],
        &["--humans", "3"],
        &["--counting", "never"],
        &["--seed", "x"],
    ] {
        let run = play(args, b"");
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let nowhere = file("no such folder").join("game.txt");
    let nowhere = nowhere.to_str().unwrap();
    let unwritten = play(&["--record", nowhere], b"");
    assert_eq!((unwritten.status, &unwritten.out[..]), (Some(1), ""));
    assert!(unwritten.err.contains("game.txt"), "{}", unwritten.err);

    let unread = run(&["replay", nowhere]);
    assert_eq!((unread.status, &unread.out[..]), (Some(1), ""));
    assert!(unread.err.contains("game.txt"), "{}", unread.err);

    let path = file("no record.txt");
    let replay = |text: &str| {
        fs::write(&path, text).unwrap();
        let malformed = run(&["replay", path.to_str().unwrap()]);
        assert_eq!(malformed.status, Some(1));
        malformed.err
    };
    let malformed = replay("[Game \"cribbage\"]\ncut 4H 9S\ndance\n");
    assert!(malformed.contains("line 3: "), "{malformed}");
    // The file does not say that it is a record of cribbage.
    let nameless = replay("cut 4H 9S\n");
    assert!(nameless.contains("must name a game"), "{nameless}");
}

/// Lines of which many are answers to some question.
fn any_answers() -> impl Strategy<Value = Vec<u8>> {
    let answer = prop_oneof![
        4 => proptest::sample::select(vec!["1", "1 2", "2 3", "", "0", "5h", "?", "b", "q", "n"])
            .prop_map(|answer| answer.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..20),
    ];
    proptest::collection::vec(answer, 0..200).prop_map(|answers| answers.join(&b'\n'))
}

proptest! {
    // Each case is a run of the binary.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_answers_make_a_game_fail(answers in any_answers(), seed in 0..100_u64) {
        let seed = seed.to_string();
        let run = play(&["--seed", &seed, "--counting", "muggins"], &answers);
        prop_assert_eq!((run.status, &run.err[..]), (Some(0), ""));
        prop_assert!(run.out.ends_with("Thank you for playing.\n"));
    }
}

#[test]
fn bots_play_at_the_level_that_is_asked_for() {
    let run_at = |game: &str, level: &str| {
        let args = [
            "play", game, "--humans", "0", "--seed", "3", "--level", level,
        ];
        crate::binary::run(&args)
    };
    for game in ["cribbage", "texas42", "dice"] {
        let easy = run_at(game, "easy");
        assert_eq!(easy.status, Some(0), "{game}: {}", easy.err);
        assert_eq!(run_at(game, "easy").out, easy.out, "{game}");
        assert_ne!(run_at(game, "random").out, easy.out, "{game}");
        let unknown = run_at(game, "tea");
        assert_eq!(unknown.status, Some(2), "{game}");
        assert!(
            unknown.err.contains("must be one of random"),
            "{}",
            unknown.err
        );
    }
}

#[test]
fn a_record_can_be_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let path = path.to_str().unwrap();
    let args = [
        "play", "cribbage", "--humans", "0", "--seed", "3", "--target", "61",
    ];
    let played = crate::binary::run(&[&args[..], &["--level", "easy", "--record", path]].concat());
    assert_eq!(played.status, Some(0), "{}", played.err);
    let told = crate::binary::run(&["review", path]);
    assert_eq!(told.status, Some(0), "{}", told.err);
    for words in ["skill", "luck", "The costliest decisions:", "in hindsight"] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let json = crate::binary::run(&["review", path, "--json"]);
    let review = &json.json()[0];
    assert_eq!(review["game"], "cribbage");
    assert_eq!(review["costliest"].as_array().map(Vec::len), Some(3));
}
