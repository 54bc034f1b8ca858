//! Figures that are counted while bots play.
//!
//! Wins and points show which bot is better. A game has further interesting figures, such as the
//! dealer's points in a deal, or the share of contracts that are made. A [`Witness`] watches one
//! game from its start, sees everything, and notes samples by name; the arena adds them up. It
//! plays no part in the game, and bots never learn of it.

use crate::{Game, Side};

/// Watches one game and notes what it sees.
pub trait Witness<G: Game> {
    /// Notes an event, given the game before it and the game after it.
    fn saw(&mut self, before: &G, event: &G::Event, after: &G, notes: &mut Vec<Note>);
}

/// One sample of a figure. Figures are means of their samples; the samples of a rate are 1 if
/// something happened and 0 if it did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// The measured quantity, in a few words: `dealer's points a deal`.
    pub name: &'static str,
    /// The side it is about, if it is about one: the figure is then reported for each bot.
    pub side: Option<Side>,
    /// The value.
    pub value: i32,
}

/// Makes the witness of a new game.
pub type Summon<G> = fn() -> Box<dyn Witness<G>>;
