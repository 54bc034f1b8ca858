//! Brains: they play for the bots and advise players.
//!
//! A brain gets an [`Ask`], which holds only what a seat may see. It may think for a while: it is
//! called on a thread for thinking, never on one that serves sockets.

use std::fmt::Debug;

use kernel::{Kind, Rng};
use serde_json::Value;
use table::Ask;
use table::messages::Hint;

/// Chooses for bots and advises players.
pub trait Brain: Debug + Send + Sync + 'static {
    /// The choice of a bot; `None` leaves it to the quick move.
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value>;

    /// The choice when there was no time to think, or thinking failed. It must be quick, because
    /// any thread may call it.
    fn quick(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        table::bot::random(ask, rng)
    }

    /// The possible actions with their reasons, the best first; empty if this brain gives no
    /// advice.
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
