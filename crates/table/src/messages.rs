//! The messages of every table on the wire, for any game.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript come from
//! them too, comments included. Each game has its own messages besides. Nothing is decided here.

use std::collections::BTreeMap;

use kernel::{
    ACT, Act, Advice, BotMeta, Json, Kind, Part, Payload, Scores, Seat, Seen, Side, Term,
    Vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::access::ShareKey;
use crate::bot::Level;
use crate::code::{DeviceCode, GameCode};
use crate::command::Create;
use crate::deal::Deal;
use crate::entry::Why;
use crate::fair::{Commitment, Entropy, Secret};
use crate::player::{CommandId, Nickname, PlayerId, new_nickname};
use crate::refusal::Refusal;
use crate::settings::Settings;

/// Every message of the house, without those of its games.
pub const VOCABULARY: Vocabulary = Vocabulary {
    commands: &[
        Term::exact::<Create>("create_game"),
        Term::exact::<ListGames>("list_games"),
        Term::exact::<NewToken>("new_token"),
        Term::exact::<ListTokens>("list_tokens"),
        Term::exact::<RevokeToken>("revoke_token"),
        Term::exact::<NewCode>("new_code"),
        Term::exact::<UseCode>("use_code"),
        Term::of::<JoinGame>("join_game"),
        Term::of::<WatchGame>("watch_game"),
        Term::of::<SyncGame>("sync"),
        Term::of::<AddBot>("add_bot"),
        Term::of::<RemoveSeat>("remove_seat"),
        Term::of::<LeaveGame>("leave_game"),
        Term::of::<OfferSeat>("offer_seat"),
        Term::of::<Rematch>("rematch"),
        Term::of::<AddEntropy>("add_entropy"),
        Term::of::<ShareGame>("share_game"),
        Term::of::<UnshareGame>("unshare_game"),
        Term::of::<Advise>("advise"),
        Term::of::<Act>(ACT),
    ],
    acks: &[
        Term::exact::<Chair>("create_game"),
        Term::exact::<GameList>("list_games"),
        Term::exact::<GivenToken>("new_token"),
        Term::exact::<TokenList>("list_tokens"),
        Term::exact::<TokenList>("revoke_token"),
        Term::exact::<GivenCode>("new_code"),
        Term::exact::<GivenToken>("use_code"),
        Term::exact::<Chair>("join_game"),
        Term::exact::<Sync>("watch_game"),
        Term::exact::<Sync>("sync"),
        Term::exact::<Chair>("add_bot"),
        Term::exact::<Freed>("remove_seat"),
        Term::exact::<Freed>("leave_game"),
        Term::exact::<Done>("offer_seat"),
        Term::exact::<Done>("rematch"),
        Term::exact::<Done>("add_entropy"),
        Term::exact::<Shared>("share_game"),
        Term::exact::<Done>("unshare_game"),
        Term::exact::<Advised>("advise"),
        Term::exact::<Done>(ACT),
    ],
    events: &[
        Term::exact::<Session>("session"),
        Term::exact::<HouseClosing>("house_closing"),
        Term::exact::<Announcement>("announcement"),
        Term::of::<Joined>("player_joined"),
        Term::of::<Joined>("opponent_joined"),
        Term::of::<AboutPlayer>("player_left"),
        Term::of::<AboutPlayer>("player_disconnected"),
        Term::of::<AboutPlayer>("player_reconnected"),
        Term::of::<AboutPlayer>("bot_took_over"),
        Term::of::<AboutPlayer>("seat_offered"),
        Term::of::<GameStarted>("game_started"),
        Term::of::<GameFinished>("game_finished"),
        Term::of::<RematchAgreed>("rematch_agreed"),
        Term::of::<TableClosed>("table_closed"),
        Term::of::<State>("state"),
        Term::exact::<ShareRevoked>("share_revoked"),
        Term::exact::<Answered>("answer"),
    ],
    view: Some(Term::of::<Waiting>("view")),
    ..Vocabulary::EMPTY
};

/// The fields that every command at a table may have.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AtTable {
    /// The code of the table.
    pub game_code: GameCode,
    /// The client's id for this command: a repeat gets the same answer.
    pub command_id: Option<CommandId>,
    /// The last number that the client had heard; a command of the game is refused if the game has
    /// moved on since.
    pub expect_seq: Option<u64>,
}

/// The fields of every event of a table.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Numbered {
    /// The code of the table.
    pub game_code: GameCode,
    /// The number of the message among those that this viewer hears at this table, from 1 without
    /// gaps. A `state` has the number of the last message before it.
    pub seq: u64,
}

/// The answer to a refused command.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Refused {
    /// Always false.
    #[ts(type = "false")]
    pub ok: bool,
    /// The reason.
    pub error: Refusal,
}

/// Lists the open tables and the games of the house.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ListGames {}

/// Asks for a token instead of the one of this connection, which stays valid until the new one is
/// used.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct NewToken {
    /// Whether the token of this connection stays valid after that too: the new one is then for
    /// another device.
    pub another: Option<bool>,
}

/// Lists one's own tokens.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ListTokens {}

/// Revokes one of one's own tokens. Other connections that used it are closed.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct RevokeToken {
    /// Its name in the list.
    pub name: String,
}

/// Makes a code that carries the player to another device. It works once, for ten minutes, and
/// replaces the previous one.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct NewCode {}

/// Gives this device a token of the player who made the code. It takes effect with the next
/// connection; the present connection keeps its player.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct UseCode {
    /// The code; dashes, spaces and case do not matter.
    pub code: DeviceCode,
}

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

/// Takes a chair.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct JoinGame {
    /// The name on the chair: 1 to 24 visible characters, at most 128 bytes, and different from all
    /// others at the table.
    #[serde(deserialize_with = "new_nickname")]
    pub nickname: Nickname,
    /// The chair, counted from 0; if left out, the first free one.
    pub seat: Option<Seat>,
    /// The player's entropy for the luck.
    pub entropy: Option<Entropy>,
}

/// Receives the messages of a table as a spectator. The answer is that of `sync`.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct WatchGame {
    /// A share key, which opens a private table.
    pub key: Option<ShareKey>,
}

/// Asks for the present state of the table.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct SyncGame {
    /// The last number that was received: the answer has the later messages, if they are still
    /// known.
    pub since: Option<u64>,
    /// A share key, which opens a private table.
    pub key: Option<ShareKey>,
}

/// Puts a bot on a chair; only the host may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct AddBot {
    /// The chair, counted from 0; if left out, the first free one.
    pub seat: Option<Seat>,
    /// How well it plays.
    pub level: Option<Level>,
}

/// Frees a chair before a game or after it; only the host may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct RemoveSeat {
    /// The chair.
    pub seat: Seat,
}

/// Gives up one's chair, or stops watching.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct LeaveGame {}

/// Agrees that somebody else takes a chair whose player has left or is away, while a bot plays for
/// them. Once everybody who sits there and is connected agrees, a spectator may take the chair with
/// `join_game`.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct OfferSeat {
    /// The chair, counted from 0.
    pub seat: Seat,
    /// Whether one agrees; false withdraws it.
    pub agree: Option<bool>,
}

/// Plays again.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct Rematch {
    /// The player's entropy for the next game.
    pub entropy: Option<Entropy>,
}

/// Adds entropy to the next game.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct AddEntropy {
    /// The entropy.
    pub entropy: Entropy,
}

/// Makes a key that lets anybody who has it watch a private table and see its finished games. Only
/// a player who sits there may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ShareGame {}

/// Revokes a share key. Only a player who sits there may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct UnshareGame {
    /// The number of the key; if left out, all are revoked.
    pub share: Option<u32>,
}

/// Asks for advice, at a table that allows it.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct Advise {}

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
pub struct BotInfo {
    /// The level by which it is chosen.
    pub level: Level,
    /// What it is like to play against, in a sentence.
    pub about: &'static str,
}

impl BotInfo {
    /// A bot that tables can seat; `None` for a baseline.
    pub fn of(bot: BotMeta) -> Option<BotInfo> {
        Some(BotInfo {
            level: bot.level?,
            about: bot.about,
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
    /// The same, counted from 1.
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
    /// Somebody has won, or nobody.
    GameOver,
}

/// The table was closed.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct TableClosed {
    /// The reason.
    pub reason: Why,
}
