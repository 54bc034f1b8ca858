//! Everything that can go wrong between a message and its answer.
//!
//! There is one list: each fault has one code for clients, one HTTP status and one level in the
//! log. Mistakes of clients are logged quietly, and failures of the house loudly.

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

/// The reason why something was not done.
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
    /// A game that can be shown only when it is over.
    #[error("this game is not over")]
    NotOver,
    /// A game without an adviser.
    #[error("this game has no adviser, so nobody can say what its decisions cost")]
    NoAdviser,
    /// A table without a finished game has nothing to check.
    #[error("no game of this table is over, so there is nothing to check yet")]
    NothingToVerify,
    /// A day without a deal.
    #[error("there is no deal of that day")]
    NoSuchDay,
    /// The results of a deal that the player has not played.
    #[error("play today's game first: the results of others are told after your own game")]
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
    /// A table that is not one of a duplicate.
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
    /// A code for another device that is not valid, for whatever reason.
    #[error(
        "this code is not good: it works once, for ten minutes. Ask your other device for a new one"
    )]
    UnknownCode,
    /// A player with the most tokens that one may have.
    #[error("you have {} tokens already: revoke one first", store::MOST_TOKENS)]
    TooManyTokens,
    /// A game from elsewhere that cannot be added to a history.
    #[error("{0}")]
    Unproved(Refusal),
    /// A player who has claimed the most games that one may claim.
    #[error("you have added {} games of your devices already", store::MOST_CLAIMED)]
    TooManyClaimed,
    /// A name that nobody may have here.
    #[error("nobody may be called that at this house: please choose another name")]
    ForbiddenName,
    /// Somebody who is kept out.
    #[error("you may not play at this house{}", .until.map(|until| format!(" until {}", crate::utc(until))).unwrap_or_default())]
    Banned {
        /// Until when; `None` means for ever.
        until: Option<u64>,
    },
    /// The house has too much to do now.
    #[error("the house is busy: try again in a moment")]
    Busy,
    /// Too much waits at a table, or for the other nodes.
    #[error("too much waits to be done there: try again in a moment")]
    Crowded,
    /// Another node has the table.
    #[error("this table has just moved to another machine of the house: try again")]
    Moved,
    /// The house is shutting down.
    #[error("the house is closing: come back in a moment")]
    Closing,
    /// The journal of a table is damaged.
    #[error("the journal of this table is damaged: the operator of the house must repair it")]
    Damaged(store::Error),
    /// The house closes soon and begins nothing new.
    #[error("the house will close soon: it opens no new tables")]
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

    /// Whether the same request may work later. A damaged table may be repaired while people wait
    /// there.
    pub(crate) const fn is_passing(&self) -> bool {
        matches!(self, Fault::Store(_) | Fault::Busy | Fault::Damaged(_))
    }

    /// Its level in the log.
    pub(crate) fn level(&self) -> Level {
        self.row().1
    }

    /// Its HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        self.row().2
    }

    /// The answer to a client.
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

    /// When to try again, if waiting helps.
    const fn retry_after(&self) -> Option<Duration> {
        match self {
            Fault::Guessing(wait) => Some(*wait),
            Fault::TooMany(shortage) => Some(shortage.retry_after()),
            Fault::Packet(PacketFault::TooFast)
            | Fault::Busy
            | Fault::Crowded
            | Fault::Moved
            | Fault::NoLuck(_) => Some(Duration::from_secs(1)),
            Fault::Closing | Fault::Store(_) => Some(Duration::from_secs(2)),
            // A house that closes soon is often back within a minute; if not, it says so again.
            Fault::ClosingSoon => Some(Duration::from_secs(60)),
            _ => None,
        }
    }

    /// The budget that is used up, by the name under which its refusals are counted.
    const fn budget(&self) -> Option<&'static str> {
        match self {
            Fault::TooMany(shortage) => Some(shortage.word()),
            Fault::Packet(PacketFault::TooFast) => Some("commands"),
            Fault::Crowded => Some("waiting"),
            Fault::Guessing(_) => Some("wrong_codes"),
            Fault::TooManyTokens => Some("tokens"),
            Fault::TooManyClaimed => Some("claims"),
            Fault::Store(store::Error::Overloaded) => Some("writes"),
            _ => None,
        }
    }

    /// Writes it into the log, with details that clients must not see.
    pub(crate) fn log(&self) {
        if let Some(budget) = self.budget() {
            metrics::used_up(budget);
        }
        match self.level() {
            Level::ERROR => tracing::error!(code = self.code(), fault = ?self, "failed"),
            Level::WARN => tracing::warn!(code = self.code(), fault = ?self, "refused"),
            _ => tracing::debug!(code = self.code(), fault = ?self, "refused"),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table: one row for each fault")]
    fn row(&self) -> (&'static str, Level, StatusCode) {
        use PacketFault::{Malformed, TooFast, TooLarge};
        match self {
            Fault::Packet(Malformed(_)) => {
                (codes::MALFORMED, Level::DEBUG, StatusCode::BAD_REQUEST)
            }
            Fault::Packet(TooLarge(_)) => (
                codes::TOO_LARGE,
                Level::DEBUG,
                StatusCode::PAYLOAD_TOO_LARGE,
            ),
            Fault::Packet(TooFast) | Fault::Guessing(_) => (
                codes::RATE_LIMITED,
                Level::DEBUG,
                StatusCode::TOO_MANY_REQUESTS,
            ),
            Fault::TooMany(_) => (codes::TOO_MANY, Level::DEBUG, StatusCode::TOO_MANY_REQUESTS),
            Fault::UnknownGame | Fault::UnknownDrill => {
                (codes::OPTIONS_INVALID, Level::DEBUG, StatusCode::NOT_FOUND)
            }
            Fault::NoTable => (codes::NOT_FOUND, Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::NotOver | Fault::NothingToVerify => {
                (codes::NOT_OVER, Level::DEBUG, StatusCode::CONFLICT)
            }
            Fault::NoAdviser => (codes::NO_ADVISER, Level::DEBUG, StatusCode::CONFLICT),
            Fault::NoSuchDay => (codes::NO_SUCH_DAY, Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::NotPlayed => (codes::NOT_PLAYED, Level::DEBUG, StatusCode::CONFLICT),
            Fault::SecretKept => (codes::SECRET_KEPT, Level::DEBUG, StatusCode::CONFLICT),
            Fault::TwinPlays => (codes::TWIN_PLAYS, Level::DEBUG, StatusCode::CONFLICT),
            Fault::OtherTable => (codes::OTHER_TABLE, Level::DEBUG, StatusCode::CONFLICT),
            Fault::NoMatch => (codes::NO_MATCH, Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::ForeignOrigin => (codes::FOREIGN_ORIGIN, Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::UnknownToken => (codes::UNKNOWN_TOKEN, Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::RevokedToken => (codes::REVOKED_TOKEN, Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::ExpiredToken => (codes::EXPIRED_TOKEN, Level::DEBUG, StatusCode::UNAUTHORIZED),
            Fault::ForbiddenName => (codes::NAME_REFUSED, Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::Banned { .. } => (codes::BANNED, Level::DEBUG, StatusCode::FORBIDDEN),
            Fault::UnknownCode => (codes::UNKNOWN_CODE, Level::DEBUG, StatusCode::NOT_FOUND),
            Fault::TooManyTokens => (codes::TOO_MANY_TOKENS, Level::DEBUG, StatusCode::CONFLICT),
            Fault::Unproved(refusal) => {
                (refusal.code, Level::DEBUG, StatusCode::UNPROCESSABLE_ENTITY)
            }
            Fault::TooManyClaimed => (codes::CLAIM_TOO_MANY, Level::DEBUG, StatusCode::CONFLICT),
            Fault::Busy | Fault::Crowded => (
                codes::UNAVAILABLE,
                Level::WARN,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Closing | Fault::ClosingSoon | Fault::Moved => (
                codes::UNAVAILABLE,
                Level::DEBUG,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Damaged(_) => (
                codes::DAMAGED,
                Level::ERROR,
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
            Fault::Store(_) | Fault::NoLuck(_) => (
                codes::UNAVAILABLE,
                Level::ERROR,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            Fault::Broken(_) => (
                codes::UNAVAILABLE,
                Level::ERROR,
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
        }
    }
}

impl From<store::Error> for Fault {
    /// A table that the journal does not know is not a failure of the journal.
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

/// Rounded up: a client that comes back then is not too early.
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
