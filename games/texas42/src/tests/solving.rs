//! Solving deals by requests in JSON.

use crate::{Position, Solver, Suit, solve_json};
use kernel::Seat;
use proptest::prelude::*;
use serde_json::{Value, json};

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
        "unreadable_hand: the hand of seat 0 cannot be read: 6-6 must be listed once, not as domino 1 and domino 2",
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
        "unknown_domino: played domino 2 cannot be read: \"9-9\" must be a domino: two ends from 0 to 6, such as 6-4",
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

proptest! {
    #[test]
    fn junk_is_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
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
