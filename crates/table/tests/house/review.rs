//! Finished games looked at again.

use kernel::Json;
use serde_json::json;
use table::Stage;
use table::review::{MOST_DECISIONS, PlayedGame, PlayedInput, played_games, review};

use crate::harness::House;

/// A short game of two people who do anything that is legal, to its end.
fn played() -> PlayedGame {
    let settings = json!({ "options": { "target": 61 }, "table": { "pace": "instant" } });
    let mut house = House::open("cribbage", settings);
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    while house.table.stage() != Stage::Finished {
        house.move_any().expect("somebody is to move");
    }
    let cribbage = roster::find("cribbage").unwrap();
    played_games(&house.entries, cribbage).unwrap().remove(0)
}

#[test]
fn luck_and_skill_make_the_result() {
    let cribbage = roster::find("cribbage").unwrap();
    let review = review(cribbage, &played(), MOST_DECISIONS, &mut |_| {}).unwrap();
    assert!(!review.shortened);
    assert!(review.decisions.len() > 20, "{}", review.decisions.len());
    let results: f64 = review.seats.values().map(|fared| fared.result).sum();
    assert_eq!(results, 1.0, "one of two wins");
    for (seat, fared) in review.seats.iter() {
        let all = fared.start + fared.skill + fared.luck;
        assert!((all - fared.result).abs() < 1e-9, "{fared:?}");
        let costs = review.decisions.iter().filter(|each| each.seat == seat);
        let costs: f64 = costs.map(|each| each.cost).sum();
        assert!((fared.skill + costs).abs() < 1e-9, "{fared:?}");
        // A random player gives something away.
        assert!(costs > 0.0, "{fared:?}");
    }
}

#[test]
fn the_costliest_come_first_and_hindsight_is_apart() {
    let cribbage = roster::find("cribbage").unwrap();
    let review = review(cribbage, &played(), MOST_DECISIONS, &mut |_| {}).unwrap();
    let costs: Vec<f64> = review.decisions.iter().map(|each| each.cost).collect();
    assert!(costs.iter().all(|cost| (0.0..=1.0).contains(cost)));
    let first: Vec<f64> = review.costliest.iter().map(|place| costs[*place]).collect();
    assert_eq!(first.len(), 3);
    assert!(first.is_sorted_by(|one, other| one >= other), "{first:?}");
    let most = costs.iter().copied().fold(0.0, f64::max);
    assert_eq!(first[0], most);
    for (place, decision) in review.decisions.iter().enumerate() {
        let later = review.decisions[place + 1..].iter();
        let next = later.into_iter().find(|each| each.seat == decision.seat);
        let expect = next.map_or(review.seats[decision.seat].result, |each| each.best.chance);
        assert_eq!(decision.turned_out, expect);
    }
}

#[test]
fn a_game_that_goes_on_is_not_reviewed_and_a_long_one_is_shortened() {
    let cribbage = roster::find("cribbage").unwrap();
    let mut game = played();
    let short = review(cribbage, &game, 5, &mut |_| {}).unwrap();
    assert!(short.shortened);
    assert_eq!(short.decisions.len(), 5);
    game.inputs.pop();
    let refused = review(cribbage, &game, 5, &mut |_| {}).unwrap_err();
    assert_eq!(refused.code, "review/not_over");
    game.inputs.push(PlayedInput {
        input: Json::of(&json!({ "act": { "seat": 9, "action": "fly" } })),
        seq: None,
    });
    assert!(review(cribbage, &game, 5, &mut |_| {}).is_err());
}
