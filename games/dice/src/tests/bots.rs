//! The bots play fair, and the exact ones pass as often as possible.

use crate::options::Options;
use crate::reroll::{Objective, RerollTable, Situation};
use crate::run::RunStage;
use crate::score::Levels;
use crate::split::Scorer;
use crate::state::{Action, DiceHands};
use kernel::{Facade, Game, Input, Key, Seat, Seen, Sight, Turn, Viewer, bot};
use pieces::Die;

const SEAT: Seat = Seat(0);

#[test]
fn bots_choose_by_what_they_may_see() {
    let seen = testkit::bots_do_not_peek::<DiceHands>(&[], 60);
    assert!(seen.choices >= 300, "{seen:?}");
    assert!(seen.swapped > 0, "a race hides the others' dice: {seen:?}");
}

/// A game whose first dice have been thrown.
fn thrown(options: Options, seed: u64) -> DiceHands {
    let mut game = DiceHands::new(options).expect("a game");
    let input = Input::Chance(game.draw(&Key::from_seed(seed).draw(0)));
    for event in game.decide(&input).expect("luck") {
        game.evolve(&event);
    }
    game
}

/// Plays the first round of a run, and returns whether it was passed.
fn passes(name: &str, options: &Options, seed: u64) -> bool {
    let mut game = DiceHands::new(options.clone()).expect("a game");
    let bot = bot::<DiceHands>(name).expect("a bot");
    let key = Key::from_seed(seed);
    for n in 0.. {
        let input = match game.turn() {
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Over => return false,
            Turn::Seats(_) => {
                let sight = Sight {
                    seat: SEAT,
                    view: &Seen::view(&game, Viewer::Seat(SEAT)),
                    legal: &game.legal_actions(SEAT),
                };
                let action = (bot.choose)(&sight, &mut key.stream(&format!("bot/{n}")));
                Input::Act { seat: SEAT, action }
            }
        };
        for event in game.decide(&input).expect("what a bot does is legal") {
            game.evolve(&event);
        }
        if game.run(SEAT).passed > 0 {
            return true;
        }
    }
    false
}

/// The chance of five plain dice to reach the target with three rerolls.
fn exact(options: &Options) -> f64 {
    let scorer = Scorer::new(options.rules, Levels::default()).expect("a scorer");
    let situation = Situation::plain(&[Die::One; 5]);
    let reach = Objective::Reach {
        target: options.first_target.into(),
    };
    let table = RerollTable::new(&scorer, &situation, options.rerolls, reach).expect("a table");
    table.expected(options.rerolls)
}

#[test]
fn the_exact_bots_pass_as_often_as_can_be() {
    const RUNS: u32 = 400;
    for first_target in [40, 75, 110] {
        let options = Options {
            first_target,
            win_round: 1,
            ..Options::default()
        };
        let exact = exact(&options);
        for name in ["hard", "expert"] {
            let passed = (0..u64::from(RUNS)).filter(|&seed| passes(name, &options, seed));
            let rate = passed.count() as f64 / f64::from(RUNS);
            // 3.3 standard errors are exceeded once in a thousand, and the seeds are fixed.
            let most = 3.3 * (exact * (1.0 - exact) / f64::from(RUNS)).sqrt();
            assert!(
                (rate - exact).abs() <= most,
                "{name} passes {first_target} with {rate}, exactly it is {exact}"
            );
        }
        // A player who throws only for points passes no more often.
        let points = (0..u64::from(RUNS)).filter(|&seed| passes("points", &options, seed));
        let points = points.count() as f64 / f64::from(RUNS);
        assert!(points <= exact + 0.09, "{points} {exact}");
    }
}

#[test]
fn advice_is_ranked_and_has_what_was_asked_for() {
    let game = thrown(Options::default(), 3);
    let sight = Sight {
        seat: SEAT,
        view: &Seen::view(&game, Viewer::Seat(SEAT)),
        legal: &game.legal_actions(SEAT),
    };
    let advise = DiceHands::ADVISE.expect("an adviser");
    let rng = &mut Key::from_seed(3).stream("advice");
    let asked = Action::Reroll {
        dice: vec![4, 3, 2, 1, 0],
    };
    let advice = advise(&sight, Some(&asked), rng);
    assert!(
        advice.is_sorted_by(|a, b| a.chance >= b.chance - 1e-9),
        "{advice:?}"
    );
    // The throw is the one that was asked for, in any order of the dice.
    assert!(advice.iter().any(|each| each.action == asked), "{advice:?}");
    for each in &advice {
        assert!(game.is_legal(SEAT, &each.action), "{each:?}");
        assert!((0.0..=1.0).contains(&each.chance), "{each:?}");
        assert!(!each.reason.is_empty());
    }
}

/// Of equal dice it does not matter which are thrown, nor in which order they are named.
#[test]
fn throws_of_equal_dice_are_advised_as_they_were_asked_for() {
    let mut game = thrown(Options::default(), 3);
    let faces = [Die::Two, Die::Five, Die::Two, Die::Five, Die::Two];
    for (die, face) in game.runs[SEAT].dice.iter_mut().zip(faces) {
        die.face = face;
    }
    game.shown = game.runs.clone();
    let sight = Sight {
        seat: SEAT,
        view: &Seen::view(&game, Viewer::Seat(SEAT)),
        legal: &game.legal_actions(SEAT),
    };
    let advise = DiceHands::ADVISE.expect("an adviser");
    let told = |dice: Vec<u8>| {
        let asked = Action::Reroll { dice };
        let rng = &mut Key::from_seed(3).stream("advice");
        let advice = advise(&sight, Some(&asked), rng);
        let found = advice.into_iter().find(|each| each.action == asked);
        found.expect("what was asked for is told").parts
    };
    assert_eq!(told(vec![0, 1]), told(vec![3, 4]));
    assert_eq!(told(vec![1, 3]), told(vec![3, 1]));
    assert_ne!(told(vec![0, 1]), told(vec![0, 2]));
}

/// If several choices pass for certain, the sums of their chances differ in the last digit; the
/// better paid must come first nevertheless.
#[test]
fn what_is_advised_first_is_as_good_as_what_the_expert_does() {
    let advise = DiceHands::ADVISE.expect("an adviser");
    let expert = bot::<DiceHands>("expert").expect("a bot");
    for seed in 0..20 {
        let game = thrown(Options::default(), seed);
        let sight = Sight {
            seat: SEAT,
            view: &Seen::view(&game, Viewer::Seat(SEAT)),
            legal: &game.legal_actions(SEAT),
        };
        let rng = &mut Key::from_seed(seed).stream("advice");
        let done = (expert.choose)(&sight, rng);
        let advice = advise(&sight, Some(&done), rng);
        let did = advice.iter().find(|each| each.action == done);
        let did = did.expect("what was asked for is told");
        let best = &advice[0];
        assert!((best.chance - did.chance).abs() < 1e-9, "{best:?} {did:?}");
        let pay = [best, did].map(|each| each.parts[1].value);
        assert!((pay[0] - pay[1]).abs() < 1e-9, "{best:?} {did:?}");
    }
}

/// A game in which the exact player passed the first round and is now in the shop.
fn in_the_shop(options: Options, seed: u64) -> DiceHands {
    let mut game = DiceHands::new(options).expect("a game");
    let hard = bot::<DiceHands>("hard").expect("a bot");
    let key = Key::from_seed(seed);
    for n in 0.. {
        let input = match game.turn() {
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Over => panic!("seed {seed} fails the first round"),
            Turn::Seats(_) if game.run(SEAT).stage == RunStage::Shopping => break,
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat");
                let sight = Sight {
                    seat,
                    view: &Seen::view(&game, Viewer::Seat(seat)),
                    legal: &game.legal_actions(seat),
                };
                let action = (hard.choose)(&sight, &mut key.stream(&format!("bot/{n}")));
                Input::Act { seat, action }
            }
        };
        for event in game.decide(&input).expect("what a bot does is legal") {
            game.evolve(&event);
        }
    }
    game
}

#[test]
fn in_the_shop_the_expert_does_what_is_advised_first() {
    let advise = DiceHands::ADVISE.expect("an adviser");
    let expert = bot::<DiceHands>("expert").expect("a bot");
    for preset in ["Short solo run", "Short race for two"] {
        let presets = Options::presets();
        let found = presets.iter().find(|each| each.name == preset);
        let game = in_the_shop(found.expect("a preset").options.clone(), 11);
        let sight = Sight {
            seat: SEAT,
            view: &Seen::view(&game, Viewer::Seat(SEAT)),
            legal: &game.legal_actions(SEAT),
        };
        let rng = || Key::from_seed(1).stream("shop");
        let done = (expert.choose)(&sight, &mut rng());
        let advice = advise(&sight, None, &mut rng());
        assert_eq!(advice[0].action, done);
        assert!(advice.is_sorted_by(|a, b| a.chance >= b.chance));
        // Any of five equal dice may be replaced, and the requested action is reported as
        // requested.
        let other_die = |action: &Action| match action {
            Action::Buy {
                offer,
                replace: Some(place),
            } => Some(Action::Buy {
                offer: *offer,
                replace: Some((place + 1) % 5),
            }),
            _ => None,
        };
        let asked = sight.legal.iter().find_map(other_die);
        let asked = asked.expect("every shop has dice");
        let advice = advise(&sight, Some(&asked), &mut rng());
        assert!(advice.iter().any(|each| each.action == asked), "{advice:?}");
        for each in &advice {
            assert!(game.is_legal(SEAT, &each.action), "{each:?}");
            assert!((0.0..=1.0).contains(&each.chance), "{each:?}");
            assert!(each.reason.contains("you win"), "{each:?}");
        }
    }
}

/// In the last round of a run, passing is winning.
#[test]
fn where_passing_wins_the_chances_are_the_same() {
    let options = Options {
        win_round: 1,
        first_target: 110,
        ..Options::default()
    };
    let game = thrown(options, 8);
    let sight = Sight {
        seat: SEAT,
        view: &Seen::view(&game, Viewer::Seat(SEAT)),
        legal: &game.legal_actions(SEAT),
    };
    let advise = DiceHands::ADVISE.expect("an adviser");
    let advice = advise(&sight, None, &mut Key::from_seed(8).stream("advice"));
    assert!((0.1..0.99).contains(&advice[0].chance), "{advice:?}");
    for each in &advice {
        assert!((each.chance - each.parts[0].value).abs() < 1e-9, "{each:?}");
    }
}
