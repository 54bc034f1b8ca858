//! Journals of version 1 of the rules, read by today's.

use crate::Texas42;
use crate::version_1::read;
use kernel::Game;
use serde_json::{Value, json};
use testkit::version_1::{events, games, mentions, reads_record, replayed, steps};

testkit::games_of_version_1!(read, 500);

/// The games hold every kind of event and contract that version 1 knew.
#[test]
fn nothing_that_version_1_wrote_is_missing() {
    let words = [
        "shaker_drawn",
        "dealt",
        "bid_placed",
        "thrown_in",
        "bidding_won",
        "trump_named",
        "domino_played",
        "trick_won",
        "laid_down",
        "hand_scored",
        "won",
        "plunge",
        "splash",
        "nello",
        "sevens",
        "follow-me",
        "enough_points",
        "too_many_against",
        "every_trick",
        "lost_trick",
        "no_trick",
        "took_trick",
        "marks",
        "points_taken",
        "points_bid",
        "low_no",
    ];
    mentions(GAMES, &words);
}

#[test]
fn a_record_of_version_1_is_read() {
    reads_record(RECORD, GAMES, read);
}

/// The surplus of an old event is checked, not dropped.
#[test]
fn a_total_that_disagrees_is_refused() {
    let hand = games(GAMES)
        .flat_map(|game| steps(&game).to_vec())
        .find(|step| {
            events(step)
                .iter()
                .any(|event| event.get("hand_scored").is_some())
        })
        .unwrap();
    let place = |name: &str| {
        let mut events = events(&hand).iter();
        events.position(|event| event.get(name).is_some()).unwrap()
    };
    let check = |name: &str, path: &str, value: Value, message: &str| {
        let mut events = events(&hand).to_vec();
        *events[place(name)].pointer_mut(path).unwrap() = value;
        let fault = read(&hand["input"], &events).unwrap_err();
        assert!(fault.contains(message), "{path}: {fault}");
    };
    for (path, value) in [
        ("/hand_scored/points/northSouth", json!(43)),
        ("/hand_scored/score/eastWest", json!(9)),
        ("/hand_scored/biddingTeamMarks", json!(6)),
        ("/hand_scored/opposingTeamMarks", json!(6)),
        (
            "/hand_scored/awards/northSouth",
            json!([{"rule": "low_no", "pieces": [], "points": 42}]),
        ),
        ("/hand_scored/why", json!("every_trick")),
    ] {
        check(
            "hand_scored",
            path,
            value,
            "this hand is not worth what version 1 wrote",
        );
    }
    let tally = json!([{"rule": "trick", "pieces": ["6-6"], "points": 2}]);
    check(
        "trick_won",
        "/trick_won/tally",
        tally,
        "this trick is not worth",
    );
    check("hand_scored", "/hand_scored/tricks", json!([]), "not over");
    check(
        "trick_won",
        "/trick_won/seat",
        json!("north"),
        "this is not a step of version 1",
    );
}

/// The path to a state is not part of it: a replayed game equals any other.
#[test]
fn a_replayed_game_knows_its_scores() {
    for (written, record) in replayed(GAMES, read) {
        let game: &Texas42 = record.game();
        let last = steps(&written).last().map(events).unwrap();
        let won = last.last().unwrap()["won"]["side"].as_u64().unwrap();
        assert_eq!(game.winners()[0].0, won as u8);
    }
}
