//! The plan of a contest. It has everything that is needed to play the same contest again.

use kernel::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The seed of measurements unless another is chosen.
///
/// The luck of pairs comes from streams with names of the arena's own, so no program that tunes
/// a bot by [`Rng::from_seed`](kernel::Rng::from_seed) meets these deals, whatever its
/// seed. Whoever tunes by the arena itself uses another seed than this one.
pub const SEED: u64 = 1_000_000;

/// A contest between two bots. Two plans that are equal give equal results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The key of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its options; `null` means the default ones.
    pub options: Value,
    /// The bots, by name. Wins and points are told from the first one's side.
    pub bots: [String; 2],
    /// Where all luck comes from.
    pub seed: u64,
    /// How many pairs are meant to be played. The interval is narrowest there.
    pub pairs: u64,
    /// What is played twice in a pair.
    pub span: Span,
}

/// What is played twice in a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// A whole game.
    #[default]
    Games,
    /// The first deal of a game: who has more points after it wins. A game that is not
    /// made of deals is played to its end.
    Deals,
}

impl Plan {
    /// A contest of `G` with the default options.
    pub fn new<G: Game>(bots: [&str; 2], seed: u64, pairs: u64, span: Span) -> Plan {
        Plan {
            game: G::META.key.to_owned(),
            rules_version: G::META.rules_version,
            options: Value::Null,
            bots: bots.map(str::to_owned),
            seed,
            pairs,
            span,
        }
    }
}
