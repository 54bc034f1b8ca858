//! Values that are written as JSON are read back the same.

use kernel::Data;
use serde::Serialize;
use serde_json::Value;

use crate::trail::ensure;
use crate::transcript::json;

/// The value after a round trip through JSON, as text and as a tree; an error if it changed.
pub(super) fn round_trip<T: Data>(what: &str, value: &T) -> Result<T, String> {
    let text = json(value);
    let back: T = serde_json::from_str(&text)
        .map_err(|error| format!("{what} cannot be read back from {text}: {error}"))?;
    ensure!(
        back == *value,
        "{what} comes back from JSON as {back:?}, it was {value:?}"
    );
    let tree = T::deserialize(&value_of(value))
        .map_err(|error| format!("{what} cannot be read back from a tree of {text}: {error}"))?;
    ensure!(
        tree == *value,
        "{what} comes back from a tree of JSON as {tree:?}, it was {value:?}"
    );
    Ok(back)
}

pub(super) fn value_of<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
