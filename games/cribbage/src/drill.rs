//! The drills of cribbage: counting, throwing to the crib, pegging.
//!
//! Throws and plays come from games between bots, and therefore have hands and scores of real games;
//! the adviser gives the worth of an answer. Hands to count are drawn at random, and the scorer counts
//! them.

mod count;
mod discard;
mod peg;

use kernel::AnyRefusal;
use kernel::drill::Drill;
use pieces::{Card, CardSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The drills, simplest first.
pub(crate) const DRILLS: &[&dyn Drill] = &[&count::Count, &discard::Discard, &peg::Peg];

/// The seat that is asked.
const ME: kernel::Seat = kernel::Seat(0);

/// The bot that plays the games for questions: quick, and sensible enough.
const PLAYER: &str = "medium";

/// A game has about nine deals; a question comes from one of these.
const DEALS: u32 = 9;

/// Cards as one text, `5H 5C 6S`, which is shorter in a pool than a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Cards(Vec<Card>);

impl Cards {
    fn set(&self) -> CardSet {
        self.0.iter().copied().collect()
    }
}

impl From<CardSet> for Cards {
    fn from(cards: CardSet) -> Cards {
        Cards(cards.iter().collect())
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text(&self.0))
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() {
            return Ok(Cards::default());
        }
        pieces::parse_cards(&text)
            .map(Cards)
            .map_err(de::Error::custom)
    }
}

fn text(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}

/// Reads the cards of a typed answer.
fn read_cards(answer: &str) -> Result<CardSet, AnyRefusal> {
    let cards = pieces::parse_cards(answer)
        .map_err(|error| AnyRefusal::new(error.code(), error.to_string()))?;
    Ok(cards.into_iter().collect())
}

/// The owner of the crib, and the scores.
fn standing(dealer: bool, [own, theirs]: [u16; 2]) -> String {
    let crib = if dealer { "yours" } else { "theirs" };
    format!("You have {own}, they have {theirs}; the crib is {crib}")
}
