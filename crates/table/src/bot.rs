//! Which bots a table can seat: those that play at a [`Level`].
//!
//! A table asks a bot by an [`Ask`], which holds nothing but what its seat may see. It
//! does not know what comes of it: bots live with their games, and think elsewhere.
//! Only the bot that needs no thinking is here.

pub use kernel::Level;

use kernel::Rng;
use serde_json::Value;

use crate::effect::Ask;

/// What a bot of [`Level::Random`] does; nothing only if nothing is legal.
pub fn random(ask: &Ask, rng: &mut Rng) -> Option<Value> {
    rng.choose(&ask.legal).cloned()
}
