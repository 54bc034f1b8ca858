//! Which bots a table can seat: those that play at a [`Level`].
//!
//! A table asks a bot by an [`Ask`], which holds nothing but what its seat may see. It
//! does not know what comes of it: bots live with their games, and think elsewhere. Whoever
//! lets them think finds here how an ask is put to them: [`choose`], [`quick`] and [`advise`].

pub use kernel::Level;

use kernel::{Kind, Rng};
use serde_json::Value;

use crate::effect::Ask;
use crate::messages::Hint;

/// What a bot of [`Level::Random`] does; nothing only if nothing is legal.
pub fn random(ask: &Ask, rng: &mut Rng) -> Option<Value> {
    rng.choose(&ask.legal).cloned()
}

/// The baseline of a game that takes what counts most at once, where it has one.
const QUICK: &str = "greedy";

/// What the bot of the asked level does. It may think for a while.
pub fn choose(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let bot = ask.level.bot(&kind.bots());
    kind.choose(bot, &ask.view, &ask.legal, rng)
}

/// What to do when there was no time to think, or thinking failed.
pub fn quick(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Value> {
    let quick = kind.choose(QUICK, &ask.view, &ask.legal, rng);
    quick.or_else(|| random(ask, rng))
}

/// What could be done, the best first, each with its reasons; nothing if nobody can tell. It
/// may take a while.
pub fn advise(kind: &dyn Kind, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
    let advice = kind.advise(&ask.view, &ask.legal, None, rng)?;
    let hint = |advice| Hint::new(kind, &ask.view, advice);
    Some(advice.into_iter().filter_map(hint).collect())
}
