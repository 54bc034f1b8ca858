//! Dice with six faces, after a throw.
//!
//! This module does not throw dice: luck belongs to the kernel. A list of dice keeps the
//! order in which it was written; [`FaceCounts`](crate::FaceCounts) forgets it.

use crate::notation::{PieceText, Pips, Unread, is_separator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The most dice that a text or a JSON list may hold.
///
/// It only keeps hostile input small, and is far above what any game throws; a
/// game has its own, lower limit.
pub const MAX_DICE: usize = 1000;

/// A die by the face it shows, 1 to 6; written as that digit, and a number in JSON.
///
/// ```
/// use pieces::Die;
///
/// let die: Die = "5".parse()?;
/// assert_eq!(die, Die::Five);
/// assert_eq!(die.face(), 5);
/// assert_eq!(Die::from_face(7), None);
/// # Ok::<(), pieces::ParseDieError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Die {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Die {
    /// All six faces, ascending.
    pub const ALL: [Die; 6] = [
        Die::One,
        Die::Two,
        Die::Three,
        Die::Four,
        Die::Five,
        Die::Six,
    ];

    /// The pips on the face that it shows.
    pub const fn face(self) -> u8 {
        self as u8
    }

    /// The die that shows this many pips, 1 to 6.
    pub const fn from_face(pips: u8) -> Option<Die> {
        match pips {
            1..=6 => Some(Die::ALL[pips as usize - 1]),
            _ => None,
        }
    }

    /// The index of this face in a table of six: 0 for a one, 5 for a six.
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face().fmt(f)
    }
}

/// This shows the same as `Display`, so that a list of dice shows as `[1, 1, 5]`.
impl fmt::Debug for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face().fmt(f)
    }
}

impl FromStr for Die {
    type Err = ParseDieError;

    fn from_str(text: &str) -> Result<Die, ParseDieError> {
        Die::read(PieceText::alone(text))
    }
}

impl Serialize for Die {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.face())
    }
}

impl<'de> Deserialize<'de> for Die {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Die, D::Error> {
        let Pips(pips) = Pips::deserialize(deserializer)?;
        Die::from_face(pips).ok_or_else(|| {
            let no_face = de::Unexpected::Unsigned(pips.into());
            de::Error::invalid_value(no_face, &"the face of a die, 1 to 6")
        })
    }
}

/// Reads dice in the order of the text: digits, with or without whitespace or commas between them.
///
/// The list may be empty; the caller knows how many dice there must be. More
/// than [`MAX_DICE`] is an error.
///
/// ```
/// let dice = pieces::parse_dice("51, 1 3")?;
/// assert_eq!(format!("{dice:?}"), "[5, 1, 1, 3]");
///
/// let error = pieces::parse_dice("1 1 7").unwrap_err();
/// assert_eq!(error.to_string(), r#""7" (number 3, at byte 4) must be a die: a face from 1 to 6"#);
/// # Ok::<(), pieces::ParseDieError>(())
/// ```
pub fn parse_dice(list: &str) -> Result<Vec<Die>, ParseDieError> {
    read_dice(list).collect()
}

/// The reasons why a text is not a die, or not a list of dice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseDieError {
    /// There is nothing where a die should be.
    #[error("a die must be a face from 1 to 6")]
    Missing,
    /// It is not a face.
    #[error("{0} must be a die: a face from 1 to 6")]
    Unknown(Unread),
    /// A list holds more than [`MAX_DICE`].
    #[error("there must be at most {MAX_DICE} dice")]
    TooMany,
}

impl ParseDieError {
    /// A word for the kind of error that programs may rely on.
    pub fn code(&self) -> &'static str {
        match self {
            ParseDieError::Missing => "missing_die",
            ParseDieError::Unknown(_) => "unknown_die",
            ParseDieError::TooMany => "too_many_dice",
        }
    }
}

impl Die {
    fn read(token: PieceText<'_>) -> Result<Die, ParseDieError> {
        let die = match token.text.as_bytes() {
            [] => return Err(ParseDieError::Missing),
            [digit @ b'1'..=b'6'] => Die::from_face(digit - b'0'),
            _ => None,
        };
        die.ok_or_else(|| ParseDieError::Unknown(token.unread()))
    }
}

/// The dice of a list one by one; after an error the rest means nothing.
pub(crate) fn read_dice(list: &str) -> impl Iterator<Item = Result<Die, ParseDieError>> {
    list.char_indices()
        .filter(|&(_, c)| !is_separator(c))
        .enumerate()
        .map(move |(index, (offset, c))| {
            if index < MAX_DICE {
                let text = &list[offset..offset + c.len_utf8()];
                Die::read(PieceText::in_list(text, index, offset))
            } else {
                Err(ParseDieError::TooMany)
            }
        })
}
