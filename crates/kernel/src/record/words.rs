//! The words of a record: numbers, switches, lists, and the word of an error.

use std::str::FromStr;

/// Reads a number of a record, or says what is wrong with the word.
pub fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse()
        .map_err(|_| format!("{} is not a number that fits here", shortened(word)))
}

/// A switch as a word of a record.
pub const fn yes_or_no(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

/// Reads a switch of a record, as [`yes_or_no`] writes it.
///
/// ```
/// use kernel::record::{switch, yes_or_no};
///
/// assert_eq!(switch(yes_or_no(true)), Ok(true));
/// assert_eq!(switch("true"), Err("\"true\" is neither yes nor no".to_owned()));
/// ```
pub fn switch(word: &str) -> Result<bool, String> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("{} is neither yes nor no", shortened(other))),
    }
}

/// The sentence of an error.
pub fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The values with spaces between them.
pub fn spaced<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(" ")
}

/// A word in quotes, shortened if it is long: bad input can be long, a message must not be.
pub fn shortened(word: &str) -> String {
    let mut start: String = word.chars().take(20).collect();
    if start.len() < word.len() {
        start.push('…');
    }
    format!("{start:?}")
}
