//! The auction: the seat in turn, the legal calls, and the reasons against others.
//!
//! Each seat speaks once, from the shaker's left round to the shaker: a pass, or a bid higher than
//! all before. The marks game has the long ladder with its jumps, plunge and splash; the points
//! game has only 30 to 42, then 84 over 42 and 168 over 84. One check decides whether a call is
//! legal, and the list of legal calls contains the calls that pass it: the two cannot disagree.

use crate::bid::{Bid, Call, CalledBid};
use crate::options::{Mode, Options};
use crate::sides::SEATS;
use arrayvec::ArrayVec;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An auction from its first call to its last.
///
/// ```
/// use kernel::Seat;
/// use texas42::{Auction, Bid, BidFault, Call, Options};
///
/// let mut auction = Auction::new(Seat(3));
/// auction.push(Call::Bid(Bid::Points(31)));
/// assert_eq!(auction.speaker(), Some(Seat(1)));
/// let doubles = 2;
/// let too_low = auction.check(&Options::default(), doubles, Call::Bid(Bid::Points(30)));
/// assert_eq!(too_low.unwrap_err().to_string(), "30 must be higher than the bid of seat 0, 31");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auction {
    shaker: Seat,
    calls: ArrayVec<Call, { SEATS as usize }>,
}

impl Auction {
    /// An auction before its first call.
    pub const fn new(shaker: Seat) -> Auction {
        Auction {
            shaker,
            calls: ArrayVec::new_const(),
        }
    }

    /// The shaker, who speaks last.
    pub const fn shaker(&self) -> Seat {
        self.shaker
    }

    /// The calls so far with their seats, in order.
    pub fn calls(&self) -> impl Iterator<Item = (Seat, Call)> {
        self.shaker.round(SEATS).zip(self.calls.iter().copied())
    }

    /// The seat that speaks next; `None` once all have spoken.
    pub fn speaker(&self) -> Option<Seat> {
        self.shaker.round(SEATS).nth(self.calls.len())
    }

    /// The highest bid so far and its seat.
    pub fn standing(&self) -> Option<(Seat, Bid)> {
        self.calls()
            .filter_map(|(seat, call)| Some((seat, call.bid()?)))
            .last()
    }

    /// Adds a checked call of the next seat; after four calls nothing changes.
    pub fn push(&mut self, call: Call) {
        let _ = self.calls.try_push(call);
    }

    /// Whether the next seat, holding this many doubles, may make this call at this table.
    pub fn check(&self, options: &Options, doubles: u8, call: Call) -> Result<(), BidFault> {
        match call {
            Call::Pass => self.check_pass(options),
            Call::Bid(bid) => {
                check_exists(options, bid)?;
                self.check_height(options, bid)?;
                self.check_jump(options, bid)?;
                check_doubles(bid, doubles)
            }
        }
    }

    /// Every call that the next seat, holding this many doubles, may make at this table.
    pub fn legal_calls(&self, options: &Options, doubles: u8) -> Vec<Call> {
        let bids = (Bid::POINTS.map(Bid::Points))
            .chain((1..=Bid::MOST_MARKS).map(Bid::Marks))
            .chain((Bid::LEAST_PLUNGE..=Bid::MOST_MARKS).map(Bid::Plunge))
            .chain([Bid::Splash(options.splash_marks.0)])
            .map(Call::Bid);
        // Passing comes last: a player who always takes the first action would never finish a game.
        bids.chain([Call::Pass])
            .filter(|&call| self.check(options, doubles, call).is_ok())
            .collect()
    }

    /// The least bid of the shaker, if it is forced.
    fn forced(&self, options: &Options) -> Option<u8> {
        let last = self.speaker() == Some(self.shaker);
        options
            .forced()
            .filter(|_| last && self.standing().is_none())
    }

    fn check_pass(&self, options: &Options) -> Result<(), BidFault> {
        match self.forced(options) {
            Some(least) => Err(BidFault::MustBid { least }),
            None => Ok(()),
        }
    }

    /// Checks that a bid is higher than all before.
    fn check_height(&self, options: &Options, bid: Bid) -> Result<(), BidFault> {
        if let Some((seat, standing)) = self.standing()
            && bid.height() <= standing.height()
        {
            return Err(BidFault::TooLow {
                bid: bid.called(options.mode),
                standing: standing.called(options.mode),
                seat,
            });
        }
        match self.forced(options) {
            Some(least) if bid.height() < least => Err(BidFault::BelowForced { bid, least }),
            _ => Ok(()),
        }
    }

    /// Checks how far a bid goes beyond the standing one.
    fn check_jump(&self, options: &Options, bid: Bid) -> Result<(), BidFault> {
        let standing = self.standing().map(|(_, bid)| bid);
        let next = 1 + standing.map_or(0, Bid::marks_bid);
        match (options.mode, bid) {
            (Mode::Points, Bid::Marks(2)) if standing != Some(Bid::Marks(1)) => {
                Err(BidFault::OnlyOver { bid: 84, over: 42 })
            }
            (Mode::Points, Bid::Marks(4)) if standing != Some(Bid::Marks(2)) => {
                Err(BidFault::OnlyOver { bid: 168, over: 84 })
            }
            // Any seat may bid up to two marks; above that, one more than the standing bid.
            (Mode::Marks, Bid::Marks(marks)) if marks > next.max(2) => Err(BidFault::Jump {
                bid,
                most: next.max(2),
            }),
            (Mode::Marks, Bid::Plunge(marks)) if marks != next.max(Bid::LEAST_PLUNGE) => {
                Err(BidFault::PlungeFor {
                    marks,
                    needed: next.max(Bid::LEAST_PLUNGE),
                })
            }
            _ => Ok(()),
        }
    }
}

/// The reasons why a call is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
pub enum BidFault {
    /// The bid is below every ladder.
    #[error("a bid must be at least 30, not {0}")]
    BelowThirty(Bid),
    /// The marks game never has this bid.
    #[error("a bid must be 30 to 41 or 1 to 7 marks, not {0}")]
    NoSuchBid(Bid),
    /// The points game never has this bid.
    #[error("a bid of the points game must be 30 to 42, 84 or 168, not {0}")]
    NotInPointsGame(Bid),
    /// A plunge is for at least four marks.
    #[error("a plunge must be for 4 marks or more, not {0}")]
    PlungeTooSmall(u8),
    /// A splash is for the number of marks that the table chose.
    #[error("a splash must be for {needed} marks at this table, not {marks}")]
    SplashFor { marks: u8, needed: u8 },
    /// The table does not play it.
    #[error("this table does not play {0}")]
    NotPlayed(&'static str),
    /// Every bid is higher than all before.
    #[error("{bid} must be higher than the bid of seat {seat}, {standing}")]
    TooLow {
        bid: CalledBid,
        standing: CalledBid,
        seat: Seat,
    },
    /// The shaker must bid at least this.
    #[error("{bid} is too low: everyone passed, and the shaker must bid {least} or more")]
    BelowForced { bid: Bid, least: u8 },
    /// The shaker may not pass.
    #[error("everyone passed, and the shaker must bid {least} or more")]
    MustBid { least: u8 },
    /// Nobody may go higher than this now.
    #[error("{bid} is too high a jump: a bid must be at most {most} marks now")]
    Jump { bid: Bid, most: u8 },
    /// A plunge over four marks or more is for exactly one more.
    #[error("a plunge must be for {needed} marks now, not {marks}")]
    PlungeFor { marks: u8, needed: u8 },
    /// 84 only over 42, 168 only over 84.
    #[error("a bid of {bid} must follow a bid of {over}")]
    OnlyOver { bid: u8, over: u8 },
    /// The hand lacks doubles.
    #[error("a hand must have {needed} doubles for {bid}: you hold {held}")]
    NeedsDoubles { bid: Bid, needed: u8, held: u8 },
}

/// Whether anybody could ever make this bid in a game with this scoring.
pub(crate) fn check_possible(mode: Mode, bid: Bid) -> Result<(), BidFault> {
    match (mode, bid) {
        (_, Bid::Points(points)) if points < *Bid::POINTS.start() => {
            Err(BidFault::BelowThirty(bid))
        }
        (_, Bid::Points(points)) if Bid::POINTS.contains(&points) => Ok(()),
        (Mode::Points, Bid::Marks(1 | 2 | 4)) => Ok(()),
        (Mode::Points, _) => Err(BidFault::NotInPointsGame(bid)),
        (Mode::Marks, Bid::Plunge(marks)) if marks < Bid::LEAST_PLUNGE => {
            Err(BidFault::PlungeTooSmall(marks))
        }
        (Mode::Marks, Bid::Splash(2 | 3)) => Ok(()),
        (Mode::Marks, Bid::Marks(1..=Bid::MOST_MARKS) | Bid::Plunge(..=Bid::MOST_MARKS)) => Ok(()),
        (Mode::Marks, _) => Err(BidFault::NoSuchBid(bid)),
    }
}

/// Whether this table has such a bid.
fn check_exists(options: &Options, bid: Bid) -> Result<(), BidFault> {
    let needed = options.splash_marks.0;
    match bid {
        Bid::Plunge(_) if !options.plunge => Err(BidFault::NotPlayed("plunge")),
        Bid::Splash(_) if !options.splash => Err(BidFault::NotPlayed("splash")),
        Bid::Splash(marks) if marks != needed => Err(BidFault::SplashFor { marks, needed }),
        bid => check_possible(options.mode, bid),
    }
}

fn check_doubles(bid: Bid, held: u8) -> Result<(), BidFault> {
    let needed = bid.doubles_needed();
    if held < needed {
        Err(BidFault::NeedsDoubles { bid, needed, held })
    } else {
        Ok(())
    }
}
