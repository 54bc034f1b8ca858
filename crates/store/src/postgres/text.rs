//! Text for columns of a database that cannot hold every character.
//!
//! PostgreSQL's text holds all but U+0000. That one is written as two characters, and so is the
//! one that they begin with; everything else stands as it is, and can be searched and read by
//! hand. JSON never holds either, so in practice nothing changes at all.

use std::borrow::Cow;

/// The character "substitute".
const MARK: char = '\u{1a}';

/// Text as it is stored.
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

/// Text as it was before it was stored.
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
