//! Clocks where not every move is heard: everybody sees every clock.

use kernel::Seat;
use serde_json::{Value, json};

use crate::harness::{House, seconds};

/// A race of dice in which Bob owns a wild die, at the beginning of a round. One shop in some
/// hundred sells such a die: this is the first game in which he finds one.
fn race_with_a_wild_die() -> House {
    let mut games = (0..).filter_map(|game: u32| {
        let mut house = House::open(
            "dice",
            json!({
                "entropy": format!("{game:032x}"),
                "options": { "seats": 2, "first_target": 1, "cash": 1000 },
                "table": { "pace": "instant", "clockSeconds": 60 },
            }),
        );
        house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
        // Later rounds have bosses, who change dice.
        (1..=2)
            .any(|_| buys_a_wild_die(&mut house))
            .then_some(house)
    });
    let mut house = games.next().expect("games go on for ever");
    house.restores = true;
    house
}

/// Plays a round, and whether Bob found a wild die in the shop.
fn buys_a_wild_die(house: &mut House) -> bool {
    for who in ["ann", "bob"] {
        house.ok(who, "score_dice", json!({}));
    }
    let offers = house.sync("bob", json!({}))["view"]["run"]["shop"]["offers"].take();
    let offers = offers.as_array().expect("whoever passes comes to a shop");
    let wild = offers.iter().find(|offer| offer["name"] == json!("wild"));
    if let Some(wild) = wild {
        house.ok("bob", "buy", json!({ "offer": wild["id"], "replace": 0 }));
    }
    for who in ["ann", "bob"] {
        house.ok(who, "leave_shop", json!({}));
    }
    wild.is_some()
}

fn set_wild(house: &mut House) {
    let setting = house.sync("bob", json!({}))["legal"]["set_wild"][0].take();
    house.ok("bob", "set_wild", setting);
}

/// The time that a viewer sees for Bob, in milliseconds.
fn time_of_bob(house: &mut House, viewer: &str) -> Value {
    let clocks = house.sync(viewer, json!({}))["clocks"].take();
    let mut clocks = clocks.as_array().into_iter().flatten();
    let bobs = clocks.find(|clock| clock["seat"] == json!(1));
    bobs.map_or(Value::Null, |clock| clock["millisLeft"].clone())
}

#[test]
fn a_move_that_nobody_hears_leaves_its_clock_running() {
    let mut house = race_with_a_wild_die();
    house.bots_play = false;
    for seconds_left in (1..=60).rev() {
        let left = json!(seconds_left * 1_000);
        for viewer in ["ann", "bob", "eve"] {
            assert_eq!(time_of_bob(&mut house, viewer), left, "{viewer}");
        }
        set_wild(&mut house);
        assert!(house.asks.is_empty());
        house.tick(seconds(1));
    }
    // However often he has set it, a bot moves now.
    let seats: Vec<Seat> = house.asks.iter().map(|ask| ask.seat).collect();
    assert_eq!(seats, [Seat(0), Seat(1)]);
}

#[test]
fn a_move_that_everybody_hears_winds_its_clock_up() {
    let mut house = race_with_a_wild_die();
    house.tick(seconds(40));
    set_wild(&mut house);
    house.ok("bob", "reroll", json!({ "dice": [1] }));
    assert_eq!(time_of_bob(&mut house, "ann"), json!(60_000));
    house.ok("bob", "score_dice", json!({}));
    // Nobody knows whether he is in a shop, and there he has a whole turn for each purchase.
    house.tick(seconds(10));
    let buy = house.sync("bob", json!({}))["legal"]["buy"][0].take();
    house.ok("bob", "buy", buy);
    assert_eq!(time_of_bob(&mut house, "ann"), Value::Null);
    assert_eq!(time_of_bob(&mut house, "bob"), json!(60_000));
}
