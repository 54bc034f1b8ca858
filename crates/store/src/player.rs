//! A player of the house.

use crate::id::PlayerId;
use crate::token::Token;

/// A player of the house. A [`Token`](crate::Token) proves who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The time at which they first came, in milliseconds since 1970.
    pub at: u64,
    /// The time at which their data was deleted. The id stays, and no token leads to it.
    pub erased_at: Option<u64>,
}

/// The players who never did anything here and left no way back: they may be forgotten.
///
/// Such a player opened no table, is in no entry of a journal and in no game that is remembered,
/// came before a given time, and has no token that was used after that first visit and is still
/// good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unused {
    /// They came before this time, in milliseconds since 1970.
    pub came_before: u64,
    /// A token that was last used before this time is no longer good.
    pub unused_since: u64,
}

impl Unused {
    /// Whether a player with these tokens came long ago and can no longer be expected back. The
    /// databases ask this of themselves in their own words.
    pub(crate) fn fits(&self, player: &Player, mut tokens: impl Iterator<Item = Token>) -> bool {
        let is_way_back = |token: Token| {
            let is_good = token.revoked_at.is_none() && !token.is_code();
            is_good && token.last_at() > player.at && token.last_at() >= self.unused_since
        };
        player.at < self.came_before && !tokens.any(is_way_back)
    }
}
