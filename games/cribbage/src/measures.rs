//! The figures that are kept for each player: hands, cribs and pegging, by role.
//!
//! A hand counts with its true worth, whatever its owner saw in it. The pegging of a deal counts
//! once all cards are played: a deal that somebody wins in the play says nothing about a whole one.

use kernel::{Game, Measure, Sample, Seat};

use crate::score::HandOrCrib;
use crate::state::{Cribbage, Event};

const HAND_DEALER: &str = "hand_dealer";
const HAND_PONE: &str = "hand_pone";
const CRIB: &str = "crib";
const PEGS_DEALER: &str = "pegs_dealer";
const PEGS_PONE: &str = "pegs_pone";

/// Par is the average of two hard bots in 400 games, by the example `par` of `roster`.
pub(crate) const MEASURES: &[Measure] = &[
    mean(HAND_DEALER, 8_165),
    mean(HAND_PONE, 8_121),
    mean(CRIB, 4_735),
    mean(PEGS_DEALER, 3_229),
    mean(PEGS_PONE, 2_055),
];

const fn mean(key: &'static str, par: i32) -> Measure {
    Measure {
        key,
        is_rate: false,
        par: Some(par),
    }
}

/// Names the samples of an event.
pub(crate) fn watch(game: &Cribbage, event: &Event, _: &Cribbage, samples: &mut Vec<Sample>) {
    let dealer = game.table().dealer;
    let pegs = |seat| by_role(dealer, seat, PEGS_DEALER, PEGS_PONE);
    match event {
        Event::Counted {
            seat, kind, tally, ..
        } => {
            let measure = match kind {
                HandOrCrib::Hand => by_role(dealer, *seat, HAND_DEALER, HAND_PONE),
                HandOrCrib::Crib => CRIB,
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
