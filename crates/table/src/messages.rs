//! What every table says and hears on the wire, whatever is played there.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript
//! come from them too, comments included. A game's own messages are the game's. Nothing
//! here decides anything.

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

/// Every message of the house but those of its games.
pub const VOCABULARY: Vocabulary = Vocabulary {
    commands: &[
        Term::apart::<Create>("create_game"),
        Term::apart::<ListGames>("list_games"),
        Term::apart::<NewToken>("new_token"),
        Term::apart::<ListTokens>("list_tokens"),
        Term::apart::<RevokeToken>("revoke_token"),
        Term::apart::<NewCode>("new_code"),
        Term::apart::<UseCode>("use_code"),
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
        Term::apart::<Chair>("create_game"),
        Term::apart::<GameList>("list_games"),
        Term::apart::<GivenToken>("new_token"),
        Term::apart::<TokenList>("list_tokens"),
        Term::apart::<TokenList>("revoke_token"),
        Term::apart::<GivenCode>("new_code"),
        Term::apart::<GivenToken>("use_code"),
        Term::apart::<Chair>("join_game"),
        Term::apart::<Sync>("watch_game"),
        Term::apart::<Sync>("sync"),
        Term::apart::<Chair>("add_bot"),
        Term::apart::<Freed>("remove_seat"),
        Term::apart::<Freed>("leave_game"),
        Term::apart::<Done>("offer_seat"),
        Term::apart::<Done>("rematch"),
        Term::apart::<Done>("add_entropy"),
        Term::apart::<Shared>("share_game"),
        Term::apart::<Done>("unshare_game"),
        Term::apart::<Advised>("advise"),
        Term::apart::<Done>(ACT),
    ],
    events: &[
        Term::apart::<Session>("session"),
        Term::apart::<HouseClosing>("house_closing"),
        Term::apart::<Announcement>("announcement"),
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
        Term::apart::<ShareRevoked>("share_revoked"),
        Term::apart::<Answered>("answer"),
    ],
    view: Some(Term::of::<Waiting>("view")),
    ..Vocabulary::EMPTY
};

/// What every command at a table may carry.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AtTable {
    /// The code of the table.
    pub game_code: GameCode,
    /// The client's name for this command: the same again is answered as the first time.
    pub command_id: Option<CommandId>,
    /// The last number that the client had heard; a command of the game is refused if
    /// the game moved on since.
    pub expect_seq: Option<u64>,
}

/// What every event of a table carries.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Numbered {
    /// The code of the table.
    pub game_code: GameCode,
    /// The number of the message among those that this viewer hears at this table, from 1
    /// without gaps. A `state` carries the number of the last message before it.
    pub seq: u64,
}

/// What a refused command is answered.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Refused {
    /// Always false.
    #[ts(type = "false")]
    pub ok: bool,
    /// Why.
    pub error: Refusal,
}

/// Lists the open tables and the games of the house.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ListGames {}

/// Asks for a token instead of the one of this connection, which stays good until the new one
/// is used.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct NewToken {
    /// Whether the token of this connection stays good after that too: then the new one is for
    /// another device.
    pub another: Option<bool>,
}

/// Lists one's own tokens.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ListTokens {}

/// Revokes one of one's own tokens. Other connections that came with it are ended.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct RevokeToken {
    /// Its name in the list.
    pub name: String,
}

/// Makes a code that carries the player to another device. It works once, for ten minutes, and
/// takes the place of the one before.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct NewCode {}

/// Gives this device a token of the player who made the code. It counts from the next
/// connection on, and the connection that asks stays who it was.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct UseCode {
    /// The code; dashes, spaces and small letters do not matter.
    pub code: DeviceCode,
}

/// A code for another device.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GivenCode {
    /// The code, told only here.
    pub code: String,
    /// From when on it is no longer good, in milliseconds since 1970.
    pub expires_at: u64,
}

/// A new token.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct GivenToken {
    /// The secret, told only here.
    pub token: String,
    /// What it is called in the list.
    pub name: String,
}

/// The tokens that lead to the player who asks.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct TokenList {
    /// Each that is good, the oldest first.
    pub tokens: Vec<TokenInfo>,
}

/// A token, without the secret.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct TokenInfo {
    /// What it is called: the first 16 hexadecimal digits of its SHA-256.
    pub name: String,
    /// When it was given, in milliseconds since 1970.
    pub made_at: u64,
    /// When it was last used, to a day, in milliseconds since 1970; nothing before the first time.
    pub used_at: Option<u64>,
    /// Whether it is the token of this connection.
    pub current: bool,
}

/// Takes a chair.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct JoinGame {
    /// The name on the chair: 1 to 24 visible characters, at most 128 bytes, and unlike any
    /// other at the table.
    #[serde(deserialize_with = "new_nickname")]
    pub nickname: Nickname,
    /// Which chair, counted from 0; otherwise the first that is free.
    pub seat: Option<Seat>,
    /// What the player adds to the luck.
    pub entropy: Option<Entropy>,
}

/// Hears what happens as a spectator. The answer is that of `sync`.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct WatchGame {
    /// A share key, which opens a private table.
    pub key: Option<ShareKey>,
}

/// Asks for the table as one may see it now.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct SyncGame {
    /// The last number that was heard: the answer has what came after, if it is still known.
    pub since: Option<u64>,
    /// A share key, which opens a private table.
    pub key: Option<ShareKey>,
}

/// Puts a bot on a chair; only the host may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct AddBot {
    /// Which chair, counted from 0; otherwise the first that is free.
    pub seat: Option<Seat>,
    /// How well it plays.
    pub level: Option<Level>,
}

/// Frees a chair before a game or after it; only the host may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct RemoveSeat {
    /// Which.
    pub seat: Seat,
}

/// Gives up one's chair, or no longer watches.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct LeaveGame {}

/// Agrees that somebody else takes a chair whose player has left or is away, while a bot plays
/// for them. Once everybody who sits there and is connected agrees, whoever watches may take the
/// chair with `join_game`.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct OfferSeat {
    /// Which, counted from 0.
    pub seat: Seat,
    /// Whether one agrees; false takes it back.
    pub agree: Option<bool>,
}

/// Plays again.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct Rematch {
    /// What the player adds to the luck of the next game.
    pub entropy: Option<Entropy>,
}

/// Adds to the luck of the game that is about to begin.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct AddEntropy {
    /// What.
    pub entropy: Entropy,
}

/// Makes a key that opens a private table to whoever has it, to watch and to see its finished
/// games. Only who sits there may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct ShareGame {}

/// Revokes a share key. Only who sits there may.
#[derive(Debug, Deserialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct UnshareGame {
    /// The number of the key; without it all are revoked.
    pub share: Option<u32>,
}

/// Asks what to do, at a table that allows it.
#[derive(Debug, Deserialize, JsonSchema, TS)]
pub struct Advise {}

/// A command was obeyed.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Done {
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// Somebody has a chair now.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Chair {
    /// The code of the table.
    pub game_code: GameCode,
    /// Which chair, counted from 0.
    pub seat: Seat,
    /// What the house promises about the cards of the game to come.
    pub commitment: Commitment,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// A share key was made.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Shared {
    /// The number of the key at this table, to revoke it by.
    pub share: u32,
    /// The key, 32 hexadecimal digits. The house keeps only a hash of it.
    pub key: ShareKey,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// The share key by which a spectator watched was revoked: nothing more of this table comes.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShareRevoked {
    /// The code of the table.
    pub game_code: GameCode,
}

/// The answer to a command that came without the number of an ack.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Answered {
    /// The name of the command.
    pub command: String,
    /// What its ack would have been.
    #[ts(type = "unknown")]
    pub answer: Value,
}

/// A chair was given up.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub struct Freed {
    /// Which.
    pub seat: Seat,
    /// The number of the last message that the command has caused so far.
    pub seq: u64,
}

/// The table as a player may see it now.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Sync {
    /// The code of the table.
    pub game_code: GameCode,
    /// The key of the game.
    pub game: &'static str,
    /// The number of the last message.
    pub seq: u64,
    /// One's own seat; nothing for a spectator.
    pub seat: Option<Seat>,
    /// Who may add bots and free chairs.
    pub host: PlayerId,
    /// Whether the table is left out of lists and shows itself to its people alone.
    pub private: bool,
    /// How many chairs there are.
    pub seats: usize,
    /// Who sits where.
    pub players: Vec<PlayerAt>,
    /// The options of the game, as they were given.
    #[ts(type = "Record<string, unknown> | null")]
    pub options: Value,
    /// What the table chose besides.
    pub table: Settings,
    /// How many games have begun.
    pub game_number: u32,
    /// What is promised about the game in play, or about the next.
    pub commitment: Commitment,
    /// Which luck is dealt, if not the table's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
    /// The game's view; before the first game only that it waits.
    #[ts(type = "unknown")]
    pub view: Json,
    /// What one may do now, in the form of the game's commands.
    #[ts(type = "unknown")]
    pub legal: Json,
    /// How long each seat that is to move may still think.
    pub clocks: Vec<Clock>,
    /// What was missed, if all of it is still known. Then it may be played instead of the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub events: Option<Vec<Missed>>,
}

/// A message that somebody missed.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Missed {
    /// What the event is called.
    pub event: String,
    /// Its payload, as it was sent.
    #[ts(type = "unknown")]
    pub payload: Json,
}

/// The game as it has been shown so far. It follows every batch of messages and is
/// never repeated: whoever missed one has the next, or asks with `sync`.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct State {
    /// The game's view; before the first game only that it waits.
    #[ts(type = "unknown")]
    pub view: Json,
    /// What one may do now, in the form of the game's commands; nothing while something is
    /// still to be shown.
    #[ts(type = "unknown")]
    pub legal: Json,
    /// How long each seat that is known to be asked may still think.
    pub clocks: Vec<Clock>,
}

/// The view before the first game.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Waiting {
    /// Always `waiting`.
    pub phase: WaitingPhase,
}

/// What a table does before the first game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum WaitingPhase {
    /// People take their chairs.
    Waiting,
}

/// How long a seat may still think.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// Who is to move.
    pub player_uuid: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// How many milliseconds they have.
    pub millis_left: u64,
}

/// Ranked actions.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct Advised {
    /// What one could do, the best first.
    pub advice: Vec<Hint>,
}

/// Something that a player could do, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
pub struct Hint {
    /// The command, as `legal` lists it.
    #[ts(type = "Record<string, unknown>")]
    pub command: Value,
    /// The chance that the player's side wins the game after it: 0 to 1.
    pub chance: f64,
    /// What the chance is made of.
    pub parts: Vec<HintPart>,
    /// Why, in a sentence.
    pub reason: String,
}

impl Hint {
    /// An advice of the game's own to a seat with this view.
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
    /// What it measures, as `hand`, `crib` or `make`.
    pub name: &'static str,
    /// How much.
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
    /// What the table chose besides.
    pub table: Settings,
    /// How many chairs there are.
    pub seats: usize,
    /// How many of them are free.
    pub open: usize,
    /// Whether a game is played there.
    pub started: bool,
    /// Who sits where.
    pub players: Vec<PlayerAt>,
}

/// A game of the house.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The word by which it is chosen.
    pub key: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The fewest who can play.
    pub min_seats: u8,
    /// The most who can play.
    pub max_seats: u8,
    /// The JSON Schema of its options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Its named sets of options, the plainest first.
    pub presets: Vec<PresetInfo>,
    /// The bots that tables can seat, the weakest first.
    pub bots: Vec<BotInfo>,
    /// Whether somebody can tell what is best in it, at a table and after the game.
    pub advice: bool,
    /// Whether it scores something outside any game.
    pub scorer: bool,
}

impl GameInfo {
    /// What clients learn of a game.
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
    /// A bot that tables can seat; nothing if it is a baseline.
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
    /// What people call it.
    pub name: &'static str,
    /// The options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
}

/// Who somebody is, told on every connection.
// It has no `Debug`, so that no log holds a token.
#[derive(Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The public id.
    pub player_uuid: String,
    /// The secret that makes the next connection the same player.
    pub token: String,
}

/// The house is closing, told to every connection before it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct HouseClosing {
    /// In how many milliseconds it is worth connecting again.
    #[ts(type = "number")]
    pub retry_after_ms: u64,
}

/// Whoever runs the house tells everybody something. It replaces the announcement before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Announcement {
    /// What, in one line; empty if there is nothing to tell any more.
    pub message: String,
    /// Until when, in milliseconds since 1970; nothing if that is not known.
    pub until: Option<u64>,
}

/// Who sits where.
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
    /// Whether they deal now.
    pub is_dealer: bool,
    /// Whether they are there; a bot always is.
    pub connected: bool,
    /// Whether a bot moves here now: its own chair, or while somebody is away.
    pub bot: bool,
    /// How well the bot plays that holds this chair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<Level>,
    /// The seats that agree that somebody else takes this chair, whose player has gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Seat>>", optional)]
    pub offered_by: Vec<Seat>,
    /// Whether all agree who are there: then whoever watches may take this chair.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub offered: bool,
}

/// Somebody took a chair.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// Who.
    pub player_uuid: PlayerId,
    /// As what.
    pub nickname: Nickname,
    /// Which chair, counted from 0.
    pub seat: Seat,
    /// The same, counted from 1.
    pub position: u8,
    /// Whether it is a bot.
    pub bot: bool,
    /// Who sits where now.
    pub players: Vec<PlayerAt>,
    /// What the house promises about the cards of the game to come.
    pub commitment: Commitment,
}

/// Something about a player: they left, went away or came back, a bot plays for them, or others
/// offer their chair.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct AboutPlayer {
    /// Who.
    pub player_uuid: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// Who is the host now.
    pub host: PlayerId,
    /// Who sits where now.
    pub players: Vec<PlayerAt>,
}

/// A player wants to play again.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct RematchAgreed {
    /// Who.
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
    /// What is promised about its cards.
    pub commitment: Commitment,
    /// What each player added to the luck, by id.
    pub entropy: BTreeMap<String, Option<Entropy>>,
    /// The options, as they were given or as they follow from the game before.
    #[ts(type = "Record<string, unknown> | null")]
    pub options: Value,
    /// Which luck is dealt, if not the table's own: its name stands in the place of the code
    /// when the key is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<Deal>,
}

/// A game is over. The game may add to it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct GameFinished {
    /// Who won, of partners the one in the lower seat; nobody in a lost run.
    pub winner: Option<String>,
    /// The side that won, counted from 0.
    pub side: Option<Side>,
    /// Always `gameover`.
    pub game_phase: FinishedPhase,
    /// The secret that the luck came from, which the commitment promised. It is left out where
    /// others may still play with the same luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<Secret>,
    /// The number of the game at this table, from 1.
    pub game_number: u32,
    /// What is promised about the cards of a rematch.
    pub next_commitment: Commitment,
    /// Everybody's score.
    #[serde(flatten)]
    pub scores: Scores,
    /// What the game adds.
    #[serde(flatten)]
    #[ts(skip)]
    pub outcome: Payload,
}

/// What a table does after a game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum FinishedPhase {
    /// Somebody has won, or nobody.
    GameOver,
}

/// The table is no more.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub struct TableClosed {
    /// Why.
    pub reason: Why,
}
