//! What the answer of another node says: that it is a yes, and how a table stands.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use table::codes;

use crate::transport::Connection;

/// The fields that the answer of a `sync` and a `state` share.
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

/// Whether an answer is a yes.
pub(super) fn is_yes(answer: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Yes {
        ok: bool,
    }
    serde_json::from_str::<Yes>(answer.get()).is_ok_and(|yes| yes.ok)
}

/// A refusal because the house could not do it now.
#[derive(Deserialize)]
struct Refused {
    error: Error,
}

#[derive(Deserialize)]
struct Error {
    code: String,
}

/// Tells a connection the state that the answer of a `sync` holds; whoever missed a message sees
/// so by its number. False if it is worth asking again; else the table is closed, or no longer
/// for them.
pub(super) fn show(connection: &Connection, answer: &RawValue) -> bool {
    if let Ok(stand) = serde_json::from_str::<Stand<'_>>(answer.get()) {
        connection.emit("state", &stand);
        return true;
    }
    let refused = serde_json::from_str::<Refused>(answer.get());
    refused.is_ok_and(|refused| refused.error.code != codes::UNAVAILABLE)
}
