//! A list of cards in a request.

use arrayvec::ArrayVec;
use pieces::{Card, ParseCardError};
use serde::{Deserialize, Deserializer, de};
use std::fmt;

/// Distinct cards in the order in which they were listed.
#[derive(Debug, Default)]
pub(crate) struct Listed(pub(crate) ArrayVec<Card, { Card::COUNT }>);

impl Listed {
    pub(super) fn push(&mut self, card: Card) -> Result<(), ParseCardError> {
        if let Some(index) = self.0.iter().position(|&earlier| earlier == card) {
            let (first, second) = (index + 1, self.0.len() + 1);
            return Err(ParseCardError::Duplicate {
                card,
                first,
                second,
            });
        }
        // Distinct cards are at most a deck, which has room.
        self.0.push(card);
        Ok(())
    }
}

/// Reads a list of cards, or the text of such a list.
impl<'de> Deserialize<'de> for Listed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Listed, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Listed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cards")
            }

            fn visit_str<E: de::Error>(self, list: &str) -> Result<Listed, E> {
                let cards = pieces::parse_cards(list).map_err(E::custom)?;
                Ok(Listed(cards.into_iter().collect()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Listed, A::Error> {
                let mut cards = Listed::default();
                while let Some(card) = list.next_element()? {
                    cards.push(card).map_err(de::Error::custom)?;
                }
                Ok(cards)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
