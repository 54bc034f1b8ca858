//! The announced and the real change of the scores by an event.

use kernel::{BySide, Game, Turn};

use crate::trail::ensure;
use crate::transcript::json;

/// The announced and the real change of the scores by an event.
pub(super) struct Award {
    event: String,
    before: BySide<i32>,
    after: BySide<i32>,
    awarded: BySide<i32>,
}

impl Award {
    /// Applies the event.
    pub(super) fn of<G: Game>(game: &mut G, event: &G::Event) -> Result<Award, String> {
        let before = game.scores();
        let mut awarded = before.map(|_, _| 0);
        for (side, points) in game.awards(event) {
            ensure!(
                side.index() < awarded.len(),
                "points are awarded to side {side}, which is not there"
            );
            awarded[side] += points;
        }
        game.evolve(event);
        Ok(Award {
            event: json(event),
            before,
            after: game.scores(),
            awarded,
        })
    }

    /// A score changes by its award; by less only if the target cut it and its side has won.
    /// Returns the total at which it was cut.
    pub(super) fn check<G: Game>(&self, game: &G) -> Result<Option<i32>, String> {
        let mut cut_at = None;
        for (side, &before) in self.before.iter() {
            let (after, awarded) = (self.after[side], self.awarded[side]);
            if after == before + awarded {
                continue;
            }
            let won = game.turn() == Turn::Over && game.winners().contains(&side);
            ensure!(
                won && before <= after && after < before + awarded,
                "side {side} went from {before} to {after}, but its awards are {awarded} in {}",
                self.event
            );
            cut_at = Some(after);
        }
        Ok(cut_at)
    }
}
