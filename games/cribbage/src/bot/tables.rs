//! Computes the tables in `games/cribbage/bot`, as text.
//!
//! An example writes the files: this crate touches none. Everything is computed from the rules
//! alone; the files exist because that takes a while.

use kernel::Rng;

use super::chance::WinTable;
use super::habits::Habits;
use super::pegs::PegTable;

/// The number of plays for each hand in each role. A play's pegging has a standard deviation of
/// about 2.5 points, and the mean of 4,000 plays is right to within 0.04.
const TIMES: u32 = 4_000;

/// The seed of the plays, which makes the files the same each time.
const SEED: u64 = 20_261_115;

/// Every file's name and text.
pub fn all() -> Vec<(&'static str, String)> {
    let habits = Habits::settle();
    let pegs = PegTable::play_out(&habits, TIMES, &mut Rng::from_seed(SEED));
    let chance = WinTable::solve(&habits, &pegs);
    vec![
        ("crib.txt", habits.crib_text()),
        ("hands.txt", habits.hands_text()),
        ("pegging.txt", pegs.text()),
        ("chance.txt", chance.text()),
    ]
}
