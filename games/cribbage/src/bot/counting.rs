//! Stating the count of a hand, at tables where players count for themselves.

use kernel::Rng;

use super::slips::happens;
use crate::score::{Four, Item, Rule, Show, Tally};
use crate::state::{Action, Count, PublicTable};

/// States one's own count, or claims what an opponent missed; wrong in `miscounts` of a hundred counts.
pub(crate) fn speak(
    table: &PublicTable,
    count: &Count,
    miscounts: u32,
    rng: &mut Rng,
) -> Option<Action> {
    let tally = tally(table, count)?;
    let counted = if happens(miscounts, rng) {
        one_missed(&tally, rng)
    } else {
        tally.total()
    };
    Some(said(count, counted))
}

/// The right count, or the right claim.
pub(crate) fn right(table: &PublicTable, count: &Count) -> Option<Action> {
    tally(table, count).map(|tally| said(count, tally.total()))
}

fn tally(table: &PublicTable, count: &Count) -> Option<Tally> {
    let four = Four::new(count.cards).ok()?;
    let show = Show::new(four, table.starter, count.kind).ok()?;
    Some(show.tally())
}

/// The action that states this count.
fn said(count: &Count, counted: i32) -> Action {
    // A hand counts 29 at most.
    let counted = counted as u8;
    match count.stated {
        None => Action::Count(counted),
        Some(stated) => Action::Muggins(counted.saturating_sub(stated)),
    }
}

/// The total without one of its items, as people overlook one: a fifteen of three or more cards if
/// there is one.
fn one_missed(tally: &Tally, rng: &mut Rng) -> i32 {
    let hard_to_see = |item: &&Item| item.rule == Rule::Fifteen && item.pieces.len() >= 3;
    let hard: Vec<i32> = tally
        .items()
        .iter()
        .filter(hard_to_see)
        .map(|item| item.points)
        .collect();
    let missed = match rng.choose(&hard) {
        Some(&points) => points,
        None => rng.choose(tally.items()).map_or(0, |item| item.points),
    };
    tally.total() - missed
}
