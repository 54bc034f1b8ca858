//! Refusals: a stable code for programs, a sentence for players.

use std::fmt::{Debug, Display};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The reason why a game does not allow an action. `Display` is a sentence for a player.
pub trait Reason: Display + Debug + Clone + Eq + Send + Sync + 'static {
    /// Every word that there is, for pages that say each in the language of their reader.
    const WORDS: &'static [&'static str];

    /// The game's own stable word, such as `would_exceed_31`.
    fn word(&self) -> &'static str;
}

/// Gives each reason its word, and lists the words: none can be said that is not listed.
#[macro_export]
macro_rules! reason_words {
    ($reason:ty { $($pattern:pat => $word:literal,)+ }) => {
        impl $crate::Reason for $reason {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(&self) -> &'static str {
                match self {
                    $($pattern => $word,)+
                }
            }
        }
    };
}

/// A refused input. It has not changed the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal<R: Reason> {
    /// It is somebody else's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Luck came when none was asked for, or the draw is impossible.
    #[error("that draw cannot happen here")]
    ImpossibleDraw,
    /// The rules forbid the action, for this reason.
    #[error("{0}")]
    Illegal(R),
}

impl<R: Reason> Refusal<R> {
    /// The stable code on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn => "rules/not_your_turn",
            Refusal::Over => "table/over",
            Refusal::ImpossibleDraw => "rules/impossible_draw",
            Refusal::Illegal(_) => "rules/illegal",
        }
    }

    /// The game's own word, if its rules refused.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Refusal::Illegal(reason) => Some(reason.word()),
            _ => None,
        }
    }
}

/// One fault in a table's options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, thiserror::Error)]
#[error("{field}: {message}")]
pub struct SetupFault {
    /// The faulty option, by its name in JSON.
    pub field: String,
    /// The fault and the accepted values, in a sentence for a player.
    pub message: String,
}

impl SetupFault {
    /// A fault of the option `field`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> SetupFault {
        SetupFault {
            field: field.into(),
            message: message.into(),
        }
    }
}
