//! What could be done, the best first, and why.
//!
//! A run lives from round to round, so the chance that is told is that of passing: the round
//! in play, or in the shop the next three. What comes after them is not counted.

use super::exact::{Exact, SLACK, reroll_or_score};
use super::{Position, prospect};
use crate::reroll::Keep;
use crate::state::{Action, DiceHands};
use kernel::{Advice, Part, Rng, Sight};

/// So many choices are told, and one more that was asked for: five dice have thirty-two.
const FEW: usize = 8;

/// Ranks what a seat may do.
pub(crate) fn advise(
    sight: &Sight<'_, DiceHands>,
    also: Option<&Action>,
    rng: &mut Rng,
) -> Vec<Advice<Action>> {
    let Some(position) = Position::of(sight) else {
        return Vec::new();
    };
    let mut all = match position.is_shopping() {
        true => in_the_shop(position),
        false => at_the_dice(position, rng),
    };
    let asked = also.and_then(|also| {
        all.iter()
            .skip(FEW)
            .find(|each| is_same(&each.action, also))
    });
    let asked = asked.cloned();
    all.truncate(FEW);
    all.extend(asked);
    all
}

fn at_the_dice(position: Position<'_>, rng: &mut Rng) -> Vec<Advice<Action>> {
    let Position {
        run,
        round,
        options,
    } = position;
    let Ok([passing, paying]) = Exact::with(rng).keeps(run, round, options) else {
        return Vec::new();
    };
    let pay_of = |throws: &[u8]| {
        let keep = paying.iter().find(|keep| keep.throws == throws);
        keep.map_or(0.0, |keep| keep.value)
    };
    let mut all: Vec<Advice<Action>> = Vec::new();
    for keep in &passing {
        all.push(Advice {
            action: reroll_or_score(keep.throws.clone(), run, round, options),
            chance: keep.value,
            parts: vec![part("pass", keep.value), part("pay", pay_of(&keep.throws))],
            reason: reason(keep, round.target),
        });
    }
    // Of choices that pass equally often the better paid comes first, as the bot chooses.
    let sure = |advice: &Advice<Action>| (advice.chance / SLACK).round();
    all.sort_by(|a, b| {
        let by_pay = || b.parts[1].value.total_cmp(&a.parts[1].value);
        sure(b).total_cmp(&sure(a)).then_with(by_pay)
    });
    all
}

fn in_the_shop(position: Position<'_>) -> Vec<Advice<Action>> {
    let ranked = prospect::ranked(position).into_iter();
    let told = |(action, chance): (Action, f64)| {
        let what = match &action {
            Action::Buy { offer, .. } => format!("offer {offer}"),
            _ => "your money kept".to_owned(),
        };
        Advice {
            action,
            chance,
            parts: vec![part("pass", chance)],
            reason: format!(
                "with {what} you pass the next rounds {:.1} % of the time",
                100.0 * chance
            ),
        }
    };
    ranked.map(told).collect()
}

fn reason(keep: &Keep, target: u64) -> String {
    let chance = 100.0 * keep.value;
    let kept = keep.kept.to_string();
    match (keep.throws.len(), kept.is_empty()) {
        (0, _) => format!("scoring now reaches {target} with {chance:.1} %"),
        (_, true) => format!("throwing everything reaches {target} with {chance:.1} %"),
        _ => format!("keeping {kept} reaches {target} with {chance:.1} %"),
    }
}

const fn part(name: &'static str, value: f64) -> Part {
    Part { name, value }
}

/// Whether two actions are the same but for the order of dice. Setting a wild die is a part of scoring.
fn is_same(one: &Action, other: &Action) -> bool {
    let settles = |action: &Action| matches!(action, Action::ScoreDice | Action::SetWild { .. });
    match (one, other) {
        (Action::Reroll { dice: one }, Action::Reroll { dice: other }) => {
            let sorted = |dice: &[u8]| {
                let mut dice = dice.to_vec();
                dice.sort_unstable();
                dice
            };
            sorted(one) == sorted(other)
        }
        _ => one == other || (settles(one) && settles(other)),
    }
}
