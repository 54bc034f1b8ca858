//! People who do anything at any time. The harness checks what must always hold.

use std::time::Duration;

use kernel::{Key, Rng};
use serde_json::{Value, json};
use table::codes;

use crate::harness::{House, PEOPLE};

const CODES: &[&str] = &[
    codes::MALFORMED,
    codes::NOT_FOUND,
    codes::FULL,
    codes::NOT_SEATED,
    codes::ALREADY_SEATED,
    codes::NOT_HOST,
    codes::STALE,
    codes::NOT_STARTED,
    codes::OVER,
    codes::NOT_YOUR_TURN,
    codes::ILLEGAL,
];

#[test]
fn whatever_people_do_every_command_is_answered_and_the_journal_gives_the_same_table() {
    let mut refused = 0;
    let mut accepted = 0;
    for seed in 0..32 {
        let mut rng = Key::from_seed(seed).stream("chaos");
        let mut house = House::open("cribbage", options(&mut rng));
        house.restores = seed % 4 == 0;
        house.bots_play = seed % 3 != 0;
        for _ in 0..120 {
            if house.closed {
                break;
            }
            if let Some(ack) = disturb(&mut house, &mut rng) {
                if ack["ok"] == json!(true) || ack["advise"] == json!(true) {
                    accepted += 1;
                } else {
                    let code = ack["error"]["code"].as_str().unwrap_or_default();
                    assert!(CODES.contains(&code), "{ack}");
                    refused += 1;
                }
            }
        }
    }
    assert!(
        accepted > 500 && refused > 500,
        "{accepted} accepted, {refused} refused"
    );
}

fn options(rng: &mut Rng) -> Value {
    let pace = ["normal", "fast", "instant"][rng.below(3) as usize];
    let counting = ["auto", "manual", "muggins"][rng.below(3) as usize];
    let clock = [Value::Null, json!(5)][rng.below(2) as usize].clone();
    json!({
        "options": { "seats": 2 + rng.below(3), "target": 61, "counting": counting },
        "table": { "pace": pace, "hints": true, "clockSeconds": clock },
    })
}

/// Does one thing, likely or not; returns the ack if it was a command.
fn disturb(house: &mut House, rng: &mut Rng) -> Option<Value> {
    let who = PEOPLE[rng.below(4) as usize];
    let seat = rng.below(5);
    let ack = match rng.below(24) {
        0..6 => return play(house),
        6 => {
            house.connect(who);
            return None;
        }
        7 => {
            house.disconnect(who);
            return None;
        }
        8..12 => {
            house.tick(Duration::from_millis(u64::from(rng.below(5_000))));
            return None;
        }
        12 => {
            house.tick(Duration::from_secs(u64::from(rng.below(70))));
            return None;
        }
        13..15 => house.send(who, "join_game", json!({ "nickname": who })),
        15 => house.send(who, "join_game", json!({ "nickname": who, "seat": seat })),
        16 if rng.below(4) == 0 => house.send(who, "leave_game", json!({})),
        17 => house.send("ann", "add_bot", json!({})),
        18 if rng.below(4) == 0 => house.send(who, "remove_seat", json!({ "seat": seat })),
        19 if rng.below(2) == 0 => house.send(who, "offer_seat", json!({ "seat": seat })),
        19 => house.send(who, "rematch", json!({})),
        20 => house.send(who, "advise", json!({})),
        21 => house.send(
            who,
            "play_card",
            json!({ "card": "5H", "expectSeq": rng.below(40) }),
        ),
        22 => house.send(
            who,
            "discard_cards",
            json!({ "cards": ["5H", { "suit": "clubs" }] }),
        ),
        _ => house.send(who, "sync", json!({ "since": rng.below(60) })),
    };
    Some(ack)
}

/// Every player who can move does.
fn play(house: &mut House) -> Option<Value> {
    house.move_any().map(|_| json!({ "ok": true }))
}
