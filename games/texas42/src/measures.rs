//! The figures that are kept for each player: bids made and set, one's own, the partner's and the
//! opponents'.

use kernel::{Measure, Sample, Seat};

use crate::sides::{partner_of, side_of};
use crate::state::{Event, Texas42};

const BID_MADE: &str = "bid_made";
const PARTNER_MADE: &str = "partner_made";
const SET_THEM: &str = "set_them";

/// Par is the average of four medium bots in 150 games with the usual options, by the example `par`
/// of `roster`.
pub(crate) const MEASURES: &[Measure] = &[
    rate(BID_MADE, 617),
    rate(PARTNER_MADE, 617),
    rate(SET_THEM, 382),
];

const fn rate(key: &'static str, par: i32) -> Measure {
    Measure {
        key,
        is_rate: true,
        par: Some(par),
    }
}

/// Names the samples of an event.
pub(crate) fn watch(_: &Texas42, event: &Event, after: &Texas42, samples: &mut Vec<Sample>) {
    let (Event::HandScored { .. }, Some(result)) = (event, after.table.history.last()) else {
        return;
    };
    let (bidder, made) = (result.pledge.bidder, result.made());
    samples.push(Sample::whole(bidder, BID_MADE, made.into()));
    samples.push(Sample::whole(partner_of(bidder), PARTNER_MADE, made.into()));
    let others = Seat::all(4).filter(|seat| side_of(*seat) != side_of(bidder));
    samples.extend(others.map(|seat| Sample::whole(seat, SET_THEM, (!made).into())));
}
