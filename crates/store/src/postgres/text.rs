//! Text for the columns of a database that cannot hold every character.
//!
//! PostgreSQL's text can hold every character but U+0000. That one is written as two characters,
//! and so is the first of those two. Everything else is stored unchanged, and can be searched and
//! read by hand. JSON contains neither of them, and therefore in practice nothing changes.

use std::borrow::Cow;

/// The character "substitute".
const MARK: char = '\u{1a}';

/// Converts text to its stored form.
pub(super) fn pack(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', MARK]) {
        return Cow::Borrowed(text);
    }
    let mut packed = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\0' => packed.extend([MARK, '0']),
            MARK => packed.extend([MARK, '1']),
            c => packed.push(c),
        }
    }
    Cow::Owned(packed)
}

/// Converts stored text back.
pub(super) fn unpack(text: String) -> String {
    if !text.contains(MARK) {
        return text;
    }
    let mut chars = text.chars();
    let mut unpacked = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        match c {
            MARK if chars.next() == Some('0') => unpacked.push('\0'),
            c => unpacked.push(c),
        }
    }
    unpacked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_and_holds_no_null() {
        for text in ["", "{}", "\0", "a\0b\u{1a}0c\u{1a}1\u{1a}", "🂡\0🂡"] {
            let packed = pack(text).into_owned();
            assert!(!packed.contains('\0'), "{packed:?}");
            assert_eq!(unpack(packed), text);
        }
        assert!(matches!(pack("plain"), Cow::Borrowed("plain")));
    }
}
