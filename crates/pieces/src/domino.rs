//! Dominoes of the double-six set: `6-4` has six and four pips on its ends.
//!
//! A domino has no direction: `4-6` is the same piece, written with its higher
//! end first. Neither its suit nor its worth is known here.

use crate::notation::{Distinct, PieceText, Pips, Unique, Unread};
use crate::set::piece_set;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the 28 dominoes from `0-0` to `6-6`. Dominoes order by their higher end, then the lower.
///
/// The canonical text is `6-4`. Either order of the ends is read, also as
/// `64`, `6:4` and `6|4`, and in JSON as `[6, 4]`.
///
/// ```
/// use pieces::Domino;
///
/// let domino: Domino = "4:6".parse()?;
/// assert_eq!(domino.to_string(), "6-4");
/// assert_eq!((domino.high(), domino.low()), (6, 4));
/// assert_eq!(Domino::new(4, 6), Some(domino));
/// assert!("7-4".parse::<Domino>().is_err());
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    // The order of the fields is the order of the dominoes.
    high: u8,
    low: u8,
}

impl Domino {
    /// The most pips on an end.
    pub const MAX_END: u8 = 6;

    /// The number of dominoes in the set: a row of `n + 1` for each higher end `n` from 0 to 6.
    pub const COUNT: usize = row_start(Domino::MAX_END + 1);

    /// All 28, ascending: `0-0`, `1-0`, `1-1`, `2-0` … `6-6`.
    pub const ALL: [Domino; Domino::COUNT] = all();

    /// The domino with these ends, in either order; `None` if an end has more than six pips.
    pub const fn new(a: u8, b: u8) -> Option<Domino> {
        let (high, low) = if a < b { (b, a) } else { (a, b) };
        if high <= Domino::MAX_END {
            Some(Domino { high, low })
        } else {
            None
        }
    }

    /// The domino at this place of the ordered set, 0 (`0-0`) to 27 (`6-6`).
    pub const fn from_index(index: usize) -> Option<Domino> {
        if index < Domino::COUNT {
            Some(Domino::ALL[index])
        } else {
            None
        }
    }

    /// The index of the domino in the ordered set, 0 (`0-0`) to 27 (`6-6`).
    pub const fn index(self) -> usize {
        row_start(self.high) + self.low as usize
    }

    /// The pips on the higher end.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The pips on the lower end.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether one of the ends has this many pips.
    pub const fn has_end(self, pips: u8) -> bool {
        self.high == pips || self.low == pips
    }

    /// Whether both ends are the same.
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The pips on both ends together.
    pub const fn pips(self) -> u8 {
        self.high + self.low
    }

    /// The canonical text, as `6-4`.
    pub fn text(self) -> &'static str {
        const SET: &str = "0-01-01-12-02-12-23-03-13-23-34-04-14-24-34-4\
                           5-05-15-25-35-45-56-06-16-26-36-46-56-6";
        &SET[3 * self.index()..][..3]
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// This shows the same as `Display`, so that a failed test shows `6-4`.
impl fmt::Debug for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Domino {
    type Err = ParseDominoError;

    fn from_str(text: &str) -> Result<Domino, ParseDominoError> {
        Domino::read(PieceText::alone(text))
    }
}

impl Serialize for Domino {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// Reads a text in any accepted notation, or a list of the two ends.
impl<'de> Deserialize<'de> for Domino {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Domino, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Domino;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a domino such as \"6-4\" or [6, 4]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Domino, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut ends: A) -> Result<Domino, A::Error> {
                let mut next_end = |index| match ends.next_element()? {
                    Some(Pips(pips)) => Ok(pips),
                    None => Err(de::Error::invalid_length(index, &self)),
                };
                let (a, b) = (next_end(0)?, next_end(1)?);
                // A third end needs no look: a format refuses a list that was not read to its end.
                Domino::new(a, b)
                    .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Seq, &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

piece_set! {
    /// A set of dominoes in one word; iterates in domino order.
    ///
    /// ```
    /// use pieces::{Domino, DominoSet, ParseDominoError};
    ///
    /// let hand: DominoSet = "4-6 00 5-5".parse()?;
    /// assert_eq!(hand.to_string(), "0-0 5-5 6-4");
    /// assert_eq!((DominoSet::FULL - hand).len(), 25);
    /// assert_eq!(hand.into_iter().filter(|domino| domino.is_double()).count(), 2);
    /// # Ok::<(), ParseDominoError>(())
    /// ```
    set DominoSet(u32) of Domino, or ParseDominoError;

    /// The dominoes of a [`DominoSet`], ascending.
    iterator DominoSetIter;
}

/// Reads dominoes in the order of the text, with whitespace or commas between them.
///
/// The list may be empty; the caller knows how many dominoes there must be.
/// The same domino twice is an error; therefore there are never more than 28.
///
/// ```
/// let dominoes = pieces::parse_dominoes("6-4, 01 2:2")?;
/// assert_eq!(format!("{dominoes:?}"), "[6-4, 1-0, 2-2]");
/// # Ok::<(), pieces::ParseDominoError>(())
/// ```
pub fn parse_dominoes(list: &str) -> Result<Vec<Domino>, ParseDominoError> {
    Ok(Distinct::parse(list)?.into_vec())
}

/// The reasons why a text is not a domino, or not a list of different dominoes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseDominoError {
    /// There is nothing where a domino should be.
    #[error("a domino must be two ends, such as 6-4")]
    Missing,
    /// It is not two ends of 0 to 6 pips.
    #[error("{0} must be a domino: two ends from 0 to 6, such as 6-4")]
    Unknown(Unread),
    /// A list holds the same domino twice, at these numbers from 1.
    #[error("{domino} must be listed once, not as domino {first} and domino {second}")]
    #[expect(missing_docs, reason = "said above")]
    Duplicate {
        domino: Domino,
        first: usize,
        second: usize,
    },
    /// A list goes on after all the dominoes that there are.
    #[error(
        "there must be at most {} dominoes, as many as in the double-six set",
        Domino::COUNT
    )]
    TooMany,
}

impl ParseDominoError {
    /// A word for the kind of error that programs may rely on.
    pub fn code(&self) -> &'static str {
        match self {
            ParseDominoError::Missing => "missing_domino",
            ParseDominoError::Unknown(_) => "unknown_domino",
            ParseDominoError::Duplicate { .. } => "duplicate_domino",
            ParseDominoError::TooMany => "too_many_dominoes",
        }
    }
}

impl Unique for Domino {
    type Error = ParseDominoError;

    const COUNT: usize = Domino::COUNT;

    fn read(token: PieceText<'_>) -> Result<Domino, ParseDominoError> {
        let domino = match token.text.as_bytes() {
            [] => return Err(ParseDominoError::Missing),
            [a @ b'0'..=b'9', b @ b'0'..=b'9']
            | [a @ b'0'..=b'9', b'-' | b':' | b'|', b @ b'0'..=b'9'] => {
                Domino::new(a - b'0', b - b'0')
            }
            _ => None,
        };
        domino.ok_or_else(|| ParseDominoError::Unknown(token.unread()))
    }

    fn duplicate(self, first: usize, second: usize) -> ParseDominoError {
        ParseDominoError::Duplicate {
            domino: self,
            first,
            second,
        }
    }

    fn too_many() -> ParseDominoError {
        ParseDominoError::TooMany
    }
}

/// The index of `high-0`: the rows before it hold 1 + 2 + … + `high` dominoes.
const fn row_start(high: u8) -> usize {
    let high = high as usize;
    high * (high + 1) / 2
}

const fn all() -> [Domino; Domino::COUNT] {
    let mut all = [Domino { high: 0, low: 0 }; Domino::COUNT];
    let mut index = 1;
    while index < all.len() {
        let Domino { high, low } = all[index - 1];
        // After a double, which ends its row, comes the next row.
        all[index] = if low < high {
            Domino { high, low: low + 1 }
        } else {
            Domino {
                high: high + 1,
                low: 0,
            }
        };
        index += 1;
    }
    all
}
