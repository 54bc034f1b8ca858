//! The people who may look at a table.
//!
//! Everybody may look at a public table. A private one is visible to those who sit or sat there,
//! and to those who have a [`ShareKey`] that a player made and nobody has revoked. For everybody
//! else it does not exist, except for `join_game`: its code is the invitation.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::entry::{Entry, Fact};
use crate::fair::{Commitment, Secret};
use crate::hex;
use crate::player::PlayerId;
use crate::refusal::Refusal;

/// 16 bytes that open a private table to anybody who has them. Its `Debug` output reveals nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct ShareKey(#[schemars(with = "String")] [u8; 16]);

impl ShareKey {
    /// The number of hexadecimal digits of a key; a token has twice as many.
    pub const DIGITS: usize = 32;

    /// Reads hex.
    pub fn new(text: &str) -> Result<ShareKey, Refusal> {
        let bytes = (text.len() == ShareKey::DIGITS).then(|| hex::read(text));
        bytes
            .flatten()
            .and_then(|bytes| bytes.try_into().ok())
            .map(ShareKey)
            .ok_or_else(|| Refusal::malformed("a share key must be 16 bytes in hex"))
    }

    /// The key of this number at a table. It is derived from the table's secret: the house can
    /// answer a repeated command with it, and stores only a hash of it.
    pub(crate) fn of_table(secret: &Secret, number: u32) -> ShareKey {
        ShareKey(secret.share(number))
    }

    /// The hash that is stored.
    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for ShareKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShareKey")
    }
}

impl TryFrom<String> for ShareKey {
    type Error = Refusal;

    fn try_from(text: String) -> Result<ShareKey, Refusal> {
        ShareKey::new(&text)
    }
}

impl From<ShareKey> for String {
    fn from(key: ShareKey) -> String {
        hex::write(&key.0)
    }
}

/// The SHA-256 of a share key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct KeyHash(#[schemars(with = "String")] [u8; 32]);

impl TryFrom<String> for KeyHash {
    type Error = Refusal;

    fn try_from(text: String) -> Result<KeyHash, Refusal> {
        // The same form: 32 bytes in hex.
        Commitment::try_from(text).map(|hash| KeyHash(*hash.bytes()))
    }
}

impl From<KeyHash> for String {
    fn from(hash: KeyHash) -> String {
        hex::write(&hash.0)
    }
}

/// The most keys of a table that may be live at once.
pub(crate) const MOST_SHARES: usize = 4;

/// The most people who are remembered after they left. Later players may look only while they sit.
/// The limit is far more than a table of friends sees, and it keeps a table small if identities
/// come and go.
const MOST_SAT: usize = 256;

/// The people who may look at a table, according to its journal.
#[derive(Debug, Clone, Default)]
pub struct Access {
    private: bool,
    /// The players who sit or sat there, in the order in which they came.
    sat: Vec<PlayerId>,
    /// The live keys, each with its number.
    shares: Vec<(u32, KeyHash)>,
    /// The number of keys ever made.
    made: u32,
}

impl Access {
    /// The access to the table of this journal.
    pub fn of(entries: &[Entry]) -> Access {
        let mut access = Access::default();
        for entry in entries {
            access.take(&entry.fact);
        }
        access
    }

    /// Applies an entry.
    pub(crate) fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::Opened { private, .. } => self.private = *private,
            Fact::Seated {
                player, bot: None, ..
            } if self.private && self.sat.len() < MOST_SAT && !self.sat.contains(player) => {
                self.sat.push(player.clone());
            }
            Fact::Shared { number, hash, .. } => {
                self.made = *number;
                self.shares.push((*number, *hash));
            }
            Fact::Unshared { number, .. } => {
                self.shares
                    .retain(|(live, _)| number.is_some_and(|number| number != *live));
            }
            _ => {}
        }
    }

    /// Whether the table is left out of lists and visible to its own people only.
    pub const fn is_private(&self) -> bool {
        self.private
    }

    /// Whether a player may look at the table without a key.
    pub fn admits(&self, player: &PlayerId) -> bool {
        !self.private || self.sat.contains(player)
    }

    /// The number of this key, if it opens the table.
    pub fn opened_by(&self, key: &ShareKey) -> Option<u32> {
        let hash = key.hash();
        let share = self.shares.iter().find(|(_, live)| *live == hash);
        share.map(|(number, _)| *number)
    }

    /// Whether the key of this number still opens the table.
    pub(crate) fn is_live(&self, share: u32) -> bool {
        self.shares.iter().any(|(number, _)| *number == share)
    }

    /// The number of live keys.
    pub(crate) fn n_live(&self) -> usize {
        self.shares.len()
    }

    /// The number of the next key; no number is ever used twice.
    pub(crate) const fn next_share(&self) -> u32 {
        self.made + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_told_and_says_nothing_by_itself() {
        let key = ShareKey::of_table(&Secret::new([7; 32]), 1);
        let text = String::from(key.clone());
        assert_eq!(text.len(), ShareKey::DIGITS);
        assert_eq!(ShareKey::new(&text.to_uppercase()).unwrap(), key);
        assert_eq!(format!("{key:?}"), "ShareKey");
        assert_ne!(ShareKey::of_table(&Secret::new([7; 32]), 2), key);
        for text in ["", "00", &text[1..], &format!("{text}00"), &"g".repeat(32)] {
            assert!(ShareKey::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn who_is_remembered_is_bounded() {
        let mut access = Access {
            private: true,
            ..Access::default()
        };
        let player = |n: usize| PlayerId::new(format!("p{n}")).unwrap();
        for n in 0..2 * MOST_SAT {
            access.take(&Fact::Seated {
                seat: kernel::Seat(0),
                player: player(n),
                nickname: crate::player::Nickname::new("Ann").unwrap(),
                entropy: None,
                bot: None,
            });
        }
        assert_eq!(access.sat.len(), MOST_SAT);
        assert!(
            access.admits(&player(0)),
            "later players must not displace the first"
        );
        assert!(!access.admits(&player(MOST_SAT)));
    }
}
