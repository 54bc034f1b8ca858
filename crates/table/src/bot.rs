//! Bots that need no thinking.
//!
//! A table asks a bot by an [`Ask`], which holds nothing but
//! what its seat may see. Strong bots live elsewhere and may think for a while;
//! the one here is a function.

use kernel::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::effect::Ask;

/// How well a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal action, each as likely as any other.
    #[default]
    Random,
}

/// What a bot of [`Level::Random`] does; nothing only if nothing is legal.
pub fn random(ask: &Ask, rng: &mut Rng) -> Option<Value> {
    rng.choose(&ask.legal).cloned()
}
