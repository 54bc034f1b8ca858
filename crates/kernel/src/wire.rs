//! How a game speaks on the wire.
//!
//! Inside the house a game has its own events, views and actions. A client
//! knows other names for them, and players by their ids rather than by seats.
//! A [`Wire`] is that translation: a handful of functions that a game writes in
//! its `wire.rs` and hands over as [`Game::WIRE`]. [`Wire::plain`] needs no
//! game to write anything: it uses the events' own names and fields.
//!
//! A translation gets [`Seen`] values only: an event as a viewer saw it, and the
//! table just after it as everybody sees it. So it can tell a viewer nothing but
//! what redaction has left for it, and viewers who saw the same are told the same.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{AnyRefusal, BySeat, Game, Seat, Seen, Viewer, Vocabulary};

/// The fields of a message.
pub type Payload = Map<String, Value>;

/// The command under which any action of any game can be sent, as `{action}` in
/// the game's own JSON.
pub const ACT: &str = "act";

/// Any action of any game, in the game's own JSON.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
pub struct Act {
    /// The action.
    #[ts(type = "unknown")]
    pub action: Value,
}

/// One message that an event becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// What the message is called.
    pub name: Cow<'static, str>,
    /// How long the table waits before it, at a normal pace.
    pub pause: Duration,
}

impl Cue {
    /// A message of this name that comes at once.
    pub fn now(name: impl Into<Cow<'static, str>>) -> Cue {
        Cue::after(Duration::ZERO, name)
    }

    /// A message of this name after a pause.
    pub fn after(pause: Duration, name: impl Into<Cow<'static, str>>) -> Cue {
        let name = name.into();
        Cue { name, pause }
    }
}

/// Who sits in a seat, as clients know them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The public id.
    pub uuid: String,
    /// The name on the chair.
    pub nickname: String,
}

/// Who sits where: what turns a seat into a player's id.
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
    /// These players, seat by seat.
    pub const fn new(players: BySeat<Player>) -> Seating {
        Seating(players)
    }

    /// The players, seat by seat.
    pub const fn players(&self) -> &BySeat<Player> {
        &self.0
    }

    /// The id of who sits there; empty if there is no such seat.
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

    /// The scores by id and by place.
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

/// The scores, in the form in which every message has them that changes one.
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

/// What an event that a viewer saw becomes, given a spectator's view after it.
pub type Tell<E, V> = fn(&Seen<E>, &Seen<V>, &Seating) -> Vec<Payload>;

/// How a seat's legal actions are listed, given what the seat sees.
pub type ListLegal<V, A> = fn(&Seen<V>, &[A]) -> Value;

/// The messages of one event for viewers who saw the same of it. Only redaction makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    pub(crate) viewers: Vec<Viewer>,
    pub(crate) payloads: Option<Vec<Payload>>,
}

impl Telling {
    /// Who hears it.
    pub fn viewers(&self) -> &[Viewer] {
        &self.viewers
    }

    /// The fields of each message, or nothing for whom all of it is hidden.
    pub fn into_payloads(self) -> Option<Vec<Payload>> {
        self.payloads
    }
}

/// What an event became when it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// The messages, in order.
    pub cues: Vec<Cue>,
    /// What each viewer hears of them.
    pub tellings: Vec<Telling>,
}

/// What a game's command meant: an action, or why it cannot be read.
pub type Read<G> = Option<Result<<G as Game>::Action, AnyRefusal>>;

/// How a game speaks on the wire, as a set of functions.
///
/// Write the ones that matter and take the others from [`Wire::plain`]:
///
/// ```text
/// pub(crate) const WIRE: Wire<Cribbage> = Wire { cues, event, ..Wire::plain() };
/// ```
pub struct Wire<G: Game> {
    /// The messages that an event becomes, in order, given the game just before
    /// it. The same for every viewer, so that all count messages alike. None at
    /// all is fine for what a client learns otherwise.
    pub cues: fn(&G, &G::Event) -> Vec<Cue>,
    /// The fields of each of these messages. What a viewer alone may know is in the
    /// event that it saw; the view is a spectator's, just after the event. Who looks
    /// must not matter otherwise: viewers who saw the same event get the same. No fields
    /// at all hide the messages from whoever may not even know what they are about.
    pub event: Tell<<G as Game>::Event, <G as Game>::View>,
    /// A view. The last argument says whether every message of the last event is out.
    pub view: fn(&Seen<G::View>, &Seating, bool) -> Value,
    /// What the end of a game adds to `game_finished`.
    pub outcome: fn(&Seen<G::View>, &Seating) -> Payload,
    /// A seat's legal actions in the form of their commands, with what the seat sees.
    pub legal: ListLegal<<G as Game>::View, <G as Game>::Action>,
    /// Reads a command of this name; nothing if the game has no such command.
    pub read: fn(&str, &Payload) -> Read<G>,
    /// The event that announces a refused command of this name, where clients expect one.
    pub refused_as: fn(&str) -> Option<&'static str>,
    /// Who deals now, where somebody does.
    pub dealer: fn(&G) -> Option<Seat>,
    /// The types of all that the game says and hears; empty where it has only its own names.
    pub vocabulary: Vocabulary,
}

impl<G: Game> Wire<G> {
    /// The game's own names: an event `Played { card }` is the message `played
    /// {card}`, and an action is sent as [`ACT`].
    pub const fn plain() -> Wire<G> {
        Wire {
            cues: |_, event| vec![Cue::now(named(event).0)],
            event: |event, _, _| vec![named(event.value()).1],
            view: |view, _, _| json(view.value()),
            outcome: |_, _| Payload::new(),
            legal: |_, actions| {
                actions
                    .iter()
                    .map(|action| as_command(ACT, "action", action))
                    .collect()
            },
            read: |_, _| None,
            refused_as: |_| None,
            dealer: |_| None,
            vocabulary: Vocabulary::EMPTY,
        }
    }
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
        // Only a struct of fields is a message.
        _ => Payload::new(),
    }
}

/// Reads the fields of a command into the struct that describes it; a fault names its field.
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
    serde_path_to_error::deserialize(fields)
        .map_err(|error| AnyRefusal::new("wire/malformed", error.to_string()))
}

/// Reads a command's field under the first of these names that is there.
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
    T::deserialize(value).map_err(|error| malformed(format!("{name}: {error}")))
}

/// The name and the fields of an event: serde writes a variant as `"name"` or as
/// `{"name": fields}`. What is no object becomes the field `value`.
fn named<E: Serialize>(event: &E) -> (String, Payload) {
    match json(event) {
        Value::String(name) => (name, Payload::new()),
        Value::Object(variant) if variant.len() == 1 => {
            // A map of one entry has a first one; an empty name could not be sent.
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

/// The parts of a game serialise whatever their value; the conformance tests write every one.
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
