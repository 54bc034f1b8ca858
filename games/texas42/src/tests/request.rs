//! Hands scored and deals solved by requests in JSON.

use crate::{
    Declaration, Event, HandScore, Options, Position, Solver, Suit, Texas42, side_key, solve_json,
};
use kernel::{Facade, Game, Seat};
use proptest::prelude::*;
use serde_json::{Value, json};
use testkit::random_record;

/// The answer to a request for the score of a hand.
fn score(json: &str) -> Result<String, String> {
    let mut answer = Vec::new();
    match Texas42::score_json(json.as_bytes(), &mut answer) {
        Ok(()) => Ok(String::from_utf8(answer).unwrap()),
        Err(refusal) => {
            assert!(answer.is_empty());
            Err(refusal.to_string())
        }
    }
}

fn solve(request: &Value) -> Result<Value, String> {
    let mut answer = Vec::new();
    match solve_json(
        &mut Solver::new(),
        request.to_string().as_bytes(),
        &mut answer,
    ) {
        Ok(()) => Ok(serde_json::from_slice(&answer).unwrap()),
        Err(refusal) => {
            assert!(answer.is_empty());
            Err(format!("{}: {}", refusal.code, refusal.message))
        }
    }
}

/// A deal in which some dominoes have been played.
fn deal() -> Value {
    let hands = [
        "6-6 6-5 6-4 6-3 5-5 4-1 2-0",
        "0-0 1-0 3-0 4-0 5-0 6-0 6-2",
        "1-1 2-1 3-1 5-1 6-1 2-2 3-2",
        "3-3 4-2 4-3 4-4 5-2 5-3 5-4",
    ];
    let rows = hands.map(|hand| hand.split(' ').collect::<Vec<&str>>());
    json!(rows)
}

#[track_caller]
fn check_fault(change: &[(&str, Value)], expect: &str) {
    let mut request = json!({"hands": deal(), "trump": "sixes", "leader": 0});
    for (field, value) in change {
        request[field] = value.clone();
    }
    assert_eq!(solve(&request).unwrap_err(), expect);
}

#[test]
fn a_deal_is_solved_as_the_solver_does() {
    let request = json!({"hands": deal(), "trump": "sixes", "leader": 0, "moves": true});
    let answer = solve(&request).unwrap();
    let hands = serde_json::from_value::<[pieces::DominoSet; 4]>(deal()).unwrap();
    let contract = crate::Contract::Trump(Suit::Sixes);
    let position = Position::new(contract, Seat(0), hands, Seat(0)).unwrap();
    let mut solver = Solver::new();
    let value = serde_json::to_value(solver.value(&position)).unwrap();
    assert_eq!(answer["northSouth"], value["northSouth"]);
    assert_eq!(answer["eastWest"], value["eastWest"]);
    let moves = serde_json::to_value(solver.moves(&position)).unwrap();
    assert_eq!(answer["moves"], moves);
    assert_eq!(moves.as_array().unwrap().len(), 7);
    let best = moves.as_array().unwrap().iter().map(|it| &it["northSouth"]);
    assert_eq!(
        best.max_by_key(|points| points.as_u64()),
        Some(&value["northSouth"])
    );
}

#[test]
fn the_middle_of_a_hand_is_solved_from_its_plays() {
    let first = ["6-6", "6-0", "6-1", "3-3"];
    let flat = json!({"hands": deal(), "trump": "sixes", "leader": 0, "played": first});
    let tricks = json!({"hands": deal(), "trump": "sixes", "leader": 0, "played": [first]});
    let pairs = json!({"hands": deal(), "trump": "sixes", "leader": 0, "played": [[6, 6], "6-0", [1, 6], "3-3"]});
    let answer = solve(&flat).unwrap();
    assert_eq!(solve(&tricks).unwrap(), answer);
    assert_eq!(solve(&pairs).unwrap(), answer);
    let total = answer["northSouth"].as_u64().unwrap() + answer["eastWest"].as_u64().unwrap();
    assert_eq!(total, 42);
    assert!(answer.get("moves").is_none());
}

#[test]
fn special_contracts_are_solved() {
    let nello = json!({"hands": deal(), "contract": "nello", "leader": 0, "bidder": 0});
    let answer = solve(&nello).unwrap();
    let tricks = answer["northSouth"].as_u64().unwrap() + answer["eastWest"].as_u64().unwrap();
    assert_eq!(tricks, 7);
    let sevens = json!({"hands": deal(), "contract": "sevens", "leader": 3});
    let answer = solve(&sevens).unwrap();
    let points = answer["northSouth"].as_u64().unwrap() + answer["eastWest"].as_u64().unwrap();
    assert_eq!(points, 42);
    let options = json!({"nello_doubles": "high", "follow_me_doubles": "low"});
    let low = json!({"hands": deal(), "trump": "follow-me", "leader": 1, "options": options});
    assert!(solve(&low).is_ok());
}

#[test]
fn every_fault_of_a_request_is_named() {
    check_fault(
        &[("leader", json!(4))],
        "no_such_seat: leader must be a seat from 0 to 3",
    );
    check_fault(
        &[("leader", Value::Null)],
        "missing_field: the request must have the field leader",
    );
    check_fault(
        &[("bidder", json!("me"))],
        "no_such_seat: bidder must be a seat from 0 to 3",
    );
    check_fault(
        &[("moves", json!(1))],
        "moves_not_boolean: moves must be true or false",
    );
    check_fault(
        &[("hands", json!([]))],
        "wrong_hand_count: there must be four hands, not 0",
    );
    check_fault(&[("hands", json!("6-6"))], "no_list: hands must be a list");
    check_fault(
        &[("hands", json!([["6-6"], ["6-6"], ["5-5"], ["4-4"]]))],
        "held_twice: 6-6 must be in one hand only",
    );
    check_fault(
        &[("hands", json!([["6-6", "6-6"], ["6-5"], ["5-5"], ["4-4"]]))],
        "unreadable_hand: the hand of seat 0: 6-6 must be listed once, not as domino 1 and domino 2",
    );
    check_fault(
        &[("played", json!(["6-6", "1-0"]))],
        "must_follow_suit: played domino 2, 1-0: seat 1 must not play 1-0, only 6-0 6-2",
    );
    check_fault(
        &[("played", json!(["6-6", "6-6"]))],
        "not_in_hand: played domino 2, 6-6: seat 1 must hold 6-6",
    );
    check_fault(
        &[("played", json!(["6-6", "9-9"]))],
        "unknown_domino: played domino 2: \"9-9\" must be a domino: two ends from 0 to 6, such as 6-4",
    );
    check_fault(
        &[("trump", json!("hearts"))],
        "unknown_trump: the trump cannot be \"hearts\": it must be blanks, aces, deuces, treys, fours, fives, sixes, doubles or follow-me",
    );
    check_fault(
        &[("bid", json!(30))],
        "unknown_field: the field bid must be one of hands, trump, leader, contract, bidder, played, moves, options",
    );
    check_fault(
        &[
            ("contract", json!("nello")),
            ("trump", Value::Null),
            ("bidder", json!(2)),
        ],
        "sits_out: seat 0 must not lead: the bidder's partner sits out in nello",
    );
}

/// JSON values similar to those of a request.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (0..50_u8).prop_map(Into::into),
        prop::sample::select(vec![
            "6-4",
            "6-6",
            "0-0",
            "7-1",
            "trump",
            "nello",
            "sevens",
            "sixes",
            "follow-me",
            "marks",
            "points",
            "é",
        ])
        .prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 8, |inner| {
        let key =
            prop::sample::select(vec!["marks", "points", "plunge", "splash", "nello_doubles"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..3).prop_map(|map| map
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v))
                .collect::<serde_json::Map<_, _>>()
                .into()),
        ]
    })
}

proptest! {
    #[test]
    fn junk_is_not_scored(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut answer = Vec::new();
        prop_assert!(Texas42::score_json(&bytes, &mut answer).is_err());
        prop_assert!(answer.is_empty());
    }

    #[test]
    fn any_request_is_answered(
        mode in any_value(), bidder in any_value(), bid in any_value(), contract in any_value(),
        trump in any_value(), tricks in any_value(), options in any_value(), good in 0..128_u8,
    ) {
        let pick = |bit: u8, junk: Value, fair: &str| {
            if good >> bit & 1 == 1 { serde_json::from_str(fair).unwrap() } else { junk }
        };
        let json = json!({
            "mode": pick(0, mode, "\"marks\""),
            "bidder": pick(1, bidder, "0"),
            "bid": pick(2, bid, "{\"marks\":2}"),
            "contract": pick(3, contract, "\"trump\""),
            "trump": pick(4, trump, "\"sixes\""),
            "tricks": pick(5, tricks, "[[\"6-4\",\"6-1\",\"6-0\",\"6-6\"]]"),
            "options": pick(6, options, "{}"),
        });
        let answer = score(&json.to_string());
        if good == 127 {
            prop_assert!(answer.unwrap().contains("\"made\":false"));
        } else if let Err(message) = answer {
            prop_assert!(!message.is_empty() && message.len() < 400, "{}", message);
        }
    }

    #[test]
    fn junk_is_not_solved(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut answer = Vec::new();
        prop_assert!(solve_json(&mut Solver::new(), &bytes, &mut answer).is_err());
        prop_assert!(answer.is_empty());
    }

    #[test]
    fn any_plays_are_answered(plays in prop::collection::vec(0..28_usize, 0..30)) {
        let plays: Vec<&str> = plays.iter().map(|&n| pieces::Domino::ALL[n].text()).collect();
        let request = json!({"hands": deal(), "trump": "doubles", "leader": 2, "played": plays});
        if let Err(message) = solve(&request) {
            prop_assert!(message.contains("played domino"), "{}", message);
        }
    }
}

/// The scorer agrees with the game: hands of random games, sent as requests.
#[test]
fn a_request_scores_what_the_game_scored() {
    let mut n_hands = 0;
    for preset in Options::presets() {
        for seed in 0..20 {
            let record = random_record::<Texas42>(preset.options.clone(), seed, 2_000);
            let mut game = Texas42::new(preset.options.clone()).unwrap();
            for event in record.events() {
                game.evolve(event);
                if !matches!(event, Event::HandScored { .. }) {
                    continue;
                }
                let score = game.table().last_score().unwrap();
                if score.result.laid_down.is_some() {
                    continue;
                }
                check_request(&preset.options, &score);
                n_hands += 1;
            }
        }
    }
    assert!(n_hands > 300, "{n_hands}");
}

#[track_caller]
fn check_request(options: &Options, hand: &HandScore) {
    let result = &hand.result;
    let (contract, trump) = match result.pledge.declaration {
        Declaration::Trump(trump) => ("trump", Some(trump)),
        other => (other.name(), None),
    };
    let tricks: Vec<Vec<_>> = (hand.tricks.iter())
        .map(|trick| trick.plays.iter().map(|play| play.domino).collect())
        .collect();
    let json = json!({
        "mode": options.mode, "bidder": result.pledge.bidder, "bid": result.pledge.bid,
        "contract": contract, "trump": trump, "tricks": tricks,
    });
    let answer: Value = serde_json::from_str(&score(&json.to_string()).unwrap()).unwrap();
    assert_eq!(answer["made"], result.made(), "{json}");
    for (side, &points) in result.points.iter() {
        let key = side_key(side);
        assert_eq!(answer["points"][key], points);
        assert_eq!(answer["score"][key], result.score[side]);
        assert_eq!(answer["marks"][key], result.marks()[side]);
    }
    check_breakdown(hand, &answer);
}

/// The trick lines add up to the points, the award lines to the score.
#[track_caller]
fn check_breakdown(hand: &HandScore, answer: &Value) {
    let sum = |side: &str, kinds: &[&str]| -> i64 {
        (answer["breakdown"].as_array().unwrap().iter())
            .filter(|line| line["side"] == side && kinds.contains(&line["type"].as_str().unwrap()))
            .map(|line| line["points"].as_i64().unwrap())
            .sum()
    };
    for (side, &points) in hand.result.points.iter() {
        let key = side_key(side);
        assert_eq!(
            sum(key, &["trick", "five_count", "ten_count"]),
            i64::from(points)
        );
        assert_eq!(sum(key, &["side_points"]), i64::from(points));
        let awards = ["marks", "points_taken", "points_bid", "low_no"];
        assert_eq!(sum(key, &awards), i64::from(hand.result.score[side]));
    }
}
