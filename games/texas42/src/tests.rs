//! The game checked against its contract, its rulings and its playthroughs.

mod auctions;
mod bots;
mod prose;
mod records;
mod request;
mod rulings;
mod unseen;
mod version_1;

use crate::Texas42;
use kernel::{Rng, Seat, Viewer};
use pieces::Domino;
use testkit::Secrets;

const PLAYTHROUGHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");

#[test]
fn conforms() {
    let seen = testkit::conforms::<Texas42>();
    assert_eq!(seen.unlisted, [""; 0]);
}

#[test]
fn keeps_secrets() {
    let report = testkit::keeps_secrets::<Texas42>();
    let anew = report.differed > report.hiding / 2;
    assert!(anew, "imagining must deal the unseen anew: {report:?}");
}

#[test]
fn planted_flaws_are_found() {
    testkit::finds_planted_flaws::<Texas42>();
}

#[test]
fn playthroughs_replay() {
    assert!(testkit::playthroughs::<Texas42>(PLAYTHROUGHS) >= 4);
}

impl Secrets for Texas42 {
    /// Deals the dominoes of the others anew among them.
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        let hands = &mut self.hidden.hands;
        let others: Vec<Seat> = Seat::all(4).filter(|&seat| !viewer.is(seat)).collect();
        let mut held: Vec<Domino> = others.iter().flat_map(|&seat| hands[seat].iter()).collect();
        rng.shuffle(&mut held);
        for seat in others {
            hands[seat] = held.drain(..hands[seat].len()).collect();
        }
    }
}
