//! The contract of the bots and of the adviser, tried at every kind of table.

use kernel::{Bot, Game, Imagine, Input, Key, Rng, Seat, Sight, Turn, Viewer, bots};

use crate::options::{Counting, Options};
use crate::state::{Action, Cribbage, Event, Phase};

pub(crate) fn any_input(game: &Cribbage, seed: u64, rng: &mut Rng) -> Input<Cribbage> {
    match game.turn() {
        Turn::Seats(seats) => {
            let seat = seats.first().unwrap();
            let action = rng.choose(&game.legal_actions(seat)).unwrap().clone();
            Input::Act { seat, action }
        }
        _ => {
            let n =
                u64::from(game.table().deal) * 2 + u64::from(game.table().phase == Phase::Starter);
            Input::Chance(game.draw(&Key::from_seed(seed).draw(n)))
        }
    }
}

/// Every kind of table: two, three and four, partners and alone, counting for themselves.
pub(crate) fn tables() -> Vec<Options> {
    let mut tables = Vec::new();
    for (seats, alone) in [(2, false), (3, false), (4, false), (4, true)] {
        for counting in [Counting::Auto, Counting::Muggins] {
            tables.push(Options {
                seats,
                alone,
                counting,
                target: 61,
                ..Options::default()
            });
        }
    }
    tables
}

/// Plays a game among bots, and looks at every choice.
pub(crate) fn play(
    options: Options,
    seed: u64,
    bot: &Bot<Cribbage>,
    mut look: impl FnMut(&Cribbage, Seat, &Action),
) {
    let key = Key::from_seed(seed);
    let choose = |game: &Cribbage, seat, inputs| {
        let action = choice(game, seat, bot, &mut key.stream(&format!("bot/{inputs}")));
        look(game, seat, &action);
        action
    };
    play_on(options, &key, choose, |_, _, _| {});
}

/// Plays a game with these choices, and looks at every event with the game before and after it.
pub(crate) fn play_on(
    options: Options,
    key: &Key,
    mut choose: impl FnMut(&Cribbage, Seat, u64) -> Action,
    mut look: impl FnMut(&Cribbage, &Event, &Cribbage),
) {
    let mut game = Cribbage::new(options).unwrap();
    let mut inputs = 0;
    while game.turn() != Turn::Over {
        inputs += 1;
        let input = match game.turn() {
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = choose(&game, seat, inputs);
                Input::Act { seat, action }
            }
            _ => Input::Chance(game.draw(&key.draw(inputs))),
        };
        for event in game.decide(&input).unwrap() {
            let before = game.clone();
            game.evolve(&event);
            look(&before, &event, &game);
        }
    }
}

pub(crate) fn choice(game: &Cribbage, seat: Seat, bot: &Bot<Cribbage>, rng: &mut Rng) -> Action {
    Sight::show(game, seat, |sight| (bot.choose)(sight, rng))
}

/// Experts think longest, and are asked less often.
#[test]
fn bots_choose_by_what_they_may_see() {
    let quick = ["easy", "greedy", "medium", "ev", "hard"];
    let quick = testkit::bots_do_not_peek::<Cribbage>(&quick, 60);
    let slow = testkit::bots_do_not_peek::<Cribbage>(&["expert", "expert-0.1"], 10);
    assert!(
        quick.swapped > 200 && slow.swapped > 10,
        "{quick:?} {slow:?}"
    );
}

#[test]
fn every_bot_plays_every_table_by_the_rules() {
    for bot in bots::<Cribbage>() {
        for options in tables() {
            let mut choices = 0;
            play(options, 7, bot, |game, seat, action| {
                assert!(
                    game.legal_actions(seat).contains(action),
                    "{} {action:?}",
                    bot.name()
                );
                choices += 1;
            });
            assert!(choices > 10);
        }
    }
}

/// The arena compares new experts with the first, which must therefore decide as it did in its day.
#[test]
fn the_first_expert_decides_as_it_did() {
    let first = kernel::bot::<Cribbage>("expert-0.1").unwrap();
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let mut decisions = 0;
    for seed in 0..6 {
        play(Options::default(), 90 + seed, first, |_, _, action| {
            decisions += 1;
            for byte in format!("{action:?};").bytes() {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        });
    }
    assert_eq!((decisions, digest), (518, 2_871_862_456_989_452_741));
}

/// If the others' hands are dealt anew, the bot chooses the same with the same luck.
#[test]
fn no_bot_sees_what_is_hidden() {
    for bot in bots::<Cribbage>() {
        for options in tables() {
            let mut swaps = 0;
            play(options, 11, bot, |game, seat, _| {
                let viewer = Viewer::Seat(seat);
                let luck = || Rng::from_seed(1);
                let first = choice(game, seat, bot, &mut luck());
                for seed in 0..2 {
                    let view = game.view(viewer);
                    let other = Cribbage::imagine(&view, viewer, &mut Rng::from_seed(seed));
                    swaps += u32::from(&other != game);
                    assert_eq!(
                        first,
                        choice(&other, seat, bot, &mut luck()),
                        "{}",
                        bot.name()
                    );
                }
            });
            assert!(swaps > 0);
        }
    }
}

#[test]
fn bots_but_the_easy_one_count_and_claim_rightly() {
    let options = Options {
        counting: Counting::Muggins,
        ..Options::default()
    };
    for bot in bots::<Cribbage>().filter(|bot| !["random", "easy"].contains(&bot.name())) {
        play(options.clone(), 3, bot, |_, _, action| {
            if let Action::Muggins(claimed) = action {
                assert_eq!(*claimed, 0, "{} missed points of its own", bot.name());
            }
        });
    }
}

fn advice(game: &Cribbage, seat: Seat, also: Option<&Action>) -> Vec<kernel::Advice<Action>> {
    let mut rng = Rng::from_seed(1);
    Sight::show(game, seat, |sight| {
        crate::bot::advise(sight, also, &mut rng)
    })
}

/// Advice lists each legal action once, best first, with a reason; for counts it gives the right
/// one.
#[test]
fn advice_ranks_whatever_can_be_done() {
    let easy = kernel::bot::<Cribbage>("easy").unwrap();
    for options in tables() {
        play(options, 5, easy, |game, seat, chosen| {
            let legal = game.legal_actions(seat);
            let advice = advice(game, seat, Some(chosen));
            assert!(advice.iter().any(|advice| advice.action == *chosen));
            if !matches!(chosen, Action::Count(_) | Action::Muggins(_)) {
                assert_eq!(advice.len(), legal.len());
            }
            assert!(advice.is_sorted_by(|one, next| one.chance >= next.chance));
            for (place, one) in advice.iter().enumerate() {
                assert!(legal.contains(&one.action));
                assert!(
                    advice[..place]
                        .iter()
                        .all(|other| other.action != one.action)
                );
                assert!((0.0..=1.0).contains(&one.chance), "{one:?}");
                assert!(!one.reason.is_empty() && !one.parts.is_empty());
            }
        });
    }
}

/// Good players make about 16.2 points a deal with the deal and 10.2 without, and the
/// first dealer wins 56 games in a hundred: over 200 games with the luck of this seed the
/// means are right to within half a point.
#[test]
fn a_deal_brings_what_is_known_as_par() {
    let hard = kernel::bot::<Cribbage>("hard").unwrap();
    let mut notes = Vec::new();
    for seed in 0..200 {
        let mut witness = crate::bot::DealFigures::summon();
        let key = Key::from_seed(1_000 + seed);
        let choose =
            |game: &Cribbage, seat, inputs| choice(game, seat, hard, &mut Rng::from_seed(inputs));
        play_on(Options::default(), &key, choose, |before, event, after| {
            witness.saw(before, event, after, &mut notes);
        });
    }
    let mean = |name: &str| {
        let values: Vec<i32> = notes
            .iter()
            .filter(|note| note.name == name)
            .map(|note| note.value)
            .collect();
        assert!(values.len() >= 200, "{name}: {}", values.len());
        f64::from(values.iter().sum::<i32>()) / values.len() as f64
    };
    assert!((mean("dealer's points a deal") - 16.2).abs() < 0.5);
    assert!((mean("pone's points a deal") - 10.2).abs() < 0.5);
    assert!((0.45..0.67).contains(&mean("games that the first dealer wins")));
}
