//! Numbers with two decimals, kept as integers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A number with two decimals, such as a multiplier: 2.80 is 280 hundredths.
///
/// It is never negative. In JSON it is a number; more than two decimals are an error.
///
/// ```
/// use dice::score::Hundredths;
///
/// let mult: Hundredths = "2.8".parse()?;
/// assert_eq!(mult.get(), 280);
/// assert_eq!(mult.to_string(), "2.80");
/// # Ok::<(), dice::score::ParseHundredthsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hundredths(u32);

impl Hundredths {
    /// Zero.
    pub const ZERO: Hundredths = Hundredths(0);
    /// 1.00: a multiplier that changes nothing.
    pub const ONE: Hundredths = Hundredths(100);

    /// This many hundredths.
    pub const fn new(hundredths: u32) -> Hundredths {
        Hundredths(hundredths)
    }

    /// The number of hundredths.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Writes two decimals, always.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// A text that is not a number with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write a number from 0 to 9999999 with at most two decimals, such as 1.5")]
pub struct ParseHundredthsError;

impl FromStr for Hundredths {
    type Err = ParseHundredthsError;

    fn from_str(text: &str) -> Result<Hundredths, ParseHundredthsError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let hundredths = match decimals.len() {
            1 => 10 * digits(decimals)?,
            2 => digits(decimals)?,
            _ => return Err(ParseHundredthsError),
        };
        Ok(Hundredths(100 * digits(whole)? + hundredths))
    }
}

/// A number of one to seven digits: a hundred times it still fits.
fn digits(text: &str) -> Result<u32, ParseHundredthsError> {
    let plain = (1..=7).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain {
        return Err(ParseHundredthsError);
    }
    text.parse().map_err(|_| ParseHundredthsError)
}

/// Writes the shortest number: `2`, `2.8`, `2.25`.
impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) {
            serializer.serialize_u32(self.0 / 100)
        } else {
            // The nearest float to a number of few digits prints as exactly that number.
            serializer.serialize_f64(f64::from(self.0) / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Hundredths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hundredths, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Hundredths;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{ParseHundredthsError}")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Hundredths, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Hundredths, E> {
                // A float is displayed as the shortest text that reads back as it, which is the
                // original text.
                self.visit_str(&number.to_string())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hundredths, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
