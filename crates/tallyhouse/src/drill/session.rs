//! The record of a practice: right answers, the longest run of them, and the kinds of questions
//! that are often missed.

use std::collections::BTreeMap;

use kernel::drill::{Drill, DrillItem, Grade, Unit};
use serde::Serialize;

use super::cost_of;

/// The summary.
#[derive(Default, Serialize)]
pub(super) struct Session {
    answered: usize,
    right: usize,
    /// The total cost of all answers.
    cost: i32,
    /// Right answers in a row: now, and at most.
    streak: usize,
    longest: usize,
    /// Right answers by kind of question.
    kinds: BTreeMap<String, Share>,
}

/// The number of right answers to a kind of question.
#[derive(Default, Clone, Copy, Serialize)]
struct Share {
    right: usize,
    of: usize,
}

/// The number of kinds that a summary lists.
const MOST_KINDS: usize = 3;

impl Session {
    /// Adds an answer; returns whether it was right.
    pub(super) fn add(&mut self, drill: &dyn Drill, item: &DrillItem, grade: &Grade) -> bool {
        let right = grade.cost < drill.slack();
        self.answered += 1;
        self.right += usize::from(right);
        self.cost += grade.cost.max(0);
        self.streak = if right { self.streak + 1 } else { 0 };
        self.longest = self.longest.max(self.streak);
        for kind in drill.kinds(item) {
            let share = self.kinds.entry(kind).or_default();
            share.of += 1;
            share.right += usize::from(right);
        }
        right
    }

    /// The summary in words.
    pub(super) fn told(&self, unit: Unit) -> Vec<String> {
        let Session {
            answered,
            right,
            longest,
            ..
        } = self;
        if *answered == 0 {
            return vec!["No question was answered.".to_owned()];
        }
        let cost = cost_of(self.cost, unit);
        let how = format!(
            "{right} of {answered} right, at most {longest} in a row; all answers together cost \
             {cost}."
        );
        let missed = self.missed().into_iter().map(|(kind, share)| {
            let Share { right, of } = share;
            format!("You tend to miss when {kind}: {right} of {of} right.")
        });
        std::iter::once(how).chain(missed).collect()
    }

    /// The kinds of which some were wrong, the worst first.
    fn missed(&self) -> Vec<(&str, Share)> {
        let kinds = self
            .kinds
            .iter()
            .filter(|(_, share)| share.right < share.of);
        let mut kinds: Vec<(&str, Share)> = kinds.map(|(kind, share)| (&**kind, *share)).collect();
        // In thousandths; of equal shares the one of which there were more.
        kinds.sort_by_key(|(_, share)| (1_000 * share.right / share.of, usize::MAX - share.of));
        kinds.truncate(MOST_KINDS);
        kinds
    }
}
