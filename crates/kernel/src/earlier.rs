//! Reads journals of earlier rules.
//!
//! A game's `version_1.rs` converts the events that have changed; this module has what all such
//! readers share. It decides nothing: the replay checks whether the rules decide these events.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Game, Input};

/// Reads a step of version 1, whose inputs are those of today; `read_event` converts its events.
pub fn read_step<G: Game>(
    input: &Value,
    events: &[Value],
    read_event: impl Fn(&Value) -> Result<G::Event, String>,
) -> Result<(Input<G>, Vec<G::Event>), String> {
    let events = events.iter().map(read_event).collect::<Result<_, _>>()?;
    Ok((read_part(input)?, events))
}

/// Reads a part of a step of version 1.
pub fn read_part<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("this is not a step of version 1: {error}"))
}
