//! Refusals, in the form in which they are acknowledged.

use kernel::{AnyRefusal, SetupFault};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// Constants, and a list of all of them: a page must have words for each.
macro_rules! listed {
    ($($(#[$about:meta])* $name:ident = $text:literal;)+) => {
        $($(#[$about])* pub const $name: &str = $text;)+
        /// All of them.
        pub const ALL: &[&str] = &[$($text),+];
    };
}

/// The stable codes of every refusal of the house.
pub mod codes {
    listed! {
        /// The command cannot be read.
        MALFORMED = "wire/malformed";
        /// The command is longer than any command needs to be.
        TOO_LARGE = "wire/too_large";
        /// Too many commands in too short a time.
        RATE_LIMITED = "wire/rate_limited";
        /// There is no such table, or it is closed.
        NOT_FOUND = "table/not_found";
        /// No chair is free.
        FULL = "table/full";
        /// Only players of the table may do this.
        NOT_SEATED = "table/not_seated";
        /// The player already has a chair.
        ALREADY_SEATED = "table/already_seated";
        /// Somebody at the table has that name.
        NAME_TAKEN = "table/name_taken";
        /// Only the host may do this.
        NOT_HOST = "table/not_host";
        /// The game has moved on since the command was meant.
        STALE = "table/stale";
        /// The game has not begun.
        NOT_STARTED = "table/not_started";
        /// The game is over.
        OVER = "table/over";
        /// The game is not over and cannot be shown again.
        NOT_OVER = "table/not_over";
        /// The journal of the table is damaged.
        DAMAGED = "table/damaged";
        /// The table was opened under earlier rules and can only be looked at.
        OLD_RULES = "table/old_rules";
        /// It is somebody else's turn.
        NOT_YOUR_TURN = "rules/not_your_turn";
        /// The rules forbid it; the reason is the game's own word.
        ILLEGAL = "rules/illegal";
        /// The options are impossible; every fault is named.
        OPTIONS_INVALID = "options/invalid";
        /// A game that was played elsewhere cannot be played again as its journal tells it.
        CLAIM_UNPROVED = "claim/unproved";
        /// A game that was played elsewhere has luck that others have too.
        CLAIM_SHARED = "claim/shared_luck";
        /// A player has claimed as many games as one may.
        CLAIM_TOO_MANY = "claim/too_many";
        /// A budget of the house is used up; the reason names it.
        TOO_MANY = "house/too_many";
        /// The house cannot write to its journal now.
        UNAVAILABLE = "house/unavailable";
        /// No bot judges the decisions of this game.
        NO_ADVISER = "table/no_adviser";
        /// There is no deal of that day.
        NO_SUCH_DAY = "daily/no_such_day";
        /// One's own game of the day comes first.
        NOT_PLAYED = "daily/not_played";
        /// The secret of a day is told when it is over.
        SECRET_KEPT = "daily/secret_kept";
        /// The other table of a match still plays.
        TWIN_PLAYS = "duplicate/not_over";
        /// Somebody plays at the other table of this match.
        OTHER_TABLE = "duplicate/other_table";
        /// The table is not one of a match.
        NO_MATCH = "duplicate/no_match";
        /// The page may not talk to this house.
        FOREIGN_ORIGIN = "wire/origin";
        /// The house does not know the token.
        UNKNOWN_TOKEN = "token/unknown";
        /// The token was revoked or replaced.
        REVOKED_TOKEN = "token/revoked";
        /// The token was not used for too long.
        EXPIRED_TOKEN = "token/expired";
        /// The code for another device is not good.
        UNKNOWN_CODE = "token/no_such_code";
        /// The player has as many tokens as one may have.
        TOO_MANY_TOKENS = "token/too_many";
        /// Nobody may have that name here.
        NAME_REFUSED = "house/name_refused";
        /// Somebody is kept out.
        BANNED = "house/banned";
    }
}

/// The reasons why a table's own rules forbid something.
pub mod reasons {
    listed! {
        /// One has said so already.
        ALREADY_SAID = "already_said";
        /// One's share of the luck is there already.
        ENTROPY_ADDED = "entropy_added";
        /// A game is being played.
        GAME_RUNNING = "game_running";
        /// There is no advice.
        HINTS_OFF = "hints_off";
        /// Only a house can do it.
        NEEDS_HOUSE = "needs_house";
        /// There is no turn clock.
        NO_CLOCK = "no_clock";
        /// The game has no daily deal.
        NO_DAILY = "no_daily";
        /// The game has no guided game.
        NO_LESSON = "no_lesson";
        /// There is no such key.
        NO_SUCH_SHARE = "no_such_share";
        /// The player there is present.
        NOT_ABANDONED = "not_abandoned";
        /// The table is not private.
        NOT_PRIVATE = "not_private";
        /// A duplicate is played by two sides.
        NOT_TWO_SIDES = "not_two_sides";
        /// The game is the same for everybody.
        SAME_FOR_ALL = "same_for_all";
        /// Everybody has the same luck anyway.
        SAME_LUCK_ANYWAY = "same_luck_anyway";
        /// There are as many keys as there may be.
        TOO_MANY_SHARES = "too_many_shares";
    }
}

/// A refused command: a code for programs, a sentence for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, TS, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A stable code, such as `table/full`.
    pub code: &'static str,
    /// A sentence for a player.
    pub message: String,
    /// The game's own word, if its rules refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<&'static str>,
    /// Every fault of the options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SetupFault>>")]
    pub faults: Vec<SetupFault>,
    /// The number of milliseconds after which to try again, if waiting helps.
    #[serde(rename = "retryAfterMs", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub retry_after_ms: Option<u64>,
}

impl Refusal {
    /// A refusal with this code and sentence.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
            reason: None,
            faults: Vec::new(),
            retry_after_ms: None,
        }
    }

    /// There is no table with that code, or the sender may not see it. Both get the same words.
    pub fn no_table() -> Refusal {
        Refusal::new(codes::NOT_FOUND, "there is no table with that code")
    }

    /// The command cannot be read.
    pub(crate) fn malformed(message: impl Into<String>) -> Refusal {
        Refusal::new(codes::MALFORMED, message)
    }

    /// The table's own rules forbid it, for one of the [`reasons`].
    pub fn illegal(reason: &'static str, message: impl Into<String>) -> Refusal {
        debug_assert!(reasons::ALL.contains(&reason), "{reason} is not listed");
        Refusal {
            reason: Some(reason),
            ..Refusal::new(codes::ILLEGAL, message)
        }
    }

    /// The options have these faults.
    pub(crate) fn options(faults: Vec<SetupFault>) -> Refusal {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Refusal {
            faults,
            ..Refusal::new(codes::OPTIONS_INVALID, all.join("; "))
        }
    }
}

impl From<AnyRefusal> for Refusal {
    fn from(refusal: AnyRefusal) -> Refusal {
        Refusal {
            reason: refusal.reason,
            ..Refusal::new(refusal.code, refusal.message)
        }
    }
}
