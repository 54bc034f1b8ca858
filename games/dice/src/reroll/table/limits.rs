//! Decides which dice have few enough outcomes for a table.

use super::super::group::{THROWN, symbols};
use super::super::{RerollError, Situation};
use super::RerollTable;
use super::states::is_thrown;
use crate::DieKind;
use crate::split::MAX_TABLE_DICE;

/// The most states: twenty equal dice have 230,230.
const MAX_STATES: usize = 400_000;

/// The most pools that are scored one by one, if glass dice make a table of points useless.
const MAX_SEARCHES: usize = 20_000;

/// The most echoes: if three are thrown, two may copy the same face of the third before it copies
/// another.
const MAX_ECHOES: usize = 2;

/// Refuses dice with too many outcomes, or that do not fall one by one.
pub(super) fn check_outcomes(situation: &Situation) -> Result<(), RerollError> {
    let n = |kind| n_thrown(situation, kind);
    let echoes = n(DieKind::Echo);
    let wild = situation
        .dice
        .iter()
        .filter(|die| !die.locked && die.kind == DieKind::Wild)
        .count();
    let glass = has(situation, DieKind::Glass);
    // Insurance would have to be part of the state, and an echo may copy a wild die before it is
    // set.
    if echoes > MAX_ECHOES
        || (echoes > 0 && wild > 0)
        || (situation.insured && n(DieKind::Glass) > 0)
    {
        return Err(RerollError::TooLarge);
    }
    let rolls = THROWN
        .iter()
        .map(|&kind| multisets(n(kind), symbols(kind) - 1))
        .fold(multisets(wild, 5), usize::saturating_mul);
    let one_by_one = glass || situation.dice.len() > MAX_TABLE_DICE;
    if RerollTable::n_states(situation) > MAX_STATES || (one_by_one && rolls > MAX_SEARCHES) {
        return Err(RerollError::TooLarge);
    }
    Ok(())
}

/// The number of dice of a kind that throwing again can change.
pub(super) fn n_thrown(situation: &Situation, kind: DieKind) -> usize {
    let dice = situation.dice.iter();
    dice.filter(|die| is_thrown(die) && die.kind == kind)
        .count()
}

/// Whether one of the dice is of this kind.
pub(super) fn has(situation: &Situation, kind: DieKind) -> bool {
    situation.dice.iter().any(|die| die.kind == kind)
}

/// C(n + k, k): the number of multisets of up to n dice with k symbols, or of n dice with k + 1.
pub(super) fn multisets(n: usize, k: usize) -> usize {
    (1..=k).fold(1_usize, |product, i| product.saturating_mul(n + i) / i)
}
