//! The game against its own contract, its rulings and its playthroughs.

mod auctions;
mod bots;
mod records;
mod rulings;
mod solving;
mod unseen;
mod version_1;

use crate::Texas42;
use kernel::{Seat, Viewer};
use pieces::DominoSet;
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
fn playthroughs_replay() {
    assert!(testkit::playthroughs::<Texas42>(PLAYTHROUGHS) >= 4);
}

impl Secrets for Texas42 {
    /// Every domino that another seat holds.
    fn hidden_from(&self, viewer: Viewer) -> Vec<String> {
        let others = Seat::all(4).filter(|&seat| !viewer.is(seat));
        let held = others.fold(DominoSet::EMPTY, |all, seat| all | self.hidden.hands[seat]);
        held.iter().map(|domino| domino.to_string()).collect()
    }
}
