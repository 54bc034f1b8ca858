//! The identifiers of tables, players, commands and nodes.
//!
//! They are text from outside: their length is bounded, and they have no white space or control
//! characters. Nothing more is checked, because the store does not draw codes or number players.
//! They reach SQL only as parameters, never as part of a statement.
//! Each shares its text: a clone copies nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Text that cannot be an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a {what} must have 1 to {most} visible characters without spaces")]
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
            /// The caller promises that `parse` would accept the text. A debug build panics where
            /// it would not; a release build trusts the caller, and the journal then holds a name
            /// that nobody can ask for.
            pub fn trusted(text: Arc<str>) -> $name {
                debug_assert!(is_id(&text, $most), "{text:?} is no {}", $what);
                $name(text)
            }

            /// The text as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Text from the database. The store wrote it, and it is valid unless the file is
            /// damaged; loading reports damage.
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
    /// The code of a table, such as `VHG4SC`.
    Code, "table code", 16
}

id! {
    /// The public id of a player. A UUID has 36 characters; bots and tests may need more.
    PlayerId, "player id", 64
}

id! {
    /// The name that a client gave its command, by which a repeat is recognised.
    CommandId, "command id", 64
}

id! {
    /// The name of a node: one running program of a house that has several.
    NodeId, "node id", 64
}

fn is_id(text: &str, most: usize) -> bool {
    // The number of bytes bounds the number of characters, and is known without reading a long
    // text.
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

    /// A release build trusts the caller.
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
            "a command id must have 1 to 64 visible characters without spaces"
        );
    }
}
