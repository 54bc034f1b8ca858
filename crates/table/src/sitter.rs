//! The player or bot on a chair, and whether the seat must move.

use kernel::SeatSet;

use crate::bot::Level;
use crate::fair::Entropy;
use crate::player::{Nickname, PlayerId};
use crate::settings::Millis;

/// The player on a chair.
#[derive(Debug)]
pub(crate) struct Sitter {
    pub(crate) player: PlayerId,
    pub(crate) nickname: Nickname,
    pub(crate) entropy: Option<Entropy>,
    /// The level, if a bot sits here, or plays on for somebody who left.
    pub(crate) bot: Option<Level>,
    /// Since when the player is away.
    pub(crate) away_since: Option<Millis>,
    /// Whether a bot plays while the player is away.
    pub(crate) taken_over: bool,
    /// Whether the player left for good while the game goes on.
    pub(crate) left: bool,
    /// The seats that agree that somebody else takes this chair.
    pub(crate) offered_by: SeatSet,
    /// Whether the player wants to play again.
    pub(crate) agreed: bool,
}

impl Sitter {
    /// Whether a person holds this chair.
    pub(crate) const fn is_human(&self) -> bool {
        self.bot.is_none()
    }

    /// Whether a bot moves here until further notice.
    pub(crate) const fn is_played_by_bot(&self) -> bool {
        self.bot.is_some() || self.taken_over
    }
}

/// A seat that must move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PendingTurn {
    /// Since when.
    pub(crate) at: Millis,
    /// The number of this turn, never used again.
    pub(crate) turn: u64,
    /// Whether a bot has been asked about it.
    pub(crate) bot: bool,
}
