//! Play without a table of chances.

use super::Position;
use super::exact::{reroll_or_score, rules};
use crate::layout::lay_out;
use crate::reroll::{self, Objective};
use crate::run::RunPlayer;
use crate::split::Scorer;
use crate::state::Action;
use kernel::Rng;

/// Scores once the target is reached; until then throws all dice again that no hand uses.
pub(super) fn keep_hands(position: Position<'_>) -> Action {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let dice = run.scoring_dice(round.boss);
    let Ok(score) = run.score(rules(run, options), round.boss) else {
        return Action::ScoreDice;
    };
    let loose: Vec<u8> = lay_out(&dice, &score.split)
        .iter()
        .zip(&run.dice)
        .enumerate()
        .filter(|(_, (hand, die))| hand.is_none() && !die.locked)
        .map(|(place, _)| place as u8)
        .collect();
    let throws = match run.rerolls {
        0 => Vec::new(),
        _ if is_enough(score.total(), round.target) => Vec::new(),
        _ => loose,
    };
    reroll_or_score(throws, run, round, options)
}

/// Throws for the highest mean score, and scores once the target is reached.
pub(super) fn most_points(position: Position<'_>, rng: &mut Rng) -> Action {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let rules = rules(run, options);
    let now = run.score(rules, round.boss).map(|score| score.total());
    let throws = match (now, Scorer::new(rules, run.levels)) {
        (Ok(now), Ok(scorer)) if run.rerolls > 0 && !is_enough(now, round.target) => {
            let situation = run.situation(round.boss);
            let keeps = reroll::keeps(&scorer, &situation, run.rerolls, Objective::Score, rng);
            keeps.map_or_else(|_| Vec::new(), |keeps| keeps[0].throws.clone())
        }
        _ => Vec::new(),
    };
    reroll_or_score(throws, run, round, options)
}

/// Buys the first offer that it can pay for.
pub(super) fn buy_anything(position: Position<'_>) -> Action {
    let player = RunPlayer {
        run: position.run,
        round: position.round,
        options: position.options,
    };
    let bought = player.legal_actions().into_iter();
    let mut bought = bought.filter(|action| matches!(action, Action::Buy { .. }));
    bought.next().unwrap_or(Action::LeaveShop)
}

fn is_enough(score: i32, target: u64) -> bool {
    u64::try_from(score).is_ok_and(|score| score >= target)
}
