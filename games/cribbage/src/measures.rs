//! The figures that are kept for each player: hands, cribs and pegging, by role.
//!
//! A hand counts with its true worth, whatever its owner saw in it. The pegging of a deal counts
//! once all cards are played: a deal that somebody wins in the play says nothing about a whole one.

use kernel::{Game, Measure, Sample, Seat};

use crate::options::Options;
use crate::score::HandOrCrib;
use crate::state::{Cribbage, Event};

/// The names of the measures at one kind of table.
struct Names {
    hand_dealer: &'static str,
    hand_pone: &'static str,
    crib: &'static str,
    pegs_dealer: &'static str,
    pegs_pone: &'static str,
}

/// At tables of two, to 121 points, without a head start.
const USUAL: Names = Names {
    hand_dealer: "hand_dealer",
    hand_pone: "hand_pone",
    crib: "crib",
    pegs_dealer: "pegs_dealer",
    pegs_pone: "pegs_pone",
};

/// At all other tables. Three and four players keep and throw other cards, and a short game is
/// often won in the middle of a count: what is usual there cannot be compared with par.
const OTHER: Names = Names {
    hand_dealer: "other_hand_dealer",
    hand_pone: "other_hand_pone",
    crib: "other_crib",
    pegs_dealer: "other_pegs_dealer",
    pegs_pone: "other_pegs_pone",
};

/// Par is the average of two experts in 2,000 games with the usual options, by
/// `cargo run --release -p roster --example par -- cribbage expert 2000`. The standard errors are
/// 30 for hands, 25 for cribs and 17 for pegging.
pub(crate) const MEASURES: &[Measure] = &[
    mean(USUAL.hand_dealer, Some(8_000)),
    mean(USUAL.hand_pone, Some(8_000)),
    mean(USUAL.crib, Some(4_699)),
    mean(USUAL.pegs_dealer, Some(3_432)),
    mean(USUAL.pegs_pone, Some(2_171)),
    mean(OTHER.hand_dealer, None),
    mean(OTHER.hand_pone, None),
    mean(OTHER.crib, None),
    mean(OTHER.pegs_dealer, None),
    mean(OTHER.pegs_pone, None),
];

const fn mean(key: &'static str, par: Option<i32>) -> Measure {
    Measure {
        key,
        is_rate: false,
        par,
    }
}

fn names(options: &Options) -> &'static Names {
    let head_start = options.head_start.values().any(|&points| points > 0);
    match options.seats == 2 && options.target == 121 && !head_start {
        true => &USUAL,
        false => &OTHER,
    }
}

/// Names the samples of an event.
pub(crate) fn watch(game: &Cribbage, event: &Event, _: &Cribbage, samples: &mut Vec<Sample>) {
    let dealer = game.table().dealer;
    let names = names(&game.table().options);
    let pegs = |seat| by_role(dealer, seat, names.pegs_dealer, names.pegs_pone);
    match event {
        Event::Counted {
            seat, kind, tally, ..
        } => {
            let measure = match kind {
                HandOrCrib::Hand => by_role(dealer, *seat, names.hand_dealer, names.hand_pone),
                HandOrCrib::Crib => names.crib,
            };
            samples.push(Sample::whole(*seat, measure, tally.total()));
        }
        Event::Played { seat, tally, .. } => {
            samples.push(Sample::part(*seat, pegs(*seat), tally.total()));
        }
        Event::PlayFinished => {
            let seats = Seat::all(game.n_seats());
            samples.extend(seats.map(|seat| Sample::whole(seat, pegs(seat), 0)));
        }
        _ => {}
    }
}

fn by_role(
    dealer: Option<Seat>,
    seat: Seat,
    as_dealer: &'static str,
    as_pone: &'static str,
) -> &'static str {
    match dealer == Some(seat) {
        true => as_dealer,
        false => as_pone,
    }
}
