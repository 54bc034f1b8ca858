//! Coming, leaving and staying away, and the bots that play meanwhile.

use std::time::Duration;

use kernel::{Seat, Viewer};
use serde_json::{Value, json};
use table::{Input, Level, Stage};

use crate::harness::{House, seconds};

const ANN: Viewer = Viewer::Seat(Seat(0));

#[test]
fn leaving_before_the_start_frees_the_chair_and_stops_the_start() {
    let mut house = House::cribbage("normal");
    house.ok("bob", "leave_game", json!({}));
    house.tick(seconds(60));
    assert_eq!(house.table.stage(), Stage::Waiting);
    assert_eq!(house.last(ANN, "player_left")["playerUuid"], json!("bob"));
    house.ok("cat", "join_game", json!({ "nickname": "Cat" }));
    house.tick(seconds(1));
    assert_eq!(house.table.stage(), Stage::Playing);
}

#[test]
fn a_host_who_leaves_is_followed() {
    let mut house = House::cribbage("normal");
    house.ok("ann", "leave_game", json!({}));
    house.ok("bob", "add_bot", json!({ "level": "random" }));
    house.tick(seconds(1));
    assert_eq!(house.table.stage(), Stage::Playing);
}

#[test]
fn a_table_without_people_is_closed() {
    let mut house = House::open("cribbage", json!({ "options": { "seats": 3 } }));
    house.ok("ann", "add_bot", json!({}));
    house.ok("ann", "leave_game", json!({}));
    assert!(house.closed);
    assert_eq!(
        house.last(Viewer::Spectator, "table_closed")["reason"],
        json!("abandoned")
    );
}

/// In every phase: a bot plays on for a player who left, the others finish the game, and then the
/// chair is free.
#[test]
fn leaving_in_any_phase_lets_a_bot_play_on() {
    for pace in ["normal", "instant"] {
        for phase in ["dealing", "discard", "pegging", "counting"] {
            if (pace, phase) == ("instant", "dealing") || (pace, phase) == ("instant", "counting") {
                continue; // They last no time there.
            }
            let mut house = House::cribbage(pace);
            house.play_until(phase);
            house.ok("bob", "leave_game", json!({}));
            assert_eq!(house.table.stage(), Stage::Playing, "{pace} {phase}");
            let names = house.names(ANN);
            assert!(names.contains(&"player_left") && names.contains(&"bot_took_over"));
            house.refused(
                "bob",
                "play_card",
                json!({ "card": "AH" }),
                "table/not_seated",
            );
            assert_eq!(
                house.sync("bob", json!({}))["seat"],
                Value::Null,
                "who left only watches"
            );
            house.play_until("gameover");
            assert_eq!(
                house.sync("ann", json!({}))["players"]
                    .as_array()
                    .unwrap()
                    .len(),
                1
            );
            house.ok("bob", "join_game", json!({ "nickname": "Bob again" }));
            house.ok("ann", "rematch", json!({}));
            house.tick(seconds(1));
            assert_eq!(house.table.stage(), Stage::Playing, "{pace} {phase}");
        }
    }
}

#[test]
fn leaving_a_finished_game_frees_the_chair() {
    let mut house = House::cribbage("instant");
    house.play_until("gameover");
    house.ok("bob", "leave_game", json!({}));
    house.ok("ann", "rematch", json!({}));
    assert_eq!(house.table.stage(), Stage::Finished);
    house.ok("ann", "add_bot", json!({}));
    assert_eq!(house.table.stage(), Stage::Playing);
}

#[test]
fn everybody_leaving_a_running_game_closes_the_table() {
    let mut house = House::cribbage("instant");
    house.ok("ann", "leave_game", json!({}));
    house.ok("bob", "leave_game", json!({}));
    assert!(house.closed);
}

#[test]
fn a_player_who_stays_away_is_played_for_until_they_return() {
    let mut house = House::cribbage("instant");
    house.bots_play = false;
    house.disconnect("bob");
    house.disconnect("bob");
    assert_eq!(
        house
            .names(ANN)
            .iter()
            .filter(|name| **name == "player_disconnected")
            .count(),
        1
    );
    house.tick(seconds(59));
    assert!(!house.names(ANN).contains(&"bot_took_over"));
    assert!(house.asks.is_empty());
    house.tick(seconds(1));
    assert!(house.names(ANN).contains(&"bot_took_over"));
    assert_eq!(house.asks.len(), 1);
    let bob = |house: &mut House| house.sync("ann", json!({}))["players"][1].clone();
    assert_eq!(
        (&bob(&mut house)["bot"], &bob(&mut house)["connected"]),
        (&json!(true), &json!(false))
    );

    // The player is back in time: the bot's answer does not count any more.
    house.connect("bob");
    assert_eq!(bob(&mut house)["bot"], json!(false));
    let ask = house.asks.pop_front().unwrap();
    let entries = house.entries.len();
    let (seat, turn, action) = (ask.seat, ask.turn, ask.legal[0].clone());
    house.handle(Input::Bot { seat, turn, action });
    assert_eq!(house.entries.len(), entries);

    // Away again in the same turn: the bot is asked again.
    house.disconnect("bob");
    house.tick(seconds(60));
    assert_eq!(house.asks.len(), 1);
    house.connect("bob");
    let throw = house.sync("bob", json!({}))["legal"][0]["discard_cards"].clone();
    house.ok("bob", "discard_cards", throw);
}

#[test]
fn who_returns_within_a_minute_has_missed_nothing() {
    let mut house = House::cribbage("instant");
    house.disconnect("bob");
    house.tick(seconds(30));
    house.connect("bob");
    house.connect("bob");
    house.tick(seconds(120));
    let names = house.names(ANN);
    assert_eq!(
        names
            .iter()
            .filter(|name| **name == "player_reconnected")
            .count(),
        1
    );
    assert!(!names.contains(&"bot_took_over"));
}

#[test]
fn a_bot_waits_a_moment_before_it_moves() {
    // Both throw to the crib from the same instant on. Ann's clock runs out five seconds later; the
    // time between the two shows when the bot was asked.
    for (pace, moment) in [("normal", 800), ("fast", 200), ("instant", 0)] {
        let settings = json!({ "pace": pace, "clockSeconds": 5 });
        let mut house = House::open("cribbage", json!({ "table": settings }));
        house.bots_play = false;
        house.ok("ann", "add_bot", json!({}));
        let asked_at: Vec<u64> = [Seat(1), Seat(0)]
            .map(|seat| {
                while house.asks.is_empty() {
                    house.tick(Duration::from_millis(1));
                }
                assert_eq!(house.asks.pop_front().map(|ask| ask.seat), Some(seat));
                house.now.0
            })
            .into();
        assert_eq!(asked_at[1] - asked_at[0], 5_000 - moment, "{pace}");
    }
}

#[test]
fn who_leaves_or_is_away_is_played_at_the_usual_level() {
    let mut house = House::cribbage("instant");
    house.bots_play = false;
    house.disconnect("bob");
    house.tick(seconds(61));
    let ask = house.asks.pop_front().expect("a bot stands in");
    assert_eq!((ask.seat, ask.level), (Seat(1), Level::Medium));
}

#[test]
fn a_bot_that_answers_nonsense_plays_something_legal_once() {
    let mut house = House::open("cribbage", json!({ "table": { "pace": "instant" } }));
    house.bots_play = false;
    house.ok("ann", "add_bot", json!({}));
    let ask = house.asks.pop_front().expect("the bot throws first");
    let entries = house.entries.len();
    for seat in [Seat(0), Seat(7)] {
        house.handle(Input::Bot {
            seat,
            turn: ask.turn,
            action: ask.legal[0].clone(),
        });
        assert_eq!(house.entries.len(), entries, "this seat was not asked");
    }
    house.handle(Input::Bot {
        seat: ask.seat,
        turn: ask.turn,
        action: json!({ "fly": true }),
    });
    assert_eq!(house.entries.len(), entries + 1);
    house.handle(Input::Bot {
        seat: ask.seat,
        turn: ask.turn,
        action: ask.legal[0].clone(),
    });
    assert_eq!(house.entries.len(), entries + 1, "a turn is played once");
}

#[test]
fn spectators_see_the_table_and_no_hand() {
    let mut house = House::cribbage("instant");
    let watched = house.ok("eve", "watch_game", json!({}));
    assert_eq!(
        (&watched["seat"], &watched["legal"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(watched["view"]["playerHand"], json!([]));
    assert_eq!(watched["players"].as_array().unwrap().len(), 2);
}

#[test]
fn a_listing_says_what_there_is_to_join() {
    let house = House::open("cribbage", json!({ "options": { "seats": 3 } }));
    let listing = house.table.listing().unwrap();
    assert_eq!(
        (listing.seats, listing.open, listing.started),
        (3, 2, false)
    );
    let house = House::open("cribbage", json!({ "private": true }));
    assert_eq!(house.table.listing(), None);
}

/// A player who left a running game takes the chair back from the bot, and nobody else can.
#[test]
fn who_left_may_come_back_while_the_game_goes_on() {
    let mut house = House::cribbage("instant");
    house.play_until("pegging");
    house.ok("bob", "leave_game", json!({}));
    house.refused(
        "carol",
        "join_game",
        json!({ "nickname": "Carol" }),
        "table/full",
    );
    let chair = house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    assert_eq!(chair["seat"], json!(1));
    assert!(house.names(ANN).contains(&"player_reconnected"));
    let sync = house.sync("bob", json!({}));
    assert_eq!(sync["seat"], json!(1));
    assert_eq!(sync["players"][1]["bot"], json!(false));
    house.play_until("gameover");
    let players = house.sync("ann", json!({}))["players"].clone();
    assert_eq!(
        players.as_array().map(Vec::len),
        Some(2),
        "the chair is kept"
    );
}

/// Bob has left, Ann lets Cat have his chair, and Cat plays his hand to the end.
#[test]
fn a_spectator_takes_over_a_chair_that_is_offered() {
    let mut house = House::cribbage("instant");
    house.play_until("pegging");
    house.ok("cat", "watch_game", json!({}));
    let offer = json!({ "seat": 1 });
    house.refused("ann", "offer_seat", offer.clone(), "rules/illegal");
    house.ok("bob", "leave_game", json!({}));
    house.refused("cat", "offer_seat", offer.clone(), "table/not_seated");
    let join = json!({ "nickname": "Cat" });
    house.refused("cat", "join_game", join.clone(), "table/full");

    house.ok("ann", "offer_seat", offer.clone());
    house.refused("ann", "offer_seat", offer.clone(), "rules/illegal");
    let offered = house.last(Viewer::Spectator, "seat_offered");
    assert_eq!(offered["players"][1]["offered"], json!(true));
    assert_eq!(offered["players"][1]["offeredBy"], json!([0]));
    house.ok("ann", "offer_seat", json!({ "seat": 1, "agree": false }));
    house.refused("cat", "join_game", join.clone(), "table/full");
    house.ok("ann", "offer_seat", offer);
    house.refused(
        "cat",
        "join_game",
        json!({ "nickname": "Ann" }),
        "table/name_taken",
    );

    let chair = house.ok("cat", "join_game", join);
    assert_eq!(chair["seat"], json!(1));
    assert_eq!(house.last(ANN, "opponent_joined")["nickname"], json!("Cat"));
    let sync = house.sync("cat", json!({}));
    assert_eq!(sync["seat"], json!(1));
    assert_eq!(sync["players"][1]["bot"], json!(false));
    assert_eq!(sync["players"][1]["offered"], Value::Null);
    let hands = sync["view"]["handCounts"].as_object().unwrap();
    assert!(hands.contains_key("cat") && !hands.contains_key("bob"));
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob" }),
        "table/full",
    );

    house.play_until("gameover");
    let finished = house.last(ANN, "game_finished");
    let scores = finished["scores"].as_object().unwrap();
    assert!(
        scores.contains_key("cat") && !scores.contains_key("bob"),
        "{finished}"
    );
    assert_eq!(
        house.sync("ann", json!({}))["players"][1]["uuid"],
        json!("cat")
    );
}

/// All players who are present must agree. Absent players need not, but can come back and refuse.
#[test]
fn everybody_who_is_there_must_agree() {
    let mut house = House::open(
        "cribbage",
        json!({ "options": { "seats": 3 }, "table": { "pace": "instant" } }),
    );
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    house.ok("cat", "join_game", json!({ "nickname": "Cat" }));
    for player in ["bob", "cat"] {
        house.connect(player);
    }
    house.tick(seconds(2));
    house.ok("cat", "leave_game", json!({}));
    house.ok("ann", "offer_seat", json!({ "seat": 2 }));
    let dan = json!({ "nickname": "Dan", "seat": 2 });
    house.refused("dan", "join_game", dan.clone(), "table/full");
    house.disconnect("bob");
    let offered = |house: &mut House| house.sync("ann", json!({}))["players"][2]["offered"].clone();
    assert_eq!(offered(&mut house), json!(true));
    house.connect("bob");
    assert_eq!(offered(&mut house), Value::Null);
    house.ok("bob", "offer_seat", json!({ "seat": 2 }));
    house.ok("dan", "join_game", dan);
    // If nobody is present, nobody can agree.
    house.disconnect("ann");
    house.disconnect("bob");
    house.disconnect("dan");
    house.tick(seconds(61));
    house.refused(
        "eve",
        "join_game",
        json!({ "nickname": "Eve" }),
        "table/full",
    );
}

/// If nobody is connected, nobody waits: no bot moves or takes over, and no clock runs. A player
/// who comes back finds the game unchanged, with a whole turn.
#[test]
fn a_game_stands_still_while_nobody_is_there() {
    let table = json!({ "pace": "instant", "clockSeconds": 30 });
    let mut house = House::open("cribbage", json!({ "table": table }));
    house.ok("ann", "add_bot", json!({}));
    house.tick(seconds(2));
    assert_eq!(house.table.stage(), Stage::Playing);
    house.disconnect("ann");
    house.bots_play = false;
    let (n_entries, n_asks) = (house.entries.len(), house.asks.len());
    house.tick(seconds(3_600));
    assert_eq!((house.entries.len(), house.asks.len()), (n_entries, n_asks));

    // A bot that was asked before may answer: it is asked again once somebody is there.
    house.bots_play = true;
    house.connect("ann");
    let clocks = house.sync("ann", json!({}))["clocks"].clone();
    assert_eq!(clocks[0]["millisLeft"], json!(30_000));
    house.play_until("gameover");
    assert!(!house.names(ANN).contains(&"bot_took_over"));
    assert!(table::verify::verify(&house.entries, roster::find).is_good());
}

/// If everybody was away, the minute of those still away begins when the first player returns.
#[test]
fn whoever_is_away_with_everybody_has_a_minute_after_the_first_is_back() {
    let mut house = House::cribbage("instant");
    house.tick(seconds(2));
    house.disconnect("bob");
    house.disconnect("ann");
    house.tick(seconds(600));
    house.connect("ann");
    house.tick(seconds(59));
    assert!(!house.names(ANN).contains(&"bot_took_over"));
    house.tick(seconds(2));
    assert!(house.names(ANN).contains(&"bot_took_over"));
}
