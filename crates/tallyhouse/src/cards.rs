//! Cards given as arguments.

use kernel::AnyRefusal;
use pieces::{Card, ParseCardError};

/// Reads cards from arguments, each of which may contain several: `5H 5C`, `"5H 5C"` or `5H,5C`.
pub(crate) fn read(words: &[String]) -> Result<Vec<Card>, AnyRefusal> {
    pieces::parse_cards(&words.join(" ")).map_err(refuse)
}

/// Reads the one card of an option.
pub(crate) fn read_one(word: &str) -> Result<Card, AnyRefusal> {
    word.parse().map_err(refuse)
}

fn refuse(error: ParseCardError) -> AnyRefusal {
    AnyRefusal::new(error.code(), error.to_string())
}
