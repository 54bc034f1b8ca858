//! Scores with their reasons.
//!
//! A score is a list of items, each with its rule and the pieces that make it. The total is never
//! stored: it exists only as the sum of the items and cannot disagree with its explanation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One reason to score: the rule, the pieces that make it, and its points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Item<R, P> {
    /// The rule that gives the points.
    pub rule: R,
    /// The pieces that make it, in the order in which they are shown.
    pub pieces: P,
    /// Its points; negative if the rule takes points away.
    pub points: i32,
}

/// A score as the list of its reasons.
///
/// ```
/// use kernel::{Item, Tally};
///
/// let mut tally = Tally::default();
/// tally.push(Item { rule: "fifteen", pieces: vec!["5H", "KD"], points: 2 });
/// tally.push(Item { rule: "pair", pieces: vec!["5H", "5S"], points: 2 });
/// assert_eq!(tally.total(), 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(transparent)]
pub struct Tally<R, P>(Vec<Item<R, P>>);

impl<R, P> Tally<R, P> {
    /// An empty score.
    pub const fn new() -> Self {
        Tally(Vec::new())
    }

    /// An empty score with room for `capacity` items.
    pub fn with_capacity(capacity: usize) -> Self {
        Tally(Vec::with_capacity(capacity))
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: Item<R, P>) {
        self.0.push(item);
    }

    /// The items, in the order in which they are counted.
    pub fn items(&self) -> &[Item<R, P>] {
        &self.0
    }

    /// The sum of the items' points.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|item| item.points).sum()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<R, P> Default for Tally<R, P> {
    fn default() -> Self {
        Tally::new()
    }
}

impl<R, P> FromIterator<Item<R, P>> for Tally<R, P> {
    fn from_iter<T: IntoIterator<Item = Item<R, P>>>(items: T) -> Self {
        Tally(items.into_iter().collect())
    }
}

impl<R, P> Extend<Item<R, P>> for Tally<R, P> {
    fn extend<T: IntoIterator<Item = Item<R, P>>>(&mut self, items: T) {
        self.0.extend(items);
    }
}

impl<'a, R, P> IntoIterator for &'a Tally<R, P> {
    type Item = &'a Item<R, P>;
    type IntoIter = std::slice::Iter<'a, Item<R, P>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<R, P> IntoIterator for Tally<R, P> {
    type Item = Item<R, P>;
    type IntoIter = std::vec::IntoIter<Item<R, P>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
