//! The drills of dice hands: the best reroll and the best split.
//!
//! All dice are plain and all hands are at level 0, and the lessons therefore hold in any run. The
//! scorer and the reroll tables give the worth of an answer.

mod reroll;
mod split;

use crate::score::{Levels, ScoreRules};
use crate::split::Scorer;
use kernel::Rng;
use kernel::drill::Drill;
use pieces::{Die, FaceCounts};
use std::sync::LazyLock;

/// The drills, simplest first.
pub(crate) const DRILLS: &[&dyn Drill] = &[&split::Split, &reroll::Reroll];

/// A scorer for the start of a run. The default rules are valid.
static SCORER: LazyLock<Option<Scorer>> =
    LazyLock::new(|| Scorer::new(ScoreRules::default(), Levels::default()).ok());

/// This many dice, thrown.
fn thrown(n: u32, rng: &mut Rng) -> FaceCounts {
    (0..n).filter_map(|_| Die::from_face(rng.die())).collect()
}

/// Every way to take some of these dice, or none: each number of the lowest face, and so on.
fn some_of(dice: FaceCounts) -> Vec<FaceCounts> {
    let mut all = vec![[0_u16; 6]];
    for (face, &most) in dice.counts().iter().enumerate() {
        let with = |counts: [u16; 6]| {
            (0..=most).map(move |n| {
                let mut counts = counts;
                counts[face] = n;
                counts
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all.into_iter().map(FaceCounts::from_counts).collect()
}
