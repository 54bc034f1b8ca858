//! A player of the house: an id that others see, and when it first came.

use crate::id::PlayerId;

/// A player of the house. What proves to be one is a [`Token`](crate::Token).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The public name for programs.
    pub id: PlayerId,
    /// When they first came, in milliseconds since 1970.
    pub at: u64,
    /// When what the house knew of them was deleted. The id stays, and no token leads to it.
    pub erased_at: Option<u64>,
}
