//! Error messages about JSON in plain words.
//!
//! The JSON library speaks of the program's own types ("expected u32"), which mean nothing to a
//! player. This module recognises its few forms of sentence and says instead what must be there.
//! The words of our own types ("a card such as \"5H\"") are kept.

use std::fmt::Display;

/// The longest message: only what it quotes can make it longer.
const MAX_CHARS: usize = 240;

/// An error of the JSON library without the names of types.
///
/// ```
/// let error = serde_json::from_str::<u8>("-5").unwrap_err();
/// let plain = "this must be a whole number from 0 to 255, not -5 (line 1 column 2)";
/// assert_eq!(kernel::plainly(&error), plain);
/// ```
pub fn plainly(error: impl Display) -> String {
    let text = error.to_string();
    let (text, place) = match text.rfind(" at line ") {
        Some(begin) => text.split_at(begin),
        None => (text.as_str(), ""),
    };
    let Some(said) = in_words(text) else {
        // Text that is not JSON at all is reported with its place, and names no type.
        return cut(text) + place;
    };
    match place.strip_prefix(" at ") {
        Some(place) => format!("{} ({place})", cut(&said)),
        None => cut(&said),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn in_words(text: &str) -> Option<String> {
    let wrong = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "));
    if let Some((found, wanted)) = wrong.and_then(|wrong| wrong.rsplit_once(", expected ")) {
        let (wanted, found) = (wanted_in_words(wanted), found_in_words(found));
        return Some(format!("this must be {wanted}, not {found}"));
    }
    if let Some(rest) = text.strip_prefix("invalid length ") {
        let (length, wanted) = rest.split_once(", expected ")?;
        let wanted = wanted_in_words(wanted);
        return Some(format!("this must be {wanted}, and there are {length}"));
    }
    if let Some(rest) = text.strip_prefix("missing field ") {
        return Some(format!("{} is missing", unquoted(rest)));
    }
    if let Some(rest) = text.strip_prefix("duplicate field ") {
        return Some(format!("{} is there twice", unquoted(rest)));
    }
    let unknown = text
        .strip_prefix("unknown variant ")
        .or_else(|| text.strip_prefix("unknown field "));
    if let Some(rest) = unknown {
        // The sender chose `found`, which may be anything; `possible` holds our own names.
        let (found, possible) = match rest.rsplit_once("`, expected ") {
            Some((found, possible)) => (found, possible),
            None => (rest.rsplit_once("`, ")?.0, ""),
        };
        let found = found.strip_prefix('`').unwrap_or(found);
        let possible = unquoted(possible.strip_prefix("one of ").unwrap_or(possible));
        return Some(match possible.as_str() {
            "" => format!("there is no {found:?} here"),
            possible => format!("there is no {found:?} here, only {possible}"),
        });
    }
    let matches_nothing = text.starts_with("data did not match any variant");
    matches_nothing.then(|| "this has none of the forms that are possible here".to_owned())
}

/// The kind of value that was found, in words.
fn found_in_words(found: &str) -> String {
    let plain = match found {
        "map" => "an object",
        "sequence" => "a list",
        "null" | "unit value" | "Option value" => "null",
        _ => "",
    };
    if !plain.is_empty() {
        return plain.to_owned();
    }
    let kinds = ["integer ", "floating point ", "boolean ", "character "];
    let value = kinds.iter().find_map(|kind| found.strip_prefix(kind));
    match value {
        Some(value) => unquoted(value),
        None => found.strip_prefix("string ").unwrap_or(found).to_owned(),
    }
}

/// The kind of value that must be there, in words.
fn wanted_in_words(wanted: &str) -> String {
    let plain = match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "u128" | "usize" => "a whole number from 0 on",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" | "bool" => "true or false",
        "a string" | "string" | "a borrowed string" | "str" | "a character" => "a text",
        "a sequence" | "sequence" => "a list",
        "a map" | "map" => "an object",
        "unit" | "unit variant" => "null",
        "string or map" | "map with a single key" | "variant identifier" | "field identifier" => {
            "a name"
        }
        "option" => "something or null",
        _ => "",
    };
    if !plain.is_empty() {
        return plain.to_owned();
    }
    if wanted.starts_with("a nonzero ") {
        return "a whole number other than 0".to_owned();
    }
    let is = |word: &str| wanted.starts_with(word);
    if is("struct ") || is("unit struct ") || is("newtype ") {
        return "an object".to_owned();
    }
    if is("enum ") {
        return "a name".to_owned();
    }
    if is("tuple ") || is("a tuple ") || is("an array ") {
        let digits: String = wanted.chars().filter(char::is_ascii_digit).collect();
        return format!("a list of {digits}");
    }
    wanted.to_owned()
}

/// The text without the backquotes around code.
fn unquoted(text: &str) -> String {
    text.replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};
    use std::num::NonZeroU8;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Pace {
        Slow,
        Other(u8),
        Both { one: u8 },
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        _pace: Option<Pace>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Either {
        _One { _n: u8 },
    }

    #[track_caller]
    fn check<T: DeserializeOwned + std::fmt::Debug>(value: Value, expect: &str) {
        let error = serde_json::from_value::<T>(value).unwrap_err();
        assert_eq!(plainly(error), expect);
    }

    #[test]
    fn numbers_say_their_range() {
        check::<u8>(
            json!(300),
            "this must be a whole number from 0 to 255, not 300",
        );
        let wanted = "this must be a whole number from 0 to 4294967295";
        check::<u32>(json!(-5), &format!("{wanted}, not -5"));
        check::<u32>(json!(1.5), &format!("{wanted}, not 1.5"));
        check::<u32>(json!("ten"), &format!("{wanted}, not \"ten\""));
        check::<u32>(json!(null), &format!("{wanted}, not null"));
        check::<usize>(
            json!({}),
            "this must be a whole number from 0 on, not an object",
        );
        check::<f64>(json!([]), "this must be a number, not a list");
        check::<NonZeroU8>(json!(0), "this must be a whole number other than 0, not 0");
    }

    #[test]
    fn everything_else_is_named_plainly() {
        check::<String>(json!(true), "this must be a text, not true");
        check::<bool>(json!("yes"), "this must be true or false, not \"yes\"");
        check::<Vec<u8>>(json!({}), "this must be a list, not an object");
        check::<(u8, u8)>(json!([1]), "this must be a list of 2, and there are 1");
        check::<Fields>(json!(7), "this must be an object, not 7");
        check::<Pace>(json!(7), "this must be a name, not 7");
        check::<Pace>(json!({ "both": {} }), "one is missing");
        check::<Pace>(
            json!({ "other": "x" }),
            "this must be a whole number from 0 to 255, not \"x\"",
        );
        check::<Pace>(
            json!("slow`, x"),
            "there is no \"slow`, x\" here, only slow, other, both",
        );
        check::<Fields>(
            json!({ "colour": 1 }),
            "there is no \"colour\" here, only _pace",
        );
        check::<Either>(
            json!([]),
            "this has none of the forms that are possible here",
        );
        let slow = serde_json::from_value::<Pace>(json!("slow")).unwrap();
        assert!(matches!(slow, Pace::Slow));
        for pace in [json!({ "other": 1 }), json!({ "both": { "one": 1 } })] {
            match serde_json::from_value(pace).unwrap() {
                Pace::Other(one) | Pace::Both { one } => assert_eq!(one, 1),
                Pace::Slow => panic!("it is another"),
            }
        }
    }

    #[test]
    fn a_long_quotation_is_cut() {
        let long = serde_json::from_value::<u8>(json!("é".repeat(10_000))).unwrap_err();
        assert!(plainly(long).chars().count() <= MAX_CHARS + 1);
    }
}
