//! Who plays dice hands without a person: bots from gentle to exact.
//!
//! A bot sees one run and the round, as anyone at that seat does, and never looks at
//! luck. [`Exact`] knows the chance of every choice; the others know less: they keep what
//! makes a hand, or play for points and not for the target. In the shop most go by
//! taste (`taste`), which knows what serves a whole run; `hard` by the chance to pass the next rounds (`prospect`), or
//! where the dice are too many for that by what a run would score (`thumb`). That is weaker: what pays
//! late is never bought.

mod advice;
mod exact;
mod prospect;
mod simple;
mod taste;
mod thumb;

pub(crate) use advice::advise;
pub use exact::Exact;

use crate::options::Options;
use crate::run::{Round, Run, Stage};
use crate::state::{Action, DiceHands};
use kernel::{Bot, Rng, Sight};

/// The bots, the weakest first.
pub(crate) const BOTS: &[Bot<DiceHands>] = &[
    Bot {
        name: "greedy",
        about: "keeps what makes a hand and buys whatever it can pay",
        offered: false,
        choose: |sight, rng| decide(sight, rng, greedy),
    },
    Bot {
        name: "easy",
        about: "keeps what makes a hand, and buys what is usually good",
        offered: true,
        choose: |sight, rng| decide(sight, rng, easy),
    },
    Bot {
        name: "medium",
        about: "throws for the most points, whatever the target is",
        offered: true,
        choose: |sight, rng| decide(sight, rng, medium),
    },
    Bot {
        name: "hard",
        about: "throws exactly, and shops for the next three rounds",
        offered: true,
        choose: |sight, rng| decide(sight, rng, hard),
    },
    Bot {
        name: "expert",
        about: "throws exactly, and shops for the whole run",
        offered: true,
        choose: |sight, rng| decide(sight, rng, expert),
    },
];

/// What a seat knows of its own run.
#[derive(Clone, Copy)]
struct Position<'a> {
    run: &'a Run,
    round: &'a Round,
    options: &'a Options,
}

impl<'a> Position<'a> {
    fn of(sight: &Sight<'a, DiceHands>) -> Option<Position<'a>> {
        let view = sight.view.value();
        Some(Position {
            run: view.run(sight.view.viewer(), sight.seat)?,
            round: &view.table.round,
            options: &view.table.options,
        })
    }

    fn is_shopping(&self) -> bool {
        self.run.stage == Stage::Shopping
    }
}

type Mind = fn(Position<'_>, &mut Rng) -> Action;

/// What a mind chooses, but a won run is stopped: nothing more can be won.
fn decide(sight: &Sight<'_, DiceHands>, rng: &mut Rng, mind: Mind) -> Action {
    let first = || sight.legal.first().cloned();
    let stop = sight
        .legal
        .iter()
        .find(|action| **action == Action::StopRun);
    let chosen = stop.cloned();
    let chosen = chosen.or_else(|| Position::of(sight).map(|position| mind(position, rng)));
    chosen
        .or_else(first)
        .expect("a seat that is to act has something to do")
}

fn greedy(position: Position<'_>, _: &mut Rng) -> Action {
    match position.is_shopping() {
        true => simple::buy_anything(position),
        false => simple::keep_hands(position),
    }
}

fn easy(position: Position<'_>, _: &mut Rng) -> Action {
    match position.is_shopping() {
        true => shop_by_taste(position),
        false => simple::keep_hands(position),
    }
}

fn medium(position: Position<'_>, rng: &mut Rng) -> Action {
    match position.is_shopping() {
        true => shop_by_taste(position),
        false => simple::most_points(position, rng),
    }
}

fn hard(position: Position<'_>, rng: &mut Rng) -> Action {
    let best = position.is_shopping().then(|| prospect::ranked(position));
    match best.and_then(|ranked| ranked.into_iter().next()) {
        Some((action, _)) => action,
        None => exactly(position, rng),
    }
}

fn expert(position: Position<'_>, rng: &mut Rng) -> Action {
    match position.is_shopping() {
        true => shop_by_taste(position),
        false => exactly(position, rng),
    }
}

fn exactly(position: Position<'_>, rng: &mut Rng) -> Action {
    let Position {
        run,
        round,
        options,
    } = position;
    Exact::with(rng).choose(run, round, options)
}

fn shop_by_taste(position: Position<'_>) -> Action {
    taste::shop(position.run, position.round, position.options)
}
