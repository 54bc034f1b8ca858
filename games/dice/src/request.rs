//! A score requested in JSON, outside any game: `{"dice": [3, 3, 3, 2, 2]}`.
//!
//! Levels, rules and layers are optional; their defaults are those of the start of a run. Every
//! fault has its own code, messages quote only a little of a request, and a long request is not
//! read at all.

use crate::score::{
    self, Layers, Levels, LineName, MAX_POOL, Score, ScoreError, ScoreItem, ScoreRules, UnknownHand,
};
use kernel::{AnyRefusal, plainly};
use pieces::{Die, FaceCounts, ParseDieError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Longer requests are refused: the largest pool needs less than a hundredth of it.
const MAX_BYTES: usize = 1 << 16;

/// The names of a request's fields.
const FIELDS: [&str; 4] = ["dice", "levels", "rules", "layers"];

/// A request.
#[derive(Debug, Clone, Copy)]
struct Request {
    dice: FaceCounts,
    levels: Levels,
    rules: ScoreRules,
    layers: Layers,
}

/// A score as JSON: `{"total", "hands": [{"type", "dice", "points"}], "breakdown"}`.
///
/// ```
/// use dice::score::{Layers, Levels, ScoreRules, best_of_faces};
///
/// let pool = "44".parse().unwrap();
/// let score = best_of_faces(pool, ScoreRules::default(), Levels::default(), Layers::default())?;
/// assert_eq!(
///     serde_json::to_string(&dice::ScoreAnswer::of(&score)).unwrap(),
///     r#"{"total":32,"hands":[{"type":"PAIR","dice":[4,4],"points":32}],"#.to_owned()
///         + r#""breakdown":[{"type":"PAIR","dice":[4,4],"points":32,"description":"Pair: (12 + 8) × 1.60 = 32"}]}"#,
/// );
/// # Ok::<(), dice::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreAnswer {
    total: i32,
    hands: Vec<Hand>,
    breakdown: Vec<Reason>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Hand {
    #[serde(rename = "type")]
    name: LineName,
    dice: Vec<Die>,
    points: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Reason {
    #[serde(flatten)]
    hand: Hand,
    description: String,
}

/// Reads a request and appends its [`ScoreAnswer`]; on an error it appends nothing.
pub(crate) fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let given = Request::read(request)
        .and_then(|request| request.answer())
        .map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    // Writing to memory cannot fail, and an answer is plain JSON data.
    serde_json::to_writer(answer, &given)
        .map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

impl Request {
    fn read(request: &[u8]) -> Result<Request, ScoreFault> {
        if request.len() > MAX_BYTES {
            return Err(ScoreFault::TooLarge);
        }
        let fields: Map<String, Value> = serde_json::from_slice(request)
            .map_err(|error| ScoreFault::Malformed(excerpt(&plainly(error))))?;
        if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&&name[..])) {
            return Err(ScoreFault::UnknownField(excerpt(name)));
        }
        Ok(Request {
            dice: read_dice(fields.get("dice").ok_or(ScoreFault::NoDice)?)?,
            levels: fields
                .get("levels")
                .map_or(Ok(Levels::default()), read_levels)?,
            rules: read_field(&fields, "rules")?.unwrap_or_default(),
            layers: read_field(&fields, "layers")?.unwrap_or_default(),
        })
    }

    fn answer(self) -> Result<ScoreAnswer, ScoreFault> {
        let score = score::best_of_faces(self.dice, self.rules, self.levels, self.layers)?;
        Ok(ScoreAnswer::of(&score))
    }
}

impl ScoreAnswer {
    /// The answer for this score.
    pub fn of(score: &Score) -> ScoreAnswer {
        let items = score.tally().items();
        let hands = items.iter().filter(|item| item.rule.name.hand().is_some());
        ScoreAnswer {
            total: score.total(),
            hands: hands.map(Hand::of).collect(),
            breakdown: items.iter().map(Reason::of).collect(),
        }
    }
}

impl Hand {
    fn of(item: &ScoreItem) -> Hand {
        Hand {
            name: item.rule.name,
            dice: item.pieces.clone(),
            points: item.points,
        }
    }
}

impl Reason {
    fn of(item: &ScoreItem) -> Reason {
        Reason {
            hand: Hand::of(item),
            description: describe(item),
        }
    }
}

/// An item in words: `Pair: (12 + 10) × 1.60 = 35`.
pub(crate) fn describe(item: &ScoreItem) -> String {
    let line = &item.rule;
    match (line.name.hand(), line.factor) {
        (Some(kind), _) => {
            let workings: Vec<String> = line.workings.iter().map(ToString::to_string).collect();
            format!("{kind}: {} = {}", workings.join(" + "), item.points)
        }
        (None, Some(factor)) => format!("all that × {factor}: {} more", item.points),
        (None, None) => format!("bonus: {} more", item.points),
    }
}

/// A list of numbers, or the text of such a list.
fn read_dice(value: &Value) -> Result<FaceCounts, ScoreFault> {
    match value {
        Value::String(list) => Ok(list.parse()?),
        Value::Array(list) if list.len() > MAX_POOL => {
            Err(ScoreError::TooManyDice { found: list.len() }.into())
        }
        Value::Array(list) => (1..).zip(list).map(|(n, die)| read_die(n, die)).collect(),
        _ => Err(ScoreFault::WrongType {
            field: "dice",
            expected: "a list of faces, 1 to 6",
        }),
    }
}

fn read_die(number: usize, value: &Value) -> Result<Die, ScoreFault> {
    let pips = value.as_u64().and_then(|pips| u8::try_from(pips).ok());
    pips.and_then(Die::from_face)
        .ok_or_else(|| ScoreFault::NotADie {
            number,
            given: excerpt(&value.to_string()),
        })
}

fn read_levels(value: &Value) -> Result<Levels, ScoreFault> {
    let wrong = ScoreFault::WrongType {
        field: "levels",
        expected: "an object such as {\"pair\": 2}",
    };
    let mut levels = Levels::default();
    for (name, level) in value.as_object().ok_or(wrong)? {
        let kind = name.parse()?;
        let level = level.as_u64().ok_or(ScoreFault::WrongType {
            field: "levels",
            expected: "whole numbers for hands",
        })?;
        levels.set(kind, u8::try_from(level).unwrap_or(u8::MAX))?;
    }
    Ok(levels)
}

fn read_field<T: DeserializeOwned>(
    fields: &Map<String, Value>,
    field: &'static str,
) -> Result<Option<T>, ScoreFault> {
    let read = |value: &Value| {
        T::deserialize(value).map_err(|error: serde_json::Error| ScoreFault::Field {
            field,
            error: excerpt(&plainly(error)),
        })
    };
    fields.get(field).map(read).transpose()
}

/// The reasons why a request has no answer, in words for its author.
#[derive(Debug, Error)]
enum ScoreFault {
    #[error("a request must have at most {MAX_BYTES} bytes")]
    TooLarge,
    #[error("this must be a request ({0}): write {{\"dice\": [3, 3, 3, 2, 2]}}")]
    Malformed(String),
    #[error("the field {0:?} must be one of {fields}", fields = FIELDS.join(", "))]
    UnknownField(String),
    #[error("there must be dice to score: give \"dice\" as a list of faces")]
    NoDice,
    #[error("{field:?} must be {expected}")]
    WrongType {
        field: &'static str,
        expected: &'static str,
    },
    #[error("{given} (number {number} of \"dice\") must be a die: a face from 1 to 6")]
    NotADie { number: usize, given: String },
    #[error("{field:?}: {error}")]
    Field { field: &'static str, error: String },
    #[error(transparent)]
    Dice(#[from] ParseDieError),
    #[error(transparent)]
    Hand(#[from] UnknownHand),
    #[error(transparent)]
    Score(#[from] ScoreError),
}

impl ScoreFault {
    /// A stable name for programs.
    fn code(&self) -> &'static str {
        match self {
            ScoreFault::TooLarge => "too_large",
            ScoreFault::Malformed(_) => "malformed",
            ScoreFault::UnknownField(_) => "unknown_field",
            ScoreFault::NoDice => "no_dice",
            ScoreFault::WrongType { .. } | ScoreFault::Field { .. } => "wrong_type",
            ScoreFault::NotADie { .. } => "unknown_die",
            ScoreFault::Dice(error) => error.code(),
            ScoreFault::Hand(_) => "unknown_hand",
            ScoreFault::Score(error) => error.code(),
        }
    }
}

/// Bad input can be long; a message must not be.
fn excerpt(text: &str) -> String {
    /// Long enough for the longest message about a field.
    const MAX_CHARS: usize = 120;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
