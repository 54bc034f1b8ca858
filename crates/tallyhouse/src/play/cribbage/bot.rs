//! The bots of this table: they play at random and count like people.

use cribbage::score::{Four, Show, Tally};
use cribbage::{Action, Count, Cribbage, Phase, View};
use kernel::{Rng, Seen};

use crate::play::random;

/// One count in this many overlooks something, which rewards attention.
const OVERLOOKS_ONE_IN: u32 = 6;

/// A bot's action with this view of its seat.
pub(crate) fn choose(seen: &Seen<View>, rng: &mut Rng) -> Option<Action> {
    let table = &seen.value().table;
    match &table.phase {
        Phase::Counting(Some(count)) => Some(speak(count, &tally(count, seen.value()), rng)),
        _ => random::choose::<Cribbage>(seen, rng),
    }
}

/// States a total, or claims what another total lacks.
fn speak(count: &Count, tally: &Tally, rng: &mut Rng) -> Action {
    match count.stated {
        None => Action::Count(points(tally.total() - overlooked(tally, rng))),
        Some(stated) => Action::Muggins(points(tally.total()).saturating_sub(stated)),
    }
}

/// The points of the overlooked item, mostly 0.
fn overlooked(tally: &Tally, rng: &mut Rng) -> i32 {
    match rng.choose(tally.items()) {
        Some(item) if rng.below(OVERLOOKS_ONE_IN) == 0 => item.points,
        _ => 0,
    }
}

/// The true count of the cards on the table.
fn tally(count: &Count, view: &View) -> Tally {
    Four::new(count.cards)
        .and_then(|four| Show::new(four, view.table.starter, count.kind))
        .map(|show| show.tally())
        .unwrap_or_default()
}

/// A count as points: it is never negative and at most 29.
fn points(count: i32) -> u8 {
    u8::try_from(count).unwrap_or_default()
}
