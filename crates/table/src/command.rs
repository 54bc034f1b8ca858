//! Reads commands of clients.
//!
//! A command is a name and a JSON object. Unknown fields are ignored, above all a `playerUuid`: the
//! connection tells who the player is. Each game names its own commands: an unknown name is passed
//! on to it.

#[cfg(test)]
mod tests;

use kernel::{Payload, Seat, read_fields};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::access::{Access, ShareKey};
use crate::bot::Level;
use crate::code::{DeviceCode, GameCode};
use crate::deal::DealKind;
use crate::fair::Entropy;
use crate::messages::{
    AddBot, AddEntropy, AtTable, JoinGame, NewToken, OfferSeat, Rematch, RemoveSeat, RevokeToken,
    SyncGame, UnshareGame, UseCode, WatchGame,
};
use crate::player::{CommandId, Nickname, new_nickname};
use crate::refusal::Refusal;
use crate::settings::Settings;

/// A parsed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parsed {
    /// Open a table.
    Create(Create),
    /// List the open tables and the games of the house.
    List,
    /// A request about one's own tokens.
    Tokens(Tokens),
    /// A request at a table.
    AtTable {
        /// The table.
        code: GameCode,
        /// The request.
        request: Request,
    },
}

/// A request about a player's own tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tokens {
    /// Get another token.
    New {
        /// Whether the token of this connection stays valid.
        another: bool,
    },
    /// List them.
    List,
    /// Revoke one.
    Revoke {
        /// The token's name in the list.
        name: String,
    },
    /// Get a code that gives a token to another device, once.
    NewCode,
    /// Get a token of the player who made this code.
    UseCode {
        /// The code.
        code: DeviceCode,
    },
}

/// Opens a table and takes its first chair.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreateGame")]
#[ts(rename = "CreateGame", optional_fields)]
pub struct Create {
    /// The key of the game.
    pub game: String,
    /// The name on the creator's chair: 1 to 24 visible characters, at most 128 bytes.
    #[serde(deserialize_with = "new_nickname")]
    pub nickname: Nickname,
    /// The options of the game; the defaults if left out.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Value,
    /// The creator's entropy for the luck.
    #[serde(default)]
    pub entropy: Option<Entropy>,
    /// Whether the table is left out of lists and visible only to those who sit or sat there and to
    /// those who have a share key.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub private: bool,
    /// The other settings of the table.
    #[serde(default)]
    #[ts(as = "Option<Settings>")]
    pub table: Settings,
    /// Luck that other tables share. A lesson and the daily deal have the same luck and options for
    /// everybody: the creator plays alone against bots, and nobody else sees the table. A duplicate
    /// opens two tables with the same luck.
    #[serde(default)]
    pub deal: Option<DealKind>,
    /// The client's id for this command.
    #[serde(default)]
    pub command_id: Option<CommandId>,
}

/// A player's request at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The client's id for it: a repeat gets the same answer.
    pub command_id: Option<CommandId>,
    /// The last message that the client knew; the request is refused if the game has moved on.
    pub expect_seq: Option<u64>,
    /// The command.
    pub command: Command,
}

/// A player's command at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Take a chair.
    Join {
        /// The name on the chair.
        nickname: Nickname,
        /// The chair; if empty, the first free one.
        seat: Option<Seat>,
        /// The player's entropy for the luck.
        entropy: Option<Entropy>,
    },
    /// Watch, and get the present state.
    Watch {
        /// The key of a private table.
        key: Option<ShareKey>,
    },
    /// Get the present state, or the missed messages.
    Sync {
        /// The last message that was received.
        since: Option<u64>,
        /// The key of a private table.
        key: Option<ShareKey>,
    },
    /// Put a bot on a chair.
    AddBot {
        /// The chair; if empty, the first free one.
        seat: Option<Seat>,
        /// The level of the bot.
        level: Level,
    },
    /// Free a chair.
    RemoveSeat {
        /// The chair.
        seat: Seat,
    },
    /// Give up one's chair.
    Leave,
    /// Agree that somebody else takes a chair whose player has gone, or withdraw that.
    Offer {
        /// The chair.
        seat: Seat,
        /// Whether they agree.
        agree: bool,
    },
    /// Play again.
    Rematch {
        /// The player's entropy for the luck.
        entropy: Option<Entropy>,
    },
    /// Add entropy to the next game.
    AddEntropy {
        /// The entropy.
        entropy: Entropy,
    },
    /// Make a key that opens a private table.
    Share,
    /// Revoke a key.
    Unshare {
        /// The number of the key; all keys if empty.
        share: Option<u32>,
    },
    /// Ask for advice.
    Advise,
    /// A command of the game.
    Act {
        /// Its name.
        name: String,
        /// Its fields.
        payload: Payload,
    },
}

impl Command {
    /// Whether the sender wants to hear the messages from now on.
    pub const fn asks_to_see(&self) -> bool {
        matches!(
            self,
            Command::Join { .. } | Command::Watch { .. } | Command::Sync { .. }
        )
    }

    /// Whether it brings a key that opens a private table.
    pub fn opens(&self, access: &Access) -> bool {
        match self {
            Command::Watch { key } | Command::Sync { key, .. } => key
                .as_ref()
                .is_some_and(|key| access.opened_by(key).is_some()),
            _ => false,
        }
    }

    /// Whether it only looks: a repeat is then answered with the present state.
    pub const fn only_looks(&self) -> bool {
        matches!(
            self,
            Command::Watch { .. } | Command::Sync { .. } | Command::Advise
        )
    }
}

/// The commands that are for the house; all others are for a table.
enum OfHouse {
    Create,
    List,
    NewToken,
    ListTokens,
    RevokeToken,
    NewCode,
    UseCode,
}

impl OfHouse {
    fn named(name: &str) -> Option<OfHouse> {
        Some(match name {
            "create_game" => OfHouse::Create,
            "list_games" => OfHouse::List,
            "new_token" => OfHouse::NewToken,
            "list_tokens" => OfHouse::ListTokens,
            "revoke_token" => OfHouse::RevokeToken,
            "new_code" => OfHouse::NewCode,
            "use_code" => OfHouse::UseCode,
            _ => return None,
        })
    }
}

/// Whether a command of this name is for the table of its `gameCode`.
pub fn is_for_table(name: &str) -> bool {
    OfHouse::named(name).is_none()
}

/// Reads a command of this name.
pub fn read(name: &str, payload: Value) -> Result<Parsed, Refusal> {
    let fields = match payload {
        Value::Object(fields) => fields,
        Value::Null => Payload::new(),
        _ => {
            return Err(Refusal::malformed(format!(
                "the fields of {name} must be an object"
            )));
        }
    };
    match OfHouse::named(name) {
        Some(OfHouse::Create) => Ok(Parsed::Create(read_fields(&fields)?)),
        Some(OfHouse::List) => Ok(Parsed::List),
        Some(OfHouse::NewToken) => {
            let NewToken { another } = read_fields(&fields)?;
            let another = another.unwrap_or_default();
            Ok(Parsed::Tokens(Tokens::New { another }))
        }
        Some(OfHouse::ListTokens) => Ok(Parsed::Tokens(Tokens::List)),
        Some(OfHouse::RevokeToken) => {
            let RevokeToken { name } = read_fields(&fields)?;
            Ok(Parsed::Tokens(Tokens::Revoke { name }))
        }
        Some(OfHouse::NewCode) => Ok(Parsed::Tokens(Tokens::NewCode)),
        Some(OfHouse::UseCode) => {
            let UseCode { code } = read_fields(&fields)?;
            Ok(Parsed::Tokens(Tokens::UseCode { code }))
        }
        None => {
            let AtTable {
                game_code,
                command_id,
                expect_seq,
            } = read_fields(&fields)?;
            let command = at_table(name, fields)?;
            let request = Request {
                command_id,
                expect_seq,
                command,
            };
            Ok(Parsed::AtTable {
                code: game_code,
                request,
            })
        }
    }
}

/// The longest name that is passed on to the game; the longest of our own has 13 letters.
const LONGEST_NAME: usize = 32;

fn at_table(name: &str, fields: Payload) -> Result<Command, Refusal> {
    Ok(match name {
        "join_game" => read_fields::<JoinGame>(&fields)?.into(),
        "watch_game" => read_fields::<WatchGame>(&fields)?.into(),
        "sync" => read_fields::<SyncGame>(&fields)?.into(),
        "add_bot" => read_fields::<AddBot>(&fields)?.into(),
        "remove_seat" => read_fields::<RemoveSeat>(&fields)?.into(),
        "leave_game" => Command::Leave,
        "offer_seat" => read_fields::<OfferSeat>(&fields)?.into(),
        "rematch" => read_fields::<Rematch>(&fields)?.into(),
        "add_entropy" => read_fields::<AddEntropy>(&fields)?.into(),
        "share_game" => Command::Share,
        "unshare_game" => read_fields::<UnshareGame>(&fields)?.into(),
        "advise" => Command::Advise,
        _ if name.len() > LONGEST_NAME => {
            return Err(Refusal::malformed("there is no such command"));
        }
        _ => Command::Act {
            name: name.to_owned(),
            payload: fields,
        },
    })
}

impl From<JoinGame> for Command {
    fn from(join: JoinGame) -> Command {
        Command::Join {
            nickname: join.nickname,
            seat: join.seat,
            entropy: join.entropy,
        }
    }
}

impl From<SyncGame> for Command {
    fn from(sync: SyncGame) -> Command {
        Command::Sync {
            since: sync.since,
            key: sync.key,
        }
    }
}

impl From<WatchGame> for Command {
    fn from(watch: WatchGame) -> Command {
        Command::Watch { key: watch.key }
    }
}

impl From<UnshareGame> for Command {
    fn from(unshare: UnshareGame) -> Command {
        Command::Unshare {
            share: unshare.share,
        }
    }
}

impl From<AddBot> for Command {
    fn from(add: AddBot) -> Command {
        Command::AddBot {
            seat: add.seat,
            level: add.level.unwrap_or_default(),
        }
    }
}

impl From<RemoveSeat> for Command {
    fn from(remove: RemoveSeat) -> Command {
        Command::RemoveSeat { seat: remove.seat }
    }
}

impl From<OfferSeat> for Command {
    fn from(offer: OfferSeat) -> Command {
        Command::Offer {
            seat: offer.seat,
            agree: offer.agree.unwrap_or(true),
        }
    }
}

impl From<Rematch> for Command {
    fn from(rematch: Rematch) -> Command {
        Command::Rematch {
            entropy: rematch.entropy,
        }
    }
}

impl From<AddEntropy> for Command {
    fn from(add: AddEntropy) -> Command {
        Command::AddEntropy {
            entropy: add.entropy,
        }
    }
}
