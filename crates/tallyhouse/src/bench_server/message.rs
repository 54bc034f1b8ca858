//! The messages that this generator reads and writes.
//!
//! The whole message is parsed; fields without a check are ignored afterwards. Texts are borrowed
//! from the packet: the generator shares its processors with the measured house.

use pieces::{Card, CardSet, Rank, Suit};
use serde::{Deserialize, Serialize, Serializer};

/// A player's identity.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionMessage<'a> {
    pub(super) player_uuid: &'a str,
    pub(super) token: &'a str,
}

/// Any event except `state`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventMessage<'a> {
    pub(super) seq: u64,
    #[serde(borrow)]
    pub(super) next_turn: Option<&'a str>,
    #[serde(borrow)]
    pub(super) current_turn: Option<&'a str>,
}

/// The shown game, pushed or asked for.
#[derive(Debug, Deserialize)]
pub(super) struct State<'a> {
    pub(super) seq: u64,
    #[serde(borrow)]
    pub(super) view: ViewFields<'a>,
    pub(super) legal: Vec<LegalChoice>,
}

/// A table of cribbage; before the first game there is only its phase.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ViewFields<'a> {
    pub(super) phase: Phase,
    #[serde(default)]
    pub(super) player_hand: CardSet,
    #[serde(default, borrow)]
    pub(super) discarded: Vec<&'a str>,
    #[serde(default)]
    pub(super) running_total: u8,
    #[serde(borrow)]
    pub(super) current_turn: Option<&'a str>,
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    Waiting,
    Dealing,
    Discard,
    Pegging,
    Counting,
    GameOver,
}

/// A legal action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegalChoice {
    DiscardCards { cards: CardSet },
    PlayCard { card: Card },
}

impl LegalChoice {
    /// Its command.
    pub(super) const fn command(&self) -> &'static str {
        match self {
            LegalChoice::DiscardCards { .. } => "discard_cards",
            LegalChoice::PlayCard { .. } => "play_card",
        }
    }

    /// The fields of its command.
    pub(super) fn fields(&self) -> Fields {
        match *self {
            LegalChoice::DiscardCards { cards } => Fields {
                cards: Some(Cards(cards)),
                ..Fields::default()
            },
            LegalChoice::PlayCard { card } => Fields {
                card: Some(card.into()),
                ..Fields::default()
            },
        }
    }
}

/// The answer to any command.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AckMessage<'a> {
    pub(super) ok: bool,
    #[serde(default)]
    pub(super) seq: u64,
    #[serde(borrow)]
    pub(super) game_code: Option<&'a str>,
    /// With `legal`, in the answers of `sync` and `watch_game`.
    #[serde(borrow)]
    pub(super) view: Option<ViewFields<'a>>,
    pub(super) legal: Option<Vec<LegalChoice>>,
}

/// A command at a table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Command<'a, T> {
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) game_code: &'a str,
    pub(super) command_id: &'a str,
    #[serde(flatten)]
    pub(super) fields: T,
}

/// The fields of a `sync`.
#[derive(Debug, Serialize)]
pub(super) struct Since {
    pub(super) since: u64,
}

/// The fields of a move.
#[derive(Debug, Default, Serialize)]
pub(super) struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<CardObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Cards>,
}

/// A card as in `legal`, which is how the page sends it.
#[derive(Debug, Serialize)]
struct CardObject {
    suit: Suit,
    rank: Rank,
    value: u8,
}

impl From<Card> for CardObject {
    fn from(card: Card) -> CardObject {
        CardObject {
            suit: card.suit(),
            rank: card.rank(),
            value: value(card),
        }
    }
}

/// Cards as in `legal`.
#[derive(Debug)]
struct Cards(CardSet);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(CardObject::from))
    }
}

/// The value of a card in the play: court cards count ten. The game's own function is not used,
/// because this checks it.
pub(super) fn value(card: Card) -> u8 {
    card.rank().number().min(10)
}
