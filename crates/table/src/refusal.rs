//! Refusals, in the form in which they are acknowledged.

use kernel::{AnyRefusal, SetupFault};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// The stable codes of every refusal of the house.
pub mod codes {
    /// The command cannot be read.
    pub const MALFORMED: &str = "wire/malformed";
    /// The command is longer than any command needs to be.
    pub const TOO_LARGE: &str = "wire/too_large";
    /// Too many commands in too short a time.
    pub const RATE_LIMITED: &str = "wire/rate_limited";
    /// There is no such table, or it is closed.
    pub const NOT_FOUND: &str = "table/not_found";
    /// No chair is free.
    pub const FULL: &str = "table/full";
    /// Only players of the table may do this.
    pub const NOT_SEATED: &str = "table/not_seated";
    /// The player already has a chair.
    pub const ALREADY_SEATED: &str = "table/already_seated";
    /// Somebody at the table has that name.
    pub const NAME_TAKEN: &str = "table/name_taken";
    /// Only the host may do this.
    pub const NOT_HOST: &str = "table/not_host";
    /// The game has moved on since the command was meant.
    pub const STALE: &str = "table/stale";
    /// The game has not begun.
    pub const NOT_STARTED: &str = "table/not_started";
    /// The game is over.
    pub const OVER: &str = "table/over";
    /// The game is not over and cannot be shown again.
    pub const NOT_OVER: &str = "table/not_over";
    /// The journal of the table is damaged.
    pub const DAMAGED: &str = "table/damaged";
    /// The table was opened under earlier rules and can only be looked at.
    pub const OLD_RULES: &str = "table/old_rules";
    /// It is somebody else's turn.
    pub const NOT_YOUR_TURN: &str = "rules/not_your_turn";
    /// The rules forbid it; the reason is the game's own word.
    pub const ILLEGAL: &str = "rules/illegal";
    /// The options are impossible; every fault is named.
    pub const OPTIONS_INVALID: &str = "options/invalid";
    /// A game that was played elsewhere cannot be played again as its journal tells it.
    pub const CLAIM_UNPROVED: &str = "claim/unproved";
    /// A game that was played elsewhere has luck that others have too.
    pub const CLAIM_SHARED: &str = "claim/shared_luck";
    /// A player has claimed as many games as one may.
    pub const CLAIM_TOO_MANY: &str = "claim/too_many";
    /// A budget of the house is used up; the reason says which.
    pub const TOO_MANY: &str = "house/too_many";
    /// The house cannot write to its journal now.
    pub const UNAVAILABLE: &str = "house/unavailable";
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

    /// The table's own rules forbid it.
    pub fn illegal(reason: &'static str, message: impl Into<String>) -> Refusal {
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
