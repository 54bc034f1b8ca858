//! The pay of a hand. The score and the bots both take it from here.

use super::AwardRule;
use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use crate::options::Mode;
use crate::sides::{Sides, other_side};
use arrayvec::ArrayVec;

/// The pay of one side, reason by reason.
pub(crate) type Paid = ArrayVec<(AwardRule, u16), 2>;

/// The worth of nello in the points game, for any bid.
const LOW_NO: u16 = 42;

/// The pay of each side if the bid is made or set and the sides took this many points.
///
/// In the marks game the bid's marks go to the side that won the hand. In the points game a made
/// bid below 42 pays both sides the points that they took.
pub(crate) fn pay(mode: Mode, pledge: &Pledge, made: bool, points: Sides<u8>) -> Sides<Paid> {
    let winner = if made {
        pledge.side()
    } else {
        other_side(pledge.side())
    };
    let taken = |side| (AwardRule::PointsTaken, u16::from(points[side]));
    let to_winner = |reasons: &[(AwardRule, u16)]| {
        let mut paid = Sides::<Paid>::default();
        paid[winner].extend(reasons.iter().copied());
        paid
    };
    match (mode, pledge.declaration, pledge.bid) {
        (Mode::Marks, _, bid) => to_winner(&[(AwardRule::Marks, bid.worth().into())]),
        (Mode::Points, Declaration::Nello, _) => to_winner(&[(AwardRule::LowNo, LOW_NO)]),
        (Mode::Points, _, Bid::Points(_)) if made => {
            Sides::from_fn(|side| Paid::from_iter([taken(side)]))
        }
        (Mode::Points, _, bid @ Bid::Points(_)) => {
            to_winner(&[taken(winner), (AwardRule::PointsBid, bid.points())])
        }
        (Mode::Points, _, bid) => to_winner(&[(AwardRule::PointsBid, bid.points())]),
    }
}
