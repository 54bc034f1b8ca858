//! The messages of every table on the wire, for any game.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript come from
//! them too, comments included. Each game has its own messages besides. Nothing is decided here.

mod answers;
mod commands;
mod events;

use kernel::{ACT, Act, Term, Vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::code::GameCode;
use crate::command::Create;
use crate::player::CommandId;
use crate::refusal::Refusal;

pub use answers::*;
pub use commands::*;
pub use events::*;

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
