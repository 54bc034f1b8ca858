//! The description that a game gives of itself, before any game is in play.

use std::collections::BTreeSet;

use kernel::{Facade, Kind, KindOf, Seat};
use serde_json::Value;

use crate::trail::ensure;

/// Checks that need no game in play.
pub(super) fn check_kind<G: Facade>() -> Result<(), String> {
    let meta = G::META;
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    ensure!(
        !meta.key.is_empty() && meta.key.chars().all(is_word),
        "the key `{}` is no plain word",
        meta.key
    );
    ensure!(
        1 <= meta.min_seats && meta.min_seats <= meta.max_seats && meta.max_seats <= Seat::MAX,
        "{} to {} seats cannot be",
        meta.min_seats,
        meta.max_seats
    );
    let presets = G::presets();
    let names: BTreeSet<&str> = presets.iter().map(|preset| preset.name).collect();
    ensure!(!presets.is_empty(), "there is no preset");
    ensure!(names.len() == presets.len(), "two presets have one name");
    if let Err(faults) = KindOf::<G>::new().start(&Value::Null) {
        return Err(format!("the default options are refused: {faults:?}"));
    }
    for junk in ["", "{", "null", "[]", "{}", "{\"hand\":7}", "\u{0}"] {
        let mut answer = b"before".to_vec();
        if G::score_json(junk.as_bytes(), &mut answer).is_err() {
            ensure!(
                answer == b"before",
                "the scorer refuses `{junk}` and answers all the same"
            );
        }
    }
    Ok(())
}
