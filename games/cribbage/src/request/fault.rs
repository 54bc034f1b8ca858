//! The faults of a request, each with its field.

use kernel::plainly;
use pieces::{Card, ParseCardError};
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::{FIELDS, Listed, MAX_BYTES};
use crate::score::ScoreError;

/// The reasons why a request has no answer, in words for its author.
#[derive(Debug, Error)]
pub(super) enum RequestFault {
    #[error("a request must have at most {MAX_BYTES} bytes")]
    TooLarge,
    #[error(
        "this must be a request ({0}): write {{\"hand\": [\"5H\", \"5C\", \"5S\", \"JD\"], \"cut\": \"5D\"}} \
         or {{\"play\": [\"7H\", \"8C\", \"9D\"]}}"
    )]
    Malformed(String),
    #[error("the field {0:?} must be one of {fields}", fields = FIELDS.join(", "))]
    UnknownField(String),
    #[error("{field:?} must be {expected}")]
    WrongType {
        field: &'static str,
        expected: &'static str,
    },
    #[error("a request must have a \"hand\" of four cards or the cards of a \"play\"")]
    NothingAsked,
    #[error("a request must have a \"hand\" or a \"play\", not both")]
    HandAndPlay,
    #[error("\"cut\" and \"crib\" must come with a \"hand\", not with a \"play\"")]
    NotInPlay,
    #[error("a play must have at least one card: the last one is counted")]
    NothingPlayed,
    #[error("{place}: {error}")]
    Card {
        place: String,
        error: ParseCardError,
    },
    #[error("{place}: this must be a card ({error})")]
    NotACard { place: String, error: String },
    #[error(transparent)]
    Score(#[from] ScoreError),
}

impl RequestFault {
    /// A stable name for programs.
    pub(super) fn code(&self) -> &'static str {
        match self {
            RequestFault::TooLarge => "too_large",
            RequestFault::Malformed(_) => "malformed",
            RequestFault::UnknownField(_) => "unknown_field",
            RequestFault::WrongType { .. } => "wrong_type",
            RequestFault::NothingAsked => "nothing_to_count",
            RequestFault::HandAndPlay => "hand_and_play",
            RequestFault::NotInPlay => "not_in_play",
            RequestFault::NothingPlayed => "wrong_card_count",
            RequestFault::Card { error, .. } => error.code(),
            RequestFault::NotACard { .. } => "unknown_card",
            RequestFault::Score(error) => error.code(),
        }
    }
}

/// Reads a faulty request a second time, to name the fault.
pub(super) fn find_fault(request: &[u8], error: &serde_json::Error) -> RequestFault {
    let malformed = |error: &serde_json::Error| RequestFault::Malformed(excerpt(&plainly(error)));
    match serde_json::from_slice(request) {
        // If no field is at fault, one of them is given twice.
        Ok(fields) => field_fault(&fields).unwrap_or_else(|| malformed(error)),
        Err(syntax) => malformed(&syntax),
    }
}

/// The first unknown field, or the first field with a wrong value.
fn field_fault(fields: &Map<String, Value>) -> Option<RequestFault> {
    if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&&name[..])) {
        return Some(RequestFault::UnknownField(excerpt(name)));
    }
    FIELDS.into_iter().find_map(|field| {
        let value = fields.get(field)?;
        match field {
            "hand" | "play" => cards_fault(field, value),
            "cut" if value.is_null() => None,
            "cut" => read_card("cut", value).err(),
            _ if value.is_boolean() => None,
            _ => Some(RequestFault::WrongType {
                field,
                expected: "true or false",
            }),
        }
    })
}

fn cards_fault(field: &'static str, value: &Value) -> Option<RequestFault> {
    let fault = |error| RequestFault::Card {
        place: field.to_owned(),
        error,
    };
    match value {
        Value::Null => None,
        Value::String(list) => pieces::parse_cards(list).err().map(fault),
        Value::Array(values) => {
            let mut cards = Listed::default();
            values.iter().enumerate().find_map(|(index, value)| {
                match read_card(&format!("{field}, card {}", index + 1), value) {
                    Ok(card) => cards.push(card).err().map(fault),
                    Err(fault) => Some(fault),
                }
            })
        }
        _ => Some(RequestFault::WrongType {
            field,
            expected: "a list of cards",
        }),
    }
}

fn read_card(place: &str, value: &Value) -> Result<Card, RequestFault> {
    let place = place.to_owned();
    match value {
        Value::String(text) => text
            .parse()
            .map_err(|error| RequestFault::Card { place, error }),
        other => Card::deserialize(other).map_err(|error| RequestFault::NotACard {
            place,
            error: excerpt(&plainly(error)),
        }),
    }
}

/// The beginning of a text that may be long: people read messages.
pub(crate) fn excerpt(text: &str) -> String {
    /// This is enough for any message of the parser itself; only a quotation in it can be longer.
    const MAX_CHARS: usize = 120;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
