//! What is worth counting while bots play.
//!
//! Wins and points say who is better. A game knows more that is worth a figure: what
//! the dealer takes in a deal, how often a contract is made. A [`Witness`] watches one
//! game from its start, sees everything, and notes samples by name; whoever runs
//! the games adds them up. It plays no part in the game and no bot hears of it.

use crate::{Game, Side};

/// Watches one game and notes what it sees.
pub trait Witness<G: Game> {
    /// An event happened: the game before it, and the game after it.
    fn saw(&mut self, before: &G, event: &G::Event, after: &G, notes: &mut Vec<Note>);
}

/// One sample of a figure. Figures are means of their samples, so a rate is noted as
/// 1 when it happened and 0 when it did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// What it measures, in a few words: `dealer's points a deal`.
    pub name: &'static str,
    /// The side it is about, where it is about one: the figure is then told for each bot.
    pub side: Option<Side>,
    /// How much.
    pub value: i32,
}

/// Makes the witness of a new game.
pub type Summon<G> = fn() -> Box<dyn Witness<G>>;
