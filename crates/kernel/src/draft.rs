//! Events in the making.

use crate::Game;

/// A copy of a game on which a decision writes its events.
///
/// A cascade (last card → show → stop at the target) needs to see what its own
/// events have done so far. A draft emits an event and applies it to the copy;
/// the game itself stays untouched until the events are journaled.
#[derive(Debug)]
pub struct Draft<G: Game> {
    game: G,
    events: Vec<G::Event>,
}

impl<G: Game> Draft<G> {
    /// Starts from the game as it is.
    pub fn new(game: &G) -> Draft<G> {
        Draft {
            game: game.clone(),
            events: Vec::new(),
        }
    }

    /// The game with every event so far.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Lets an event happen.
    pub fn emit(&mut self, event: G::Event) {
        self.game.evolve(&event);
        self.events.push(event);
    }

    /// The events, in order.
    pub fn into_events(self) -> Vec<G::Event> {
        self.events
    }
}
