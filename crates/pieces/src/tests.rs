//! Tests of every piece in every notation, of the messages about junk, and of sets against the
//! standard library's.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

mod card;
mod die;
mod domino;
mod set;

/// A hostile client might send a megabyte of this.
const MEGABYTE: usize = 1 << 20;

/// The longest message about junk: a sentence, and 20 characters of junk, each at worst escaped as
/// `\u{10ffff}`.
const LONGEST_MESSAGE: usize = 400;

#[track_caller]
fn check_json<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    // A value read from a tree of JSON takes other paths through serde than one read from text.
    let tree = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::from_value::<T>(tree).unwrap(), value);
    // A piece in an action or event does too; its tag may come after it.
    let tagged = format!(r#"{{"piece": {json}, "type": "Tag"}}"#);
    let Tagged::Tag { piece } = serde_json::from_str::<Tagged<T>>(&tagged).unwrap();
    assert_eq!(piece, value);
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Tagged<T> {
    Tag { piece: T },
}

#[track_caller]
fn check_json_error<T: DeserializeOwned + Debug>(json: &str, message: &str) {
    let error = json_error::<T>(json);
    // The JSON reader decides the line and column of a fault.
    let ours = error.split(" at line ").next();
    assert_eq!(ours, Some(message));
}

#[track_caller]
fn json_error<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).unwrap_err().to_string()
}

/// Every string of up to `max_chars` characters from this alphabet.
fn strings(alphabet: &[char], max_chars: usize) -> impl Iterator<Item = String> {
    (0..=max_chars).flat_map(move |n_chars| {
        (0..alphabet.len().pow(n_chars as u32)).map(move |number| {
            (0..n_chars as u32)
                .map(|place| alphabet[number / alphabet.len().pow(place) % alphabet.len()])
                .collect()
        })
    })
}
