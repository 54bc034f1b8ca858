//! The games of the house, as clients learn of them.

use kernel::Kind;
use table::messages::{BotInfo, GameInfo, PresetInfo};

/// The games that can be played here.
#[derive(Debug)]
pub(crate) struct Games {
    kinds: &'static [&'static dyn Kind],
    described: Vec<GameInfo>,
}

impl Games {
    /// These games, described once for everybody who asks.
    pub(crate) fn new(kinds: &'static [&'static dyn Kind]) -> Games {
        let described = kinds.iter().map(|&kind| describe(kind)).collect();
        Games { kinds, described }
    }

    /// Every game, in the order in which they are offered.
    pub(crate) const fn all(&self) -> &'static [&'static dyn Kind] {
        self.kinds
    }

    /// The game of this key.
    pub(crate) fn find(&self, key: &str) -> Option<&'static dyn Kind> {
        self.kinds
            .iter()
            .copied()
            .find(|kind| kind.meta().key == key)
    }

    /// Every game with its options as JSON Schema.
    pub(crate) fn described(&self) -> &[GameInfo] {
        &self.described
    }
}

fn describe(kind: &dyn Kind) -> GameInfo {
    let meta = kind.meta();
    let presets = kind.presets().into_iter();
    let bots = kind.bots().into_iter();
    GameInfo {
        key: meta.key,
        name: meta.name,
        rules_version: meta.rules_version,
        min_seats: meta.min_seats,
        max_seats: meta.max_seats,
        options: kind.options_schema(),
        presets: presets
            .map(|(name, options)| PresetInfo { name, options })
            .collect(),
        advice: kind.has_adviser(),
        scorer: kind.has_scorer(),
        bots: bots.filter_map(BotInfo::of).collect(),
    }
}
