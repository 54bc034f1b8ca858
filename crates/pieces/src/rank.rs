//! The thirteen ranks of a suit, ace low.
//!
//! A rank knows its place in the row but not its worth: a king is 13 here, and each game has its
//! own worth for it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use ts_rs::TS;

/// A rank from ace (1) to king (13).
///
/// ```
/// use pieces::Rank;
///
/// assert_eq!(Rank::King.number(), 13);
/// assert_eq!((Rank::Ten.letter(), Rank::Ten.label(), Rank::Ten.name()), ('T', "10", "ten"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = r#""A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K""#)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen, ascending.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank of this number, 1 for the ace to 13 for the king.
    pub const fn from_number(number: u8) -> Option<Rank> {
        match number {
            1..=13 => Some(Rank::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The index of this rank in a table of thirteen: 0 for the ace, 12 for the king.
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// `'A'`, `'2'` … `'9'`, `'T'`, `'J'`, `'Q'`, `'K'`: the rank in a card's canonical text.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.index()] as char
    }

    /// `"A"`, `"2"` … `"10"`, `"J"`, `"Q"`, `"K"`: the rank as it is printed on
    /// a card and sent on the wire.
    pub const fn label(self) -> &'static str {
        [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ][self.index()]
    }

    /// `"ace"`, `"two"` … `"king"`: the rank in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Ace => "ace",
            Rank::Two => "two",
            Rank::Three => "three",
            Rank::Four => "four",
            Rank::Five => "five",
            Rank::Six => "six",
            Rank::Seven => "seven",
            Rank::Eight => "eight",
            Rank::Nine => "nine",
            Rank::Ten => "ten",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
        }
    }

    /// The rank of this letter, label or name, in any case.
    pub(crate) fn read(text: &str) -> Option<Rank> {
        match text.as_bytes() {
            [digit @ b'2'..=b'9'] => Rank::from_number(digit - b'0'),
            b"A" | b"a" => Some(Rank::Ace),
            b"T" | b"t" | b"10" => Some(Rank::Ten),
            b"J" | b"j" => Some(Rank::Jack),
            b"Q" | b"q" => Some(Rank::Queen),
            b"K" | b"k" => Some(Rank::King),
            name => Rank::ALL
                .into_iter()
                .find(|rank| rank.name().as_bytes().eq_ignore_ascii_case(name)),
        }
    }
}

/// Writes the label, as `10` or `K`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.label())
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rank, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Rank;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a rank: A, 2 to 10, J, Q or K")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Rank, E> {
                Rank::read(text).ok_or_else(|| crate::notation::unexpected(text, &self))
            }
        }

        deserializer.deserialize_str(Visitor)
    }
}
