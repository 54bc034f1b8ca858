//! The four suits of a deck of cards.
//!
//! A suit is written by its letter in a card's notation and by its name on the wire; every spelling
//! reads back, in any case. The order of suits only settles how cards of equal rank are listed; it
//! does not rank them.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use ts_rs::TS;

/// A suit, in the order in which equal ranks are listed: spades, hearts, diamonds, clubs.
///
/// ```
/// use pieces::Suit;
///
/// let hearts = Suit::Hearts;
/// assert_eq!((hearts.letter(), hearts.symbol(), hearts.name()), ('H', '♥', "hearts"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, TS)]
#[schemars(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
#[repr(u8)]
pub enum Suit {
    /// Spades, `S` or `♠`.
    Spades,
    /// Hearts, `H` or `♥`.
    Hearts,
    /// Diamonds, `D` or `♦`.
    Diamonds,
    /// Clubs, `C` or `♣`.
    Clubs,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// The index of this suit in a table of four: 0 for spades, 3 for clubs.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `'H'` for hearts: the suit in a card's canonical text.
    pub const fn letter(self) -> char {
        match self {
            Suit::Spades => 'S',
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
            Suit::Clubs => 'C',
        }
    }

    /// `'♥'` for hearts: the suit as it is printed on a card.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Spades => '♠',
            Suit::Hearts => '♥',
            Suit::Diamonds => '♦',
            Suit::Clubs => '♣',
        }
    }

    /// `"hearts"`: the suit in a sentence and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Spades => "spades",
            Suit::Hearts => "hearts",
            Suit::Diamonds => "diamonds",
            Suit::Clubs => "clubs",
        }
    }

    /// The suit of this letter, symbol (filled or outlined) or name, in any case.
    pub(crate) fn read(text: &str) -> Option<Suit> {
        match text {
            "S" | "s" | "♠" | "♤" => Some(Suit::Spades),
            "H" | "h" | "♥" | "♡" => Some(Suit::Hearts),
            "D" | "d" | "♦" | "♢" => Some(Suit::Diamonds),
            "C" | "c" | "♣" | "♧" => Some(Suit::Clubs),
            name => Suit::ALL
                .into_iter()
                .find(|suit| suit.name().eq_ignore_ascii_case(name)),
        }
    }
}

/// Writes the name, as `hearts`.
impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Suit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Suit, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Suit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a suit: spades, hearts, diamonds or clubs")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Suit, E> {
                Suit::read(text).ok_or_else(|| crate::notation::unexpected(text, &self))
            }
        }

        deserializer.deserialize_str(Visitor)
    }
}
