//! Saying what a hand counts, where players count for themselves.

use kernel::Rng;

use crate::score::{Four, Show, Tally};
use crate::state::{Action, Count, Table};

/// States one's own count, or what an opponent missed; wrong in so many of a hundred counts.
pub(crate) fn speak(table: &Table, count: &Count, slips: u32, rng: &mut Rng) -> Option<Action> {
    let four = Four::new(count.cards).ok()?;
    let tally = Show::new(four, table.starter, count.kind).ok()?.tally();
    let slip = rng.below(100) < slips;
    let counted = if slip {
        one_missed(&tally, rng)
    } else {
        tally.total()
    };
    // A hand counts 29 at most.
    let counted = counted as u8;
    Some(match count.stated {
        None => Action::Count(counted),
        Some(stated) => Action::Muggins(counted.saturating_sub(stated)),
    })
}

/// The total without one of its items: what people overlook.
fn one_missed(tally: &Tally, rng: &mut Rng) -> i32 {
    let missed = rng.choose(tally.items()).map_or(0, |item| item.points);
    tally.total() - missed
}
