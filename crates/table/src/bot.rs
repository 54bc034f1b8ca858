//! The bots that a table can seat: those that play at a [`Level`].
//!
//! A table asks a bot with an [`Ask`], which holds only what its seat may see. The table does not
//! run bots: they belong to their games and think elsewhere. The caller that runs them puts an ask
//! to them with [`choose`], [`quick`] and [`advise`].

pub use kernel::Level;

use kernel::{Kind, Rng};
use serde_json::Value;

use crate::effect::Ask;
use crate::messages::Hint;

/// The action of a bot of [`Level::Random`]; `None` only if nothing is legal.
pub fn random(ask: &Ask, rng: &mut Rng) -> Option<Value> {
    rng.choose(&ask.legal).cloned()
}

/// The game's baseline that takes the most points at once, if it has one.
const QUICK: &str = "greedy";

/// The action of the bot of the asked level. It may think for a while.
pub fn choose(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let bot = ask.level.bot(&kind.bots());
    kind.choose(bot, &ask.view, &ask.legal, rng)
}

/// The action if there was no time to think, or thinking failed.
pub fn quick(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let quick = kind.choose(QUICK, &ask.view, &ask.legal, rng);
    quick.or_else(|| random(ask, rng))
}

/// The possible actions, best first, each with its reasons; `None` if the game has no adviser. It
/// may take a while.
pub fn advise(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
    let advice = kind.advise(&ask.view, &ask.legal, None, rng)?;
    let hint = |advice| Hint::new(kind, &ask.view, advice);
    Some(advice.into_iter().filter_map(hint).collect())
}
