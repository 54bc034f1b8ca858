//! Valid names, and equality of names.
//!
//! Others see a name: nothing in it may be invisible or change the direction of the text around it,
//! and its length is counted as people count, in grapheme clusters. Joiners and variation selectors
//! are allowed inside an emoji and nowhere else. The stored form is composed (NFC) with single
//! spaces.
//!
//! Two names are the same if people would read them as the same: case and width of letters do not
//! matter.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{
    GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory,
};
use unicode_segmentation::UnicodeSegmentation;

/// The greatest length of a name, in grapheme clusters.
const MOST_CLUSTERS: usize = 24;

/// The greatest length in bytes: a family of emoji has 25.
const MOST_BYTES: usize = 128;

/// The stored form of a name; `None` if it is not valid. Spaces at the ends are removed, and
/// several in a row become one.
pub(crate) fn read(text: &str) -> Option<String> {
    // A longer text is refused at once: composing does not make it that much shorter.
    if text.len() > 4 * MOST_BYTES {
        return None;
    }
    let composed: String = text.nfc().collect();
    let words: Vec<&str> = composed
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join(" ");
    let starts_well = !name.chars().next().is_some_and(is_mark);
    let fits = (1..=MOST_BYTES).contains(&name.len())
        && name.graphemes(true).count() <= MOST_CLUSTERS
        && name.graphemes(true).all(is_visible);
    (starts_well && fits).then_some(name)
}

/// A name without case, width and presentation.
pub(crate) fn key(name: &str) -> String {
    let wide = name.nfkc().filter(|c| !joins(*c) && !selects(*c));
    // To upper and then to lower case, which turns "ß" into "ss".
    let folded = wide
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase);
    folded.nfkc().filter(|c| !is_space(*c)).collect()
}

/// Whether a text contains a character that is invisible or changes the direction of others.
pub(crate) fn has_hidden(text: &str) -> bool {
    // Ids come with every command and are plain letters, which need no look-up in Unicode.
    if text.is_ascii() {
        return !text.bytes().all(|byte| byte.is_ascii_graphic());
    }
    text.chars().any(hides)
}

fn hides(c: char) -> bool {
    is_hidden(c) || joins(c) || selects(c) || is_space(c)
}

fn is_space(c: char) -> bool {
    c.general_category() == GeneralCategory::SpaceSeparator
}

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

const fn joins(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

const fn selects(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether every character of a cluster is visible, or belongs to an emoji.
fn is_visible(cluster: &str) -> bool {
    let characters: Vec<char> = cluster.chars().collect();
    let at = |place: Option<usize>| place.and_then(|place| characters.get(place).copied());
    (0..characters.len()).all(|place| {
        let (before, after) = (at(place.checked_sub(1)), at(place.checked_add(1)));
        match characters[place] {
            c if joins(c) => c == '\u{200D}' && ends_emoji(before) && begins_emoji(after),
            c if selects(c) => selects_emoji(c, before, after),
            c => !is_hidden(c),
        }
    })
}

/// Whether a joiner may follow: after an emoji, with its tone or its selector.
fn ends_emoji(c: Option<char>) -> bool {
    c.is_some_and(|c| c == '\u{FE0F}' || c.is_emoji_char()) && !c.is_some_and(|c| c.is_ascii())
}

fn begins_emoji(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_emoji_char() && !c.is_ascii())
}

/// Only the two selectors of emoji, after an emoji; after a digit only if a keycap follows.
fn selects_emoji(selector: char, before: Option<char>, after: Option<char>) -> bool {
    let emoji = before.is_some_and(UnicodeEmoji::is_emoji_char);
    let plain = before.is_some_and(|c| c.is_ascii());
    matches!(selector, '\u{FE0E}' | '\u{FE0F}') && emoji && (!plain || after == Some('\u{20E3}'))
}

/// Control and format characters (including those that change the direction), private-use and
/// unassigned characters, and letters and signs without a visible shape.
fn is_hidden(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse};
    let hidden_by_category = matches!(
        c.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse
    );
    hidden_by_category || is_blank(c) || is_no_character(c)
}

/// Characters that Unicode ignores by default without being format characters, and the blank
/// pattern of Braille.
const fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{034F}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{2065}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

const fn is_no_character(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || (c as u32) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(read(text).as_deref(), expected, "{text:?}");
    }

    #[test]
    fn plain_letters_hide_what_unicode_says() {
        for c in '\0'..='\x7F' {
            assert_eq!(has_hidden(&c.to_string()), hides(c), "{c:?}");
        }
    }

    #[test]
    fn names_of_the_world_are_names() {
        for name in [
            "Jill",
            "Zoë",
            "Łukasz",
            "Ngọc",
            "Ольга",
            "Σωκράτης",
            "אבי",
            "عمر",
            "नेहा",
            "小明",
            "さくら",
            "민준",
            "สมชาย",
            "Jean-Luc O'Neil",
            "🂡 Ace",
            "👩‍👩‍👧‍👦",
            "❤️",
            "👍🏽",
            "🏳️‍🌈",
            "1️⃣",
            "🇪🇸",
        ] {
            check(name, Some(name));
        }
        check("  Jill \u{3000} B. ", Some("Jill B."));
        check("Zoe\u{308}", Some("Zoë"));
    }

    #[test]
    fn what_cannot_be_seen_is_no_part_of_a_name() {
        for hidden in [
            '\u{0}',
            '\n',
            '\u{7F}',
            '\u{AD}',
            '\u{34F}',
            '\u{61C}',
            '\u{115F}',
            '\u{1160}',
            '\u{17B4}',
            '\u{180E}',
            '\u{200B}',
            '\u{200C}',
            '\u{200D}',
            '\u{200E}',
            '\u{200F}',
            '\u{2028}',
            '\u{202A}',
            '\u{202E}',
            '\u{2060}',
            '\u{2064}',
            '\u{2066}',
            '\u{2069}',
            '\u{2800}',
            '\u{3164}',
            '\u{FE0F}',
            '\u{FE00}',
            '\u{FEFF}',
            '\u{FFA0}',
            '\u{FFF9}',
            '\u{E0001}',
            '\u{E0041}',
            '\u{E0100}',
            '\u{E000}',
            '\u{FDD0}',
            '\u{FFFF}',
        ] {
            check(&format!("a{hidden}b"), None);
            assert!(has_hidden(&format!("a{hidden}b")), "{hidden:?}");
        }
        for text in [
            "",
            "   ",
            "\u{301}a",
            "❤\u{200D}b",
            "1\u{FE0F}",
            "👩\u{200D}",
            "\u{200D}👩",
        ] {
            check(text, None);
        }
        assert!(has_hidden("a b"));
        assert!(!has_hidden("c-1"));
    }

    #[test]
    fn length_is_what_people_count() {
        check(&"é".repeat(24), Some(&"é".repeat(24)));
        check(&"é".repeat(25), None);
        check(&"e\u{301}".repeat(24), Some(&"é".repeat(24)));
        let family = "👩‍👩‍👧‍👦";
        assert_eq!(family.len(), 25);
        check(&family.repeat(5), Some(&family.repeat(5)));
        check(&family.repeat(6), None);
        check(&format!("a{}", "\u{300}\u{316}".repeat(50)), None);
        check(&"a".repeat(10_000), None);
    }

    #[test]
    fn names_that_read_alike_have_one_key() {
        let same = |one: &str, other: &str| assert_eq!(key(one), key(other), "{one} {other}");
        same("Ann", "ANN");
        same("Ann", "ａｎｎ");
        same("Straße", "STRASSE");
        same("ΣΊΣΥΦΟΣ", "Σίσυφος");
        same("❤️", "❤");
        same("Mary Ann", "maryann");
        same("ﬁn", "FIN");
        assert_ne!(key("Ann"), key("Anna"));
        assert_ne!(key("Zoe"), key("Zoë"));
    }
}
