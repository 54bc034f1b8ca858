//! The names of players and the ids of commands: bounded text from outside.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::code::GameCode;
use crate::deal::{DAILY, Deal};
use crate::hex;
use crate::name;
use crate::refusal::Refusal;

/// Makes a text type that is checked wherever it comes in. The text in a journal was checked when
/// it was written, perhaps by an earlier and milder rule.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $read:path, $stored:path, $serde:path, $rule:literal) => {
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
                $name::by($read, text.into())
            }

            /// Reads it from a journal.
            pub fn stored(text: impl Into<String>) -> Result<$name, Refusal> {
                $name::by($stored, text.into())
            }

            fn by(read: fn(String) -> Option<String>, text: String) -> Result<$name, Refusal> {
                read(text).map(|text| $name(text.into())).ok_or_else(|| Refusal::malformed($rule))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text, as a shared string.
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
                $name::by($serde, text)
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
    /// A player's public id; it proves nothing.
    PlayerId, read_id, stored_id, read_id, "a player's id must have 1 to 64 visible characters without spaces"
}

text! {
    /// The id that a client gave its command, which identifies a repeat.
    CommandId, read_command_id, stored_id, read_command_id, "a command id must have 1 to 64 visible characters without spaces, and must not begin with daily/"
}

text! {
    /// The name on a chair. In a journal's entry it is read as it was stored.
    Nickname, read_nickname, stored_nickname, stored_nickname, "a nickname must have 1 to 24 visible characters"
}

impl CommandId {
    /// The id of the command that opens the table of a daily deal, which no client can send: a
    /// player's second creation repeats the first.
    pub(crate) fn of_deal(deal: &Deal) -> CommandId {
        CommandId(deal.to_string().into())
    }
}

impl PlayerId {
    /// The id of a bot that takes a chair at this entry of a table's journal, in the form of a UUID
    /// of version 8 (for custom ids).
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
    /// The name of the bot of this number.
    pub(crate) fn of_bot(number: u8) -> Nickname {
        Nickname(format!("Bot {number}").into())
    }

    /// Whether people would read both as the same name.
    pub(crate) fn is_like(&self, other: &Nickname) -> bool {
        name::key(&self.0) == name::key(&other.0)
    }

    /// The name without case, width and presentation, as a word filter needs it, split at spaces.
    pub fn words(&self) -> Vec<String> {
        self.0.split(' ').map(name::key).collect()
    }

    /// The same form of a word of such a filter.
    pub fn word(text: &str) -> String {
        name::key(text)
    }
}

fn read_id(text: String) -> Option<String> {
    stored_id(text).filter(|text| !name::has_hidden(text))
}

/// This prefix is reserved for the house's own ids.
fn read_command_id(text: String) -> Option<String> {
    read_id(text).filter(|text| !text.starts_with(DAILY))
}

fn stored_id(text: String) -> Option<String> {
    let fits = (1..=64).contains(&text.len());
    let hidden = |c: char| c.is_whitespace() || c.is_control();
    (fits && !text.chars().any(hidden)).then_some(text)
}

fn read_nickname(text: String) -> Option<String> {
    name::read(&text)
}

/// The limit of the mildest rule ever.
fn stored_nickname(text: String) -> Option<String> {
    let fits = (1..=256).contains(&text.len());
    (fits && !text.chars().any(char::is_control)).then_some(text)
}

/// Reads the id of a command from an entry of a journal, where it may be the house's own.
pub(crate) fn stored_command_id<'de, D: Deserializer<'de>>(
    reader: D,
) -> Result<Option<CommandId>, D::Error> {
    let text = Option::<String>::deserialize(reader)?;
    let id = text.map(CommandId::stored).transpose();
    id.map_err(serde::de::Error::custom)
}

/// Reads the nickname of a command, by the rule for new ones.
pub(crate) fn new_nickname<'de, D: Deserializer<'de>>(reader: D) -> Result<Nickname, D::Error> {
    let text = String::deserialize(reader)?;
    Nickname::new(text).map_err(serde::de::Error::custom)
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

    /// Names and ids that an earlier rule allowed are still read from journals.
    #[test]
    fn a_journal_is_read_as_it_was_written() {
        for text in ["a\u{3164}b", "a\u{61C}b", &"👩‍👩‍👧‍👦".repeat(6)] {
            assert!(Nickname::new(text).is_err(), "{text:?}");
            assert_eq!(Nickname::stored(text).unwrap().as_str(), text);
            let json = serde_json::to_string(text).unwrap();
            let read: Nickname = serde_json::from_str(&json).unwrap();
            assert_eq!(read.as_str(), text);
        }
        assert!(CommandId::new("a\u{200B}b").is_err());
        assert!(CommandId::stored("a\u{200B}b").is_ok());
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
