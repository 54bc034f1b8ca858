//! The form of a game's messages on the wire.
//!
//! Inside the house a game has its own events, views and actions. A client knows them under other
//! names, and knows players by ids rather than by seats. A [`Wire`] is that translation: a handful
//! of functions that a game writes in its `wire.rs` and registers as
//! [`Facade::WIRE`](crate::Facade::WIRE). A game that writes none uses [`Wire::plain`], with the
//! events' own names and fields.
//!
//! A translation gets [`Seen`] values only: an event as a viewer saw it, and the table just before
//! and after it as everybody sees it. Therefore it can reveal nothing that redaction removed:
//! neither in words nor by the name, number or pause of its messages. Viewers who saw the same are
//! told the same.

mod fields;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::vocabulary::variant_terms;
use crate::{AnyRefusal, Game, Json, Seat, Seating, Seen, Term, Vocabulary};

use fields::json;
pub use fields::{as_command, fields, read_field, read_fields};

/// The fields of a message.
pub type Payload = Map<String, Value>;

/// The command that can send any action of any game, as `{action}` in the game's own JSON.
pub const ACT: &str = "act";

/// Any action of any game, in the game's own JSON.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
pub struct Act {
    /// The action.
    #[ts(type = "unknown")]
    pub action: Value,
}

/// One message to a viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Say {
    /// The name of the message.
    pub name: Cow<'static, str>,
    /// The time that the table waits before it, at a normal pace.
    pub pause: Duration,
    /// The fields.
    pub fields: Json,
}

impl Say {
    /// A message without a pause.
    pub fn now<T: Serialize>(name: impl Into<Cow<'static, str>>, fields: &T) -> Say {
        Say::after(Duration::ZERO, name, fields)
    }

    /// A message of this name and these fields after a pause.
    pub fn after<T: Serialize>(
        pause: Duration,
        name: impl Into<Cow<'static, str>>,
        fields: &T,
    ) -> Say {
        Say {
            name: name.into(),
            pause,
            fields: Json::of(fields),
        }
    }
}

/// An event as a viewer saw it, with the public view before and after it.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a, E, V> {
    /// The event, redacted for its viewer.
    pub event: &'a Seen<E>,
    /// The view of a spectator just before it.
    pub before: &'a Seen<V>,
    /// The view of a spectator just after it.
    pub after: &'a Seen<V>,
    /// The players by seat.
    pub seating: &'a Seating,
}

/// The messages that tell a viewer about an event it saw.
pub type Tell<E, V> = fn(&Told<'_, E, V>) -> Vec<Say>;

/// Lists a seat's legal actions, given the seat's view.
pub type ListLegal<V, A> = fn(&Seen<V>, &[A]) -> Json;

/// The meaning of a command: an action, or why it cannot be read.
pub type Read<A> = Option<Result<A, AnyRefusal>>;

/// The form of a game's messages on the wire, as a set of functions.
///
/// Write the functions that matter, and take the others from [`Wire::plain`]:
///
/// ```text
/// pub(crate) const WIRE: Wire<Cribbage> = Wire { tell, view, ..Wire::plain() };
/// ```
pub struct Wire<G: Game> {
    /// The messages of an event for the viewers who saw it like this. The argument holds only the
    /// redacted event and the public views; viewers who saw the same event are therefore told the
    /// same. The list may be empty if clients learn of the event otherwise.
    pub tell: Tell<<G as Game>::Event, <G as Game>::View>,
    /// A view. The last argument tells whether every message of the last event has been sent.
    pub view: fn(&Seen<G::View>, &Seating, bool) -> Json,
    /// The fields that the end of a game adds to `game_finished`.
    pub outcome: fn(&Seen<G::View>, &Seating) -> Payload,
    /// A seat's legal actions in the form of their commands, given the seat's view.
    pub legal: ListLegal<<G as Game>::View, <G as Game>::Action>,
    /// Reads a command of this name; `None` if the game has no such command.
    pub read: fn(&str, &Payload) -> Read<<G as Game>::Action>,
    /// The event that announces a refused command of this name, where clients expect one.
    pub refused_as: fn(&str) -> Option<&'static str>,
    /// The dealer in a spectator's view, in a game that has one.
    pub dealer: fn(&G::View) -> Option<Seat>,
    /// Whether the game's own messages carry the scores when an event changes them. Otherwise the
    /// scores are added to the first message of the event.
    pub tells_scores: bool,
    /// The types of everything the game says and hears; empty if it only uses its own names.
    pub vocabulary: Vocabulary,
}

impl<G: Game> Wire<G> {
    /// The game's own names: an event `Played { card }` is the message `played
    /// {card}`, and an action is sent as [`ACT`].
    pub const fn plain() -> Wire<G> {
        Wire {
            tell: |told| {
                let (name, fields) = named(told.event.value());
                vec![Say::now(name, &fields)]
            },
            view: |view, _, _| Json::of(view.value()),
            outcome: |_, _| Payload::new(),
            legal: |_, actions| {
                let command = |action| as_command(ACT, "action", action);
                Json::of(&actions.iter().map(command).collect::<Vec<Value>>())
            },
            read: |_, _| None,
            refused_as: |_| None,
            dealer: |_| None,
            tells_scores: false,
            vocabulary: Vocabulary::EMPTY,
        }
    }
}

impl<G> Wire<G>
where
    G: Game<Event: JsonSchema + TS, View: JsonSchema + TS, Action: JsonSchema + TS>,
{
    /// Like [`plain`](Wire::plain), but also describes the types: TypeScript and AsyncAPI come from
    /// `Event`, `View` and `Action` themselves.
    pub const fn described() -> Wire<G> {
        Wire {
            vocabulary: Vocabulary {
                variants: Some(variant_terms::<G::Event>),
                view: Some(Term::of::<G::View>("view")),
                legal: Some(Term::of::<Vec<Choice<G::Action>>>("legal")),
                ..Vocabulary::EMPTY
            },
            ..Wire::plain()
        }
    }
}

/// An action that a seat may take, in the form of the command [`ACT`].
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Choice<A> {
    /// The command.
    pub act: Chosen<A>,
}

/// The fields of the command [`ACT`] with an action of a game.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Chosen<A> {
    /// The action.
    pub action: A,
}

impl<G: Game> std::fmt::Debug for Wire<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wire({})", G::META.key)
    }
}

/// The name and the fields of an event. Serde writes a variant as `"name"` or as `{"name":
/// fields}`. Content that is not an object becomes the field `value`.
fn named<E: Serialize>(event: &E) -> (String, Payload) {
    match json(event) {
        Value::String(name) => (name, Payload::new()),
        Value::Object(variant) if variant.len() == 1 => {
            // Serde writes exactly one entry; an empty name could not be sent.
            let (name, value) = variant.into_iter().next().unwrap_or_default();
            match value {
                Value::Object(fields) => (name, fields),
                value => (name, [("value".to_owned(), value)].into_iter().collect()),
            }
        }
        other => (
            "event".to_owned(),
            [("value".to_owned(), other)].into_iter().collect(),
        ),
    }
}
