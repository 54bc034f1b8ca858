//! The games of the house, as clients learn of them.

use std::sync::LazyLock;

use kernel::Kind;
use serde_json::{Value, json};

/// Every game with its options as JSON Schema.
pub(crate) fn all() -> &'static Value {
    static ALL: LazyLock<Value> =
        LazyLock::new(|| roster::GAMES.iter().map(|&kind| describe(kind)).collect());
    &ALL
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
