//! The games of the house through their JSON edge.

use std::collections::BTreeSet;

use kernel::{Facade, Json, Key, Kind, Rng, Seat, Turn, Viewer};
use serde_json::{Value, json};

#[test]
fn keys_are_unique_and_found() {
    let keys: BTreeSet<&str> = roster::GAMES.iter().map(|game| game.meta().key).collect();
    assert_eq!(keys.len(), roster::GAMES.len());
    for key in keys {
        assert_eq!(roster::find(key).map(|game| game.meta().key), Some(key));
    }
    assert!(roster::find("chess").is_none());
}

/// Fields of a wrong type are all named at once, like faults of the rules.
#[test]
fn every_unreadable_option_is_named() {
    let cribbage = roster::find("cribbage").expect("cribbage is in the house");
    let options = json!({ "seats": "two", "target": 121, "counting": "badly", "colour": "red" });
    let Err(faults) = cribbage.start(&options) else {
        panic!("these options are wrong")
    };
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(fields, ["colour", "counting", "seats"]);
}

#[test]
fn presets_and_defaults_start() {
    for game in roster::GAMES {
        assert!(game.start(&Value::Null).is_ok(), "{}", game.meta().key);
        for (name, options) in game.presets() {
            assert!(game.start(&options).is_ok(), "{} {name}", game.meta().key);
        }
    }
}

#[test]
fn options_have_a_schema_with_every_field_of_the_default() {
    for game in roster::GAMES {
        let schema = game.options_schema();
        let (_, default) = game.presets().swap_remove(0);
        for field in default.as_object().expect("options are an object").keys() {
            let described = schema["properties"][field].is_object();
            assert!(
                described,
                "{}: {field} is not in the schema",
                game.meta().key
            );
        }
    }
}

/// A program that knows only JSON can play every game to its end.
#[test]
fn every_game_plays_to_its_end_in_json() {
    for game in roster::GAMES {
        play_to_the_end(*game);
    }
}

fn play_to_the_end(kind: &dyn Kind) {
    let key = Key::from_seed(1);
    let mut rng = Rng::from_seed(1);
    let mut table = kind
        .start(&Value::Null)
        .expect("the default options are valid");
    let mut draws = 0;
    for _ in 0..100_000 {
        let input = match table.turn() {
            Turn::Over => return,
            Turn::Chance => {
                draws += 1;
                table
                    .draw(&key, draws)
                    .expect("luck is drawn when luck is asked for")
            }
            Turn::Seats(seats) => {
                let seat: Seat = seats.first().expect("somebody is to move");
                // At random: always taking the first legal action need not end the game.
                let legal = table.legal_actions(seat);
                let action = rng.choose(&legal).expect("a seat that is to move can");
                Json::of(&json!({ "act": { "seat": seat, "action": action } }))
            }
        };
        for event in table.take(&input).expect("a legal action is accepted") {
            let seen = Viewer::all(table.n_seats()).map(|viewer| kind.redact(&event, viewer));
            assert!(seen.flatten().count() > 0, "somebody sees {event:?}");
        }
    }
    panic!("{} does not end", kind.meta().key);
}

/// Whether a game brings ratings of its bots.
struct IsRated;

impl roster::Visitor for IsRated {
    type Answer = bool;

    fn visit<G: Facade>(self) -> bool {
        !G::RATINGS.is_empty()
    }
}

/// Every level of a rated game has a rating, a higher level has a higher one, and the scale of all
/// games is fixed at the same point. A game may bring no ratings.
#[test]
fn every_level_of_a_rated_game_has_a_rating() {
    for game in roster::GAMES {
        let key = game.meta().key;
        if roster::visit(key, IsRated) == Some(false) {
            continue;
        }
        let bots = game.bots();
        let mut levels: Vec<_> = bots.iter().filter(|bot| bot.level.is_some()).collect();
        levels.sort_by_key(|bot| bot.level);
        let ratings: Vec<_> = levels.iter().map(|bot| bot.rating).collect();
        assert!(ratings.iter().all(Option::is_some), "{key}: {ratings:?}");
        assert!(ratings.is_sorted(), "{key}: {ratings:?}");
        let medium = levels.iter().find(|bot| bot.name == "medium");
        let medium = medium.and_then(|bot| bot.rating);
        assert_eq!(medium, Some(kernel::rating::ANCHOR), "{key}");
    }
}
