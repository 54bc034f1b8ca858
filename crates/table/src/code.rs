//! Codes that people type: the code of a table, and the code that carries a player to another
//! device.

use std::fmt;
use std::str::FromStr;

use kernel::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::refusal::Refusal;

/// Six characters without look-alikes, such as `VHG4SC`. Lower case is read too.
///
/// ```
/// use table::GameCode;
///
/// let code: GameCode = "vhg4sc".parse()?;
/// assert_eq!(code.to_string(), "VHG4SC");
/// assert!("VHG4S0".parse::<GameCode>().is_err());
/// # Ok::<(), table::Refusal>(())
/// ```
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct GameCode(String);

impl GameCode {
    /// The number of characters.
    pub const LENGTH: usize = 6;

    /// A code from a stream of luck, every one equally likely: there are about 887 million.
    pub fn draw(rng: &mut Rng) -> GameCode {
        GameCode(draw_letters(rng, GameCode::LENGTH))
    }

    /// The code as it is typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for GameCode {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<GameCode, Refusal> {
        let why = "a game code must have six letters and digits, such as VHG4SC";
        let code = read_letters(text, GameCode::LENGTH);
        code.map(GameCode).ok_or_else(|| Refusal::malformed(why))
    }
}

impl TryFrom<String> for GameCode {
    type Error = Refusal;

    fn try_from(text: String) -> Result<GameCode, Refusal> {
        text.parse()
    }
}

impl From<GameCode> for String {
    fn from(code: GameCode) -> String {
        code.0
    }
}

/// Nine characters without look-alikes, such as `K7M-3QX-VB2`: too many to guess in the ten minutes
/// of its validity. Lower case is read too, and the dashes may be left out. Its `Debug` output
/// reveals nothing, which keeps it out of logs.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String")]
#[ts(type = "string")]
pub struct DeviceCode(String);

impl DeviceCode {
    const LENGTH: usize = 9;

    /// A code from a stream of luck, every one equally likely.
    pub fn draw(rng: &mut Rng) -> DeviceCode {
        DeviceCode(draw_letters(rng, DeviceCode::LENGTH))
    }

    /// The letters and digits alone.
    pub fn letters(&self) -> &str {
        &self.0
    }

    /// The code as it is shown, in groups that are easy to copy.
    pub fn spelled(&self) -> String {
        let (first, rest) = self.0.split_at(3);
        let (second, third) = rest.split_at(3);
        format!("{first}-{second}-{third}")
    }
}

impl TryFrom<String> for DeviceCode {
    type Error = Refusal;

    fn try_from(text: String) -> Result<DeviceCode, Refusal> {
        let why =
            "a code for another device must have nine letters and digits, such as K7M-3QX-VB2";
        let letters: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        let letters = read_letters(&letters, DeviceCode::LENGTH);
        letters
            .map(DeviceCode)
            .ok_or_else(|| Refusal::malformed(why))
    }
}

impl fmt::Debug for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceCode")
    }
}

/// Letters and digits without 0 O, 1 I L.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

fn draw_letters(rng: &mut Rng, length: usize) -> String {
    let letter = |_| char::from(ALPHABET[rng.below(ALPHABET.len() as u32) as usize]);
    (0..length).map(letter).collect()
}

/// The letters of a typed code, in capitals; `None` if it is not a code.
fn read_letters(text: &str, length: usize) -> Option<String> {
    let code = text.to_ascii_uppercase();
    let known = code.bytes().all(|letter| ALPHABET.contains(&letter));
    (code.len() == length && known).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Key;

    #[test]
    fn drawn_codes_read_back() {
        let mut rng = Key::from_seed(1).stream("codes");
        for _ in 0..1_000 {
            let code = GameCode::draw(&mut rng);
            assert_eq!(code.as_str().parse(), Ok(code.clone()));
        }
    }

    #[test]
    fn a_device_code_is_read_as_it_is_shown() {
        let mut rng = Key::from_seed(1).stream("codes");
        for _ in 0..1_000 {
            let code = DeviceCode::draw(&mut rng);
            let spelled = code.spelled();
            assert_eq!(spelled.len(), 11);
            for typed in [spelled.to_lowercase(), spelled.replace('-', " "), spelled] {
                assert_eq!(DeviceCode::try_from(typed), Ok(code.clone()));
            }
        }
        for text in ["", "K7M-3QX", "K7M-3QX-VB20", "K7M-3QX-VBO", "K7M-3QX-VBé"] {
            assert!(DeviceCode::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn look_alikes_and_tricks_are_refused() {
        for text in [
            "", "VHG4S", "VHG4SCC", "VHG4SO", "VHG4S1", "VHG4Sé", "../../", "';DROP",
        ] {
            assert!(text.parse::<GameCode>().is_err(), "{text}");
        }
    }
}
