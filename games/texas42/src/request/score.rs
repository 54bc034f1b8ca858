//! Scores a played hand.
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

use super::{FieldFault, Fields, shortened, write};
use crate::auction::{BidFault, check_possible};
use crate::bid::Bid;
use crate::breakdown::{Line, NamedSides};
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

/// Appends the answer; on an error it appends nothing.
pub(super) fn score(fields: Fields, answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
    let scored = Request::read(fields)
        .and_then(|request| request.score())
        .map_err(|fault| AnyRefusal::new(fault.code(), fault.to_string()))?;
    write(answer, &Answer::new(&scored))
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    winners: Vec<Seat>,
    points: NamedSides<u8>,
    made: bool,
    marks: NamedSides<u8>,
    score: NamedSides<u16>,
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
    fn read(fields: Fields) -> Result<Request, HandFault> {
        let fields = fields.only(FIELDS)?;
        let mode = match fields.given("mode") {
            None => Mode::Marks,
            Some(mode) => Mode::deserialize(mode).map_err(|_| HandFault::Mode)?,
        };
        let bidder = fields.seat("bidder")?;
        let bid = Bid::deserialize(fields.needed("bid")?)
            .map_err(|error| HandFault::Bid(shortened(&kernel::plainly(error))))?;
        check_possible(mode, bid).map_err(HandFault::ImpossibleBid)?;
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

    fn score(&self) -> Result<HandScore, HandFault> {
        let tricks = self.play()?;
        check_reneges(self.contract, &tricks)?;
        let next = tricks.last().map_or(self.leader, |trick| trick.winner);
        let missing = HandFault::Unfinished {
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
    fn play(&self) -> Result<Tricks, HandFault> {
        let mut tricks = Tricks::new();
        let mut leader = self.leader;
        for (trick, listed) in (1..).zip(&self.tricks) {
            let here = At {
                trick,
                seat: leader,
            };
            if tricks.is_full() {
                return Err(HandFault::TooManyTricks(here));
            }
            let plays = self.read_trick(here, listed)?;
            check_played_once(trick, &tricks, &plays)?;
            let won = Trick::new(self.contract, plays).ok_or(HandFault::NotATrick(here))?;
            leader = won.winner;
            tricks.push(won);
        }
        Ok(tricks)
    }

    fn read_trick(&self, lead: At, listed: &Value) -> Result<Plays, HandFault> {
        let At { trick, seat } = lead;
        let listed = listed.as_array().ok_or(HandFault::NotATrick(lead))?;
        let wanted = self.contract.trick_size();
        let turns = Turns::new(self.contract, self.pledge.bidder);
        let mut plays = Plays::new();
        let mut seat = seat;
        for domino in listed.iter().take(wanted) {
            let here = At { trick, seat };
            let domino = Domino::deserialize(domino)
                .map_err(|error| HandFault::Unreadable(here, shortened(&kernel::plainly(error))))?;
            plays.push(Play { seat, domino });
            seat = turns.after(seat);
        }
        if listed.len() == wanted {
            Ok(plays)
        } else {
            Err(HandFault::TrickSize {
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
enum HandFault {
    #[error(transparent)]
    Field(#[from] FieldFault),
    #[error("mode must be marks or points")]
    Mode,
    #[error("the bid: {0}")]
    Bid(String),
    #[error(transparent)]
    ImpossibleBid(BidFault),
    #[error("{declaration} must have a bid of 1 mark or more and no plunge or splash, not {bid}")]
    NeedsAMark { declaration: Declaration, bid: Bid },
    #[error("{0}: a trick must be a list of dominoes")]
    NotATrick(At),
    #[error("{at}: this trick must have {wanted} dominoes, not {found}")]
    TrickSize { at: At, found: usize, wanted: usize },
    #[error("{0}: {1}")]
    Unreadable(At, String),
    #[error("{at}: {domino} must be played once, but was played in {before}")]
    PlayedTwice { at: At, domino: Domino, before: At },
    #[error("{at}: {played} must follow {suit}: the seat held {held}, shown in trick {shown}")]
    Renege {
        at: At,
        played: Domino,
        suit: Suit,
        held: Domino,
        shown: usize,
    },
    #[error(
        "{at}: {played} must not be farther from seven pips than {held}, which the seat held and shows in trick {shown}"
    )]
    NotNearest {
        at: At,
        played: Domino,
        held: Domino,
        shown: usize,
    },
    #[error("{0}: a hand must have at most seven tricks")]
    TooManyTricks(At),
    #[error("trick {trick}, which seat {seat} leads, is missing: {why}")]
    Unfinished {
        trick: usize,
        seat: Seat,
        why: &'static str,
    },
}

impl HandFault {
    /// A stable word for programs.
    const fn code(&self) -> &'static str {
        match self {
            HandFault::Field(fault) => fault.code(),
            HandFault::Mode => "unknown_mode",
            HandFault::Bid(_) => "unknown_bid",
            HandFault::ImpossibleBid(_) => "impossible_bid",
            HandFault::NeedsAMark { .. } => "needs_a_mark",
            HandFault::NotATrick(_) => "not_a_trick",
            HandFault::TrickSize { .. } => "wrong_trick_size",
            HandFault::Unreadable(..) => "unknown_domino",
            HandFault::PlayedTwice { .. } => "played_twice",
            HandFault::Renege { .. } => "renege",
            HandFault::NotNearest { .. } => "not_nearest",
            HandFault::TooManyTricks(_) => "too_many_tricks",
            HandFault::Unfinished { .. } => "unfinished",
        }
    }
}

/// Nello and sevens need a plain bid of marks.
fn check_minimum(bid: Bid, declaration: Declaration) -> Result<(), HandFault> {
    match (declaration, bid) {
        (Declaration::Trump(_), _) | (_, Bid::Marks(_)) => Ok(()),
        (declaration, bid) => Err(HandFault::NeedsAMark { declaration, bid }),
    }
}

/// Checks that no domino of this trick must be played once, but was played in it or in an earlier
/// one.
fn check_played_once(trick: usize, earlier: &[Trick], plays: &Plays) -> Result<(), HandFault> {
    for (place, play) in plays.iter().enumerate() {
        let before = (1..)
            .zip(earlier.iter().map(|trick| &trick.plays[..]))
            .chain([(trick, &plays[..place])])
            .flat_map(|(trick, plays)| plays.iter().map(move |play| (trick, play)))
            .find(|(_, other)| other.domino == play.domino);
        if let Some((before, other)) = before {
            return Err(HandFault::PlayedTwice {
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

/// Checks that no seat later shows a domino that it should have played.
fn check_reneges(contract: Contract, tricks: &[Trick]) -> Result<(), HandFault> {
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
) -> Result<(), HandFault> {
    let Some(suit) = contract.led_suit(lead) else {
        let distance = distance_from_seven(played);
        return match later.find(|(_, domino)| distance_from_seven(*domino) < distance) {
            Some((shown, held)) => Err(HandFault::NotNearest {
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
        Some((shown, held)) => Err(HandFault::Renege {
            at,
            played,
            suit,
            held,
            shown,
        }),
        None => Ok(()),
    }
}
