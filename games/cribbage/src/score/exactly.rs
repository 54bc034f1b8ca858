//! Hands of a known size: the precondition of counting, as a type.

use super::ScoreError;
use pieces::{Card, CardSet};

/// Exactly `N` different cards, ascending.
///
/// ```
/// use cribbage::score::Four;
///
/// let hand = Four::new("JD 5H 5S 5C".parse().unwrap())?;
/// assert_eq!(hand.set().to_string(), "5S 5H 5C JD");
///
/// let short = Four::new("5H 5S 5C".parse().unwrap());
/// assert_eq!(short.unwrap_err().to_string(), "there must be 4 cards, not 3");
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exactly<const N: usize>(pub(super) [Card; N]);

/// The four cards of a hand or a crib.
pub type Four = Exactly<4>;

/// The six cards dealt to each of two seats.
pub type Six = Exactly<6>;

impl<const N: usize> Exactly<N> {
    /// These cards, if there are exactly `N` of them.
    pub fn new(cards: CardSet) -> Result<Exactly<N>, ScoreError> {
        let wrong = ScoreError::WrongCount {
            wanted: N,
            found: cards.len(),
        };
        let Some(lowest) = cards.first() else {
            return Err(wrong);
        };
        let mut exactly = Exactly([lowest; N]);
        if cards.len() != N {
            return Err(wrong);
        }
        for (place, card) in exactly.0.iter_mut().zip(cards) {
            *place = card;
        }
        Ok(exactly)
    }

    /// The cards, ascending.
    #[inline]
    pub const fn cards(self) -> [Card; N] {
        self.0
    }

    /// The cards as a set.
    #[inline]
    pub fn set(self) -> CardSet {
        self.0.into_iter().collect()
    }
}

impl<const N: usize> TryFrom<CardSet> for Exactly<N> {
    type Error = ScoreError;

    fn try_from(cards: CardSet) -> Result<Self, ScoreError> {
        Exactly::new(cards)
    }
}
