//! Shopping by rollouts: purchases ranked by the chance of winning afterwards.
//!
//! Each action in a shop is followed to the end of the game many times, with taste buying all the
//! rest, always with the same luck as the actions it is compared with. The choice of taste is the
//! baseline: another choice is made only if it is shown to be better.
//!
//! The budget is a count of table entries, and therefore a choice depends only on the position and
//! the seed.

use super::outlook::{MAX_DICE, Outlook};
use super::rollout::{Rollouts, chance_to_win};
use super::{Position, taste};
use crate::die_kind::DieKind;
use crate::luck::random_key;
use crate::run::{Run, RunPlayer};
use crate::state::Action;
use kernel::Rng;

/// The approximate number of table entries computed for a decision.
const BUDGET: usize = 5_000_000;
/// The least number of times each action is followed, at any cost.
const LEAST: usize = 4;
/// The greatest number of times.
const MOST: usize = 96;
/// A difference of less than this many standard errors counts as none.
const PROVEN: f64 = 1.0;
/// An action this many standard errors behind is followed no further.
const HOPELESS: f64 = 2.0;
/// An action that cannot gain more than this is not followed either.
const TRIFLE: f64 = 0.001;

/// An action in a shop, and the chance of winning after it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) action: Action,
    pub(super) chance: f64,
    /// The chance of passing the next round after it, if taste buys the rest.
    pub(super) passes: f64,
    /// The run after it.
    run: Run,
    /// The chance of winning in each future in which it was followed.
    chances: Vec<f64>,
}

/// The actions in a shop, best first; empty if there are too many dice.
pub(super) fn ranked(position: Position<'_>, rng: &mut Rng) -> Vec<Choice> {
    if position.run.dice.len() > MAX_DICE {
        return Vec::new();
    }
    let mut choices = choices(position);
    let mut rollouts = Rollouts::new(position);
    let own = Outlook::ended(position.run.scored.unwrap_or(0), true);
    let mut open: Vec<usize> = (0..choices.len()).collect();
    for n in 0..MOST {
        if n >= LEAST && (open.len() < 2 || rollouts.spent() > BUDGET) {
            break;
        }
        let key = random_key(rng);
        let luck = key.draw(0);
        // The first choice is that of taste.
        let by_taste = rollouts.follow_shop(&choices[0].run, &luck);
        let rivals = rollouts.rivals(&luck, &own, &by_taste);
        for &at in &open {
            let choice = &mut choices[at];
            let course = rollouts.follow_shop(&choice.run, &luck);
            let chance = chance_to_win(&course, &rivals, position.options);
            choice.chances.push(chance);
            choice.passes += course.passes();
        }
        if n + 1 >= LEAST {
            close(&choices, &mut open);
        }
    }
    settle(choices, position.options.is_race())
}

/// Every action, one for each group of equal dice; the choice of taste comes first.
fn choices(position: Position<'_>) -> Vec<Choice> {
    let Position {
        run,
        round,
        options,
        ..
    } = position;
    let player = RunPlayer::new(run, round, options);
    let by_taste = taste::shop(run, round, options);
    let mut choices: Vec<Choice> = Vec::new();
    for action in std::iter::once(by_taste).chain(player.legal_actions()) {
        let is_known = |choice: &Choice| is_same(run, &choice.action, &action);
        let Ok(steps) = player.act(&action) else {
            continue;
        };
        if choices.iter().any(is_known) {
            continue;
        }
        let mut after = run.clone();
        after.apply_all(&steps);
        choices.push(Choice {
            action,
            chance: 0.0,
            passes: 0.0,
            run: after,
            chances: Vec::new(),
        });
    }
    choices
}

/// Whether two actions in the shop are the same except for which of several equal dice is replaced.
pub(super) fn is_same(run: &Run, one: &Action, other: &Action) -> bool {
    let kind = |place: &Option<u8>| -> Option<DieKind> {
        let die = place.and_then(|place| run.dice.get(usize::from(place)));
        die.map(|die| die.kind)
    };
    match (one, other) {
        (
            Action::Buy { offer, replace },
            Action::Buy {
                offer: other,
                replace: instead,
            },
        ) => offer == other && kind(replace) == kind(instead),
        _ => one == other,
    }
}

/// The mean advantage of one over the other, in the futures that both have, and its standard error.
fn difference(one: &Choice, other: &Choice) -> (f64, f64) {
    let pairs = || one.chances.iter().zip(&other.chances);
    let n = pairs().count() as f64;
    let mean = pairs().map(|(one, other)| one - other).sum::<f64>() / n;
    let square = |(one, other): (&f64, &f64)| {
        let apart = one - other - mean;
        apart * apart
    };
    let variance = pairs().map(square).sum::<f64>() / (n - 1.0);
    // Few differences may lie close together by chance.
    (mean, (1.0 + 3.0 / n) * (variance / n).sqrt())
}

/// Leaves only the actions that may still be best, and the choice of taste.
fn close(choices: &[Choice], open: &mut Vec<usize>) {
    let by_taste = &choices[0];
    let bounds = |at: usize| {
        let (mean, error) = difference(&choices[at], by_taste);
        (mean - HOPELESS * error, mean + HOPELESS * error)
    };
    let best = open.iter().map(|&at| bounds(at).0).fold(TRIFLE, f64::max);
    open.retain(|&at| at == 0 || bounds(at).1 >= best);
}

/// Sets the worth of each choice: that of taste's choice, plus the difference as far as it is
/// proven. In a race the others are in their shops, too, and gain as much by the best choice.
fn settle(mut choices: Vec<Choice>, is_race: bool) -> Vec<Choice> {
    let Some(by_taste) = choices.first().cloned() else {
        return choices;
    };
    let n = by_taste.chances.len() as f64;
    let chance = by_taste.chances.iter().sum::<f64>() / n;
    for choice in &mut choices {
        let (mean, error) = difference(choice, &by_taste);
        choice.chance = (mean.abs() - PROVEN * error).max(0.0).copysign(mean);
        choice.passes /= choice.chances.len() as f64;
    }
    let gains = choices.iter().map(|choice| choice.chance);
    let most = gains.fold(0.0, f64::max);
    let base = if is_race { chance - most } else { chance };
    for choice in &mut choices {
        choice.chance = (base + choice.chance).clamp(0.0, 1.0);
    }
    choices.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::run::{Round, RunStage};
    use crate::score::HandKind;
    use crate::shop::{Good, Shop};
    use crate::state::DiceHands;
    use crate::throw::RunDie;
    use kernel::Seat;

    /// A run in its last shop, before the winning round; it has no money and may take one free
    /// offer.
    fn last_shop(kind: DieKind, goods: &[Good]) -> DiceHands {
        let mut game = DiceHands::at_start(Options {
            win_round: 5,
            ..Options::default()
        });
        game.table.round = Round {
            number: 4,
            target: 98,
            boss: None,
        };
        let run = &mut game.runs[Seat(0)];
        run.dice = vec![RunDie::new(kind); 5];
        run.passed = 4;
        run.stage = RunStage::Shopping;
        run.shop = Some(Shop::of(goods, true));
        game
    }

    fn bought(game: &DiceHands, action: &Action) -> Option<Good> {
        let shop = game.runs[Seat(0)].shop.as_ref()?;
        match action {
            Action::Buy { offer, .. } => Some(shop.offers[usize::from(*offer)].good),
            _ => None,
        }
    }

    #[test]
    fn who_can_throw_no_straight_does_not_pay_for_one() {
        let straight = Good::Upgrade(HandKind::LargeStraight);
        let alike = Good::Upgrade(HandKind::XOfAKind);
        let choose = |kind| {
            let game = last_shop(kind, &[straight, alike]);
            let position = Position::in_game(&game, Seat(0));
            let by_taste = taste::shop(position.run, position.round, position.options);
            assert_eq!(bought(&game, &by_taste), Some(straight));
            let ranked = ranked(position, &mut Rng::from_seed(1));
            assert_eq!(ranked.len(), 3);
            assert!(ranked.is_sorted_by(|one, other| one.chance >= other.chance));
            // Only the next round must be passed.
            for choice in &ranked {
                assert!((choice.chance - choice.passes).abs() < 1e-9, "{choice:?}");
            }
            bought(&game, &ranked[0].action)
        };
        assert_eq!(choose(DieKind::Light), Some(alike));
    }

    #[test]
    fn of_equal_dice_one_is_looked_at() {
        let game = last_shop(DieKind::Normal, &[Good::Die(DieKind::Heavy)]);
        let position = Position::in_game(&game, Seat(0));
        let choices = choices(position);
        assert_eq!(choices.len(), 2);
        let [one, other] = [1, 4].map(|place| Action::Buy {
            offer: 0,
            replace: Some(place),
        });
        assert!(is_same(position.run, &one, &other));
        assert!(!is_same(position.run, &one, &Action::LeaveShop));
    }

    #[test]
    fn the_same_seed_chooses_the_same() {
        let goods = [HandKind::Pair, HandKind::SmallStraight].map(Good::Upgrade);
        let game = last_shop(DieKind::Heavy, &goods);
        let look = |seed| {
            let ranked =
                ranked(Position::in_game(&game, Seat(0)), &mut Rng::from_seed(seed)).into_iter();
            ranked
                .map(|choice| (choice.action, choice.chance.to_bits()))
                .collect::<Vec<_>>()
        };
        assert_eq!(look(5), look(5));
    }
}
