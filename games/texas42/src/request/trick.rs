//! Scores one trick: the domino that takes it, and its points. The seats do not matter.
//!
//! ```json
//! {"trump": "sixes", "trick": ["6-4", "6-1", "6-0", "6-6"]}
//! ```
//!
//! The dominoes come in order of play, in a list or as text. Whether everybody followed suit is not
//! checked, because the hands are unknown.

use super::{FieldFault, Fields, shortened};
use crate::breakdown::{Line, trick_lines};
use crate::hand::{Play, Plays, Trick};
use kernel::{AnyRefusal, Seat};
use pieces::{Domino, ParseDominoError, parse_dominoes};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The names of a request's fields.
const FIELDS: &[&str] = &["contract", "trump", "trick", "options"];

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    /// The domino that takes the trick.
    takes: Domino,
    points: u8,
    breakdown: Vec<Line>,
}

/// Whether the request is about a trick rather than a whole hand.
pub(super) fn is_meant(fields: &Fields) -> bool {
    fields.has("trick")
        && !["bidder", "bid", "tricks"]
            .iter()
            .any(|name| fields.has(name))
}

/// Appends the answer; on an error it appends nothing.
pub(super) fn score(fields: Fields, answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let given =
        answer_of(fields).map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    super::write(answer, &given)
}

fn answer_of(fields: Fields) -> Result<Answer, TrickFault> {
    let fields = fields.only(FIELDS)?;
    let contract = fields.options()?.contract(fields.declaration()?);
    let dominoes = read_dominoes(fields.needed("trick")?)?;
    let (found, wanted) = (dominoes.len(), contract.trick_size());
    if found != wanted {
        return Err(TrickFault::TrickSize { found, wanted });
    }
    let plays: Plays = (0..)
        .zip(dominoes)
        .map(|(seat, domino)| Play {
            seat: Seat(seat),
            domino,
        })
        .collect();
    let trick = Trick::new(contract, plays).ok_or(TrickFault::NotATrick)?;
    Ok(Answer {
        takes: trick.plays[usize::from(trick.winner.0)].domino,
        points: trick.points(),
        breakdown: trick_lines(1, &trick),
    })
}

/// Distinct dominoes in the order in which they are listed.
fn read_dominoes(listed: &Value) -> Result<Vec<Domino>, TrickFault> {
    let text = match listed {
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let read = |domino| {
                Domino::deserialize(domino)
                    .map(|domino| domino.to_string())
                    .map_err(|error| TrickFault::Unreadable(shortened(&kernel::plainly(error))))
            };
            list.iter()
                .map(read)
                .collect::<Result<Vec<_>, _>>()?
                .join(" ")
        }
        _ => return Err(TrickFault::NotATrick),
    };
    Ok(parse_dominoes(&text)?)
}

/// The reasons why a request cannot be answered.
#[derive(Debug, PartialEq, Eq, Error)]
enum TrickFault {
    #[error(transparent)]
    Field(#[from] FieldFault),
    #[error("a trick must be a list of dominoes")]
    NotATrick,
    #[error("{0}")]
    Unreadable(String),
    #[error(transparent)]
    Domino(#[from] ParseDominoError),
    #[error("this trick must have {wanted} dominoes, not {found}")]
    TrickSize { found: usize, wanted: usize },
}

impl TrickFault {
    /// A stable word for programs.
    const fn code(&self) -> &'static str {
        match self {
            TrickFault::Field(fault) => fault.code(),
            TrickFault::NotATrick => "not_a_trick",
            TrickFault::Domino(ParseDominoError::Duplicate { .. }) => "played_twice",
            TrickFault::Unreadable(_) | TrickFault::Domino(_) => "unknown_domino",
            TrickFault::TrickSize { .. } => "wrong_trick_size",
        }
    }
}
