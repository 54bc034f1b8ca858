//! Playing cards: `5H` is the five of hearts.
//!
//! A card is its place in the deck ordered by rank, then suit, so that a set of
//! cards is one word, its bits in the order in which people lay cards out.
//! The worth of a card is not known here.

use crate::notation::{Distinct, PieceText, Unique, Unread};
use crate::set::piece_set;
use crate::{Rank, Suit};
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the 52 cards. Cards order by rank, then suit.
///
/// The canonical text is `5S` or `TH`. Also read are `10H`, `5♠`, names as in
/// `TEN_CLUBS` and `10_SPADES`, all in any case, and in JSON an object.
///
/// ```
/// use pieces::{Card, Rank, Suit};
///
/// let card = Card::new(Rank::Ten, Suit::Hearts);
/// assert_eq!(card.to_string(), "TH");
/// assert_eq!("10♥".parse(), Ok(card));
/// assert_eq!("ten_hearts".parse(), Ok(card));
/// assert!("TX".parse::<Card>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards in a deck.
    pub const COUNT: usize = Rank::ALL.len() * Suit::ALL.len();

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank.index() * Suit::ALL.len() + suit.index()) as u8)
    }

    /// The card at this place of the ordered deck, 0 (`AS`) to 51 (`KC`).
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// The index of the card in the ordered deck, 0 (`AS`) to 51 (`KC`).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() / Suit::ALL.len()]
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.index() % Suit::ALL.len()]
    }

    /// The canonical text, as `5H` or `TS`.
    pub fn text(self) -> &'static str {
        const DECK: &str = "ASAHADAC2S2H2D2C3S3H3D3C4S4H4D4C5S5H5D5C6S6H6D6C7S7H7D7C\
                            8S8H8D8C9S9H9D9CTSTHTDTCJSJHJDJCQSQHQDQCKSKHKDKC";
        &DECK[2 * self.index()..][..2]
    }

    /// All 52 cards, ascending.
    pub const fn deck() -> CardSetIter {
        CardSet::FULL.iter()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// This shows the same as `Display`, so that a failed test shows `5H` and not an index.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        Card::read(PieceText::alone(text))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// Reads a text in any accepted notation, or an object with `suit` and `rank`
/// as in `{"suit": "hearts", "rank": "A", "value": 1}`, whose other fields are ignored.
impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        #[derive(Deserialize)]
        struct Object {
            suit: Suit,
            rank: Rank,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Card;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"5H\" or {\"suit\": \"hearts\", \"rank\": \"5\"}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Card, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_map<A: de::MapAccess<'de>>(self, fields: A) -> Result<Card, A::Error> {
                let Object { suit, rank } =
                    Object::deserialize(MapAccessDeserializer::new(fields))?;
                Ok(Card::new(rank, suit))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

piece_set! {
    /// A set of cards in one word; iterates in card order.
    ///
    /// ```
    /// use pieces::{Card, CardSet, ParseCardError};
    ///
    /// let hand: CardSet = "6S 5C 5H".parse()?;
    /// assert_eq!(hand.to_string(), "5H 5C 6S");
    /// assert_eq!((CardSet::FULL - hand).len(), 49);
    /// assert_eq!(hand.first(), Some("5H".parse()?));
    /// # Ok::<(), ParseCardError>(())
    /// ```
    set CardSet(u64) of Card, or ParseCardError;

    /// The cards of a [`CardSet`], ascending.
    iterator CardSetIter;
}

/// Reads cards in the order of the text, with whitespace or commas between them.
///
/// The list may be empty; the caller knows how many cards there must be.
/// The same card twice is an error; therefore there are never more than 52.
///
/// ```
/// let cards = pieces::parse_cards("JD, 5h 5♣")?;
/// assert_eq!(format!("{cards:?}"), "[JD, 5H, 5C]");
///
/// let error = pieces::parse_cards("5H 6H 5♥").unwrap_err();
/// assert_eq!(error.to_string(), "5H must be listed once, not as card 1 and card 3");
/// # Ok::<(), pieces::ParseCardError>(())
/// ```
pub fn parse_cards(list: &str) -> Result<Vec<Card>, ParseCardError> {
    Ok(Distinct::parse(list)?.into_vec())
}

/// The reasons why a text is not a card, or not a list of different cards.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseCardError {
    /// There is nothing where a card should be.
    #[error("a card must be a rank and a suit, such as 5H")]
    Missing,
    /// It ends with a suit that does not follow a rank.
    #[error("{0} must be a card such as 5H: a rank, A 2 3 4 5 6 7 8 9 T J Q or K, and a suit")]
    UnknownRank(Unread),
    /// It does not end with a suit.
    #[error("{0} must be a card such as 5H: a rank and a suit, S H D or C")]
    UnknownSuit(Unread),
    /// A list holds the same card twice, at these numbers from 1.
    #[error("{card} must be listed once, not as card {first} and card {second}")]
    #[expect(missing_docs, reason = "said above")]
    Duplicate {
        card: Card,
        first: usize,
        second: usize,
    },
    /// A list has more cards than a deck.
    #[error("there must be at most {} cards, as many as in a deck", Card::COUNT)]
    TooMany,
}

impl ParseCardError {
    /// A word for the kind of error that programs may rely on.
    pub fn code(&self) -> &'static str {
        match self {
            ParseCardError::Missing => "missing_card",
            ParseCardError::UnknownRank(_) | ParseCardError::UnknownSuit(_) => "unknown_card",
            ParseCardError::Duplicate { .. } => "duplicate_card",
            ParseCardError::TooMany => "too_many_cards",
        }
    }
}

impl Unique for Card {
    type Error = ParseCardError;

    const COUNT: usize = Card::COUNT;

    fn read(token: PieceText<'_>) -> Result<Card, ParseCardError> {
        // Phones write `♠` followed by an invisible sign that asks for colour or for plain text.
        let text = token.text.trim_end_matches(['\u{FE0E}', '\u{FE0F}']);
        let (rank, suit) = split_card(text).ok_or(ParseCardError::Missing)?;
        let suit = Suit::read(suit).ok_or_else(|| ParseCardError::UnknownSuit(token.unread()))?;
        let rank = Rank::read(rank).ok_or_else(|| ParseCardError::UnknownRank(token.unread()))?;
        Ok(Card::new(rank, suit))
    }

    fn duplicate(self, first: usize, second: usize) -> ParseCardError {
        ParseCardError::Duplicate {
            card: self,
            first,
            second,
        }
    }

    fn too_many() -> ParseCardError {
        ParseCardError::TooMany
    }
}

/// The texts of rank and suit: either side of `_`, or else the suit is the last character.
fn split_card(text: &str) -> Option<(&str, &str)> {
    text.split_once('_').or_else(|| {
        let (suit_at, _) = text.char_indices().next_back()?;
        Some(text.split_at(suit_at))
    })
}
