//! Requests in JSON, outside any game: the score of a played hand or a single trick, and the worth
//! of a deal under perfect play.
//!
//! This module reads a request as an object of known fields, one by one. Each fault has its own
//! code and sentence. Messages quote only a little of a request, and a long request is not read at
//! all.

mod score;
pub(crate) mod solve;
mod trick;

use crate::contract::{Contract, FollowMeDoubles, NelloDoubles};
use crate::declaration::{Declaration, Trump, UnknownDeclaration};
use crate::options::PlungeLeader;
use crate::sides::SEATS;
use kernel::{AnyRefusal, Seat, plainly};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// Longer requests are refused: a whole hand needs less than a hundredth of it.
const MAX_BYTES: usize = 1 << 16;

/// Reads a request for the score of a hand or of one trick and appends its answer; on an error it
/// appends nothing.
pub(crate) fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let fields =
        Fields::parse(request).map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    if trick::is_meant(&fields) {
        return trick::score(fields, answer);
    }
    score::score(fields, answer)
}

/// Writing to memory cannot fail, and an answer is plain JSON data.
fn write(answer: &mut Vec<u8>, given: &impl Serialize) -> Result<(), AnyRefusal> {
    serde_json::to_writer(answer, given)
        .map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// The fields of a request.
struct Fields(Map<String, Value>);

impl Fields {
    /// Reads an object that has no fields other than these.
    fn read(request: &[u8], names: &'static [&'static str]) -> Result<Fields, FieldFault> {
        Fields::parse(request)?.only(names)
    }

    /// Reads an object with any fields.
    fn parse(request: &[u8]) -> Result<Fields, FieldFault> {
        if request.len() > MAX_BYTES {
            return Err(FieldFault::TooLarge);
        }
        serde_json::from_slice(request)
            .map(Fields)
            .map_err(|error| FieldFault::Malformed(shortened(&plainly(error))))
    }

    /// Returns the fields if all of them are among these.
    fn only(self, names: &'static [&'static str]) -> Result<Fields, FieldFault> {
        match self.0.keys().find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(FieldFault::Unknown {
                name: shortened(name),
                names,
            }),
            None => Ok(self),
        }
    }

    /// Whether a field is present.
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A field that is present and not null.
    fn given(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn needed(&self, name: &'static str) -> Result<&Value, FieldFault> {
        self.given(name).ok_or(FieldFault::Missing(name))
    }

    fn list(&self, name: &'static str) -> Result<&[Value], FieldFault> {
        match self.needed(name)? {
            Value::Array(list) => Ok(list),
            _ => Err(FieldFault::NoList(name)),
        }
    }

    fn seat(&self, name: &'static str) -> Result<Seat, FieldFault> {
        let seat = self.needed(name)?.as_u64();
        match seat.and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) if seat < SEATS => Ok(Seat(seat)),
            _ => Err(FieldFault::NoSeat(name)),
        }
    }

    /// The declaration, from the fields `contract` and `trump`.
    fn declaration(&self) -> Result<Declaration, FieldFault> {
        let contract = match self.given("contract") {
            None => "trump",
            Some(contract) => contract.as_str().ok_or(FieldFault::Contract)?,
        };
        let declaration = match contract {
            "trump" => return self.trump().map(Declaration::Trump),
            "nello" => Declaration::Nello,
            "sevens" => Declaration::Sevens,
            _ => return Err(FieldFault::Contract),
        };
        match self.given("trump") {
            Some(_) => Err(FieldFault::NoTrump(declaration)),
            None => Ok(declaration),
        }
    }

    fn trump(&self) -> Result<Trump, FieldFault> {
        let trump = self.needed("trump")?.as_str();
        Ok(trump.ok_or(FieldFault::TrumpNoWord)?.parse()?)
    }

    fn options(&self) -> Result<PlayOptions, FieldFault> {
        match self.given("options") {
            None => Ok(PlayOptions::default()),
            Some(options) => PlayOptions::deserialize(options)
                .map_err(|error| FieldFault::Options(shortened(&plainly(error)))),
        }
    }
}

/// The options of a table that matter for the play of a hand.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PlayOptions {
    nello_doubles: NelloDoubles,
    follow_me_doubles: FollowMeDoubles,
    plunge_leader: PlungeLeader,
}

impl PlayOptions {
    const fn contract(&self, declaration: Declaration) -> Contract {
        declaration.contract(self.follow_me_doubles, self.nello_doubles)
    }
}

/// A fault of a field.
#[derive(Debug, PartialEq, Eq, Error)]
enum FieldFault {
    #[error("a request must have at most {MAX_BYTES} bytes")]
    TooLarge,
    #[error("a request must be a JSON object: {0}")]
    Malformed(String),
    #[error("the field {name} must be one of {}", .names.join(", "))]
    Unknown {
        name: String,
        names: &'static [&'static str],
    },
    #[error("the request must have the field {0}")]
    Missing(&'static str),
    #[error("{0} must be a list")]
    NoList(&'static str),
    #[error("{0} must be a seat from 0 to 3")]
    NoSeat(&'static str),
    #[error("contract must be trump, nello or sevens")]
    Contract,
    #[error(transparent)]
    Trump(#[from] UnknownDeclaration),
    #[error("trump must be a word such as sixes or follow-me")]
    TrumpNoWord,
    #[error("trump must be left out: {0} has no trump")]
    NoTrump(Declaration),
    #[error("options must be options of a table: {0}")]
    Options(String),
}

impl FieldFault {
    /// A stable word for programs.
    const fn code(&self) -> &'static str {
        match self {
            FieldFault::TooLarge => "too_large",
            FieldFault::Malformed(_) => "malformed",
            FieldFault::Unknown { .. } => "unknown_field",
            FieldFault::Missing(_) => "missing_field",
            FieldFault::NoList(_) => "no_list",
            FieldFault::NoSeat(_) => "no_such_seat",
            FieldFault::Contract => "unknown_contract",
            FieldFault::Trump(_) | FieldFault::TrumpNoWord => "unknown_trump",
            FieldFault::NoTrump(_) => "no_trump_here",
            FieldFault::Options(_) => "unknown_option",
        }
    }
}

/// Bad input can be long; a message must not be.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 120;
    let mut start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}
