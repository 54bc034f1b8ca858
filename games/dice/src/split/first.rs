//! Among several splits of the same worth, the one that ties prefer.

use super::compare_hands;
use crate::score::Hand;
use std::cmp::Ordering;

/// The first by ties of the hands offered so far, which all have the same worth.
#[derive(Debug, Default)]
pub(crate) struct First(pub(crate) Option<Vec<Hand>>);

impl First {
    /// Keeps these hands if they come before the others.
    pub(crate) fn offer(&mut self, mut hands: Vec<Hand>) {
        hands.sort_unstable();
        let before = |first: &Vec<Hand>| compare_hands(&hands, first) == Ordering::Less;
        if self.0.as_ref().is_none_or(before) {
            self.0 = Some(hands);
        }
    }
}
