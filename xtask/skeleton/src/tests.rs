//! The game checked against its contract, its secrets, its rulings and its playthroughs.

use kernel::{BySeat, Rng, Seat, Viewer};
use testkit::Secrets;

use crate::rules::MOST_CHIPS;
use crate::score;
use crate::state::NewGame;

impl Secrets for NewGame {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        for seat in Seat::all(self.options.seats).filter(|&seat| !viewer.is(seat)) {
            let mut swap = |hidden: &mut Option<u8>, most: u8| {
                *hidden = hidden.map(|_| rng.below(most.into()) as u8 + 1);
            };
            swap(&mut self.dice[seat], 6);
            swap(&mut self.stakes[seat], MOST_CHIPS);
        }
    }
}

#[test]
fn conforms() {
    testkit::conforms::<NewGame>();
}

#[test]
fn keeps_secrets() {
    testkit::keeps_secrets::<NewGame>();
}

#[test]
fn planted_flaws_are_found() {
    testkit::finds_planted_flaws::<NewGame>();
}

#[test]
fn bots_do_not_peek() {
    testkit::bots_do_not_peek::<NewGame>(&["medium"], 200);
}

#[test]
fn rulings_hold() {
    assert!(testkit::rulings(env!("CARGO_MANIFEST_DIR"), ruling) >= 2);
}

#[test]
fn playthroughs_replay() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");
    assert!(testkit::playthroughs::<NewGame>(folder) >= 1);
}

/// Dice and stakes, such as `6 2 with 1 3`.
fn ruling(given: &str) -> String {
    let numbers = |text: &str| -> BySeat<u8> {
        let numbers = text.split_whitespace().map(|word| word.parse::<u8>());
        let numbers: Result<Vec<u8>, _> = numbers.collect();
        numbers.expect("numbers").into()
    };
    let (dice, stakes) = given.split_once(" with ").expect("dice with stakes");
    match score::highest(&numbers(dice)) {
        Some(seat) => {
            let scored = score::tally(&numbers(stakes)).total();
            format!("seat {seat} scores {scored}")
        }
        None => "nobody scores".to_owned(),
    }
}
