//! Who plays for the bots, and whom players ask for advice.
//!
//! A brain gets an [`Ask`], which holds nothing but what a seat may see. It may think
//! for a while: it is called on a thread for thinking, never on one that serves sockets.

use std::fmt::Debug;

use kernel::{Kind, Rng};
use serde_json::Value;
use table::Ask;
use table::messages::Hint;

/// Chooses for bots and advises players.
pub trait Brain: Debug + Send + Sync + 'static {
    /// What to do. Nothing leaves the choice to the quick move.
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value>;

    /// What to do when there was no time to think, or thinking failed. It must be quick: it
    /// is called wherever that was noticed.
    fn quick(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        table::bot::random(ask, rng)
    }

    /// What could be done, the best first, each with its reasons; nothing if this brain
    /// knows no better than anybody.
    fn advise(&self, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>>;
}

/// The bots that come with the games.
#[derive(Debug, Clone, Copy)]
pub struct GameBots(&'static [&'static dyn Kind]);

impl GameBots {
    /// The bots of these games.
    pub const fn new(games: &'static [&'static dyn Kind]) -> GameBots {
        GameBots(games)
    }

    fn kind(&self, ask: &Ask) -> Option<&'static dyn Kind> {
        let mut games = self.0.iter().copied();
        games.find(|kind| kind.meta().key == ask.game)
    }
}

impl Brain for GameBots {
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        table::bot::choose(self.kind(ask)?, ask, rng)
    }

    fn quick(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        table::bot::quick(self.kind(ask)?, ask, rng)
    }

    fn advise(&self, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
        table::bot::advise(self.kind(ask)?, ask, rng)
    }
}
