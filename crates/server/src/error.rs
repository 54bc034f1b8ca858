//! Everything that can go wrong between a message and its answer.
//!
//! One list, so that each fault has one code for clients, one HTTP status and one
//! level in the log: what a client did wrong is its own business, what the house
//! could not do is ours.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::{Refusal, codes};
use tracing::Level;

use crate::budgets::Shortage;
use crate::http::Failure;
use crate::metrics;
use crate::pool::Undone;
use crate::transport::PacketFault;
use crate::world::NoLuck;

/// Why something was not done.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Fault {
    /// The message could not be read, or should not have been sent.
    #[error(transparent)]
    Packet(#[from] PacketFault),
    /// There is no such game.
    #[error("this house has no game of that name")]
    UnknownGame,
    /// The game has no such drill.
    #[error("this game has no drill of that name")]
    UnknownDrill,
    /// There is no such table.
    #[error("{}", Refusal::no_table())]
    NoTable,
    /// An address has named too many tables that are not there.
    #[error("too many codes that open no table: try again in {} seconds", whole_seconds(*.0))]
    Guessing(Duration),
    /// A game that cannot be shown before it is over.
    #[error("this game is not over")]
    NotOver,
    /// A game that nobody can judge.
    #[error("this game has no adviser, so nobody can say what its decisions cost")]
    NoAdviser,
    /// A table without a finished game has nothing to check.
    #[error("no game of this table is over, so there is nothing to check yet")]
    NothingToVerify,
    /// A day that has no deal, or none yet.
    #[error("there is no deal of that day")]
    NoSuchDay,
    /// What others made of a deal that one has not played.
    #[error("play today's game first: what others made of it is told after your own game")]
    NotPlayed,
    /// A deal that others may still play.
    #[error(
        "the secret of this deal is told when its day is over, because others may still play it"
    )]
    SecretKept,
    /// A duplicate of which a table still plays.
    #[error("this game can be looked at when both tables of the match have ended")]
    TwinPlays,
    /// Somebody who plays at the other table of a duplicate.
    #[error("you play at the other table of this match, and know its cards")]
    OtherTable,
    /// A table that is none of a duplicate.
    #[error("this table is not one of a match at two tables")]
    NoMatch,
    /// A page that may not talk to the house.
    #[error("this page may not talk to this house")]
    ForeignOrigin,
    /// A budget is used up.
    #[error(transparent)]
    TooMany(#[from] Shortage),
    /// A token that this house did not give, or that it has forgotten.
    #[error("this house does not know your token: come without one to get a new identity")]
    UnknownToken,
    /// A token that was revoked, or replaced by another.
    #[error(
        "your token is no longer valid: use the one that replaced it, or come without one to get a new identity"
    )]
    RevokedToken,
    /// A token that was not used for too long.
    #[error(
        "your token has expired because it was not used for so long: come without one to get a new identity"
    )]
    ExpiredToken,
    /// A code for another device that is not good, for whatever reason.
    #[error(
        "this code is not good: it works once, for ten minutes. Ask your other device for a new one"
    )]
    UnknownCode,
    /// A player with as many tokens as one may have.
    #[error("you have {} tokens already: revoke one first", store::MOST_TOKENS)]
    TooManyTokens,
    /// A game that was played elsewhere, and that cannot be added to a history.
    #[error("{0}")]
    Unproved(Refusal),
    /// A player who has claimed as many games as one may.
    #[error("you have added {} games of your devices already", store::MOST_CLAIMED)]
    TooManyClaimed,
    /// A name that nobody may have here.
    #[error("nobody may be called that at this house: please choose another name")]
    ForbiddenName,
    /// Somebody who is kept out.
    #[error("you may not play at this house{}", .until.map(|until| format!(" until {}", crate::utc(until))).unwrap_or_default())]
    Banned {
        /// Until when; nothing is for ever.
        until: Option<u64>,
    },
    /// More is asked than can be done now.
    #[error("the house is busy: try again in a moment")]
    Busy,
    /// Another node has the table.
    #[error("this table has just moved to another machine of the house: try again")]
    Moved,
    /// The house is shutting down.
    #[error("the house is closing: come back in a moment")]
    Closing,
    /// What the journal holds of a table is not what was written.
    #[error("the journal of this table is damaged: whoever runs the house has to mend it")]
    Damaged(store::Error),
    /// The house closes soon, so that nothing new is begun.
    #[error("the house closes soon for a while: no new tables are opened")]
    ClosingSoon,
    /// The journal failed.
    #[error("the house cannot write its journal right now: try again in a moment")]
    Store(store::Error),
    /// The system failed.
    #[error("the house cannot draw cards right now: try again in a moment")]
    NoLuck(#[from] NoLuck),
    /// A defect of ours.
    #[error("something broke in the house: {0}")]
    Broken(&'static str),
}

impl Fault {
    /// The stable code.
    pub(crate) fn code(&self) -> &'static str {
        self.row().0
    }

    /// Whether the same may work in a while without anybody's doing.
    pub(crate) const fn is_passing(&self) -> bool {
        matches!(self, Fault::Store(_) | Fault::Busy)
    }

    /// How loudly it is logged.
    pub(crate) fn level(&self) -> Level {
        self.row().1
    }

    /// What an HTTP client is told.
    pub(crate) fn status(&self) -> StatusCode {
        self.row().2
    }

    /// As it is answered.
    pub(crate) fn refusal(&self) -> Refusal {
        let reason = match self {
            Fault::TooMany(shortage) => Some(shortage.word()),
            _ => None,
        };
        let retry_after = self.retry_after();
        Refusal {
            reason,
            retry_after_ms: retry_after.map(|after| after.as_millis() as u64),
            ..Refusal::new(self.code(), self.to_string())
        }
    }

    /// When it is worth trying again, where waiting helps.
    const fn retry_after(&self) -> Option<Duration> {
        match self {
            Fault::Guessing(wait) => Some(*wait),
            Fault::TooMany(shortage) => Some(shortage.retry_after()),
            Fault::Packet(PacketFault::TooFast) | Fault::Busy | Fault::Moved | Fault::NoLuck(_) => {
                Some(Duration::from_secs(1))
            }
            Fault::Closing | Fault::Store(_) => Some(Duration::from_secs(2)),
            _ => None,
        }
    }

    /// Writes it into the log, with what only we may see.
    pub(crate) fn log(&self) {
        if let Fault::TooMany(shortage) = self {
            metrics::used_up(shortage.word());
        }
        match self.level() {
            Level::ERROR => tracing::error!(code = self.code(), fault = ?self, "failed"),
            Level::WARN => tracing::warn!(code = self.code(), fault = ?self, "refused"),
            _ => tracing::debug!(code = self.code(), fault = ?self, "refused"),
        }
    }

    fn row(&self) -> (&'static str, Level, StatusCode) {
        use PacketFault::{Malformed, TooFast, TooLarge};
        match self {
            Fault::Packet(Malformed(_)) => {
                ("wire/malformed", Level::DEBUG, StatusCode::BAD_REQUEST)
            }
            Fault::Packet(TooLarge(_)) => (
                "wire/too_large",
                Level::DEBUG,
                StatusCode::PAYLOAD_TOO_LARGE,
            ),
            Fault::Packet(TooFast) | Fault::Guessing(_) => (
                "wire/rate_limited",
                Level::DEBUG,
                StatusCode::TOO_MANY_REQUESTS,
            ),
            Fault::TooMany(_) => (
                "house/too_many",
                Level::DEBUG,
                StatusCode::TOO_MANY_REQUESTS,
            ),
            Fault::UnknownGame | Fault::UnknownDrill => {
                ("options/invalid", Level::DEBUG, StatusCode::NOT_FOUND)
            }
            Fault::NoTable => ("table/not_found", Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::NotOver | Fault::NothingToVerify => {
                (codes::NOT_OVER, Level::DEBUG, StatusCode::CONFLICT)
            }
            Fault::NoAdviser => ("table/no_adviser", Level::DEBUG, StatusCode::CONFLICT),
            Fault::NoSuchDay => ("daily/no_such_day", Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::NotPlayed => ("daily/not_played", Level::DEBUG, StatusCode::CONFLICT),
            Fault::SecretKept => ("daily/secret_kept", Level::DEBUG, StatusCode::CONFLICT),
            Fault::TwinPlays => ("duplicate/not_over", Level::DEBUG, StatusCode::CONFLICT),
            Fault::OtherTable => ("duplicate/other_table", Level::DEBUG, StatusCode::CONFLICT),
            Fault::NoMatch => ("duplicate/no_match", Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::ForeignOrigin => ("wire/origin", Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::UnknownToken => ("token/unknown", Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::RevokedToken => ("token/revoked", Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::ExpiredToken => ("token/expired", Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::ForbiddenName => ("house/name_refused", Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::Banned { .. } => ("house/banned", Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::UnknownCode => ("token/no_such_code", Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::TooManyTokens => ("token/too_many", Level::DEBUG, StatusCode::CONFLICT),
            Fault::Unproved(refusal) => {
                (refusal.code, Level::DEBUG, StatusCode::UNPROCESSABLE_ENTITY)
            }
            Fault::TooManyClaimed => (codes::CLAIM_TOO_MANY, Level::DEBUG, StatusCode::CONFLICT),
            Fault::Busy => (
                "house/unavailable",
                Level::WARN,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Closing | Fault::ClosingSoon | Fault::Moved => (
                "house/unavailable",
                Level::DEBUG,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Damaged(_) => (
                codes::DAMAGED,
                Level::ERROR,
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
            Fault::Store(_) | Fault::NoLuck(_) => (
                "house/unavailable",
                Level::ERROR,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Broken(_) => (
                "house/unavailable",
                Level::ERROR,
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
        }
    }
}

impl From<store::Error> for Fault {
    /// A table that the journal does not know is no fault of the journal.
    fn from(error: store::Error) -> Fault {
        match error {
            store::Error::NotFound { .. } => Fault::NoTable,
            store::Error::Fenced { .. } | store::Error::Owned { .. } => Fault::Moved,
            store::Error::TooManyClaimed { .. } => Fault::TooManyClaimed,
            error @ store::Error::Corrupt { .. } => Fault::Damaged(error),
            error => Fault::Store(error),
        }
    }
}

impl From<Undone> for Fault {
    fn from(undone: Undone) -> Fault {
        match undone {
            Undone::Busy(shortage) => shortage.into(),
            Undone::Late => Fault::Busy,
            Undone::Failed(words) => {
                tracing::error!(words, "some work panicked");
                Fault::Broken("this could not be worked out")
            }
        }
    }
}

/// At least as long, so that who comes back then is not too early.
const fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1_000) as u64
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        self.log();
        metrics::refusal(self.code());
        let error = self.refusal();
        let mut response = (self.status(), Json(Failure { error })).into_response();
        if let Some(after) = self.retry_after() {
            let seconds = HeaderValue::from(whole_seconds(after));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
