//! The figures that are kept for each player: bids made and set, one's own, the partner's and the
//! opponents'.

use kernel::{Measure, Sample, Seat};

use crate::options::Options;
use crate::sides::{partner_of, side_of};
use crate::state::{Event, Texas42};

/// The names of the measures at one kind of table.
struct Names {
    bid_made: &'static str,
    partner_made: &'static str,
    set_them: &'static str,
}

/// With the usual options.
const USUAL: Names = Names {
    bid_made: "bid_made",
    partner_made: "partner_made",
    set_them: "set_them",
};

/// With any others: what may be declared and who must bid changes which bids are made.
const OTHER: Names = Names {
    bid_made: "other_bid_made",
    partner_made: "other_partner_made",
    set_them: "other_set_them",
};

/// Par is the average of four experts in 1,200 games with the usual options, by
/// `cargo run --release -p roster --example par -- texas42 expert 1200`. The standard error is 4.
pub(crate) const MEASURES: &[Measure] = &[
    rate(USUAL.bid_made, Some(642)),
    rate(USUAL.partner_made, Some(642)),
    rate(USUAL.set_them, Some(358)),
    rate(OTHER.bid_made, None),
    rate(OTHER.partner_made, None),
    rate(OTHER.set_them, None),
];

const fn rate(key: &'static str, par: Option<i32>) -> Measure {
    Measure {
        key,
        is_rate: true,
        par,
    }
}

/// The first shaker changes nothing, and seven marks are usual.
fn names(options: &Options) -> &'static Names {
    let usual = Options {
        target: options.target.filter(|&target| target == 7),
        first_shaker: options.first_shaker,
        ..Options::default()
    };
    match *options == usual {
        true => &USUAL,
        false => &OTHER,
    }
}

/// Names the samples of an event.
pub(crate) fn watch(_: &Texas42, event: &Event, after: &Texas42, samples: &mut Vec<Sample>) {
    let (Event::HandScored { .. }, Some(result)) = (event, after.table.history.last()) else {
        return;
    };
    let (bidder, made) = (result.pledge.bidder, result.made());
    let names = names(&after.table.options);
    let partner = partner_of(bidder);
    samples.push(Sample::whole(bidder, names.bid_made, made.into()));
    samples.push(Sample::whole(partner, names.partner_made, made.into()));
    let others = Seat::all(4).filter(|seat| side_of(*seat) != side_of(bidder));
    samples.extend(others.map(|seat| Sample::whole(seat, names.set_them, (!made).into())));
}
