//! The texts for which a page needs words in each of its languages, as JSON for its tests: the
//! codes and reasons of refusals, and the options of every game with their values and presets.

use serde_json::{Value, json};
use table::{codes, reasons};

/// The document as it is written into the repository.
pub fn text() -> String {
    format!("{:#}\n", document())
}

/// The document: the house's own codes and reasons, and those of each game by its key.
fn document() -> Value {
    let games = roster::GAMES.iter().map(|kind| {
        let presets: Vec<_> = kind.presets().into_iter().map(|(name, _)| name).collect();
        let said = json!({
            "reasons": kind.reasons(),
            "options": kind.options_schema(),
            "presets": presets,
        });
        (kind.meta().key.to_owned(), said)
    });
    json!({
        "codes": codes::ALL,
        "reasons": reasons::ALL,
        "games": games.collect::<serde_json::Map<_, _>>(),
    })
}
