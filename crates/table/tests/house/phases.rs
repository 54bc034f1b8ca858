//! The phases of a table, and when each message comes.

use kernel::{Seat, Viewer};
use serde_json::json;
use table::Stage;

use crate::harness::{House, seconds};

const ANN: Viewer = Viewer::Seat(Seat(0));
const BOB: Viewer = Viewer::Seat(Seat(1));

/// The lines of a story, without what tests nothing here.
#[track_caller]
fn check(house: &House, expect: &[&str]) {
    let story = house.story();
    let found: Vec<&str> = story.lines().collect();
    assert_eq!(found, expect);
}

/// The cut may tie and be repeated; the rest has a fixed time.
fn without_cuts(house: &House) -> Vec<String> {
    let story = house.story().replace(" dealer_cut", "");
    story.lines().map(str::to_owned).collect()
}

#[test]
fn the_cards_are_dealt_a_second_after_the_last_chair_is_taken() {
    let mut house = House::open("cribbage", json!({}));
    house.tick(seconds(10));
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    assert_eq!(house.table.stage(), Stage::Waiting);
    house.tick(seconds(20));
    let expect = [
        "0 player_joined",
        "10000 player_joined",
        "11000 game_started cards_dealt waiting_for_discard",
    ];
    assert_eq!(without_cuts(&house), expect);
    assert_eq!(house.names(ANN)[..2], ["player_joined", "opponent_joined"]);
    assert_eq!(house.names(BOB)[..2], ["opponent_joined", "player_joined"]);
}

#[test]
fn a_fast_table_takes_a_quarter_of_the_time() {
    let mut house = House::cribbage("fast");
    house.tick(seconds(2));
    let expect = [
        "0 player_joined player_joined",
        "250 game_started cards_dealt waiting_for_discard",
    ];
    assert_eq!(without_cuts(&house), expect);
}

#[test]
fn an_instant_table_takes_none() {
    let house = House::cribbage("instant");
    let expect = ["0 player_joined player_joined game_started cards_dealt waiting_for_discard"];
    assert_eq!(without_cuts(&house), expect);
}

#[test]
fn the_phases_follow_each_other() {
    let mut house = House::open("cribbage", json!({ "options": { "target": 61 } }));
    let mut phases = vec![house.phase()];
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    for _ in 0..3_000 {
        let phase = house.phase();
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
        if house.table.stage() == Stage::Finished {
            break;
        }
        if house.move_any().is_none() {
            house.tick(std::time::Duration::from_millis(250));
        }
    }
    assert_eq!(
        phases[..6],
        [
            "waiting", "discard", "pegging", "counting", "dealing", "discard"
        ]
    );
    assert_eq!(phases.last().map(String::as_str), Some("gameover"));
    for pair in phases.windows(2) {
        let follows = matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("counting", "dealing")
                | ("waiting" | "dealing", "discard")
                | ("discard", "pegging")
                | ("pegging", "counting")
                | (_, "gameover")
        );
        assert!(follows, "{pair:?}");
    }
}

/// Two seconds before each count and before the next deal; nobody waits while the cards fly.
#[test]
fn counts_come_one_by_one() {
    let mut house = House::cribbage("normal");
    house.play_until("counting");
    house.tick(seconds(30));
    let story = house.story();
    let finished = story
        .lines()
        .position(|line| line.ends_with("pegging_finished"))
        .unwrap();
    let lines: Vec<&str> = story.lines().skip(finished).collect();
    let at = |line: &str| line.split(' ').next().unwrap().parse::<u64>().unwrap();
    let start = at(lines[0]);
    let expect = [
        (2_000, "hand_scored"),
        (4_000, "hand_scored"),
        (6_000, "crib_scored"),
        (8_000, "cards_dealt waiting_for_discard"),
    ];
    for (line, (later, name)) in lines[1..].iter().zip(expect) {
        assert_eq!(*line, format!("{} {name}", start + later));
    }
}

/// While something is still to be shown nobody may move, and a view does not run ahead.
#[test]
fn nobody_moves_while_the_table_shows() {
    let mut house = House::cribbage("normal");
    house.play_until("dealing");
    let sync = house.sync("ann", json!({}));
    assert_eq!(
        (&sync["view"]["playerHand"], &sync["legal"]),
        (&json!([]), &json!([]))
    );
    house.refused(
        "ann",
        "discard_cards",
        json!({ "cards": ["AH", "2H"] }),
        "rules/not_your_turn",
    );
    house.tick(seconds(2));
    let throw = house.sync("ann", json!({}))["legal"][0]["discard_cards"].clone();
    house.ok("ann", "discard_cards", throw);

    house.play_until("counting");
    let before = house.sync("ann", json!({}));
    assert_eq!(before["seq"], json!(house.table.seq(ANN)));
    house.tick(seconds(2));
    let after = house.sync("ann", json!({}));
    assert!(after["seq"].as_u64() > before["seq"].as_u64());
    assert_ne!(after["view"], before["view"]);
}

#[test]
fn two_commands_at_once_are_taken_one_by_one() {
    let mut house = House::cribbage("instant");
    let throw = |house: &mut House, who: &str| {
        house.sync(who, json!({}))["legal"][0]["discard_cards"].clone()
    };
    let (ann, bob) = (throw(&mut house, "ann"), throw(&mut house, "bob"));
    let now = house.now;
    let first = house.ok("ann", "discard_cards", ann.clone());
    let second = house.ok("bob", "discard_cards", bob);
    assert_eq!(house.now, now);
    let numbers = (
        first["seq"].as_u64().unwrap(),
        second["seq"].as_u64().unwrap(),
    );
    assert_eq!(
        numbers.1,
        house.table.seq(BOB),
        "an ack's number is the last that the command caused"
    );
    assert_eq!(
        numbers.1,
        numbers.0 + 4,
        "cards_discarded both_discarded starter_cut pegging_started"
    );
    let (mover, card) = turn(&mut house);
    house.ok(mover, "play_card", card.clone());
    house.refused(mover, "play_card", card, "rules/not_your_turn");
}

#[test]
fn a_finished_game_tells_everything_and_can_be_played_again() {
    let mut house = House::cribbage("instant");
    let promised = house.sync("ann", json!({}))["commitment"].clone();
    house.play_until("gameover");
    assert_eq!(house.table.stage(), Stage::Finished);
    let finished = house.last(Viewer::Spectator, "game_finished");
    let winner = finished["winner"].as_str().unwrap();
    assert_eq!(finished["scores"][winner], json!(61));
    for field in [
        "side",
        "p1Score",
        "p2Score",
        "secret",
        "losses",
        "matchScore",
        "nextCommitment",
    ] {
        assert!(finished.get(field).is_some(), "{field}: {finished}");
    }
    assert_eq!(finished["gamePhase"], json!("gameover"));
    let secret: table::Secret = serde_json::from_value(finished["secret"].clone()).unwrap();
    assert_eq!(json!(secret.commitment()), promised);

    // The next game begins only when both have agreed, by the rules of a rematch.
    house.ok("ann", "rematch", json!({ "entropy": "c3".repeat(16) }));
    house.tick(seconds(5));
    assert_eq!(house.table.stage(), Stage::Finished);
    house.ok("bob", "rematch", json!({}));
    assert_eq!(house.table.stage(), Stage::Playing);
    let started = house.last(ANN, "game_started");
    assert_eq!(started["gameNumber"], json!(2));
    assert_eq!(started["commitment"], finished["nextCommitment"]);
    assert_eq!(
        started["entropy"],
        json!({ "ann": "c3".repeat(16), "bob": null })
    );
    assert_ne!(started["options"]["match_score"], json!([]));
    house.play_until("gameover");
}

#[test]
fn a_clock_that_runs_out_lets_a_bot_move_once() {
    let more = json!({ "table": { "pace": "instant", "clockSeconds": 30 } });
    let mut house = House::open("cribbage", more);
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    let state = house.states.last().unwrap();
    let clocks = state["clocks"].as_array().unwrap();
    assert_eq!(clocks.len(), 2, "both are to throw");
    assert!(clocks.iter().all(|clock| clock["millisLeft"] == 30_000));
    house.tick(seconds(29));
    assert_eq!(house.phase(), "discard");
    assert_eq!(
        house.sync("ann", json!({}))["clocks"][0]["millisLeft"],
        json!(1_000)
    );
    let legal = house.sync("ann", json!({}))["legal"][0]["discard_cards"].clone();
    house.ok("ann", "discard_cards", legal);
    assert_eq!(house.phase(), "discard");
    house.tick(seconds(1));
    assert_eq!(house.phase(), "pegging", "a bot threw for bob");
    let names = house.names(ANN);
    assert!(!names.contains(&"bot_took_over"), "{names:?}");
    assert_eq!(
        house.sync("ann", json!({}))["clocks"][0]["millisLeft"],
        json!(30_000)
    );
}

#[test]
fn a_table_where_nothing_happens_is_closed_after_a_day() {
    let mut house = House::open("cribbage", json!({}));
    house.tick(seconds(24 * 60 * 60 - 1));
    assert!(!house.closed);
    house.tick(seconds(1));
    assert!(house.closed);
    assert_eq!(house.table.stage(), Stage::Closed);
    assert_eq!(house.last(ANN, "table_closed")["reason"], json!("idle"));
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob" }),
        "table/not_found",
    );
    house.refused("bob", "sync", json!({}), "table/not_found");
}

#[test]
fn a_timer_that_goes_off_too_early_is_set_again() {
    let mut house = House::cribbage("normal");
    let effects = house.table.handle(table::Millis(10), table::Input::Tick);
    assert_eq!(effects, [table::Effect::SetTimer(table::Millis(1_000))]);
    let effects = house.table.handle(
        table::Millis(5),
        table::Input::Connected(crate::harness::id("eve")),
    );
    assert_eq!(
        effects,
        [],
        "time does not go back, and nothing else changed"
    );
}

#[test]
fn missed_messages_are_repeated_or_else_the_whole_view() {
    let mut house = House::cribbage("instant");
    let since = house.table.seq(BOB);
    house.move_any();
    house.move_any();
    let sync = house.sync("bob", json!({ "since": since }));
    let events = sync["events"].as_array().unwrap();
    let heard = &house.heard[&BOB][since as usize..];
    assert_eq!(events.len(), heard.len());
    for (event, heard) in events.iter().zip(heard) {
        assert_eq!(
            (&event["event"], &event["payload"]),
            (&json!(heard.name), &heard.payload)
        );
    }
    assert_eq!(
        house.sync("bob", json!({ "since": house.table.seq(BOB) }))["events"],
        json!([])
    );
    assert!(
        house
            .sync("bob", json!({ "since": 10_000 }))
            .get("events")
            .is_none()
    );
    house.play_until("gameover");
    assert!(
        house
            .sync("bob", json!({ "since": 0 }))
            .get("events")
            .is_none()
    );
}

#[test]
fn a_story_is_told_once_and_in_order() {
    let mut house = House::cribbage("instant");
    house.play_until("pegging");
    let names = house.names(Viewer::Spectator);
    let last: Vec<&str> = names[names.len() - 5..].to_vec();
    let expect = [
        "cards_discarded",
        "cards_discarded",
        "both_discarded",
        "starter_cut",
        "pegging_started",
    ];
    assert_eq!(last, expect);
    check(&House::open("cribbage", json!({})), &["0 player_joined"]);
}

/// The player who must play a card, and a legal card.
fn turn(house: &mut House) -> (&'static str, serde_json::Value) {
    let card =
        |house: &mut House, who: &str| house.sync(who, json!({}))["legal"][0]["play_card"].clone();
    match card(house, "ann") {
        serde_json::Value::Null => ("bob", card(house, "bob")),
        card => ("ann", card),
    }
}
