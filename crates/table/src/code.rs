//! The code of a table, which friends type.

use std::fmt;
use std::str::FromStr;

use kernel::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::refusal::Refusal;

/// Six characters without look-alikes, as `VHG4SC`. Small letters are read too.
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
    /// How many characters it has.
    pub const LENGTH: usize = 6;

    /// Letters and digits without 0 O, 1 I L: about 887 million codes.
    const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

    /// A code from a stream of luck, every one equally likely.
    pub fn draw(rng: &mut Rng) -> GameCode {
        let letter = |_| {
            let place = rng.below(GameCode::ALPHABET.len() as u32) as usize;
            char::from(GameCode::ALPHABET[place])
        };
        GameCode((0..GameCode::LENGTH).map(letter).collect())
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
        let code = text.to_ascii_uppercase();
        let known = code
            .bytes()
            .all(|letter| GameCode::ALPHABET.contains(&letter));
        if code.len() == GameCode::LENGTH && known {
            Ok(GameCode(code))
        } else {
            Err(Refusal::malformed(
                "a game code has six letters and digits, as VHG4SC",
            ))
        }
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
    fn look_alikes_and_tricks_are_refused() {
        for text in [
            "", "VHG4S", "VHG4SCC", "VHG4SO", "VHG4S1", "VHG4Sé", "../../", "';DROP",
        ] {
            assert!(text.parse::<GameCode>().is_err(), "{text}");
        }
    }
}
