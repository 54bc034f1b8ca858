//! How a game speaks on the wire.
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

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::vocabulary::variant_terms;
use crate::{AnyRefusal, BySeat, Game, Json, Seat, Seen, Term, Vocabulary, plainly};

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
    /// How long the table waits before it, at a normal pace.
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

/// The player in a seat, as clients know them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The public id.
    pub uuid: String,
    /// The name on the chair.
    pub nickname: String,
}

/// The players by seat; converts a seat to a player's id.
///
/// ```
/// use kernel::{BySeat, Player, Seat, Seating};
///
/// let player = |uuid: &str| Player { uuid: uuid.to_owned(), nickname: "Jill".to_owned() };
/// let seating = Seating::new(BySeat::from(vec![player("a1"), player("b2")]));
/// assert_eq!(seating.uuid(Seat(1)), "b2");
/// assert_eq!(seating.by_uuid(|seat| seat.0).to_string(), r#"{"a1":0,"b2":1}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating(BySeat<Player>);

impl Seating {
    /// A seating of these players, seat by seat.
    pub const fn new(players: BySeat<Player>) -> Seating {
        Seating(players)
    }

    /// The players, seat by seat.
    pub const fn players(&self) -> &BySeat<Player> {
        &self.0
    }

    /// The id of the player in this seat; empty if there is no such seat.
    pub fn uuid(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("", |player| &player.uuid)
    }

    /// An object with a value for each player, keyed by id.
    pub fn by_uuid<T: Into<Value>>(&self, value: impl Fn(Seat) -> T) -> Value {
        self.0
            .iter()
            .map(|(seat, player)| (player.uuid.clone(), value(seat).into()))
            .collect::<Payload>()
            .into()
    }

    /// A value for each player, keyed by id.
    pub fn map<T>(&self, value: impl Fn(Seat) -> T) -> BTreeMap<String, T> {
        self.0
            .iter()
            .map(|(seat, player)| (player.uuid.clone(), value(seat)))
            .collect()
    }

    /// The scores by id and by seat.
    pub fn scores(&self, score: impl Fn(Seat) -> i32) -> Scores {
        let at = |seat| self.0.get(Seat(seat)).map(|_| score(Seat(seat)));
        Scores {
            scores: self.map(&score),
            p1_score: at(0),
            p2_score: at(1),
            p3_score: at(2),
            p4_score: at(3),
            p5_score: at(4),
            p6_score: at(5),
            p7_score: at(6),
            p8_score: at(7),
        }
    }

    /// Adds `scores` by id and `p1Score`, `p2Score` … by seat to a message.
    pub fn put_scores(&self, payload: &mut Payload, score: impl Fn(Seat) -> i32) {
        payload.insert("scores".to_owned(), self.by_uuid(&score));
        for (seat, _) in self.0.iter() {
            payload.insert(format!("p{}Score", seat.0 + 1), score(seat).into());
        }
    }
}

/// The scores, in the form that every message uses if it changes one.
///
/// Partners have the score of their side. Seats that a table does not have are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Scores {
    /// The score of each player, by id.
    pub scores: BTreeMap<String, i32>,
    /// The score of seat 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p1_score: Option<i32>,
    /// The score of seat 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p2_score: Option<i32>,
    /// The score of seat 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p3_score: Option<i32>,
    /// The score of seat 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p4_score: Option<i32>,
    /// The score of seat 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p5_score: Option<i32>,
    /// The score of seat 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p6_score: Option<i32>,
    /// The score of seat 6.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p7_score: Option<i32>,
    /// The score of seat 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub p8_score: Option<i32>,
}

/// An event as a viewer saw it, with the public view before and after it.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a, E, V> {
    /// The event, redacted for its viewer.
    pub event: &'a Seen<E>,
    /// What a spectator saw just before it.
    pub before: &'a Seen<V>,
    /// What a spectator sees just after it.
    pub after: &'a Seen<V>,
    /// Who sits where.
    pub seating: &'a Seating,
}

/// The messages that tell a viewer about an event it saw.
pub type Tell<E, V> = fn(&Told<'_, E, V>) -> Vec<Say>;

/// Lists a seat's legal actions, given the seat's view.
pub type ListLegal<V, A> = fn(&Seen<V>, &[A]) -> Json;

/// The meaning of a command: an action, or why it cannot be read.
pub type Read<A> = Option<Result<A, AnyRefusal>>;

/// How a game speaks on the wire, as a set of functions.
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
    /// What the end of a game adds to `game_finished`.
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

/// What a seat may do, in the form of the command [`ACT`].
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

/// A command with one field, in the form in which `legal` lists it: `{"play_card": {"card": …}}`.
pub fn as_command<T: Serialize>(command: &str, field: &str, value: &T) -> Value {
    serde_json::json!({ command: { field: json(value) } })
}

/// The fields of a message that was written as a struct.
pub fn fields<T: Serialize>(message: &T) -> Payload {
    match json(message) {
        Value::Object(fields) => fields,
        // Every message is a struct with fields.
        _ => Payload::new(),
    }
}

/// Reads the fields of a command into the struct that describes it. An error names its field.
///
/// ```
/// #[derive(Debug, serde::Deserialize)]
/// struct ClaimCount { points: u8 }
///
/// let fields = serde_json::json!({ "points": -1, "gameCode": "VHG4SC" });
/// let refusal = kernel::read_fields::<ClaimCount>(fields.as_object().unwrap()).unwrap_err();
/// assert_eq!(refusal.code, "wire/malformed");
/// assert!(refusal.message.starts_with("points: "), "{}", refusal.message);
/// ```
pub fn read_fields<T: DeserializeOwned>(fields: &Payload) -> Result<T, AnyRefusal> {
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let said = plainly(error.inner());
        let message = match error.path().iter().next() {
            Some(_) => format!("{}: {said}", error.path()),
            None => said,
        };
        AnyRefusal::new("wire/malformed", message)
    })
}

/// Reads a command's field under the first of these names that is present.
pub fn read_field<'a, T: Deserialize<'a>>(
    payload: &'a Payload,
    names: &[&str],
) -> Result<T, AnyRefusal> {
    let name = names.first().copied().unwrap_or_default();
    let malformed = |message: String| AnyRefusal::new("wire/malformed", message);
    let value = names
        .iter()
        .find_map(|name| payload.get(*name))
        .ok_or_else(|| malformed(format!("there is no {name:?} in this command")))?;
    T::deserialize(value).map_err(|error| malformed(format!("{name}: {}", plainly(error))))
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

/// The parts of a game always serialise; the conformance tests write every one.
fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the parts of a game are plain JSON data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Happening {
        Bare,
        Wrapped(u8),
        Full { seat: Seat },
    }

    #[track_caller]
    fn check(event: Happening, name: &str, payload: Value) {
        let (found, fields) = named(&event);
        assert_eq!((found.as_str(), Value::Object(fields)), (name, payload));
    }

    #[test]
    fn an_event_has_its_own_name_and_fields() {
        check(Happening::Bare, "bare", json!({}));
        check(Happening::Wrapped(3), "wrapped", json!({ "value": 3 }));
        check(
            Happening::Full { seat: Seat(1) },
            "full",
            json!({ "seat": 1 }),
        );
    }

    #[test]
    fn a_field_is_read_under_any_of_its_names() {
        let payload = fields(&json!({ "old": 7, "bad": "x" }));
        assert_eq!(read_field::<u8>(&payload, &["new", "old"]), Ok(7));
        let refused = |names: &[&str]| read_field::<u8>(&payload, names).unwrap_err();
        let missing = refused(&["new"]);
        assert_eq!(missing.code, "wire/malformed");
        assert_eq!(missing.message, r#"there is no "new" in this command"#);
        assert!(refused(&["bad"]).message.starts_with("bad: "));
    }

    #[test]
    fn scores_are_told_by_id_and_by_place() {
        let player = |uuid: &str| Player {
            uuid: uuid.to_owned(),
            nickname: String::new(),
        };
        let seating = Seating::new(BySeat::from(vec![player("a"), player("b"), player("c")]));
        let mut payload = Payload::new();
        seating.put_scores(&mut payload, |seat| i32::from(seat.0) * 10);
        let expect = json!({
            "scores": { "a": 0, "b": 10, "c": 20 }, "p1Score": 0, "p2Score": 10, "p3Score": 20,
        });
        assert_eq!(Value::Object(payload), expect);
        let typed = seating.scores(|seat| i32::from(seat.0) * 10);
        assert_eq!(Value::Object(fields(&typed)), expect);
        assert_eq!(seating.uuid(Seat(7)), "");
    }

    #[test]
    fn every_seat_that_a_table_can_have_is_told_its_score() {
        for n_seats in 1..=Seat::MAX {
            let seating = Seating::new(BySeat::from_fn(n_seats, |seat| Player {
                uuid: format!("player {seat}"),
                nickname: String::new(),
            }));
            let score = |seat: Seat| i32::from(seat.0) * 10;
            let mut payload = Payload::new();
            seating.put_scores(&mut payload, score);
            assert_eq!(payload.len(), 1 + usize::from(n_seats));
            assert_eq!(fields(&seating.scores(score)), payload);
        }
    }
}
