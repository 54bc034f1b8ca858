//! The methods of throwing and buying, from the baselines to the strongest.
//!
//! `easy` and `medium` begin with what they can do and err as people do (`slips`); the others make
//! none of these errors.

use super::slips::Slips;
use super::{Exact, Position, shopper, simple, taste};
use crate::state::Action;
use kernel::Rng;

/// The parts of a bot.
pub(super) struct Level {
    throw: fn(Position<'_>, &mut Rng) -> Action,
    shop: fn(Position<'_>, &mut Rng) -> Action,
}

impl Level {
    pub(super) const GREEDY: Level = Level {
        throw: |position, _| simple::keep_hands(position),
        shop: |position, _| simple::buy_anything(position),
    };

    /// Keeps what makes a hand, with the slips of a beginner.
    pub(super) const EASY: Level = Level {
        throw: |position, rng| Slips::EASY.throw(position, simple::keep_hands(position), rng),
        shop: |position, rng| Slips::EASY.shop(position, by_taste(position), rng),
    };

    pub(super) const POINTS: Level = Level {
        throw: |position, rng| simple::most_points(position, rng),
        shop: |position, _| by_taste(position),
    };

    /// Throws exactly, with the slips of somebody who plays now and then.
    pub(super) const MEDIUM: Level = Level {
        throw: |position, rng| {
            let sound = exactly(position, rng);
            Slips::MEDIUM.throw(position, sound, rng)
        },
        shop: |position, rng| Slips::MEDIUM.shop(position, by_taste(position), rng),
    };

    pub(super) const HARD: Level = Level {
        throw: |position, rng| exactly(position, rng),
        shop: |position, _| by_taste(position),
    };

    pub(super) const EXPERT: Level = Level {
        throw: |position, rng| exactly(position, rng),
        shop: |position, rng| {
            let best = shopper::ranked(position, rng).into_iter().next();
            best.map_or_else(|| by_taste(position), |best| best.action)
        },
    };

    /// The action of this level.
    pub(super) fn choose(&self, position: Position<'_>, rng: &mut Rng) -> Action {
        match position.is_shopping() {
            true => (self.shop)(position, rng),
            false => (self.throw)(position, rng),
        }
    }
}

fn exactly(position: Position<'_>, rng: &mut Rng) -> Action {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    Exact::with(rng).choose(run, round, options)
}

fn by_taste(position: Position<'_>) -> Action {
    taste::shop(position.run, position.round, position.options)
}
