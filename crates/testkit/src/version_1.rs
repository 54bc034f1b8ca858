//! Games that version 1 of a game's rules wrote, replayed by today's.
//!
//! A game is one line of JSON: its options, and each step's input and events.

use kernel::{Notation, Record, StepReader, Turn};
use serde_json::Value;

/// The games of a text, one per line.
///
/// # Panics
/// If a line is not JSON.
pub fn games(text: &str) -> impl Iterator<Item = Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(read)
}

/// The steps of a game.
pub fn steps(game: &Value) -> &[Value] {
    listed(&game["steps"])
}

/// The events of a step.
pub fn events(step: &Value) -> &[Value] {
    listed(&step["events"])
}

fn listed(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Plays a game of version 1 again, from its start to its end.
///
/// # Panics
/// At the first step that today's rules decide otherwise, or if the game is not over.
#[track_caller]
pub fn replay<G: Notation>(written: &Value, read: StepReader<G>) -> Record<G> {
    let options = serde_json::from_value(written["options"].clone())
        .unwrap_or_else(|error| panic!("{error}"));
    let mut record = Record::new(options).unwrap_or_else(|error| panic!("{error}"));
    for step in steps(written) {
        let (input, events) =
            read(&step["input"], events(step)).unwrap_or_else(|error| panic!("{error}: {step}"));
        match record.push(input) {
            Ok(decided) => assert_eq!(decided, events, "{step}"),
            Err(refusal) => panic!("{refusal}: {step}"),
        }
    }
    assert_eq!(kernel::Game::turn(record.game()), Turn::Over);
    record
}

/// The games of a text, each with the record of its replay.
///
/// # Panics
/// Like [`replay`].
pub fn replayed<G: Notation>(
    text: &str,
    read: StepReader<G>,
) -> impl Iterator<Item = (Value, Record<G>)> {
    games(text).map(move |game| {
        let record = replay(&game, read);
        (game, record)
    })
}

/// Checks that today's rules decide everything that the games of a text did, which must be more
/// than this many events.
///
/// # Panics
/// If they do not.
#[track_caller]
pub fn decides_the_same<G: Notation>(text: &str, read: StepReader<G>, least: usize) {
    let n_events = replayed(text, read).map(|(_, record)| record.events().len());
    let n_events: usize = n_events.sum();
    assert!(n_events > least, "{n_events}");
}

/// Checks that every word of a list is in the games, in quotes.
///
/// # Panics
/// With the first word that is missing.
#[track_caller]
pub fn mentions(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(&format!("\"{word}\"")), "{word} is missing");
    }
}

/// Checks that the record of one of the games is read, is written as a record of today, and is
/// refused under an unknown version of the rules.
///
/// # Panics
/// If it is not.
#[track_caller]
pub fn reads_record<G: Notation>(text: &str, games: &str, read: StepReader<G>) {
    const TAG: &str = "[Rules \"1\"]";
    assert!(text.contains(TAG), "this record is not of version 1");
    let parse = |text: &str| text.parse::<Record<G>>();
    let record = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut played = self::games(games).map(|game| replay(&game, read));
    assert!(played.any(|game| game == record), "no game has this record");
    assert_eq!(record.to_string(), text.replace(TAG, "[Rules \"2\"]"));
    for unknown in ["0", "3", "01", "one"] {
        let text = text.replace(TAG, &format!("[Rules \"{unknown}\"]"));
        let expected = format!("line 2: rules {unknown:?} are not known here");
        match parse(&text) {
            Ok(_) => panic!("rules {unknown} are accepted"),
            Err(fault) => assert_eq!(fault.to_string(), expected),
        }
    }
}

/// Includes the games and the record of version 1 from a crate's `tests` folder, as `GAMES` and
/// `RECORD`, and tests that today's rules decide the same as the games did: more than `$least`
/// events.
#[macro_export]
macro_rules! games_of_version_1 {
    ($read:path, $least:expr) => {
        /// Games that version 1 wrote, one per line: their options, and each step's input and
        /// events.
        const GAMES: &str = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/version_1.jsonl"
        ));

        /// The record of one of them.
        const RECORD: &str =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/version_1.txt"));

        #[test]
        fn today_decides_what_version_1_wrote() {
            $crate::version_1::decides_the_same(GAMES, $read, $least);
        }
    };
}
