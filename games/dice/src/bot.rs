//! Bots for dice hands, from gentle to exact.
//!
//! A bot sees one run and the round, like anyone at that seat, and never looks at luck. [`Exact`]
//! knows the chance of every throw. The levels (`level`) below `hard` err as people do (`slips`). In the
//! shop most follow `taste`, a list of what usually serves a whole run. The expert imagines the result
//! of each purchase (`shopper`) by rollouts to the end of the game (`rollout`), whose rounds end as
//! the reroll tables say (`outlook`).

mod advice;
mod exact;
mod level;
mod likeness;
mod outlook;
mod rollout;
mod shopper;
mod simple;
mod slips;
mod taste;
mod thumb;

pub(crate) use advice::advise;
pub use exact::Exact;

use crate::options::Options;
use crate::run::{Round, Run, RunStage};
use crate::state::{Action, DiceHands};
use kernel::{Bot, BySeat, Rng, Seat, Sight, Strength};
use level::Level;

/// The bots, weakest first.
pub(crate) const BOTS: &[Bot<DiceHands>] = &[
    Bot {
        strength: Strength::Baseline("greedy"),
        about: "keeps what makes a hand and buys whatever it can pay",
        choose: |sight, rng| decide(sight, rng, &Level::GREEDY),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Easy),
        about: "keeps what makes a hand, forgets straights, and likes what glitters",
        choose: |sight, rng| decide(sight, rng, &Level::EASY),
    },
    Bot {
        strength: Strength::Baseline("points"),
        about: "throws for the most points, whatever the target is",
        choose: |sight, rng| decide(sight, rng, &Level::POINTS),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Medium),
        about: "throws for the target, but now and then forgets a straight or chases a long shot",
        choose: |sight, rng| decide(sight, rng, &Level::MEDIUM),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Hard),
        about: "throws exactly, and buys what is usually good",
        choose: |sight, rng| decide(sight, rng, &Level::HARD),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Expert),
        about: "throws exactly, and imagines the whole game before it buys",
        choose: |sight, rng| decide(sight, rng, &Level::EXPERT),
    },
];

/// The knowledge of a seat about its own run.
#[derive(Clone, Copy)]
struct Position<'a> {
    run: &'a Run,
    round: &'a Round,
    options: &'a Options,
    seat: Seat,
    /// All runs as everybody last saw them.
    shown: &'a BySeat<Run>,
}

impl<'a> Position<'a> {
    /// The position of a seat in a game that is known whole.
    #[cfg(test)]
    fn in_game(game: &'a DiceHands, seat: Seat) -> Position<'a> {
        Position {
            run: &game.runs[seat],
            round: &game.table.round,
            options: &game.table.options,
            seat,
            shown: &game.shown,
        }
    }

    fn of(sight: &Sight<'a, DiceHands>) -> Option<Position<'a>> {
        let view = sight.view.value();
        Some(Position {
            run: view.run(sight.view.viewer(), sight.seat)?,
            round: &view.table.round,
            options: &view.table.options,
            seat: sight.seat,
            shown: &view.shown,
        })
    }

    fn is_shopping(&self) -> bool {
        self.run.stage == RunStage::Shopping
    }
}

/// The action that a bot chooses. A won run is stopped, because nothing more can be won, and a
/// single legal action needs no thought.
fn decide(sight: &Sight<'_, DiceHands>, rng: &mut Rng, level: &Level) -> Action {
    let stop = sight
        .legal
        .iter()
        .find(|action| **action == Action::StopRun);
    let only = || sight.legal.first().filter(|_| sight.legal.len() == 1);
    let chosen = stop.or_else(only).cloned();
    let chosen = chosen.or_else(|| Position::of(sight).map(|position| level.choose(position, rng)));
    chosen
        .or_else(|| sight.legal.first().cloned())
        .expect("a seat whose turn it is has a legal action")
}
