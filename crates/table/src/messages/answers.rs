//! The answers of the house to commands.

use kernel::{Advice, BotMeta, Json, Kind, Part, Seat, Seen};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{Clock, PlayerAt};
use crate::access::ShareKey;
use crate::bot::Level;
use crate::code::GameCode;
use crate::deal::Deal;
use crate::fair::Commitment;
use crate::player::PlayerId;
use crate::settings::Settings;

/// A code for another device.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GivenCode {
    /// The code, sent only here.
    pub code: String,
    /// The end of its validity, in milliseconds since 1970.
    pub expires_at: u64,
}

/// A new token.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct GivenToken {
    /// The secret, sent only here.
    pub token: String,
    /// Its name in the list.
    pub name: String,
}

/// The tokens of the player who asks.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct TokenList {
    /// The valid tokens, oldest first.
    pub tokens: Vec<TokenInfo>,
}

/// A token, without the secret.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct TokenInfo {
    /// Its name: the first 16 hexadecimal digits of its SHA-256.
    pub name: String,
    /// When it was issued, in milliseconds since 1970.
    pub made_at: u64,
    /// When it was last used, rounded to a day, in milliseconds since 1970; `null` before the first
    /// use.
    pub used_at: Option<u64>,
    /// Whether it is the token of this connection.
    pub current: bool,
}

/// A command was obeyed.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Done {
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// A player took a chair.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Chair {
    /// The code of the table.
    pub game_code: GameCode,
    /// The chair, counted from 0.
    pub seat: Seat,
    /// The commitment to the luck of the next game.
    pub commitment: Commitment,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// A share key was made.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Shared {
    /// The number of the key at this table, for revoking it.
    pub share: u32,
    /// The key, 32 hexadecimal digits. The house keeps only a hash of it.
    pub key: ShareKey,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// The share key of a spectator was revoked: no more messages of this table follow.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShareRevoked {
    /// The code of the table.
    pub game_code: GameCode,
}

/// The answer to a command that was sent without asking for an ack.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Answered {
    /// The name of the command.
    pub command: String,
    /// The content of its ack.
    #[ts(type = "unknown")]
    pub answer: Value,
}

/// A chair was given up.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Freed {
    /// The chair.
    pub seat: Seat,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// The present state of the table, as a player may see it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Sync {
    /// The code of the table.
    pub game_code: GameCode,
    /// The key of the game.
    pub game: &'static str,
    /// The number of the last message.
    pub seq: u64,
    /// One's own seat; `null` for a spectator.
    pub seat: Option<Seat>,
    /// The player who may add bots and free chairs.
    pub host: PlayerId,
    /// Whether the table is left out of lists and visible to its own people only.
    pub private: bool,
    /// The number of chairs.
    pub seats: usize,
    /// The players by seat.
    pub players: Vec<PlayerAt>,
    /// The options of the game, as they were given.
    #[ts(type = "Record<string, unknown> | null")]
    pub options: Value,
    /// The other settings of the table.
    pub table: Settings,
    /// The number of games begun.
    pub game_number: u32,
    /// The commitment to the present or next game.
    pub commitment: Commitment,
    /// The shared luck of the table, if it is not its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
    /// The game's view; before the first game only its phase.
    #[ts(type = "unknown")]
    pub view: Json,
    /// The legal actions, in the form of the game's commands.
    #[ts(type = "unknown")]
    pub legal: Json,
    /// The remaining time of each seat that must move.
    pub clocks: Vec<Clock>,
    /// The missed messages, if all of them are still known. They may be played instead of the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub events: Option<Vec<Missed>>,
}

/// A missed message.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Missed {
    /// The name of the event.
    pub event: String,
    /// Its payload, as it was sent.
    #[ts(type = "unknown")]
    pub payload: Json,
}

/// Ranked actions.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Advised {
    /// The possible actions, best first.
    pub advice: Vec<Hint>,
}

/// A possible action, with its chance and reason.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
pub struct Hint {
    /// The command, as `legal` lists it.
    #[ts(type = "Record<string, unknown>")]
    pub command: Value,
    /// The chance that the player's side wins the game after it: 0 to 1.
    pub chance: f64,
    /// The figures that make up the chance.
    pub parts: Vec<HintPart>,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Hint {
    /// A game's own advice to a seat with this view.
    pub fn new(kind: &dyn Kind, view: &Seen<Value>, advice: Advice<Value>) -> Option<Hint> {
        Some(Hint {
            command: kind.command(view, &advice.action)?,
            chance: advice.chance,
            parts: advice.parts.into_iter().map(Into::into).collect(),
            reason: advice.reason,
        })
    }
}

/// One figure behind a hint.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
pub struct HintPart {
    /// Its name, such as `hand`, `crib` or `make`.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

impl From<Part> for HintPart {
    fn from(part: Part) -> HintPart {
        HintPart {
            name: part.name,
            value: part.value,
        }
    }
}

/// The open tables and the games of the house.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct GameList {
    /// The public tables that wait for players.
    #[schemars(with = "Vec<Listing>")]
    #[ts(as = "Vec<Listing>")]
    pub tables: Vec<Json>,
    /// The games of the house, as `GET /api/games` gives them.
    pub games: Vec<GameInfo>,
}

/// A table in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// The code of the table.
    pub game_code: GameCode,
    /// The key of the game.
    pub game: &'static str,
    /// The options of the game, as they were given.
    #[ts(type = "Record<string, unknown> | null")]
    pub options: Value,
    /// The other settings of the table.
    pub table: Settings,
    /// The number of chairs.
    pub seats: usize,
    /// The number of free chairs.
    pub open: usize,
    /// Whether a game is being played there.
    pub started: bool,
    /// The players by seat.
    pub players: Vec<PlayerAt>,
}

/// A game of the house.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The word by which it is chosen.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The least number of players.
    pub min_seats: u8,
    /// The greatest number of players.
    pub max_seats: u8,
    /// The JSON Schema of its options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Its named sets of options, plainest first.
    pub presets: Vec<PresetInfo>,
    /// The bots that tables can seat, weakest first.
    pub bots: Vec<BotInfo>,
    /// Whether it has an adviser, for advice at a table and reviews after the game.
    pub advice: bool,
    /// Whether it can score something outside any game.
    pub scorer: bool,
}

impl GameInfo {
    /// The public facts about a game.
    pub fn of(kind: &dyn Kind) -> GameInfo {
        let meta = kind.meta();
        let presets = kind.presets().into_iter();
        let bots = kind.bots().into_iter();
        GameInfo {
            key: meta.key,
            name: meta.name,
            rules_version: meta.rules_version,
            min_seats: meta.min_seats,
            max_seats: meta.max_seats,
            options: kind.options_schema(),
            presets: presets
                .map(|(name, options)| PresetInfo { name, options })
                .collect(),
            bots: bots.filter_map(BotInfo::of).collect(),
            advice: kind.has_adviser(),
            scorer: kind.has_scorer(),
        }
    }
}

/// A bot of a game.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct BotInfo {
    /// The level by which it is chosen.
    pub level: Level,
    /// Its way of playing, in a sentence for opponents.
    pub about: &'static str,
    /// Its rating on the scale of all games, if it was measured: a bot that is 400 points ahead
    /// wins ten games of eleven, and the level `medium` has 1200 points in every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

impl BotInfo {
    /// A bot that tables can seat; `None` for a baseline.
    pub fn of(bot: BotMeta) -> Option<BotInfo> {
        Some(BotInfo {
            level: bot.level?,
            about: bot.about,
            rating: bot.rating,
        })
    }
}

/// A named set of options.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct PresetInfo {
    /// Its name for people.
    pub name: &'static str,
    /// The options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
}
