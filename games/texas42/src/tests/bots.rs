//! What every bot must keep to: it plays what is legal, the same for the same luck,
//! and nothing that it may not see changes what it does.

use crate::sides::SEATS;
use crate::{Action, Options, Texas42};
use kernel::{Bot, Game, Imagine, Input, Key, Rng, Seat, Seen, Sight, Turn, Viewer, bots};

/// What a bot does at this point of a game.
fn choose(bot: &Bot<Texas42>, game: &Texas42, seat: Seat, seed: u64) -> Action {
    let legal = game.legal_actions(seat);
    let view = Seen::view(game, Viewer::Seat(seat));
    let sight = Sight {
        seat,
        view: &view,
        legal: &legal,
    };
    (bot.choose)(&sight, &mut Rng::from_seed(seed))
}

/// Plays hands between random seats, and shows each position in which a seat must choose.
fn walk(options: &Options, seed: u64, n_steps: u64, mut check: impl FnMut(&Texas42, Seat)) {
    let key = Key::from_seed(seed);
    let mut rng = Rng::from_seed(seed);
    let mut game = Texas42::new(options.clone()).unwrap();
    for n in 0..n_steps {
        let input = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(n))),
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                check(&game, seat);
                let action = *rng.choose(&game.legal_actions(seat)).unwrap();
                Input::Act { seat, action }
            }
        };
        for event in game.decide(&input).unwrap() {
            game.evolve(&event);
        }
    }
}

/// The tables that people know, and one with every other choice about doubles and leads.
fn tables() -> Vec<Options> {
    let mut tables: Vec<Options> = Options::presets()
        .into_iter()
        .map(|preset| preset.options)
        .collect();
    tables.push(
        serde_json::from_str(
            r#"{"nello": true, "nello_doubles": "low", "plunge": true, "splash": true, "splash_marks": 3,
                "plunge_leader": "bidder", "sevens": true, "follow_me_doubles": "low", "play_out": true, "target": 3}"#,
        )
        .unwrap(),
    );
    tables
}

/// In every position, at every table, each bot does something legal, and the
/// same again for the same luck.
#[test]
fn bots_play_what_is_legal_and_the_same_again() {
    let mut n_checked = 0;
    for (table, options) in tables().iter().enumerate() {
        for seed in 0..1 {
            walk(options, 100 * table as u64 + seed, 45, |game, seat| {
                let legal = game.legal_actions(seat);
                // The slow ones need not be asked where there is no choice.
                for bot in bots::<Texas42>().filter(|_| legal.len() > 1) {
                    n_checked += 1;
                    let action = choose(bot, game, seat, n_checked);
                    assert!(legal.contains(&action), "{bot:?} {action:?} {game:?}");
                    assert_eq!(choose(bot, game, seat, n_checked), action, "{bot:?}");
                }
            });
        }
    }
    assert!(n_checked > 300, "{n_checked}");
}

/// Deals the hidden dominoes anew: the seat sees the same, so it does the same.
#[test]
fn bots_do_not_peek() {
    let mut n_moved = 0;
    let mut rng = Rng::from_seed(7);
    for (table, options) in tables().iter().enumerate() {
        walk(options, 1_000 + table as u64, 35, |game, seat| {
            let viewer = Viewer::Seat(seat);
            let other = Texas42::imagine(&game.view(viewer), viewer, &mut rng);
            let moved = Seat::all(SEATS).any(|seat| other.hand(seat) != game.hand(seat));
            if !moved || game.legal_actions(seat).len() == 1 {
                return;
            }
            n_moved += 1;
            for bot in bots::<Texas42>() {
                let here = choose(bot, game, seat, n_moved);
                assert_eq!(choose(bot, &other, seat, n_moved), here, "{bot:?} {game:?}");
            }
        });
    }
    assert!(n_moved > 40, "{n_moved}");
}
