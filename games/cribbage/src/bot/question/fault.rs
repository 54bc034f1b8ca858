//! The reasons why a question has no answer.

use pieces::Card;
use thiserror::Error;

use super::MAX_BYTES;
use crate::score::ScoreError;

/// The reasons why a question has no answer, in words for its author.
#[derive(Debug, Error)]
pub(super) enum QuestionFault {
    #[error("the bot must be easy, medium, hard or expert, not {0:?}")]
    UnknownLevel(String),
    #[error("a question must have at most {MAX_BYTES} bytes")]
    TooLarge,
    #[error(
        "this must be a question ({0}): write {{\"kind\": \"discard\", \"hand\": [six cards], \"dealer\": true, \
         \"scores\": [0, 0]}}, or a \"play\""
    )]
    Malformed(String),
    #[error("{field:?} must have {wanted} cards, not {found}")]
    WrongCount {
        field: &'static str,
        wanted: usize,
        found: usize,
    },
    #[error("{0} must be in one place only")]
    Twice(Card),
    #[error(
        "\"kept\" must hold the cards of \"hand\" and those that \"me\" has played, and no others"
    )]
    NotKept,
    #[error("{0} lies on the stack and must have been played by somebody")]
    NotPlayed(Card),
    #[error("the opponent played {played} cards and has {left} left: together they must be four")]
    NotFour { played: usize, left: u8 },
    #[error("a score must be at most 120, not {0}")]
    Score(u16),
    #[error("a count of the play must be at most 31, not {0}")]
    Count(u8),
    #[error("no card fits at {0}: the only answer is go")]
    NothingFits(u8),
    #[error(transparent)]
    Stack(#[from] ScoreError),
}

impl QuestionFault {
    /// A stable name for programs.
    pub(super) fn code(&self) -> &'static str {
        match self {
            QuestionFault::UnknownLevel(_) => "unknown_level",
            QuestionFault::TooLarge => "too_large",
            QuestionFault::Malformed(_) => "wire/malformed",
            QuestionFault::WrongCount { .. } | QuestionFault::NotFour { .. } => "wrong_card_count",
            QuestionFault::Twice(_) => "duplicate_card",
            QuestionFault::NotKept => "not_kept",
            QuestionFault::NotPlayed(_) => "not_played",
            QuestionFault::Score(_) => "wrong_score",
            QuestionFault::Count(_) => "wrong_count",
            QuestionFault::NothingFits(_) => "nothing_fits",
            QuestionFault::Stack(error) => error.code(),
        }
    }
}
