//! The plan of a contest. It has everything that is needed to play the same contest again.

use kernel::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The default seed of measurements.
///
/// The luck of pairs comes from streams with the arena's own names: no program that tunes a bot by
/// [`Rng::from_seed`](kernel::Rng::from_seed) meets these deals, whatever its seed. A program that
/// tunes with the arena itself must use another seed.
pub const SEED: u64 = 1_000_000;

/// A contest between two bots. Equal plans give equal results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The key of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its options; `null` means the defaults.
    pub options: Value,
    /// The bots, by name. Wins and points are reported for the first one.
    pub bots: [String; 2],
    /// The source of all luck.
    pub seed: u64,
    /// The planned number of pairs. The interval is narrowest there.
    pub pairs: u64,
    /// The part of a match that each pair plays twice.
    pub span: Span,
}

/// The part of a match that each pair plays twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// A whole game.
    #[default]
    Games,
    /// The first deal of a game: the side with more points after it wins. A game without deals is
    /// played to its end.
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
