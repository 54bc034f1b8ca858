//! Records of a game that has no notation: its own JSON, one line per input.
//!
//! ```text
//! [Game "stakes"]
//! [Rules "1"]
//! [Options "{"seats":2}"]
//!
//! {"chance":[3,5]}
//! {"act":{"seat":0,"action":{"stake":2}}}
//! ```

use std::fmt::Write;

use serde::Serialize;

use super::{Record, RecordError, check_length, is_head, split_tag};
use crate::{Game, Input, plainly};

/// The tag that holds the options as JSON.
const OPTIONS: &str = "Options";

pub(super) fn write<G: Game>(record: &Record<G>) -> String {
    let mut text = format!(
        "[Game \"{}\"]\n[Rules \"{}\"]\n[{OPTIONS} \"{}\"]\n",
        G::META.key,
        G::META.rules_version,
        json(&record.options)
    );
    for (name, value) in &record.tags {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    for input in &record.inputs {
        text.push_str(&json(input));
        text.push('\n');
    }
    text
}

pub(super) fn read<G: Game>(text: &str) -> Result<Record<G>, RecordError> {
    check_length(text)?;
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    let mut options = G::Options::default();
    let mut tags = Vec::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with('[')) {
        let fault = |message| RecordError::new(number, message);
        let (name, value) = split_tag(line).map_err(fault)?;
        if name == OPTIONS {
            options = parse(value).map_err(fault)?;
        } else if !is_head::<G>(G::META.rules_version, name, value).map_err(fault)? {
            tags.push((name.to_owned(), value.to_owned()));
        }
    }
    let mut record = Record {
        tags,
        ..Record::new(options)?
    };
    for (number, line) in lines {
        let fault = |message| RecordError::new(number, message);
        let input: Input<G> = parse(line).map_err(fault)?;
        let pushed = record.push(input);
        pushed.map_err(|refusal| fault(refusal.to_string()))?;
    }
    Ok(record)
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("this is not understood: {}", plainly(error)))
}

/// The parts of a game always serialise; the conformance tests write every one.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the parts of a game are plain JSON data")
}
