//! A pool of dice without their order: the number of dice that show each face.
//!
//! A scorer needs no more of a pool, and this is small enough to be the key of its tables.

use crate::Die;
use crate::die::{MAX_DICE, ParseDieError, read_dice};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// The number of dice that show each face.
///
/// Written with its dice ascending, as `1112235`; in JSON a list of numbers.
///
/// ```
/// use pieces::{Die, FaceCounts};
///
/// let mut pool: FaceCounts = "5 1 2 1 3 2 1".parse()?;
/// assert_eq!(pool.to_string(), "1112235");
/// assert_eq!(pool.count(Die::One), 3);
/// assert!(pool.remove(Die::Five));
/// assert_eq!(pool.total(), 6);
/// # Ok::<(), pieces::ParseDieError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FaceCounts([u16; 6]);

impl FaceCounts {
    /// No dice.
    pub const EMPTY: FaceCounts = FaceCounts([0; 6]);

    /// This many dice for each face, ones first.
    pub const fn from_counts(counts: [u16; 6]) -> FaceCounts {
        FaceCounts(counts)
    }

    /// The number of dice that show each face, ones first.
    pub const fn counts(self) -> [u16; 6] {
        self.0
    }

    /// The number of dice that show this face.
    pub const fn count(self, face: Die) -> u16 {
        self.0[face.index()]
    }

    /// The number of dice.
    pub fn total(self) -> usize {
        self.0.into_iter().map(usize::from).sum()
    }

    /// Whether there are no dice.
    pub fn is_empty(self) -> bool {
        self == FaceCounts::EMPTY
    }

    /// Puts a die in.
    ///
    /// # Panics
    ///
    /// At 65,536 dice of one face, of which no game and no input comes near.
    pub fn add(&mut self, die: Die) {
        let count = &mut self.0[die.index()];
        *count = count
            .checked_add(1)
            .expect("a face has fewer than 65,536 dice");
    }

    /// Takes a die out; says whether there was one.
    pub fn remove(&mut self, die: Die) -> bool {
        let count = &mut self.0[die.index()];
        let there = *count > 0;
        *count -= u16::from(there);
        there
    }

    /// The dice, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Die> + Clone {
        Die::ALL
            .into_iter()
            .flat_map(move |die| std::iter::repeat_n(die, usize::from(self.count(die))))
    }
}

impl Extend<Die> for FaceCounts {
    fn extend<I: IntoIterator<Item = Die>>(&mut self, dice: I) {
        for die in dice {
            self.add(die);
        }
    }
}

impl FromIterator<Die> for FaceCounts {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> FaceCounts {
        let mut counts = FaceCounts::EMPTY;
        counts.extend(dice);
        counts
    }
}

impl fmt::Display for FaceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|die| write!(f, "{die}"))
    }
}

impl fmt::Debug for FaceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FaceCounts({self})")
    }
}

/// Reads digits in any order, with or without whitespace or commas between
/// them; more than [`MAX_DICE`] is an error.
impl FromStr for FaceCounts {
    type Err = ParseDieError;

    fn from_str(list: &str) -> Result<FaceCounts, ParseDieError> {
        read_dice(list).collect()
    }
}

/// Writes a list of numbers, ascending.
impl Serialize for FaceCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Reads a list of numbers in any order, or the text of such a list; more than
/// [`MAX_DICE`] is an error.
impl<'de> Deserialize<'de> for FaceCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FaceCounts, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = FaceCounts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of dice")
            }

            fn visit_str<E: de::Error>(self, list: &str) -> Result<FaceCounts, E> {
                list.parse().map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<FaceCounts, A::Error> {
                let mut counts = FaceCounts::EMPTY;
                while let Some(die) = list.next_element()? {
                    if counts.total() == MAX_DICE {
                        return Err(de::Error::custom(ParseDieError::TooMany));
                    }
                    counts.add(die);
                }
                Ok(counts)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
