//! Reads another node's answer: whether it accepts, and the state of the table.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use table::codes;

use crate::transport::Connection;

/// The fields that the answer to a `sync` and a `state` share.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stand<'a> {
    #[serde(borrow)]
    game_code: &'a RawValue,
    seq: u64,
    #[serde(borrow)]
    view: &'a RawValue,
    #[serde(borrow)]
    legal: &'a RawValue,
    #[serde(borrow)]
    clocks: &'a RawValue,
}

/// Whether an answer accepts.
pub(super) fn is_yes(answer: &str) -> bool {
    // The text with which an accepting `table::Answer` begins. Nothing else is read.
    answer.starts_with(r#"{"ok":true"#)
}

/// What a connection was shown of its table.
pub(super) enum Shown {
    /// Its state; or the refusal would be the same again.
    AllThereIs,
    /// Nothing yet, because the house is busy or closing: asking again may help.
    NothingYet,
    /// Nothing any more: the table is closed, or no longer open to it.
    NoTable,
}

#[derive(Deserialize)]
struct Refused {
    error: Error,
}

#[derive(Deserialize)]
struct Error {
    code: String,
}

/// Sends a connection the state in the answer to a `sync`; a client that missed a message notices
/// the gap in the numbers.
pub(super) fn show(connection: &Connection, answer: &str) -> Shown {
    if let Ok(stand) = serde_json::from_str::<Stand<'_>>(answer) {
        connection.emit("state", &stand);
        return Shown::AllThereIs;
    }
    let refused = serde_json::from_str::<Refused>(answer);
    match refused.map(|refused| refused.error.code).as_deref() {
        Ok(codes::UNAVAILABLE) | Err(_) => Shown::NothingYet,
        Ok(codes::NOT_FOUND) => Shown::NoTable,
        Ok(_) => Shown::AllThereIs,
    }
}
