//! The commands that clients send to every table, whatever its game.

use kernel::Seat;
use schemars::JsonSchema;
use serde::Deserialize;
use ts_rs::TS;

use crate::access::ShareKey;
use crate::bot::Level;
use crate::code::DeviceCode;
use crate::fair::Entropy;
use crate::player::{Nickname, new_nickname};

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
    /// The level of the bot.
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
