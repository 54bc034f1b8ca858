//! The play: the score of a card that is laid on the stack.

use super::{Cards, Item, Rule, ScoreError, Tally, item, peg_value};
use pieces::Card;
use serde::{Deserialize, Serialize};

/// The cards played since the last reset, oldest first: all different, counting at most 31.
///
/// ```
/// use cribbage::score::{Rule, Stack};
///
/// let mut stack = Stack::new();
/// for card in pieces::parse_cards("7H 8C 9D").unwrap() {
///     stack.push(card)?;
/// }
/// assert_eq!(stack.count(), 24);
/// assert_eq!(stack.tally().items()[0].rule, Rule::PeggingRunOf3);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "Cards", try_from = "Cards")]
pub struct Stack {
    cards: Cards,
    /// The sum of the cards' peg values, kept because every play asks for it.
    count: u8,
}

impl Stack {
    /// The count no play may pass.
    pub const LIMIT: u8 = 31;

    /// A stack without cards.
    pub fn new() -> Stack {
        Stack::default()
    }

    /// The cards, oldest first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Whether no card has been played yet.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The sum of the cards' peg values.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Whether this card keeps the count within 31.
    pub fn fits(&self, card: Card) -> bool {
        self.count + peg_value(card.rank()) <= Stack::LIMIT
    }

    /// Lays a card on the stack; refuses one that does not fit or is already there.
    pub fn push(&mut self, card: Card) -> Result<(), ScoreError> {
        if self.cards.contains(&card) {
            return Err(ScoreError::PlayedTwice(card));
        }
        let count = self.count + peg_value(card.rank());
        if count > Stack::LIMIT {
            return Err(ScoreError::PastThirtyOne { card, count });
        }
        // Distinct cards that count at most 31 are at most thirteen, which is the capacity.
        self.cards.push(card);
        self.count = count;
        Ok(())
    }

    /// Removes all cards: the count starts again.
    pub fn clear(&mut self) {
        *self = Stack::new();
    }

    /// The score of the last card, in the order of the rules, without the point for the last card.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new();
        if let Some(rule) = count_rule(self.count) {
            tally.push(item(rule, self.cards.iter().copied()));
        }
        if let Some((rule, length)) = group_rule(&self.cards).or_else(|| run_rule(&self.cards)) {
            let tail = &self.cards[self.cards.len() - length..];
            tally.push(item(rule, tail.iter().copied()));
        }
        tally
    }
}

impl TryFrom<&[Card]> for Stack {
    type Error = ScoreError;

    fn try_from(cards: &[Card]) -> Result<Stack, ScoreError> {
        let mut stack = Stack::new();
        for &card in cards {
            stack.push(card)?;
        }
        Ok(stack)
    }
}

impl TryFrom<Cards> for Stack {
    type Error = ScoreError;

    fn try_from(cards: Cards) -> Result<Stack, ScoreError> {
        Stack::try_from(&cards[..])
    }
}

impl From<Stack> for Cards {
    fn from(stack: Stack) -> Cards {
        stack.cards
    }
}

/// One point for the player of this card, if nobody can play on and the count is not 31.
pub fn last_card(card: Card) -> Item {
    item(Rule::LastCard, [card])
}

fn count_rule(count: u8) -> Option<Rule> {
    match count {
        15 => Some(Rule::PeggingFifteen),
        31 => Some(Rule::PeggingThirtyOne),
        _ => None,
    }
}

/// The longest tail of equal rank, with its length.
fn group_rule(stack: &[Card]) -> Option<(Rule, usize)> {
    let last = stack.last()?.rank();
    let length = stack
        .iter()
        .rev()
        .take_while(|card| card.rank() == last)
        .count();
    match length {
        4 => Some((Rule::PeggingFourOfAKind, 4)),
        3 => Some((Rule::PeggingThreeOfAKind, 3)),
        2 => Some((Rule::PeggingPair, 2)),
        _ => None,
    }
}

/// The longest tail of different ranks in a row, in any order, with its length.
///
/// Longer tails are tried until a rank appears twice: from there on none can be a run.
fn run_rule(stack: &[Card]) -> Option<(Rule, usize)> {
    let mut ranks: u16 = 0;
    let mut longest = None;
    for (place, card) in stack.iter().rev().enumerate() {
        let rank = 1 << card.rank().index();
        if ranks & rank != 0 {
            break;
        }
        ranks |= rank;
        // Ranks in a row are adjacent bits: adding one gives a power of two.
        let in_a_row = (ranks >> ranks.trailing_zeros()) + 1;
        if in_a_row.is_power_of_two() {
            longest = run_of(place + 1).or(longest);
        }
    }
    longest
}

fn run_of(length: usize) -> Option<(Rule, usize)> {
    // Ace to eight would count 36, so seven is the longest.
    let rule = match length {
        3 => Rule::PeggingRunOf3,
        4 => Rule::PeggingRunOf4,
        5 => Rule::PeggingRunOf5,
        6 => Rule::PeggingRunOf6,
        7 => Rule::PeggingRunOf7,
        _ => return None,
    };
    Some((rule, length))
}
