//! Records of random games, and the checks that every game's notation needs.

use kernel::{Notation, Record, RecordError};

use crate::walk::Walk;

/// A random game from its start as a record, stopped after `most` inputs.
///
/// # Panics
/// If the options have faults or the game refuses a legal action.
#[track_caller]
pub fn random_record<G: Notation>(options: G::Options, seed: u64, most: usize) -> Record<G> {
    let mut record = Record::new(options).unwrap_or_else(|error| panic!("{error}"));
    let mut walk = Walk::new(seed);
    for _ in 0..most {
        let Some(input) = walk.step(record.game()) else {
            break;
        };
        if let Err(refusal) = record.push(input) {
            panic!("seed {seed}: {refusal}");
        }
    }
    record
}

/// The result of a ruling that is a record: what `story` tells of the events of its last line, given
/// the record and the number of events before, or the line that is refused and why.
pub fn record_story<G: Notation>(
    given: &str,
    story: impl FnOnce(&Record<G>, usize) -> String,
) -> String {
    match given.parse::<Record<G>>() {
        Ok(record) => story(&record, events_before_last_line::<G>(given)),
        Err(RecordError { line, message }) => {
            let refused = given.lines().nth(line - 1).unwrap_or_default();
            format!("{refused}\nrefused: {message}\n")
        }
    }
}

/// The number of events of a record that only set the table: those before its last line. A line may
/// need the next one to make sense, as a round needs its rolls: then both belong to the last.
fn events_before_last_line<G: Notation>(given: &str) -> usize {
    let mut set_up = given.trim_end();
    while let Some((earlier, _)) = set_up.rsplit_once('\n') {
        if let Ok(record) = earlier.parse::<Record<G>>() {
            return record.events().len();
        }
        set_up = earlier;
    }
    0
}

/// Checks that the error names a tag whose value its option cannot have: a misread tag would
/// silently make another game.
///
/// # Panics
/// At the first tag that is accepted, or that its error does not name.
#[track_caller]
pub fn names_unreadable_tags<G: Notation>(tags: &[&str]) {
    for tag in tags {
        for value in ["", " ", "?", "true", "Yes", "1 x"] {
            let text = format!("[Game \"{}\"]\n[{tag} \"{value}\"]\n", G::META.key);
            match text.parse::<Record<G>>() {
                Ok(_) => panic!("{text} is accepted"),
                Err(error) => {
                    assert_eq!(error.line, 2, "{text}");
                    assert!(error.message.starts_with(&format!("{tag}: ")), "{error}");
                }
            }
        }
    }
}

/// The result of a ruling about options: their faults, one per line, or that they are accepted.
///
/// # Panics
/// If the text is not JSON of the options.
#[track_caller]
pub fn faults<G: Notation>(json: &str) -> String {
    let options = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    match G::new(options) {
        Ok(_) => "accepted\n".to_owned(),
        Err(faults) => faults.iter().map(|fault| format!("{fault}\n")).collect(),
    }
}
