//! The games of the house, as clients learn of them.

use kernel::Kind;
use serde_json::{Value, json};

/// The games that can be played here.
#[derive(Debug)]
pub(crate) struct Games {
    kinds: &'static [&'static dyn Kind],
    described: Value,
}

impl Games {
    /// These games, described once for everybody who asks.
    pub(crate) fn new(kinds: &'static [&'static dyn Kind]) -> Games {
        let described = kinds.iter().map(|&kind| describe(kind)).collect();
        Games { kinds, described }
    }

    /// The game of this key.
    pub(crate) fn find(&self, key: &str) -> Option<&'static dyn Kind> {
        self.kinds
            .iter()
            .copied()
            .find(|kind| kind.meta().key == key)
    }

    /// Every game with its options as JSON Schema.
    pub(crate) const fn described(&self) -> &Value {
        &self.described
    }
}

fn describe(kind: &dyn Kind) -> Value {
    let meta = kind.meta();
    let presets: Vec<Value> = kind
        .presets()
        .into_iter()
        .map(|(name, options)| json!({ "name": name, "options": options }))
        .collect();
    json!({
        "key": meta.key,
        "name": meta.name,
        "rulesVersion": meta.rules_version,
        "minSeats": meta.min_seats,
        "maxSeats": meta.max_seats,
        "options": kind.options_schema(),
        "presets": presets,
    })
}
