//! Random play that a seed repeats.

use kernel::{Game, Input, Key, Rng, Turn};

/// A player of all seats and of luck that takes any legal action.
///
/// Seats and actions come from one stream of the seed and luck from others: only the seed and the
/// game decide how a walk goes, and the same walk can be repeated in another test, or written out
/// as a playthrough.
pub(crate) struct Walk {
    key: Key,
    choices: Rng,
    n_draws: u64,
}

impl Walk {
    /// A walk from the start of a game.
    pub(crate) fn new(seed: u64) -> Walk {
        Walk::after(seed, 0)
    }

    /// A walk from the middle of a game, after this many draws.
    pub(crate) fn after(seed: u64, n_draws: u64) -> Walk {
        Walk {
            key: Key::from_seed(seed),
            choices: Rng::from_seed(seed),
            n_draws,
        }
    }

    /// The next input; `None` when nobody can move.
    pub(crate) fn step<G: Game>(&mut self, game: &G) -> Option<Input<G>> {
        match game.turn() {
            Turn::Over => None,
            Turn::Chance => {
                let chance = game.draw(&self.key.draw(self.n_draws));
                self.n_draws += 1;
                Some(Input::Chance(chance))
            }
            Turn::Seats(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = *self.choices.choose(&seats)?;
                let action = self.choices.choose(&game.legal_actions(seat))?.clone();
                Some(Input::Act { seat, action })
            }
        }
    }
}
