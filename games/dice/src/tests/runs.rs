//! Invariants of every step of a run: money, levels, and the number of listed actions.

use crate::{Action, DiceHands, Event, Options, RunStep};
use kernel::{Game, Input, Key, Rng, Seat, Turn, Viewer};

/// Alone there is nobody to hide from, and spectators see the run.
#[test]
fn a_solo_run_is_open_to_spectators() {
    let mut game = DiceHands::new(Options::default()).unwrap();
    let events = game.decide(&Input::Chance(game.draw(&Key::from_seed(1).draw(0))));
    for event in events.unwrap() {
        assert_eq!(
            DiceHands::redact(&event, Viewer::Spectator),
            Some(event.clone())
        );
        game.evolve(&event);
    }
    let view = game.view(Viewer::Spectator);
    assert_eq!(
        view.run(Viewer::Spectator, Seat(0)),
        Some(game.run(Seat(0)))
    );
}

/// A rich run of many dice meets far more of the rules than a random one from the start. Prices and
/// levels are checked after every step; the type of cash cannot be negative, and the check is that
/// it changes by exactly the price.
#[test]
fn money_and_levels_add_up() {
    let options = Options {
        dice: 9,
        cash: 500,
        first_target: 1,
        win_round: 6,
        ..Options::default()
    };
    let mut n_bought = 0;
    for seed in 0..40 {
        let key = Key::from_seed(seed);
        let mut choices = Rng::from_seed(seed);
        let mut game = DiceHands::new(options.clone()).unwrap();
        for n in 0..400 {
            let input = match game.turn() {
                Turn::Over => break,
                Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
                Turn::Seats(_) => {
                    let actions = game.legal_actions(Seat(0));
                    let action = choices.choose(&actions).unwrap().clone();
                    Input::Act {
                        seat: Seat(0),
                        action,
                    }
                }
            };
            for event in game.decide(&input).unwrap() {
                let before = game.run(Seat(0)).clone();
                game.evolve(&event);
                let after = game.run(Seat(0));
                check_books(&before, after, &event);
                n_bought += usize::from(is_purchase(&event));
            }
        }
    }
    assert!(n_bought > 100, "{n_bought}");
}

#[track_caller]
fn check_books(before: &crate::Run, after: &crate::Run, event: &Event) {
    let (earned, spent) = match event {
        Event::Step {
            step: RunStep::Paid { pay },
            ..
        } => (pay.total(), 0),
        Event::Step {
            step: RunStep::Bought { price, .. },
            ..
        } => (0, *price),
        _ => (0, 0),
    };
    assert_eq!(before.cash + earned, after.cash + spent);
    let cap = after.level_cap(crate::score::ScoreRules::default());
    assert!(after.levels.check(cap).is_ok());
    assert!((2..=crate::MAX_DICE).contains(&after.dice.len()));
    assert!(after.total >= before.total && after.passed >= before.passed);
}

fn is_purchase(event: &Event) -> bool {
    let Event::Step { step, .. } = event else {
        return false;
    };
    matches!(step, RunStep::Bought { .. })
}

/// The number of rerolls that are listed stays small, however many dice there are.
#[test]
fn thirty_dice_do_not_list_a_billion_rerolls() {
    let options = Options {
        dice: 30,
        ..Options::default()
    };
    let mut game = DiceHands::new(options).unwrap();
    let draw = Input::Chance(game.draw(&Key::from_seed(3).draw(0)));
    for event in game.decide(&draw).unwrap() {
        game.evolve(&event);
    }
    let actions = game.legal_actions(Seat(0));
    assert!(actions.len() < 600, "{}", actions.len());
    let all = Action::Reroll {
        dice: (0..30).collect(),
    };
    assert!(actions.contains(&all));
}
