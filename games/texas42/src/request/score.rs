//! Scores a played hand; a request for [one trick](super::trick) is passed on.
//!
//! ```json
//! {"mode": "marks", "bidder": 0, "bid": {"marks": 1}, "contract": "trump", "trump": "sixes",
//!  "tricks": [["6-4", "6-1", "6-0", "6-6"]]}
//! ```
//!
//! The dominoes of a trick are listed in order of play from its leader. The record therefore tells
//! who played what, and a fault can name its trick and its seat. Everything that the record itself
//! proves is checked: a suit that was not followed and is shown later, a domino that is played
//! twice, a hand that is not over. Dominoes that were never shown are not checked: the doubles of a
//! plunge may still be in the hand.

use super::{FieldFault, Fields, shortened, trick};
use crate::auction::{BidFault, check_possible};
use crate::bid::Bid;
use crate::breakdown::{Line, Sides};
use crate::contract::{Contract, distance_from_seven};
use crate::declaration::Declaration;
use crate::hand::{Play, Plays, Pledge, Trick, Tricks};
use crate::options::Mode;
use crate::play::Turns;
use crate::score::HandScore;
use crate::suit::Suit;
use crate::trick::TRICKS;
use kernel::{AnyRefusal, Seat};
use pieces::Domino;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The names of a request's fields.
const FIELDS: &[&str] = &[
    "mode", "bidder", "bid", "contract", "trump", "tricks", "options",
];

/// Reads a request and appends its answer; on an error it appends nothing.
pub(crate) fn score_json(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let fields =
        Fields::parse(request).map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    if trick::is_meant(&fields) {
        return trick::score(fields, answer);
    }
    let scored = Request::read(fields)
        .and_then(|request| request.score())
        .map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    write(answer, &Answer::new(&scored))
}

/// Writing to memory cannot fail, and an answer is plain JSON data.
pub(super) fn write(answer: &mut Vec<u8>, given: &impl Serialize) -> Result<(), AnyRefusal> {
    serde_json::to_writer(answer, given)
        .map_err(|error| AnyRefusal::new("internal", error.to_string()))
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    winners: Vec<Seat>,
    points: Sides<u8>,
    made: bool,
    marks: Sides<u8>,
    score: Sides<u16>,
    breakdown: Vec<Line>,
}

impl Answer {
    fn new(scored: &HandScore) -> Answer {
        let result = &scored.result;
        Answer {
            winners: scored.tricks.iter().map(|trick| trick.winner).collect(),
            points: result.points.into(),
            made: result.made(),
            marks: result.marks().into(),
            score: result.score.into(),
            breakdown: scored.breakdown(),
        }
    }
}

/// The request, as far as it can be read without its tricks.
struct Request {
    mode: Mode,
    pledge: Pledge,
    contract: Contract,
    leader: Seat,
    tricks: Vec<Value>,
}

impl Request {
    fn read(fields: Fields) -> Result<Request, Fault> {
        let fields = fields.only(FIELDS)?;
        let mode = match fields.given("mode") {
            None => Mode::Marks,
            Some(mode) => Mode::deserialize(mode).map_err(|_| Fault::Mode)?,
        };
        let bidder = fields.seat("bidder")?;
        let bid = Bid::deserialize(fields.needed("bid")?)
            .map_err(|error| Fault::Bid(shortened(&kernel::plainly(error))))?;
        check_possible(mode, bid).map_err(Fault::ImpossibleBid)?;
        let declaration = fields.declaration()?;
        check_minimum(bid, declaration)?;
        let options = fields.options()?;
        let pledge = Pledge {
            bidder,
            bid,
            declaration,
        };
        Ok(Request {
            mode,
            pledge,
            contract: options.contract(declaration),
            leader: pledge.first_leader(options.plunge_leader),
            tricks: fields.list("tricks")?.to_vec(),
        })
    }

    fn score(&self) -> Result<HandScore, Fault> {
        let tricks = self.play()?;
        check_reneges(self.contract, &tricks)?;
        let next = tricks.last().map_or(self.leader, |trick| trick.winner);
        let missing = Fault::Unfinished {
            trick: tricks.len() + 1,
            seat: next,
            why: self.why_unfinished(),
        };
        let both_score = self.mode == Mode::Points && matches!(self.pledge.bid, Bid::Points(_));
        if both_score && tricks.len() < TRICKS {
            return Err(missing);
        }
        HandScore::new(self.mode, self.pledge, &tricks, None).ok_or(missing)
    }

    /// The tricks with their players and winners.
    fn play(&self) -> Result<Tricks, Fault> {
        let mut tricks = Tricks::new();
        let mut leader = self.leader;
        for (trick, listed) in (1..).zip(&self.tricks) {
            let here = At {
                trick,
                seat: leader,
            };
            if tricks.is_full() {
                return Err(Fault::TooManyTricks(here));
            }
            let plays = self.read_trick(here, listed)?;
            check_played_once(trick, &tricks, &plays)?;
            let won = Trick::new(self.contract, plays).ok_or(Fault::NotATrick(here))?;
            leader = won.winner;
            tricks.push(won);
        }
        Ok(tricks)
    }

    fn read_trick(&self, lead: At, listed: &Value) -> Result<Plays, Fault> {
        let At { trick, seat } = lead;
        let listed = listed.as_array().ok_or(Fault::NotATrick(lead))?;
        let wanted = self.contract.trick_size();
        let turns = Turns::new(self.contract, self.pledge.bidder);
        let mut plays = Plays::new();
        let mut seat = seat;
        for domino in listed.iter().take(wanted) {
            let here = At { trick, seat };
            let domino = Domino::deserialize(domino)
                .map_err(|error| Fault::Unreadable(here, shortened(&kernel::plainly(error))))?;
            plays.push(Play { seat, domino });
            seat = turns.after(seat);
        }
        if listed.len() == wanted {
            Ok(plays)
        } else {
            Err(Fault::TrickSize {
                at: At { trick, seat },
                found: listed.len(),
                wanted,
            })
        }
    }

    fn why_unfinished(&self) -> &'static str {
        match (self.mode, self.pledge.bid) {
            (Mode::Points, Bid::Points(_)) => {
                "in the points game a bid below 42 is played to the seventh trick"
            }
            _ => "the bid is neither made nor set yet",
        }
    }
}

/// A place in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("trick {trick}, seat {seat}")]
struct At {
    trick: usize,
    seat: Seat,
}

/// The reasons why a request cannot be answered.
#[derive(Debug, PartialEq, Eq, Error)]
enum Fault {
    #[error(transparent)]
    Field(#[from] FieldFault),
    #[error("mode must be marks or points")]
    Mode,
    #[error("the bid cannot be read: {0}")]
    Bid(String),
    #[error(transparent)]
    ImpossibleBid(BidFault),
    #[error("{declaration} needs a bid of 1 mark or more and no plunge or splash, not {bid}")]
    NeedsAMark { declaration: Declaration, bid: Bid },
    #[error("{0}: a trick must be a list of dominoes")]
    NotATrick(At),
    #[error("{at}: this trick must have {wanted} dominoes, not {found}")]
    TrickSize { at: At, found: usize, wanted: usize },
    #[error("{0}: {1}")]
    Unreadable(At, String),
    #[error("{at}: {domino} was played before, in {before}")]
    PlayedTwice { at: At, domino: Domino, before: At },
    #[error(
        "{at}: {played} does not follow {suit}, but the seat held {held}, shown in trick {shown}"
    )]
    Renege {
        at: At,
        played: Domino,
        suit: Suit,
        held: Domino,
        shown: usize,
    },
    #[error(
        "{at}: {played} is farther from seven pips than {held}, which the seat held and shows in trick {shown}"
    )]
    NotNearest {
        at: At,
        played: Domino,
        held: Domino,
        shown: usize,
    },
    #[error("{0}: a hand has seven tricks")]
    TooManyTricks(At),
    #[error("trick {trick}, which seat {seat} leads, is missing: {why}")]
    Unfinished {
        trick: usize,
        seat: Seat,
        why: &'static str,
    },
}

impl Fault {
    /// A stable word for programs.
    const fn code(&self) -> &'static str {
        match self {
            Fault::Field(fault) => fault.code(),
            Fault::Mode => "unknown_mode",
            Fault::Bid(_) => "unknown_bid",
            Fault::ImpossibleBid(_) => "impossible_bid",
            Fault::NeedsAMark { .. } => "needs_a_mark",
            Fault::NotATrick(_) => "not_a_trick",
            Fault::TrickSize { .. } => "wrong_trick_size",
            Fault::Unreadable(..) => "unknown_domino",
            Fault::PlayedTwice { .. } => "played_twice",
            Fault::Renege { .. } => "renege",
            Fault::NotNearest { .. } => "not_nearest",
            Fault::TooManyTricks(_) => "too_many_tricks",
            Fault::Unfinished { .. } => "unfinished",
        }
    }
}

/// Nello and sevens need a plain bid of marks.
fn check_minimum(bid: Bid, declaration: Declaration) -> Result<(), Fault> {
    match (declaration, bid) {
        (Declaration::Trump(_), _) | (_, Bid::Marks(_)) => Ok(()),
        (declaration, bid) => Err(Fault::NeedsAMark { declaration, bid }),
    }
}

/// Checks that no domino of this trick was played before, in it or in an earlier one.
fn check_played_once(trick: usize, earlier: &[Trick], plays: &Plays) -> Result<(), Fault> {
    for (place, play) in plays.iter().enumerate() {
        let before = (1..)
            .zip(earlier.iter().map(|trick| &trick.plays[..]))
            .chain([(trick, &plays[..place])])
            .flat_map(|(trick, plays)| plays.iter().map(move |play| (trick, play)))
            .find(|(_, other)| other.domino == play.domino);
        if let Some((before, other)) = before {
            return Err(Fault::PlayedTwice {
                at: At {
                    trick,
                    seat: play.seat,
                },
                domino: play.domino,
                before: At {
                    trick: before,
                    seat: other.seat,
                },
            });
        }
    }
    Ok(())
}

/// Checks that no seat shows later what it should have played.
fn check_reneges(contract: Contract, tricks: &[Trick]) -> Result<(), Fault> {
    for (index, trick) in tricks.iter().enumerate() {
        for play in &trick.plays {
            let later = (index + 2..)
                .zip(&tricks[index + 1..])
                .filter_map(|(number, trick)| {
                    let shown = trick.plays.iter().find(|later| later.seat == play.seat)?;
                    Some((number, shown.domino))
                });
            let lead = trick.plays[0].domino;
            let at = At {
                trick: index + 1,
                seat: play.seat,
            };
            check_renege(contract, lead, at, play.domino, later)?;
        }
    }
    Ok(())
}

/// Checks that a play was legal, as far as the seat's later plays can tell.
fn check_renege(
    contract: Contract,
    lead: Domino,
    at: At,
    played: Domino,
    mut later: impl Iterator<Item = (usize, Domino)>,
) -> Result<(), Fault> {
    let Some(suit) = contract.led_suit(lead) else {
        let distance = distance_from_seven(played);
        return match later.find(|(_, domino)| distance_from_seven(*domino) < distance) {
            Some((shown, held)) => Err(Fault::NotNearest {
                at,
                played,
                held,
                shown,
            }),
            None => Ok(()),
        };
    };
    let following = contract.suit(suit);
    if following.contains(played) {
        return Ok(());
    }
    match later.find(|(_, domino)| following.contains(*domino)) {
        Some((shown, held)) => Err(Fault::Renege {
            at,
            played,
            suit,
            held,
            shown,
        }),
        None => Ok(()),
    }
}
