//! The names that a journal knows things by.
//!
//! They are text from outside, so their length is bounded and they hold no white
//! space or control characters; nothing more is asked of them, because how a code
//! is drawn or a player is numbered is not the store's business. They reach SQL
//! only as parameters, never as part of a statement.
//!
//! Each is shared text: a clone counts, and copies nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Text that cannot be an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a {what} has 1 to {most} visible characters without spaces")]
pub struct ParseIdError {
    what: &'static str,
    most: usize,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal, $most:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            #[doc = concat!("A ", $what, " that was checked before, without reading or copying it.")]
            ///
            /// The caller promises that `parse` would accept the text. A debug build
            /// panics where it would not; a release build takes the caller's word, and
            /// the journal then holds a name that nobody can ask for.
            pub fn trusted(text: Arc<str>) -> $name {
                debug_assert!(is_id(&text, $most), "{text:?} is no {}", $what);
                $name(text)
            }

            /// The text as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// What a database holds: written by us, so it is good unless the
            /// file is damaged, and then loading says so.
            pub(crate) fn stored(text: impl Into<Arc<str>>) -> $name {
                $name(text.into())
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                if is_id(text, $most) {
                    Ok($name(text.into()))
                } else {
                    Err(ParseIdError { what: $what, most: $most })
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// The code of a table, as `VHG4SC`.
    Code, "table code", 16
}

id! {
    /// The public name of a player for programs; 36 characters are a UUID, and
    /// bots and tests may want something longer.
    PlayerId, "player id", 64
}

id! {
    /// The name that a client gave its command, so that a repeat is known as one.
    CommandId, "command id", 64
}

id! {
    /// The name of a node: one running program of a house that has several.
    NodeId, "node id", 64
}

fn is_id(text: &str, most: usize) -> bool {
    // Bytes bound characters, and are counted without reading a long text.
    !text.is_empty()
        && text.len() <= most
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, accepted: bool) {
        assert_eq!(text.parse::<Code>().is_ok(), accepted, "{text:?}");
    }

    #[test]
    fn an_id_is_short_visible_text() {
        check("VHG4SC", true);
        check("x", true);
        check("';DROP--", true);
        check("sixteen-letters!", true);
        check("seventeen-letters", false);
        check("", false);
        check("a b", false);
        check("a\n", false);
        check("a\0", false);
    }

    #[test]
    fn an_id_is_shown_as_it_was_given() {
        let player: PlayerId = "3f1c".parse().unwrap();
        assert_eq!(player.to_string(), "3f1c");
        assert_eq!(player.to_string().parse(), Ok(player));
    }

    #[test]
    fn a_trusted_id_is_the_text_itself() {
        let text: Arc<str> = "3f1c".into();
        let player = PlayerId::trusted(Arc::clone(&text));
        let again = player.clone();
        assert_eq!(Ok(&player), "3f1c".parse().as_ref());
        assert!(Arc::ptr_eq(&player.0, &text));
        assert!(Arc::ptr_eq(&again.0, &text));
    }

    /// A release build takes the caller's word.
    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "\"a b\" is no table code")]
    fn misplaced_trust_is_found_in_debug_builds() {
        Code::trusted("a b".into());
    }

    #[test]
    fn the_error_names_what_and_how_long() {
        let error = "".parse::<CommandId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "a command id has 1 to 64 visible characters without spaces"
        );
    }
}
