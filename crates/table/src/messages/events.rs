//! The events that the house sends without being asked.

use std::collections::BTreeMap;

use kernel::{Json, Payload, Scores, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::bot::Level;
use crate::deal::Deal;
use crate::entry::Why;
use crate::fair::{Commitment, Entropy, Secret};
use crate::player::{Nickname, PlayerId};

/// The game as it has been shown so far. It follows every batch of messages and is never repeated:
/// a client that missed one gets the next, or asks with `sync`.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct State {
    /// The game's view; before the first game only its phase.
    #[ts(type = "unknown")]
    pub view: Json,
    /// The legal actions, in the form of the game's commands; empty while messages are still to be
    /// shown.
    #[ts(type = "unknown")]
    pub legal: Json,
    /// The remaining time of each seat that is known to be asked.
    pub clocks: Vec<Clock>,
}

/// The view before the first game.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Waiting {
    /// Always `waiting`.
    pub phase: WaitingPhase,
}

/// The phase of a table before the first game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum WaitingPhase {
    /// People take their chairs.
    Waiting,
}

/// The remaining time of a seat.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// The player who must move.
    pub player_uuid: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// The remaining milliseconds.
    pub millis_left: u64,
}

/// The player's identity, sent on every connection.
// It has no `Debug`, which keeps tokens out of logs.
#[derive(Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The public id.
    pub player_uuid: String,
    /// The secret that makes the next connection the same player.
    pub token: String,
}

/// The house is closing; sent to every connection before it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct HouseClosing {
    /// The number of milliseconds after which to connect again.
    #[ts(type = "number")]
    pub retry_after_ms: u64,
}

/// An announcement of the operator to everybody. It replaces the previous one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Announcement {
    /// The text, in one line; empty if there is no announcement any more.
    pub message: String,
    /// Its end, in milliseconds since 1970; `null` if that is unknown.
    pub until: Option<u64>,
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlayerAt {
    /// The public id.
    pub uuid: PlayerId,
    /// The name on the chair.
    pub nickname: Nickname,
    /// The seat, counted from 1.
    pub position: u8,
    /// The seat, counted from 0.
    pub seat: Seat,
    /// Whether they are the present dealer.
    pub is_dealer: bool,
    /// Whether they are connected; a bot always is.
    pub connected: bool,
    /// Whether a bot moves here now: on its own chair, or for an absent player.
    pub bot: bool,
    /// The level of the bot that holds this chair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<Level>,
    /// The seats that agree that somebody else takes this chair, whose player has gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Seat>>", optional)]
    pub offered_by: Vec<Seat>,
    /// Whether all who are there agree: a spectator may then take this chair.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub offered: bool,
}

/// A player took a chair.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// The player.
    pub player_uuid: PlayerId,
    /// The name on the chair.
    pub nickname: Nickname,
    /// The chair, counted from 0.
    pub seat: Seat,
    /// The chair, counted from 1.
    pub position: u8,
    /// Whether it is a bot.
    pub bot: bool,
    /// All players by seat.
    pub players: Vec<PlayerAt>,
    /// The commitment to the luck of the next game.
    pub commitment: Commitment,
}

/// News about a player: they left, went away or came back, a bot plays for them, or others offer
/// their chair.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct AboutPlayer {
    /// The player.
    pub player_uuid: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// The present host.
    pub host: PlayerId,
    /// All players by seat.
    pub players: Vec<PlayerAt>,
}

/// A player wants to play again.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct RematchAgreed {
    /// The player.
    #[serde(flatten)]
    pub about: AboutPlayer,
    /// The number of the game that they want.
    pub game_number: u32,
}

/// A game begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GameStarted {
    /// The number of the game at this table, from 1.
    pub game_number: u32,
    /// The commitment to its luck.
    pub commitment: Commitment,
    /// Each player's entropy, by id.
    pub entropy: BTreeMap<String, Option<Entropy>>,
    /// The options, as given or as they follow from the previous game.
    #[ts(type = "Record<string, unknown> | null")]
    pub options: Value,
    /// The shared luck of the table, if it is not its own: its name replaces the code when the key
    /// is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
}

/// A game is over. The game may add fields.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GameFinished {
    /// The winner, of partners the one in the lower seat; `null` for a lost run.
    pub winner: Option<String>,
    /// The side that won, counted from 0.
    pub side: Option<Side>,
    /// Always `gameover`.
    pub game_phase: FinishedPhase,
    /// The secret of the luck, to which the house had committed itself. It is left out while others
    /// may still play with the same luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<Secret>,
    /// The number of the game at this table, from 1.
    pub game_number: u32,
    /// The commitment to the luck of a rematch.
    pub next_commitment: Commitment,
    /// All scores.
    #[serde(flatten)]
    pub scores: Scores,
    /// The fields that the game adds.
    #[serde(flatten)]
    #[ts(skip)]
    pub outcome: Payload,
}

/// The phase of a table after a game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum FinishedPhase {
    /// The game is over, with or without a winner.
    GameOver,
}

/// The table was closed.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct TableClosed {
    /// The reason.
    pub reason: Why,
}
