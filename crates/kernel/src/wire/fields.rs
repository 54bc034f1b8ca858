//! The fields of a message or command, written from a struct and read into one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AnyRefusal, Payload, plainly};

/// A command with one field, in the form in which `legal` lists it: `{"play_card": {"card": …}}`.
pub fn as_command<T: Serialize>(command: &str, field: &str, value: &T) -> Value {
    serde_json::json!({ command: { field: json(value) } })
}

/// The fields of a message that was written as a struct.
pub fn fields<T: Serialize>(message: &T) -> Payload {
    match json(message) {
        Value::Object(fields) => fields,
        // Every message is a struct with fields.
        _ => Payload::new(),
    }
}

/// Reads the fields of a command into the struct that describes it. An error names its field.
///
/// ```
/// #[derive(Debug, serde::Deserialize)]
/// struct ClaimCount { points: u8 }
///
/// let fields = serde_json::json!({ "points": -1, "gameCode": "VHG4SC" });
/// let refusal = kernel::read_fields::<ClaimCount>(fields.as_object().unwrap()).unwrap_err();
/// assert_eq!(refusal.code, "wire/malformed");
/// assert!(refusal.message.starts_with("points: "), "{}", refusal.message);
/// ```
pub fn read_fields<T: DeserializeOwned>(fields: &Payload) -> Result<T, AnyRefusal> {
    // To keep note of the path costs time, and only a fault needs it.
    T::deserialize(fields).or_else(|_| read_with_path(fields))
}

fn read_with_path<T: DeserializeOwned>(fields: &Payload) -> Result<T, AnyRefusal> {
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let said = plainly(error.inner());
        let message = match error.path().iter().next() {
            Some(_) => format!("{}: {said}", error.path()),
            None => said,
        };
        AnyRefusal::new("wire/malformed", message)
    })
}

/// Reads a command's field under the first of these names that is present.
pub fn read_field<'a, T: Deserialize<'a>>(
    payload: &'a Payload,
    names: &[&str],
) -> Result<T, AnyRefusal> {
    let name = names.first().copied().unwrap_or_default();
    let malformed = |message: String| AnyRefusal::new("wire/malformed", message);
    let value = names
        .iter()
        .find_map(|name| payload.get(*name))
        .ok_or_else(|| malformed(format!("there is no {name:?} in this command")))?;
    T::deserialize(value).map_err(|error| malformed(format!("{name}: {}", plainly(error))))
}

/// The parts of a game always serialise; the conformance tests write every one.
pub(super) fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}
