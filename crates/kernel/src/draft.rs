//! The events of a decision while it is being made.

use crate::{Game, Input, Refusal, Turn};

/// A copy of a game on which a decision writes its events.
///
/// A cascade (last card, show, stop at the target) needs to see the effect of its own events so
/// far. A draft emits an event and applies it to the copy; the game itself stays untouched until
/// the events are journaled.
///
/// A decided event is applied nowhere else. Code that needs the game after each event takes it from
/// the draft instead of applying the events again.
#[derive(Debug)]
pub struct Draft<G: Game> {
    game: G,
    events: Vec<G::Event>,
    /// The game after each event, if the caller wants it.
    after: Option<Vec<G>>,
}

impl<G: Game> Draft<G> {
    /// Starts from a game.
    pub const fn new(game: G) -> Draft<G> {
        Draft {
            game,
            events: Vec::new(),
            after: None,
        }
    }

    /// Starts from a game, and keeps a copy after each event.
    pub(crate) const fn keeping(game: G) -> Draft<G> {
        Draft {
            game,
            events: Vec::new(),
            after: Some(Vec::new()),
        }
    }

    /// The game with every event so far.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Adds an event and applies it.
    pub fn emit(&mut self, event: G::Event) {
        self.game.evolve(&event);
        self.events.push(event);
        if let Some(after) = &mut self.after {
            after.push(self.game.clone());
        }
    }

    /// The events, in order.
    pub fn into_events(self) -> Vec<G::Event> {
        self.events
    }

    /// The game at the end, the events, and the game after each event if it was kept.
    pub(crate) fn into_parts(self) -> (G, Vec<G::Event>, Vec<G>) {
        (self.game, self.events, self.after.unwrap_or_default())
    }

    /// Decides an input of `game`, from which the draft started. After a refusal the draft must be
    /// thrown away.
    pub(crate) fn take(&mut self, game: &G, input: &Input<G>) -> Result<(), Refusal<G::Reason>> {
        match (input, game.turn()) {
            (_, Turn::Over) => Err(Refusal::Over),
            (Input::Act { seat, action }, Turn::Seats(seats)) if seats.contains(*seat) => {
                game.act(*seat, action, self).map_err(Refusal::Illegal)
            }
            (Input::Act { .. }, _) => Err(Refusal::NotYourTurn),
            (Input::Chance(chance), Turn::Chance) => {
                game.luck(chance, self).map_err(|_| Refusal::ImpossibleDraw)
            }
            (Input::Chance(_), _) => Err(Refusal::ImpossibleDraw),
        }
    }
}
