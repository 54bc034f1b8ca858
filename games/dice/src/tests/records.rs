//! Records: written records can be read, and reading is harmless.

use crate::{DiceHands, Options, Record};
use kernel::Game;
use proptest::prelude::*;
use testkit::{names_unreadable_tags, random_record};

/// A random game as a record.
fn random_game(options: Options, seed: u64) -> Record {
    random_record::<DiceHands>(options, seed, 600)
}

/// Rich enough to meet every kind of die, item and boss.
fn rich(seats: u8) -> Options {
    Options {
        seats,
        dice: 6,
        cash: 200,
        first_target: 1,
        win_round: 8,
        ..Options::default()
    }
}

#[test]
fn records_round_trip() {
    for seed in 0..12 {
        for options in [Options::default(), rich(1), rich(3)] {
            let mut record = random_game(options, seed);
            assert!(record.tag("Date", "2024-05-05") && !record.tag("Seats", "2"));
            let text = record.to_string();
            let again: Record = text
                .parse()
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, record, "{text}");
            assert_eq!(again.to_string(), text);
        }
    }
}

/// A game that is rebuilt from its events goes on exactly as it would have: the
/// same shop, the same round, the same dice to come.
#[test]
fn a_resumed_game_is_the_same_game() {
    for seed in 0..10 {
        let record = random_game(rich(2), seed);
        let half = record.events().len() / 2;
        let mut resumed = DiceHands::new(rich(2)).unwrap();
        for event in &record.events()[..half] {
            let stored = serde_json::to_string(event).unwrap();
            resumed.evolve(&serde_json::from_str(&stored).unwrap());
        }
        for event in &record.events()[half..] {
            resumed.evolve(event);
        }
        assert_eq!(&resumed, record.game(), "seed {seed}");
    }
}

#[track_caller]
fn check_fault(text: &str, expect: &str) {
    let error = text.parse::<Record>().unwrap_err();
    assert_eq!(error.to_string(), expect);
}

#[test]
fn a_tag_that_cannot_be_read_is_named() {
    names_unreadable_tags::<DiceHands>(&[
        "Seats",
        "Dice",
        "Rerolls",
        "Cash",
        "FirstTarget",
        "WinRound",
        "LevelCap",
        "FullHouse",
        "OfAKind",
        "Parity",
    ]);
}

#[test]
fn faults_are_named_by_line() {
    check_fault("[Seats 2]", "line 1: a tag must look like [Seats \"2\"]");
    check_fault(
        "[Game \"chess\"]",
        "line 1: this is a record of \"chess\", not of dice",
    );
    check_fault(
        "[Seats \"9\"]",
        "line 1: seats: the number of seats must be 1 to 6, not 9",
    );
    check_fault("round 2", "line 1: round 2 must not start here");
    check_fault(
        "round 1 target 41",
        "line 1: the target of round 1 must be 40",
    );
    check_fault("round 1", "line 1: this draw lacks the luck of a seat");
    check_fault(
        "round 1\nroll 0 1 1 1 1 7",
        "line 2: \"7\" must be a die: a face from 1 to 6",
    );
    check_fault(
        "round 1\nroll 0 1 1 1 1",
        "line 2: that draw cannot happen here",
    );
    check_fault(
        "round 1\nroll 0 1 2 3 5 6\nscore 0\nscored 0 40 passed",
        "line 4: this scores 11 and failed",
    );
    check_fault(
        "round 1\nroll 0 1 2 3 5 6\nfold 0",
        "line 3: a line must start with round, lock, roll, throw, collect, shop, reroll, wild, score, buy, leave, stop, scored, paid or ended, not \"fold\"",
    );
}

proptest! {
    #[test]
    fn junk_never_panics(text in "(round|roll|throw|shop|reroll|wild|score|buy|leave|stop|lock|collect|ended|paid|scored|for|boss|target| |\n|[0-9]|:|!|>|=|light|pair){0,60}") {
        let _ = text.parse::<Record>();
    }

    #[test]
    fn anything_else_never_panics(text in ".{0,300}") {
        let _ = text.parse::<Record>();
    }
}
