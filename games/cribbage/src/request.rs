//! A count requested in JSON, outside any game: `{"hand": [...], "cut": "5D"}` or `{"play":
//! [...]}`.
//!
//! A valid request is read straight into its type, because programs send millions of them. Any
//! other request is read a second time, slowly, to find out which card or field is at fault: each
//! fault has its own code. Messages quote only a little of a request, and a long request is not
//! read at all.

mod fault;
mod listed;

pub(crate) use fault::excerpt;
pub(crate) use listed::Listed;

use kernel::AnyRefusal;
use pieces::Card;
use serde::Deserialize;

use crate::score::{Four, HandOrCrib, ScoreAnswer, ScoreError, Show, Stack, Tally, explain};
use fault::{RequestFault, find_fault};

/// Longer requests are refused: five cards as objects need less than a thousandth of it.
pub(crate) const MAX_BYTES: usize = 1 << 16;

/// Reads a request and appends its [`ScoreAnswer`]; on an error it appends nothing.
pub(crate) fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let tally = Request::read(request)
        .and_then(|request| request.tally())
        .map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    // Writing to memory cannot fail, and an answer is plain JSON data.
    serde_json::to_writer(answer, &ScoreAnswer(&tally))
        .map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// A request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    hand: Option<Listed>,
    cut: Option<Card>,
    #[serde(default)]
    crib: bool,
    play: Option<Listed>,
    #[serde(default)]
    explain: bool,
}

/// The names of a request's fields.
const FIELDS: [&str; 5] = ["hand", "cut", "crib", "play", "explain"];

impl Request {
    fn read(request: &[u8]) -> Result<Request, RequestFault> {
        if request.len() > MAX_BYTES {
            return Err(RequestFault::TooLarge);
        }
        // Serde would also read a list of the fields' values, whose meaning would be unclear.
        if !request.trim_ascii_start().starts_with(b"{") {
            return Err(RequestFault::Malformed(
                "it is not a JSON object".to_owned(),
            ));
        }
        serde_json::from_slice(request).map_err(|error| find_fault(request, &error))
    }

    fn tally(&self) -> Result<Tally, RequestFault> {
        let tally = match (&self.hand, &self.play) {
            (Some(hand), None) => self.show(hand)?.tally(),
            (None, Some(_)) if self.cut.is_some() || self.crib => {
                return Err(RequestFault::NotInPlay);
            }
            (None, Some(play)) if play.0.is_empty() => return Err(RequestFault::NothingPlayed),
            (None, Some(play)) => Stack::try_from(&play.0[..])?.tally(),
            (Some(_), Some(_)) => return Err(RequestFault::HandAndPlay),
            (None, None) => return Err(RequestFault::NothingAsked),
        };
        Ok(if self.explain { explain(&tally) } else { tally })
    }

    fn show(&self, hand: &Listed) -> Result<Show, ScoreError> {
        let kind = if self.crib {
            HandOrCrib::Crib
        } else {
            HandOrCrib::Hand
        };
        Show::new(Four::new(hand.0.iter().copied().collect())?, self.cut, kind)
    }
}
