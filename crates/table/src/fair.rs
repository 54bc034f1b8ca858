//! Provably fair luck.
//!
//! The house has a [`Secret`] for each game and publishes its SHA-256, the [`Commitment`], before
//! anybody adds [`Entropy`]. All luck of the game comes from a key made of both: the house could
//! not choose the cards, and nobody could foresee them. When the game is over the secret is
//! revealed, and everybody can compute every draw again; [`verify`](crate::verify) does.
//!
//! A table holds one secret from which those of its games are derived. A rematch therefore needs no
//! new randomness, and revealing one secret reveals nothing about another.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use kernel::{BySeat, Key};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::day::Day;
use crate::hex;
use crate::refusal::Refusal;

/// 32 bytes that nobody knows before the end of the game. Its `Debug` output reveals nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret of a game's lesson, which is public. The number distinguishes lessons with
    /// different cards.
    pub fn of_lesson(game: &str, number: u32) -> Secret {
        Secret(Sha256::digest(format!("tallyhouse/1/lesson/{game}/{number}")).into())
    }

    /// The secret of a day's deal of a game, from the house's value for its daily deals.
    pub fn of_day(&self, day: Day, game: &str) -> Secret {
        let mut mac = hmac(&self.0);
        mac.update(b"tallyhouse/1/daily");
        mac.update(format!("/{day}/{game}").as_bytes());
        Secret(mac.finalize().into_bytes().into())
    }

    /// The secret of a table's game of this number, from the table's own.
    pub fn of_game(&self, number: u32) -> Secret {
        let mut mac = hmac(&self.0);
        mac.update(b"tallyhouse/1/game");
        mac.update(&number.to_be_bytes());
        Secret(mac.finalize().into_bytes().into())
    }

    /// The bytes of the share key of this number, from the table's own secret.
    pub(crate) fn share(&self, number: u32) -> [u8; 16] {
        let mut mac = hmac(&self.0);
        mac.update(b"tallyhouse/1/share");
        mac.update(&number.to_be_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (half, _) = bytes.split_at(16);
        half.try_into().expect("half of 32 bytes are 16")
    }

    /// The commitment that is published beforehand.
    ///
    /// ```
    /// use table::Secret;
    ///
    /// let expect = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    /// assert_eq!(Secret::new([0; 32]).commitment().to_string(), expect);
    /// ```
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The secret in hex, for revealing it.
    pub fn reveal(&self) -> String {
        hex::write(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The SHA-256 of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

/// A seat's contribution to the luck: 16 to 64 bytes, in hex on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// Reads hex.
    pub fn new(text: &str) -> Result<Entropy, Refusal> {
        let refused = || Refusal::malformed("entropy must be 16 to 64 bytes in hex");
        // Twice 64 digits: a longer text is not read.
        let bytes = (text.len() <= 128)
            .then(|| hex::read(text))
            .flatten()
            .ok_or_else(refused)?;
        if bytes.len() < 16 {
            Err(refused())
        } else {
            Ok(Entropy(bytes))
        }
    }
}

/// The key of all luck of a game: HMAC-SHA256 under the secret of `tallyhouse/1`, the code of the
/// table or the name of its [`Deal`](crate::Deal), the number of the game in four bytes, and for
/// every seat, ascending, its number, the length of its entropy and the entropy. A seat without
/// entropy counts with length 0.
pub fn key(secret: &Secret, name: &str, number: u32, entropy: &BySeat<Option<Entropy>>) -> Key {
    let mut mac = hmac(&secret.0);
    mac.update(b"tallyhouse/1");
    mac.update(name.as_bytes());
    mac.update(&number.to_be_bytes());
    for (seat, entropy) in entropy.iter() {
        let bytes = entropy.as_ref().map_or(&[][..], |entropy| &entropy.0);
        // At most 64 bytes, so the length fits one.
        mac.update(&[seat.0, bytes.len() as u8]);
        mac.update(bytes);
    }
    Key::new(mac.finalize().into_bytes().into())
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

fn read_32(text: &str) -> Result<[u8; 32], Refusal> {
    let bytes = (text.len() == 64).then(|| hex::read(text)).flatten();
    bytes
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| Refusal::malformed("this must be 32 bytes in hex"))
}

impl TryFrom<String> for Secret {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Secret, Refusal> {
        read_32(&text).map(Secret)
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        secret.reveal()
    }
}

impl TryFrom<String> for Commitment {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Commitment, Refusal> {
        read_32(&text).map(Commitment)
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> String {
        commitment.to_string()
    }
}

impl TryFrom<String> for Entropy {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Entropy, Refusal> {
        Entropy::new(&text)
    }
}

impl From<Entropy> for String {
    fn from(entropy: Entropy) -> String {
        hex::write(&entropy.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Millis;

    fn sixteen(byte: &str) -> Option<Entropy> {
        Some(Entropy::new(&byte.repeat(16)).unwrap())
    }

    /// The key as a verifier in another language computes it, byte by byte.
    #[test]
    fn the_key_is_the_documented_one() {
        let secret = Secret::new([9; 32]);
        let code = "VHG4SC";
        let entropy = BySeat::from(vec![sixteen("ab"), None]);
        let mut message = b"tallyhouse/1VHG4SC".to_vec();
        message.extend([0, 0, 0, 2]);
        message.extend([0, 16]);
        message.extend([0xab; 16]);
        message.extend([1, 0]);
        let mut mac = Hmac::<Sha256>::new_from_slice(&[9; 32]).unwrap();
        mac.update(&message);
        let expect = Key::new(mac.finalize().into_bytes().into());
        assert_eq!(key(&secret, code, 2, &entropy), expect);
    }

    #[test]
    fn everything_changes_the_key() {
        let (code, other) = ("VHG4SC", "VHG4SD");
        let (a, b) = (Secret::new([1; 32]), Secret::new([2; 32]));
        let none = BySeat::from(vec![None, None]);
        let first = BySeat::from(vec![sixteen("00"), None]);
        let second = BySeat::from(vec![None, sixteen("00")]);
        let keys = [
            key(&a, code, 1, &none),
            key(&b, code, 1, &none),
            key(&a, other, 1, &none),
            key(&a, code, 2, &none),
            key(&a, code, 1, &first),
            key(&a, code, 1, &second),
        ];
        for (place, one) in keys.iter().enumerate() {
            assert!(!keys[place + 1..].contains(one), "{place}");
        }
    }

    #[test]
    fn the_secrets_of_a_tables_games_differ() {
        let table = Secret::new([1; 32]);
        assert_ne!(table.of_game(1), table.of_game(2));
        assert_ne!(table.of_game(1), table);
        assert_eq!(table.of_game(1), table.of_game(1));
    }

    #[test]
    fn the_secrets_of_days_and_games_differ() {
        let house = Secret::new([1; 32]);
        let (day, next) = (Day::of(Millis(0)), Day::of(Millis(0)).next());
        let secrets = [
            house.of_day(day, "cribbage"),
            house.of_day(day, "dice"),
            house.of_day(next, "cribbage"),
            Secret::new([2; 32]).of_day(day, "cribbage"),
            house.of_game(1),
        ];
        for (place, one) in secrets.iter().enumerate() {
            assert!(!secrets[place + 1..].contains(one), "{place}");
        }
    }

    #[test]
    fn entropy_has_16_to_64_bytes() {
        for (digits, fits) in [
            (0, false),
            (30, false),
            (32, true),
            (33, false),
            (128, true),
            (130, false),
        ] {
            assert_eq!(Entropy::new(&"a".repeat(digits)).is_ok(), fits, "{digits}");
        }
        assert!(Entropy::new(&"g".repeat(32)).is_err());
    }

    #[test]
    fn a_secret_does_not_print() {
        assert_eq!(format!("{:?}", Secret::new([1; 32])), "Secret");
    }
}
