//! The games of this build: the one place that names them all.
//!
//! A new game is its folder under `games/` and one line here.

use cribbage::Cribbage;
use dice::DiceHands;
use kernel::{Kind, KindOf};
use texas42::Texas42;

/// Every game of this house, in the order in which they are offered.
///
/// A static, so that each game is compiled behind [`Kind`] once, here: a constant would be
/// compiled anew in every crate that names it.
///
/// ```
/// let keys: Vec<&str> = roster::GAMES.iter().map(|game| game.meta().key).collect();
/// assert!(keys.contains(&"cribbage"));
/// ```
pub static GAMES: &[&dyn Kind] = &[
    &KindOf::<Cribbage>::new(),
    &KindOf::<Texas42>::new(),
    &KindOf::<DiceHands>::new(),
];

/// The game of this key.
pub fn find(key: &str) -> Option<&'static dyn Kind> {
    GAMES.iter().copied().find(|game| game.meta().key == key)
}
