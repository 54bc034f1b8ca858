//! The names of players and of their commands: text from outside, bounded.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::code::GameCode;
use crate::hex;
use crate::refusal::Refusal;

/// Makes a text type that is checked wherever it comes in.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $read:path, $rule:literal) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema, TS,
        )]
        #[serde(try_from = "String")]
        #[ts(type = "string")]
        pub struct $name(#[schemars(with = "String")] Arc<str>);

        impl $name {
            #[doc = concat!("Reads it: ", $rule, ".")]
            pub fn new(text: impl Into<String>) -> Result<$name, Refusal> {
                $read(text.into()).map(|text| $name(text.into())).ok_or_else(|| Refusal::malformed($rule))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text, to be shared.
            pub fn shared(&self) -> Arc<str> {
                self.0.clone()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = Refusal;

            fn try_from(text: String) -> Result<$name, Refusal> {
                $name::new(text)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
    };
}

text! {
    /// Who a player is, for everybody to see; it proves nothing.
    PlayerId, read_id, "a player's id has 1 to 64 visible characters without spaces"
}

text! {
    /// The name that a client gave its command, so that a repeat is known as one.
    CommandId, read_id, "a command id has 1 to 64 visible characters without spaces"
}

text! {
    /// The name on a chair.
    Nickname, read_nickname, "a nickname has 1 to 24 visible characters"
}

impl PlayerId {
    /// The id of a bot that takes a chair at this entry of a table's journal, in
    /// the form of a UUID of version 8 (the one for ids that are made otherwise).
    pub(crate) fn of_bot(code: &GameCode, entry: u64) -> PlayerId {
        let mut hash = Sha256::new();
        hash.update(b"tallyhouse/bot/");
        hash.update(code.as_str());
        hash.update(entry.to_be_bytes());
        let mut bytes: [u8; 32] = hash.finalize().into();
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let digits = hex::write(&bytes[..16]);
        let parts = [
            &digits[..8],
            &digits[8..12],
            &digits[12..16],
            &digits[16..20],
            &digits[20..],
        ];
        PlayerId(parts.join("-").into())
    }
}

impl Nickname {
    /// The name of the bot in this place.
    pub(crate) fn of_bot(position: u8) -> Nickname {
        Nickname(format!("Bot {position}").into())
    }
}

fn read_id(text: String) -> Option<String> {
    let fits = (1..=64).contains(&text.len());
    let hidden = |c: char| c.is_whitespace() || c.is_control();
    (fits && !text.chars().any(hidden)).then_some(text)
}

/// Spaces around it are nobody's wish.
fn read_nickname(text: String) -> Option<String> {
    // A character has at most four bytes; a longer text is not even counted.
    let trimmed = (text.len() <= 256).then(|| text.trim())?;
    let fits = (1..=24).contains(&trimmed.chars().count());
    (fits && !trimmed.chars().any(is_invisible)).then(|| trimmed.to_owned())
}

/// Control characters, and those that turn the direction of the text around them.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nicknames_are_trimmed_and_bounded() {
        let name = |text: &str| Nickname::new(text).ok().map(|name| name.to_string());
        assert_eq!(name("  Jill "), Some("Jill".to_owned()));
        assert_eq!(name("Zoë 🂡"), Some("Zoë 🂡".to_owned()));
        assert_eq!(name(&"é".repeat(24)), Some("é".repeat(24)));
        for text in [
            "",
            "   ",
            "a\nb",
            "a\u{202E}b",
            &"a".repeat(25),
            &" ".repeat(300),
        ] {
            assert_eq!(name(text), None, "{text:?}");
        }
    }

    #[test]
    fn bots_have_ids_of_their_own() {
        let code: GameCode = "VHG4SC".parse().unwrap();
        let id = PlayerId::of_bot(&code, 2);
        assert_eq!(id.as_str().len(), 36);
        assert_eq!(&id.as_str()[14..15], "8");
        assert_ne!(id, PlayerId::of_bot(&code, 3));
    }

    proptest! {
        #[test]
        fn any_text_is_a_name_or_refused(text in ".*") {
            if let Ok(id) = CommandId::new(text.clone()) {
                prop_assert_eq!(id.as_str(), text.as_str());
            }
            if let Ok(name) = Nickname::new(text) {
                prop_assert_eq!(Nickname::new(name.as_str()).unwrap(), name);
            }
        }
    }
}
