//! Solves a deal.
//!
//! ```json
//! {"hands": [["6-6", …], […], […], […]], "trump": "sixes", "leader": 0, "moves": true}
//! ```
//!
//! `hands` are the hands as dealt, and `played` holds the dominoes played since `leader` led: a
//! list of dominoes in order of play, or of tricks. The answer is the points that each side takes
//! in the whole hand under perfect play; in nello the tricks, because nothing else matters.

use super::{FieldFault, Fields, shortened};
use crate::play::{Position, PositionFault, Taken};
use crate::sides::SEATS;
use crate::solve::{Move, Solver};
use kernel::AnyRefusal;
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The names of a request's fields.
const FIELDS: &[&str] = &[
    "hands", "trump", "leader", "contract", "bidder", "played", "moves", "options",
];

/// Answers a request to solve a deal: appends the JSON answer to `answer`; on an error it appends
/// nothing. A solver may serve any number of requests.
///
/// ```
/// use texas42::{Solver, solve_json};
///
/// let request = br#"{"hands": [["6-6", "6-5"], ["6-0", "5-5"], ["6-4", "2-2"], ["5-0", "4-4"]],
///                    "trump": "sixes", "leader": 0}"#;
/// let mut answer = Vec::new();
/// solve_json(&mut Solver::new(), request, &mut answer)?;
/// assert_eq!(answer, br#"{"northSouth":27,"eastWest":0}"#);
/// # Ok::<(), kernel::AnyRefusal>(())
/// ```
pub fn solve_json(
    solver: &mut Solver,
    request: &[u8],
    answer: &mut Vec<u8>,
) -> Result<(), AnyRefusal> {
    let solved = Request::read(request)
        .map(|request| request.solve(solver))
        .map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    // Writing to memory cannot fail, and an answer is plain JSON data.
    serde_json::to_writer(answer, &solved)
        .map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    taken: Taken,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

/// The request.
struct Request {
    position: Position,
    wants_moves: bool,
}

impl Request {
    fn read(request: &[u8]) -> Result<Request, SolveFault> {
        let fields = Fields::read(request, FIELDS)?;
        let declaration = fields.declaration()?;
        let contract = fields.options()?.contract(declaration);
        let leader = fields.seat("leader")?;
        let bidder = match fields.given("bidder") {
            None => leader,
            Some(_) => fields.seat("bidder")?,
        };
        let wants_moves = match fields.given("moves") {
            None => false,
            Some(moves) => moves.as_bool().ok_or(SolveFault::Moves)?,
        };
        let hands = read_hands(fields.list("hands")?)?;
        let mut position = Position::new(contract, bidder, hands, leader)?;
        if fields.given("played").is_some() {
            play(&mut position, fields.list("played")?)?;
        }
        Ok(Request {
            position,
            wants_moves,
        })
    }

    fn solve(&self, solver: &mut Solver) -> Answer {
        Answer {
            taken: solver.value(&self.position),
            moves: self.wants_moves.then(|| solver.moves(&self.position)),
        }
    }
}

/// The reasons why a request cannot be answered.
#[derive(Debug, PartialEq, Eq, Error)]
enum SolveFault {
    #[error(transparent)]
    Field(#[from] FieldFault),
    #[error("moves must be true or false")]
    Moves,
    #[error("there must be four hands, not {0}")]
    HandCount(usize),
    #[error("the hand of seat {seat}: {error}")]
    Hand { seat: usize, error: String },
    #[error(transparent)]
    Position(#[from] PositionFault),
    #[error("played domino {number}: {error}")]
    Unreadable { number: usize, error: String },
    #[error("played domino {number}, {domino}: {fault}")]
    Unplayable {
        number: usize,
        domino: Domino,
        fault: PositionFault,
    },
}

impl SolveFault {
    /// A stable word for programs.
    const fn code(&self) -> &'static str {
        match self {
            SolveFault::Field(fault) => fault.code(),
            SolveFault::Moves => "moves_not_boolean",
            SolveFault::HandCount(_) => "wrong_hand_count",
            SolveFault::Hand { .. } => "unreadable_hand",
            SolveFault::Position(fault) | SolveFault::Unplayable { fault, .. } => fault.code(),
            SolveFault::Unreadable { .. } => "unknown_domino",
        }
    }
}

fn read_hands(listed: &[Value]) -> Result<[DominoSet; SEATS as usize], SolveFault> {
    let mut hands = [DominoSet::EMPTY; SEATS as usize];
    if listed.len() != hands.len() {
        return Err(SolveFault::HandCount(listed.len()));
    }
    for (seat, (hand, listed)) in hands.iter_mut().zip(listed).enumerate() {
        *hand = DominoSet::deserialize(listed).map_err(|error| SolveFault::Hand {
            seat,
            error: shortened(&kernel::plainly(error)),
        })?;
    }
    Ok(hands)
}

/// Plays the dominoes of a list, or of a list of tricks.
fn play(position: &mut Position, listed: &[Value]) -> Result<(), SolveFault> {
    let dominoes = listed.iter().flat_map(dominoes_of);
    for (number, domino) in (1..).zip(dominoes) {
        let domino = Domino::deserialize(domino).map_err(|error| SolveFault::Unreadable {
            number,
            error: shortened(&kernel::plainly(error)),
        })?;
        position
            .play(domino)
            .map_err(|fault| SolveFault::Unplayable {
                number,
                domino,
                fault,
            })?;
    }
    Ok(())
}

/// The dominoes of a trick; a single domino, which may be a list of its two ends, stands for
/// itself.
fn dominoes_of(value: &Value) -> &[Value] {
    match value {
        Value::Array(trick) if !trick.iter().any(Value::is_number) => trick,
        domino => std::slice::from_ref(domino),
    }
}
