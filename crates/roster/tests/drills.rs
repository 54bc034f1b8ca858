//! The drills that ship with the games agree with their advisers.

use kernel::Rng;
use kernel::drill::{Difficulty, Drill, DrillItem, Pool};

/// The most bytes of all drills of a game.
const MOST_BYTES: usize = 100_000;

/// The number of questions of each drill that are asked again.
const ASKED_AGAIN: usize = 200;

fn drills() -> impl Iterator<Item = (&'static str, &'static dyn Drill)> {
    roster::GAMES.iter().flat_map(|game| {
        let key = game.meta().key;
        game.drills().iter().map(move |drill| (key, *drill))
    })
}

/// A game need not have drills.
#[test]
fn games_with_drills_have_several_and_ship_no_more_than_they_may() {
    let with_drills = roster::GAMES
        .iter()
        .filter(|game| !game.drills().is_empty());
    assert!(with_drills.clone().count() >= 3);
    for game in with_drills {
        let key = game.meta().key;
        assert!(game.drills().len() >= 2, "{key}");
        let bytes: usize = game.drills().iter().map(|drill| drill.pool().len()).sum();
        assert!(bytes <= MOST_BYTES, "{key} ships {bytes} bytes");
    }
}

#[test]
fn every_pool_can_be_read_and_has_questions_of_every_level() {
    for (game, drill) in drills() {
        let pool = Pool::of(drill);
        for level in Difficulty::ALL {
            let n = pool.level(level).len();
            assert!(n >= 70, "{game} {}: {n} {}", drill.key(), level.word());
        }
        // The text reads back and is written the same.
        assert_eq!(pool.to_text(), drill.pool(), "{game} {}", drill.key());
        for (_, item) in pool.items() {
            let some_is_wrong = item.worth.iter().any(|w| item.best() - w >= drill.slack());
            assert!(some_is_wrong, "{game} {}: {}", drill.key(), item.ask);
            assert!(!drill.kinds(item).is_empty(), "{}", item.ask);
            let choices = drill.choices(&item.ask).expect("a question of the drill");
            assert_eq!(choices.len(), item.worth.len(), "{}", item.ask);
            assert!(drill.tell(&item.ask).len() >= 2, "{}", item.ask);
        }
    }
}

/// Grades come from the adviser. 200 questions of each drill, evenly out of its pool, are asked
/// again, and the worth of every choice equals that in the pool.
#[test]
fn what_ships_is_what_the_advisers_say() {
    for (game, drill) in drills() {
        let pool = Pool::of(drill);
        let items: Vec<(Difficulty, &DrillItem)> = pool.items().collect();
        assert!(items.len() >= ASKED_AGAIN, "{game} {}", drill.key());
        let evenly = (0..ASKED_AGAIN).map(|n| items[n * items.len() / ASKED_AGAIN]);
        let evenly: Vec<(Difficulty, &DrillItem)> = evenly.collect();
        // Each question is independent; two halves can be asked at once.
        let (first, second) = evenly.split_at(ASKED_AGAIN / 2);
        std::thread::scope(|scope| {
            for half in [first, second] {
                scope.spawn(move || {
                    for (level, item) in half {
                        let worth = drill.weigh(&item.ask);
                        let worth = worth.unwrap_or_else(|| panic!("no answer to {}", item.ask));
                        assert_eq!(worth, item.worth, "{game} {}: {}", drill.key(), item.ask);
                        assert_eq!(drill.level(&item.ask, &worth), Some(*level), "{}", item.ask);
                    }
                });
            }
        });
    }
}

/// The adviser of Texas 42 imagines deals: it cannot tell answers apart that are closer than about
/// a hundredth of a game.
#[test]
fn answers_that_an_adviser_cannot_tell_apart_are_equally_good() {
    for (game, drill) in drills() {
        let slack = kernel::drill::Practice::of(game, drill).slack;
        assert_eq!(slack, drill.slack());
        let expected = match (game, drill.key()) {
            ("texas42", _) => 100,
            (_, "reroll") => 50,
            (_, "split" | "count") => 1,
            _ => 30,
        };
        assert_eq!(slack, expected, "{game} {}", drill.key());
    }
}

/// A command makes the file of a pool from a seed: the first questions come again.
#[test]
fn pools_are_made_by_luck_alone() {
    for (game, drill) in drills() {
        let draw = || Pool::draw(drill, 2, 60, &mut Rng::from_seed(5));
        assert_eq!(draw(), draw(), "{game} {}", drill.key());
    }
}

/// Every choice can be typed, and costs its difference from the best.
#[test]
fn every_choice_is_graded_by_its_cost() {
    for (game, drill) in drills() {
        let pool = Pool::of(drill);
        for (_, item) in pool.items().step_by(7) {
            let choices = drill.choices(&item.ask).expect("a question of the drill");
            if drill.key() == "count" {
                let total: i32 = item.worth.iter().sum();
                let costs = [total, total + 2].map(|said| {
                    let grade = drill.grade(item, &said.to_string());
                    grade.expect("a number is an answer").cost
                });
                assert_eq!(costs, [0, 2], "{}", item.ask);
                continue;
            }
            for (choice, worth) in choices.iter().zip(&item.worth) {
                let grade = drill.grade(item, choice).unwrap_or_else(|refusal| {
                    panic!("{game} {}: {choice}: {refusal}", drill.key())
                });
                assert_eq!(grade.cost, item.best() - worth, "{choice} of {}", item.ask);
            }
            assert!(drill.grade(item, "tea").is_err());
        }
    }
}
