//! What a purchase does for the rounds to come.
//!
//! Each thing that can be done in the shop is tried on a copy of the run. The copy is worth the chance
//! to pass each of the next rounds, one after another, with exact play and nothing
//! bought in between. Where a pool is too large for exact tables there is no such number,
//! and whoever asks must go by something else.

use super::Position;
use super::exact::rules;
use crate::boss::Boss;
use crate::items::Item;
use crate::play::Player;
use crate::reroll::{Objective, RerollTable};
use crate::run::Run;
use crate::split::Scorer;
use crate::state::Action;
use crate::target::target;

/// So many rounds are looked ahead. With 1.35 times the target each, what passes the third
/// comfortably has grown by more than two shops usually give.
const ROUNDS: u32 = 3;

/// A dollar kept is worth this part of a chance: enough to decide between equals.
const DOLLAR: f64 = 0.000_2;

/// What can be done in the shop with the chance to pass the coming rounds after it,
/// the best first; nothing where that cannot be told.
pub(super) fn ranked(position: Position<'_>) -> Vec<(Action, f64)> {
    let player = Player {
        run: position.run,
        round: position.round,
        options: position.options,
    };
    let mut ranked: Vec<(Action, f64, f64)> = Vec::new();
    for action in player.legal_actions() {
        let Ok(steps) = player.act(&action) else {
            continue;
        };
        let mut after = position.run.clone();
        steps.iter().for_each(|step| after.apply(step));
        let Some(chance) = chance(position, &after) else {
            return Vec::new();
        };
        let worth = chance + DOLLAR * after.cash.min(100) as f64;
        ranked.push((action, chance, worth));
    }
    ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
    let ranked = ranked.into_iter();
    ranked.map(|(action, chance, _)| (action, chance)).collect()
}

/// The chance of a run to pass the next rounds as it is.
fn chance(position: Position<'_>, run: &Run) -> Option<f64> {
    let options = position.options;
    let scorer = Scorer::new(rules(run, options), run.levels).ok()?;
    let mut situation = run.situation(None::<Boss>);
    // What the lockdown held is free again, and insurance is renewed by the round.
    for die in &mut situation.dice {
        die.locked = false;
    }
    situation.insured = false;
    let rerolls = options.rerolls + u8::from(run.items.contains(Item::ExtraReroll));
    let last = u32::from(options.win_round);
    let next = position.round.number + 1;
    let rounds = next..=(position.round.number + ROUNDS).min(last.max(next));
    rounds
        .map(|round| {
            let target = target(options.first_target.into(), round);
            let target = u32::try_from(target).unwrap_or(u32::MAX);
            let reach = Objective::Reach { target };
            let table = RerollTable::new(&scorer, &situation, rerolls, reach).ok()?;
            Some(table.expected(rerolls))
        })
        .product()
}
