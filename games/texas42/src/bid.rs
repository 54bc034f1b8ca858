//! Bids, as they are said at the table and written in JSON.
//!
//! A bid is typed: 42 *is* one mark, 84 two and 168 four, and no bid has two forms. Whether a bid
//! is legal depends on the table, the auction and the hand; [`Auction`](crate::Auction) decides it.

use crate::options::Mode;
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A bid.
///
/// In JSON it is a number of points, or an object with its one word; numbers from 42 on are the
/// marks that they stand for.
///
/// ```
/// use texas42::Bid;
///
/// assert_eq!("84".parse(), Ok(Bid::Marks(2)));
/// assert_eq!(serde_json::from_str::<Bid>("42").unwrap(), Bid::Marks(1));
/// assert_eq!(serde_json::to_string(&Bid::Plunge(4)).unwrap(), r#"{"plunge":4}"#);
/// assert_eq!(Bid::Marks(2).to_string(), "2 marks");
/// assert!(Bid::Points(41).height() < Bid::Marks(1).height());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bid {
    /// To take at least this many points, 30 to 41.
    Points(u8),
    /// To take all seven tricks, for this many marks.
    Marks(u8),
    /// To take all seven tricks with the trump that the partner names. The bidder must hold four
    /// doubles.
    Plunge(u8),
    /// A bid like a plunge, with three doubles.
    Splash(u8),
}

impl Bid {
    /// The bids of points. One point more is all 42 of a hand, which is one mark.
    pub const POINTS: RangeInclusive<u8> = 30..=41;

    /// The highest possible number of marks: a plunge for four, and one mark more by each of the
    /// other three seats.
    pub const MOST_MARKS: u8 = 7;

    /// The least number of marks of a plunge.
    pub const LEAST_PLUNGE: u8 = 4;

    /// The place on the ladder: 30 to 41 for points, 42 for one mark, 43 for two and so on.
    pub const fn height(self) -> u8 {
        match self {
            Bid::Points(points) => points,
            Bid::Marks(marks) | Bid::Plunge(marks) | Bid::Splash(marks) => {
                marks.saturating_add(*Bid::POINTS.end())
            }
        }
    }

    /// The marks of the bid; 0 for a bid of points.
    pub const fn marks_bid(self) -> u8 {
        match self {
            Bid::Points(_) => 0,
            Bid::Marks(marks) | Bid::Plunge(marks) | Bid::Splash(marks) => marks,
        }
    }

    /// The worth of the bid in the marks game: one mark for points.
    pub const fn worth(self) -> u8 {
        match self {
            Bid::Points(_) => 1,
            marks => marks.marks_bid(),
        }
    }

    /// The bid in the points game: its points, or 42 for each mark.
    pub const fn points(self) -> u16 {
        match self {
            Bid::Points(points) => points as u16,
            marks => 42 * marks.marks_bid() as u16,
        }
    }

    /// The bid as players of this mode call it.
    ///
    /// ```
    /// use texas42::{Bid, Mode};
    ///
    /// assert_eq!(Bid::Marks(2).called(Mode::Marks).to_string(), "2 marks");
    /// assert_eq!(Bid::Marks(2).called(Mode::Points).to_string(), "84");
    /// ```
    pub const fn called(self, mode: Mode) -> CalledBid {
        CalledBid { bid: self, mode }
    }

    /// The number of doubles that the bidder must hold.
    pub const fn doubles_needed(self) -> u8 {
        match self {
            Bid::Points(_) | Bid::Marks(_) => 0,
            Bid::Plunge(_) => 4,
            Bid::Splash(_) => 3,
        }
    }

    /// Whether the partner names trump, without consultation.
    pub const fn partner_names(self) -> bool {
        matches!(self, Bid::Plunge(_) | Bid::Splash(_))
    }

    /// The bid that this number stands for: 42, 84 and 168 are marks.
    const fn from_number(number: u8) -> Bid {
        match number {
            42 => Bid::Marks(1),
            84 => Bid::Marks(2),
            168 => Bid::Marks(4),
            points => Bid::Points(points),
        }
    }

    fn from_word(word: &str, number: u8) -> Option<Bid> {
        match word {
            "points" => Some(Bid::from_number(number)),
            "mark" | "marks" => Some(Bid::Marks(number)),
            "plunge" => Some(Bid::Plunge(number)),
            "splash" => Some(Bid::Splash(number)),
            _ => None,
        }
    }
}

/// A bid as players of one mode call it: `2 marks`, or `84` in the points game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalledBid {
    bid: Bid,
    mode: Mode,
}

/// A call in the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// No bid: `pass`.
    Pass,
    /// This bid.
    Bid(Bid),
}

impl Call {
    /// The bid, unless it is a pass.
    pub const fn bid(self) -> Option<Bid> {
        match self {
            Call::Pass => None,
            Call::Bid(bid) => Some(bid),
        }
    }
}

/// A text that is not a bid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} must be a bid: pass, 30 to 41, 1 mark, 2 marks, plunge 4 or splash 2")]
pub struct UnknownBid(String);

impl UnknownBid {
    fn new(text: &str) -> UnknownBid {
        // The longest bid has eight letters; bad input need not be repeated whole.
        UnknownBid(text.chars().take(20).collect())
    }

    /// A stable code of the error, for programs.
    pub const fn code(&self) -> &'static str {
        "unknown_bid"
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bid::Points(points) => write!(f, "{points}"),
            Bid::Marks(1) => f.write_str("1 mark"),
            Bid::Marks(marks) => write!(f, "{marks} marks"),
            Bid::Plunge(marks) => write!(f, "plunge {marks}"),
            Bid::Splash(marks) => write!(f, "splash {marks}"),
        }
    }
}

impl fmt::Display for CalledBid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mode, self.bid) {
            (Mode::Points, bid @ Bid::Marks(1 | 2 | 4)) => write!(f, "{}", bid.points()),
            (_, bid) => bid.fmt(f),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Pass => f.write_str("pass"),
            Call::Bid(bid) => bid.fmt(f),
        }
    }
}

impl FromStr for Bid {
    type Err = UnknownBid;

    /// Reads `31`, `2 marks`, `plunge 4`; a hyphen may stand for the space.
    fn from_str(text: &str) -> Result<Bid, UnknownBid> {
        let number = |word: &str| word.parse::<u8>().ok();
        let bid = match text.split_once([' ', '-']) {
            None => number(text).map(Bid::from_number),
            Some((word, after)) => match (number(word), number(after)) {
                (Some(marks), None) if matches!(after, "mark" | "marks") => Some(Bid::Marks(marks)),
                (None, Some(number)) => Bid::from_word(word, number),
                _ => None,
            },
        };
        bid.ok_or_else(|| UnknownBid::new(text))
    }
}

impl FromStr for Call {
    type Err = UnknownBid;

    fn from_str(text: &str) -> Result<Call, UnknownBid> {
        if text == "pass" {
            Ok(Call::Pass)
        } else {
            text.parse().map(Call::Bid)
        }
    }
}

impl Serialize for Bid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (word, number) = match *self {
            Bid::Points(points) => return serializer.serialize_u8(points),
            Bid::Marks(marks) => ("marks", marks),
            Bid::Plunge(marks) => ("plunge", marks),
            Bid::Splash(marks) => ("splash", marks),
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(word, &number)?;
        map.end()
    }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Call::Pass => serializer.serialize_str("pass"),
            Call::Bid(bid) => bid.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Bid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bid, D::Error> {
        Call::deserialize(deserializer)?
            .bid()
            .ok_or_else(|| de::Error::custom("this must be a bid, not a pass"))
    }
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Call, D::Error> {
        deserializer.deserialize_any(CallVisitor)
    }
}

struct CallVisitor;

impl<'de> Visitor<'de> for CallVisitor {
    type Value = Call;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a bid: \"pass\", a number from 30 to 42, {\"marks\": 2}, {\"plunge\": 4} or {\"splash\": 2}",
        )
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Call, E> {
        let number = u8::try_from(number)
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))?;
        Ok(Call::Bid(Bid::from_number(number)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Call, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Call, A::Error> {
        let Some((word, number)) = map.next_entry::<String, u8>()? else {
            return Err(de::Error::invalid_length(0, &self));
        };
        if map.next_key::<String>()?.is_some() {
            return Err(de::Error::custom(
                "a bid must have one word only, such as {\"marks\": 2}",
            ));
        }
        Bid::from_word(&word, number)
            .map(Call::Bid)
            .ok_or_else(|| de::Error::custom(UnknownBid::new(&word)))
    }
}
