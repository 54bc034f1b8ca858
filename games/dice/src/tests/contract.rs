//! The contract of a game, and its secrets.

use crate::{DiceHands, Options};
use kernel::{Game, Seat, Viewer};
use testkit::Secrets;

/// The text test looks for words, and a face is a number that anyone may have;
/// so what is hidden has no words that could give it away. It is the test by worlds
/// that looks for leaks, and this says where it has something to look for.
impl Secrets for DiceHands {
    fn hidden_from(&self, viewer: Viewer) -> Vec<String> {
        Seat::all(self.n_seats())
            .filter(|&seat| !viewer.is(seat) && self.run(seat) != &self.shown[seat])
            .map(|seat| format!("the-run-of-seat-{seat}"))
            .collect()
    }
}

#[test]
fn the_contract_is_kept() {
    let seen = testkit::conforms::<DiceHands>();
    assert!(seen.games >= Options::presets().len(), "{seen:?}");
}

#[test]
fn secrets_are_kept() {
    let seen = testkit::keeps_secrets::<DiceHands>();
    assert!(seen.hiding > 0 && seen.differed > 0, "{seen:?}");
}
