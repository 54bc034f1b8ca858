//! Bots and advice, from what a seat may see.

use kernel::{Advice, Bot, Level, Part, Rng, Sight, Strength};

use crate::state::{Action, NewGame};

/// The bots, weakest first.
pub(crate) const BOTS: &[Bot<NewGame>] = &[Bot {
    strength: Strength::Level(Level::Medium),
    about: "stakes much on a high die and little on a low one",
    choose: |sight, rng| match advise(sight, None, rng).first() {
        Some(best) => best.action,
        None => sight.legal[0],
    },
}];

/// Ranks the stakes, best first: more chips are good on a die that probably wins.
pub(crate) fn advise(
    sight: &Sight<'_, NewGame>,
    _also: Option<&Action>,
    _rng: &mut Rng,
) -> Vec<Advice<Action>> {
    let view = sight.view.value();
    let own = view.dice.get(sight.seat).copied().flatten();
    let Some(&die) = own.as_ref().and_then(|die| die.known()) else {
        return Vec::new();
    };
    let rivals = usize::from(view.options.seats) - 1;
    let best: f64 = std::iter::repeat_n(f64::from(die - 1) / 6.0, rivals).product();
    let even = 1.0 / f64::from(view.options.seats);
    let mut advice: Vec<Advice<Action>> = sight
        .legal
        .iter()
        .map(|&action| {
            let Action::Stake(chips) = action;
            Advice {
                action,
                // A chip is worth about one in a hundred of the game.
                chance: even + (best - even) * f64::from(chips) / 100.0,
                parts: vec![Part {
                    name: "best",
                    value: best,
                }],
                reason: format!(
                    "a {die} is the highest die {:.0} times in 100",
                    100.0 * best
                ),
            }
        })
        .collect();
    advice.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    advice
}
