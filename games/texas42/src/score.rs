//! The score of a hand, with its reasons.
//!
//! A trick is a list of items (see [`trick_tally`](crate::trick_tally)). A hand has the points of
//! each side, whether the bid was made, the reason, and a list of awards for each side; the score
//! is the sum of the awards. Everything here is a pure function of tricks and works without a game.
//! Only the awards are journaled: the rest is computed from the tricks when it is needed.

mod pay;

pub(crate) use pay::{Paid, pay};

use crate::bid::{Bid, CalledBid};
use crate::declaration::Declaration;
use crate::hand::{Pledge, Trick, Tricks};
use crate::options::Mode;
use crate::sides::{Sides, other_side, side_name, side_of};
use crate::trick::{HAND_POINTS, TRICKS, count};
use kernel::{Item, Seat, Side, Tally};
use pieces::DominoSet;
use serde::{Deserialize, Serialize};

/// A hand that is decided, with every item of it.
///
/// ```
/// use kernel::Seat;
/// use pieces::parse_dominoes;
/// use texas42::{Bid, Declaration, HandScore, Mode, Play, Pledge, Trick, Tricks, Trump};
///
/// let pledge = Pledge { bidder: Seat(0), bid: Bid::Marks(2), declaration: Declaration::Trump(Trump::Sixes) };
/// let contract = Trump::Sixes.contract(Default::default());
/// // Seat 0 leads the 6-4, and seat 3 takes it with the double.
/// let plays = parse_dominoes("6-4 6-1 6-0 6-6")?;
/// let plays = (0..).zip(plays).map(|(seat, domino)| Play { seat: Seat(seat), domino }).collect();
/// let tricks: Tricks = Trick::new(contract, plays).into_iter().collect();
/// let score = HandScore::new(Mode::Marks, pledge, &tricks, None).unwrap();
/// assert!(!score.result.made());
/// assert_eq!(score.result.marks().east_west, 2);
/// assert_eq!(score.result.sentence(), "2 marks is set: East-West took trick 1");
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandScore {
    /// The result.
    pub result: HandResult,
    /// The score of each side for the hand, item by item.
    pub awards: Sides<AwardTally>,
    /// The tricks that were played.
    pub tricks: Tricks,
}

/// The result of a hand: the points taken, whether the bid was made, and the score.
///
/// It names no domino: the history of a game reveals nothing about the hand in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandResult {
    /// The way in which the score is kept.
    pub mode: Mode,
    /// The pledge.
    #[serde(flatten)]
    pub pledge: Pledge,
    /// The points that each side took: one for each trick, and the count.
    pub points: Sides<u8>,
    /// The reason why the bid was made or set.
    pub why: BidVerdict,
    /// The seat that laid down the rest, if one did.
    pub laid_down: Option<Seat>,
    /// The score of each side: the sum of its awards, in marks or in points.
    pub score: Sides<u16>,
}

/// The reason why a bid was made or set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BidVerdict {
    /// The bidding side took as much as it bid.
    EnoughPoints {
        /// The bid.
        needed: u8,
        /// The points taken.
        taken: u8,
    },
    /// The other side took so much that the bid cannot be made.
    TooManyAgainst {
        /// The points that set the bid: 43 minus the bid.
        enough: u8,
        /// The points that the other side took.
        taken: u8,
    },
    /// The bidding side took every trick.
    EveryTrick,
    /// The other side took a trick.
    LostTrick {
        /// The first such trick, counted from 1.
        trick: u8,
    },
    /// The bidder of a nello took no trick.
    NoTrick,
    /// The bidder of a nello took a trick.
    TookTrick {
        /// The first such trick, counted from 1.
        trick: u8,
    },
}

/// The reason for a side's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AwardRule {
    /// The marks of the bid.
    Marks,
    /// The points that the side took.
    PointsTaken,
    /// The points of the bid.
    PointsBid,
    /// Nello in the points game.
    LowNo,
}

/// The score of a side for a hand, with the counting dominoes if they count.
pub type AwardTally = Tally<AwardRule, DominoSet>;

impl HandScore {
    /// The score of a decided hand; `None` before it is decided.
    ///
    /// If a seat has laid down, its side takes the rest, or none of it in nello.
    pub fn new(
        mode: Mode,
        pledge: Pledge,
        tricks: &Tricks,
        laid_down: Option<Seat>,
    ) -> Option<HandScore> {
        let points = points_taken(&pledge, tricks, laid_down.is_some());
        let complete = laid_down.is_some() || tricks.len() == TRICKS;
        let why = verdict(&pledge, tricks, points, complete)?;
        let awards = award(&pay(mode, &pledge, why.is_made(), points), tricks);
        // A hand scores 42 and a bid of at most 168 to a side.
        let score = awards.map(|tally: &AwardTally| tally.total() as u16);
        let result = HandResult {
            mode,
            pledge,
            points,
            why,
            laid_down,
            score,
        };
        Some(HandScore {
            result,
            awards,
            tricks: tricks.clone(),
        })
    }
}

impl HandResult {
    /// Whether the bid was made.
    pub const fn made(&self) -> bool {
        self.why.is_made()
    }

    /// The marks of each side; 0 in the points game.
    pub fn marks(&self) -> Sides<u8> {
        match self.mode {
            // A hand is for at most seven marks.
            Mode::Marks => self.score.map(|&marks| marks as u8),
            Mode::Points => Sides::default(),
        }
    }

    /// The bid as players of this game call it.
    pub const fn called_bid(&self) -> CalledBid {
        self.pledge.bid.called(self.mode)
    }

    /// A sentence for a player: whether the bid was made, and why.
    pub fn sentence(&self) -> String {
        let (bidder, bid) = (self.pledge.bidder, self.called_bid());
        let (us, them) = (
            side_name(self.pledge.side()),
            side_name(other_side(self.pledge.side())),
        );
        let why = match self.why {
            BidVerdict::EnoughPoints { taken, .. } => format!("{us} took {taken}"),
            BidVerdict::TooManyAgainst { enough, taken } => {
                format!("{them} took {taken}, and {enough} set it")
            }
            BidVerdict::EveryTrick => format!("{us} took every trick"),
            BidVerdict::LostTrick { trick } => format!("{them} took trick {trick}"),
            BidVerdict::NoTrick => format!("seat {bidder} took no trick"),
            BidVerdict::TookTrick { trick } => format!("seat {bidder} took trick {trick}"),
        };
        let result = if self.made() { "made" } else { "set" };
        match self.laid_down {
            Some(seat) => {
                format!("{bid} is {result}: {why}, after seat {seat} laid down the rest")
            }
            None => format!("{bid} is {result}: {why}"),
        }
    }
}

impl BidVerdict {
    /// Whether this is a reason for a made bid rather than a set one.
    pub const fn is_made(&self) -> bool {
        match self {
            BidVerdict::EnoughPoints { .. } | BidVerdict::EveryTrick | BidVerdict::NoTrick => true,
            BidVerdict::TooManyAgainst { .. }
            | BidVerdict::LostTrick { .. }
            | BidVerdict::TookTrick { .. } => false,
        }
    }
}

/// The points that each side took.
fn points_taken(pledge: &Pledge, tricks: &[Trick], laid_down: bool) -> Sides<u8> {
    let mut points = Sides::from_fn(|side| won_by(tricks, side).map(Trick::points).sum::<u8>());
    if laid_down && pledge.declaration != Declaration::Nello {
        points[pledge.side()] = HAND_POINTS as u8 - points[other_side(pledge.side())];
    }
    points
}

/// The reason why the bid is made or set; `None` while that is open.
fn verdict(
    pledge: &Pledge,
    tricks: &[Trick],
    points: Sides<u8>,
    complete: bool,
) -> Option<BidVerdict> {
    let (us, them) = (pledge.side(), other_side(pledge.side()));
    let first_of = |side| {
        let place = tricks
            .iter()
            .position(|trick| side_of(trick.winner) == side)?;
        Some(place as u8 + 1)
    };
    let made = |why| complete.then_some(why);
    match (pledge.declaration, pledge.bid) {
        (Declaration::Nello, _) => match first_of(us) {
            Some(trick) => Some(BidVerdict::TookTrick { trick }),
            None => made(BidVerdict::NoTrick),
        },
        (Declaration::Trump(_), Bid::Points(needed)) => {
            let (taken, against) = (points[us], points[them]);
            let enough = HAND_POINTS as u8 + 1 - needed.min(HAND_POINTS as u8);
            if taken >= needed {
                Some(BidVerdict::EnoughPoints { needed, taken })
            } else if against >= enough {
                let taken = against;
                Some(BidVerdict::TooManyAgainst { enough, taken })
            } else {
                None
            }
        }
        _ => match first_of(them) {
            Some(trick) => Some(BidVerdict::LostTrick { trick }),
            None => made(BidVerdict::EveryTrick),
        },
    }
}

/// The score of each side, with the dominoes that make it.
fn award(paid: &Sides<Paid>, tricks: &[Trick]) -> Sides<AwardTally> {
    let item = |side, &(rule, points): &(AwardRule, u16)| Item {
        rule,
        pieces: match rule {
            AwardRule::PointsTaken => counters_of(tricks, side),
            AwardRule::Marks | AwardRule::PointsBid | AwardRule::LowNo => DominoSet::EMPTY,
        },
        points: points.into(),
    };
    Sides::from_fn(|side| paid[side].iter().map(|reason| item(side, reason)).collect())
}

/// The tricks that a side won.
pub(crate) fn won_by(tricks: &[Trick], side: Side) -> impl Iterator<Item = &Trick> {
    tricks
        .iter()
        .filter(move |trick| side_of(trick.winner) == side)
}

/// The dominoes with a count that a side won.
pub(crate) fn counters_of(tricks: &[Trick], side: Side) -> DominoSet {
    won_by(tricks, side)
        .flat_map(|trick| &trick.plays)
        .map(|play| play.domino)
        .filter(|&domino| count(domino) > 0)
        .collect()
}
