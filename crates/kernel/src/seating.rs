//! The players by seat, as clients know them: by id instead of by seat, and with the score of each.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{BySeat, Payload, Seat};

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
