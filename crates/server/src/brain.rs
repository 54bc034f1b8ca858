//! Who plays for the bots, and whom players ask for advice.
//!
//! A brain gets an [`Ask`], which holds nothing but what a seat may see. It may think
//! for a while: it is called on a thread of its own, never on one that serves sockets.

use std::fmt::Debug;

use kernel::Rng;
use serde_json::Value;
use table::Ask;

/// Chooses for bots and advises players.
pub trait Brain: Debug + Send + Sync + 'static {
    /// What to do. Nothing leaves the choice to the table.
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value>;

    /// What could be done, the best first, each with its reasons; nothing if this brain
    /// knows no better than anybody.
    fn advise(&self, ask: &Ask, rng: &mut Rng) -> Option<Vec<Value>>;
}

/// A brain that does anything legal, and has no advice.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyLegal;

impl Brain for AnyLegal {
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        table::bot::random(ask, rng)
    }

    fn advise(&self, _: &Ask, _: &mut Rng) -> Option<Vec<Value>> {
        None
    }
}
