//! Advice for a seat: the possible actions with reasons, best first.
//!
//! The reported chance is that of winning the game. For a purchase it comes from rollouts
//! (`shopper`). For a throw it comes from the exact chance of passing the round, and from rollouts
//! of what follows if it is passed or failed.

use super::exact::{Exact, SLACK, plays_for_points, reroll_or_score};
use super::likeness::Leg;
use super::outlook::{MAX_DICE, Outlook};
use super::rollout::{Rollouts, chance_to_win};
use super::{Position, shopper};
use crate::luck::random_key;
use crate::reroll::Keep;
use crate::run::Run;
use crate::state::{Action, DiceHands};
use kernel::{Advice, Part, Rng, Sight};
use std::rc::Rc;

/// The greatest number of futures that are imagined to value passing a round.
const FUTURES: usize = 32;

/// The least number of them, at any cost.
const LEAST: usize = 8;

/// The approximate number of table entries computed for them.
const BUDGET: usize = 1_500_000;

/// The number of choices that are reported, besides one that was asked for: five dice have
/// thirty-two.
const FEW: usize = 8;

/// Ranks the actions of a seat.
pub(crate) fn advise(
    sight: &Sight<'_, DiceHands>,
    also: Option<&Action>,
    rng: &mut Rng,
) -> Vec<Advice<Action>> {
    let Some(position) = Position::of(sight) else {
        return Vec::new();
    };
    let mut all = match position.is_shopping() {
        true => in_the_shop(position, rng),
        false => at_the_dice(position, rng),
    };
    let asked = also.and_then(|also| {
        let place = all
            .iter()
            .position(|each| is_same(position.run, &each.action, also))?;
        all[place].action = also.clone();
        Some(place)
    });
    if let Some(place) = asked.filter(|place| *place > FEW) {
        all.swap(place, FEW);
    }
    all.truncate(FEW + usize::from(asked.is_some_and(|place| place >= FEW)));
    all
}

fn at_the_dice(position: Position<'_>, rng: &mut Rng) -> Vec<Advice<Action>> {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let mut exact = Exact::with(rng);
    let Ok([passing, paying]) = exact.keeps(run, round, options) else {
        return Vec::new();
    };
    let paid = |throws: &[u8]| {
        let keep = paying.iter().find(|keep| keep.throws == throws);
        keep.map_or(0.0, |keep| keep.value)
    };
    let then = match plays_for_points(round, options) {
        true => "points",
        false => "pay",
    };
    let best = &passing[0];
    let outlook = exact.outlook(run, round, options, &best.throws);
    let stakes = Stakes::of(position, best.value, outlook.as_ref(), rng);
    let mut all: Vec<Advice<Action>> = Vec::new();
    for keep in &passing {
        all.push(Advice {
            action: reroll_or_score(keep.throws.clone(), run, round, options),
            chance: stakes.chance(keep.value),
            parts: vec![part("pass", keep.value), part(then, paid(&keep.throws))],
            reason: reason(keep, round.target),
        });
    }
    // Of choices that pass equally often the better paid comes first, as the bot chooses.
    let sure = |advice: &Advice<Action>| (advice.parts[0].value / SLACK).round();
    all.sort_by(|a, b| {
        let by_pay = || b.parts[1].value.total_cmp(&a.parts[1].value);
        sure(b).total_cmp(&sure(a)).then_with(by_pay)
    });
    all
}

/// The stake of a round.
struct Stakes {
    /// The chance of passing it with the best choice, and of winning then.
    pass: f64,
    chance: f64,
    /// The difference between passing and failing.
    stake: f64,
}

impl Stakes {
    /// `pass` and `outlook` are those of the best choice. If there are too many dice to imagine
    /// what follows, only the chance of passing the round is reported.
    fn of(position: Position<'_>, pass: f64, outlook: Option<&Outlook>, rng: &mut Rng) -> Stakes {
        if position.run.dice.len() > MAX_DICE {
            return Stakes {
                pass,
                chance: pass,
                stake: 1.0,
            };
        }
        let (mut chance, mut stake) = (Mean::default(), Mean::default());
        let mut rollouts = Rollouts::new(position);
        for n in 0..FUTURES {
            if n >= LEAST && rollouts.spent() > BUDGET {
                break;
            }
            let key = random_key(rng);
            let luck = key.draw(0);
            let course = rollouts.follow_round(&luck);
            let before = Rc::clone(course.begins());
            let now = outlook.unwrap_or(&before);
            let with = |passes: f64| {
                course.beginning(Leg {
                    passes,
                    ..Leg::seen(&before, now)
                })
            };
            let rivals = rollouts.rivals(&luck, now, &with(pass));
            let wins = |passes| chance_to_win(&with(passes), &rivals, position.options);
            chance.push(wins(pass));
            stake.push(wins(1.0) - wins(0.0));
        }
        Stakes {
            pass,
            chance: chance.mean(),
            stake: stake.mean().max(0.0),
        }
    }

    /// The chance of winning if the round is passed with this chance.
    fn chance(&self, pass: f64) -> f64 {
        (self.chance + self.stake * (pass - self.pass)).clamp(0.0, 1.0)
    }
}

/// A mean of samples.
#[derive(Default)]
struct Mean {
    n: f64,
    sum: f64,
}

impl Mean {
    fn push(&mut self, sample: f64) {
        self.n += 1.0;
        self.sum += sample;
    }

    fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }
}

fn in_the_shop(position: Position<'_>, rng: &mut Rng) -> Vec<Advice<Action>> {
    let ranked = shopper::ranked(position, rng);
    let leaving = ranked
        .iter()
        .find(|choice| choice.action == Action::LeaveShop);
    let leaving = leaving.map(|choice| choice.chance);
    let told = |choice: shopper::Choice| Advice {
        chance: choice.chance,
        parts: vec![part("pass", choice.passes)],
        reason: reason_to_buy(position, &choice, leaving),
        action: choice.action,
    };
    ranked.into_iter().map(told).collect()
}

/// The chance of winning, compared with leaving the shop.
fn reason_to_buy(position: Position<'_>, choice: &shopper::Choice, leaving: Option<f64>) -> String {
    let game = match position.options.is_race() {
        true => "the race",
        false => "the run",
    };
    let wins = format!("you win {game} with {:.1} %", 100.0 * choice.chance);
    let shop = position.run.shop.as_ref();
    let good = match &choice.action {
        Action::Buy { offer, .. } => shop.and_then(|shop| shop.offers.get(usize::from(*offer))),
        _ => None,
    };
    let (Some(offer), Some(leaving)) = (good, leaving) else {
        return wins;
    };
    let good = offer.good;
    let more = 100.0 * (choice.chance - leaving);
    if more.abs() < 0.05 {
        format!("{good}: {wins}, as if you buy nothing more")
    } else {
        let which = if more > 0.0 { "more" } else { "less" };
        format!(
            "{good}: {wins}, {:.1} % {which} than if you buy nothing more",
            more.abs()
        )
    }
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

/// Whether two actions are the same except for the order of dice and for which of several equal
/// dice are thrown or replaced. Setting a wild die is part of scoring.
fn is_same(run: &Run, one: &Action, other: &Action) -> bool {
    let settles = |action: &Action| matches!(action, Action::ScoreDice | Action::SetWild { .. });
    let thrown = |places: &[u8]| {
        let dice = places.iter().map(|&place| run.dice.get(usize::from(place)));
        let mut dice: Vec<_> = dice
            .map(|die| die.map(|die| (die.kind, die.face)))
            .collect();
        dice.sort_unstable();
        dice
    };
    match (one, other) {
        (Action::Reroll { dice: one }, Action::Reroll { dice: other }) => {
            thrown(one) == thrown(other)
        }
        _ => shopper::is_same(run, one, other) || (settles(one) && settles(other)),
    }
}
