//! Bots for Texas 42, from gentle to strong.
//!
//! A bot uses the view of its seat. It imagines deals that agree with the view, plays them to the
//! end, and takes the action that wins the game most often. Its thinking is limited by a number of
//! deals, never by time: the same sight and the same luck give the same move.
//!
//! The parts: a `Situation` holds what the seat knows, `deals` imagines the rest, `habit` and the
//! solver play to the end, `stakes` values the end; `bidding` and `playing` combine these.

mod advice;
mod appraisal;
mod bidding;
mod calling;
mod calls;
mod count;
mod deals;
mod ends;
mod fit;
mod foretold;
mod greedy;
mod habit;
mod hindsight;
mod level;
mod plain;
mod playing;
mod playout;
mod rehearsal;
mod situation;
mod slips;
mod stakes;
#[cfg(test)]
mod tests;
mod witness;

pub(crate) use advice::advise;
pub use count::count_calls;
pub use fit::fit_hands;
pub use foretold::{Foretold, fit_chances, foretell};
pub(crate) use witness::ContractsMade;

use crate::state::{Action, Texas42};
use kernel::{Bot, Rng, Sight, Strength};
use level::Level;
use situation::Situation;

/// The bots, weakest first.
pub(crate) const BOTS: &[Bot<Texas42>] = &[
    Bot {
        strength: Strength::Baseline("greedy"),
        about: "bids by a fixed rule and plays high, as a beginner does",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, _| {
                greedy::choose(situation, legal)
            })
        },
    },
    Bot {
        strength: Strength::Level(kernel::Level::Easy),
        about: "knows the game, but overbids, forgets what is out and trumps its partner's tricks",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::EASY.choose(situation, legal, rng)
            })
        },
    },
    Bot {
        strength: Strength::Baseline("plain"),
        about: "looks into 50 deals with open hands and believes what it sees",
        choose: |sight, rng| decide(sight, rng, plain::choose),
    },
    Bot {
        strength: Strength::Level(kernel::Level::Medium),
        about: "bids soundly, draws trumps and gives count to its partner, with a slip now and then",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::MEDIUM.choose(situation, legal, rng)
            })
        },
    },
    Bot {
        strength: Strength::Level(kernel::Level::Hard),
        about: "counts what is out and thinks of many deals",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::HARD.choose(situation, legal, rng)
            })
        },
    },
    Bot {
        strength: Strength::Baseline("expert-0.1"),
        about: "the expert of version 0.1, to measure later ones against",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::EXPERT_0_1.choose(situation, legal, rng)
            })
        },
    },
    Bot {
        strength: Strength::Baseline("expert-counted"),
        about: "an expert that reads the others by what was counted, to be measured",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::EXPERT_COUNTED.choose(situation, legal, rng)
            })
        },
    },
    Bot {
        strength: Strength::Level(kernel::Level::Expert),
        about: "reads the bidding and the play, and plays for the game",
        choose: |sight, rng| {
            decide(sight, rng, |situation, legal, rng| {
                Level::EXPERT.choose(situation, legal, rng)
            })
        },
    },
];

/// The action that a bot chooses; the first legal one if it has no answer.
fn decide(
    sight: &Sight<'_, Texas42>,
    rng: &mut Rng,
    mind: impl Fn(&Situation<'_>, &[Action], &mut Rng) -> Option<Action>,
) -> Action {
    let chosen = Situation::new(sight)
        .and_then(|situation| mind(&situation, sight.legal, rng))
        .filter(|action| sight.legal.contains(action));
    let first = || sight.legal.first().copied();
    chosen
        .or_else(first)
        .expect("a seat whose turn it is has a legal action")
}
