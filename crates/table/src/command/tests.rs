//! Tests of reading commands.

use super::*;
use proptest::prelude::*;
use serde_json::json;

#[track_caller]
fn check(name: &str, payload: Value, expect: Result<Command, &str>) {
    match (read(name, payload), expect) {
        (Ok(Parsed::AtTable { request, .. }), Ok(command)) => {
            assert_eq!(request.command, command)
        }
        (Err(refusal), Err(part)) => {
            assert_eq!(refusal.code, "wire/malformed");
            assert!(refusal.message.contains(part), "{}", refusal.message);
        }
        (found, expect) => panic!("{found:?} instead of {expect:?}"),
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn every_command_of_a_table_is_read() {
    let jill = Nickname::new("Jill").unwrap();
    let join = |seat| Command::Join {
        nickname: jill.clone(),
        seat,
        entropy: None,
    };
    check(
        "join_game",
        json!({ "gameCode": "vhg4sc", "nickname": "Jill" }),
        Ok(join(None)),
    );
    let ignored = json!({ "gameCode": "VHG4SC", "nickname": " Jill ", "seat": 1, "playerUuid": "somebody else" });
    check("join_game", ignored, Ok(join(Some(Seat(1)))));
    let code = || json!({ "gameCode": "VHG4SC" });
    check("watch_game", code(), Ok(Command::Watch { key: None }));
    let key = ShareKey::new(&"ab".repeat(16)).unwrap();
    check(
        "watch_game",
        json!({ "gameCode": "VHG4SC", "key": "AB".repeat(16) }),
        Ok(Command::Watch { key: Some(key) }),
    );
    check("share_game", code(), Ok(Command::Share));
    check(
        "unshare_game",
        json!({ "gameCode": "VHG4SC", "share": 2 }),
        Ok(Command::Unshare { share: Some(2) }),
    );
    check(
        "sync",
        json!({ "gameCode": "VHG4SC", "since": 3 }),
        Ok(Command::Sync {
            since: Some(3),
            key: None,
        }),
    );
    check(
        "add_bot",
        code(),
        Ok(Command::AddBot {
            seat: None,
            level: Level::Medium,
        }),
    );
    check(
        "remove_seat",
        json!({ "gameCode": "VHG4SC", "seat": 0 }),
        Ok(Command::RemoveSeat { seat: Seat(0) }),
    );
    check("leave_game", code(), Ok(Command::Leave));
    for (agree, expect) in [
        (json!(null), true),
        (json!(true), true),
        (json!(false), false),
    ] {
        check(
            "offer_seat",
            json!({ "gameCode": "VHG4SC", "seat": 1, "agree": agree }),
            Ok(Command::Offer {
                seat: Seat(1),
                agree: expect,
            }),
        );
    }
    check("rematch", code(), Ok(Command::Rematch { entropy: None }));
    check("advise", code(), Ok(Command::Advise));
    check(
        "add_entropy",
        json!({ "gameCode": "VHG4SC", "entropy": "ab".repeat(16) }),
        Ok(Command::AddEntropy {
            entropy: Entropy::new(&"ab".repeat(16)).unwrap(),
        }),
    );
    let payload = json!({ "gameCode": "VHG4SC", "card": "AH" });
    let fields = payload.as_object().unwrap().clone();
    check(
        "play_card",
        payload,
        Ok(Command::Act {
            name: "play_card".to_owned(),
            payload: fields,
        }),
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn what_cannot_be_read_is_named() {
    let code = || json!({ "gameCode": "VHG4SC" });
    check(
        "join_game",
        json!({ "gameCode": "VHG4SC" }),
        Err("nickname"),
    );
    check("join_game", json!({ "nickname": "Jill" }), Err("gameCode"));
    check(
        "join_game",
        json!({ "gameCode": "1", "nickname": "Jill" }),
        Err("gameCode"),
    );
    check(
        "join_game",
        json!({ "gameCode": "VHG4SC", "nickname": "Jill", "seat": -1 }),
        Err("seat"),
    );
    check(
        "join_game",
        json!({ "gameCode": "VHG4SC", "nickname": "Jill", "entropy": "00" }),
        Err("entropy"),
    );
    check("sync", json!([1]), Err("object"));
    check("sync", Value::Null, Err("gameCode"));
    check(
        "sync",
        json!({ "gameCode": "VHG4SC", "commandId": "" }),
        Err("commandId"),
    );
    check(
        "sync",
        json!({ "gameCode": "VHG4SC", "expectSeq": "1" }),
        Err("expectSeq"),
    );
    check("remove_seat", json!({ "gameCode": "VHG4SC" }), Err("seat"));
    check("add_entropy", code(), Err("entropy"));
    check(
        "sync",
        json!({ "gameCode": "VHG4SC", "key": "00" }),
        Err("key: a share key must be 16 bytes in hex"),
    );
    check(
        "add_bot",
        json!({ "gameCode": "VHG4SC", "level": "grandmaster" }),
        Err("level"),
    );
    check(
        "create_game",
        json!({ "game": "cribbage" }),
        Err("nickname"),
    );
    check(
        "create_game",
        json!({ "game": "cribbage", "nickname": "J", "table": { "pace": "slow" } }),
        Err("slow"),
    );
    check(
        &"x".repeat(33),
        json!({ "gameCode": "VHG4SC" }),
        Err("no such command"),
    );
}

#[test]
fn a_table_is_created_with_everything_or_nearly_nothing() {
    let payload = json!({
        "game": "cribbage", "nickname": "Jill", "options": { "seats": 3 }, "entropy": "ab".repeat(16),
        "private": true, "table": { "pace": "fast", "hints": true, "clockSeconds": 30 }, "commandId": "c1",
    });
    let Ok(Parsed::Create(create)) = read("create_game", payload) else {
        panic!("it can be read")
    };
    assert_eq!(
        (
            create.private,
            create.table.hints,
            create.table.clock_seconds
        ),
        (true, true, Some(30))
    );
    let payload = json!({ "game": "cribbage", "nickname": "Jill" });
    let Ok(Parsed::Create(create)) = read("create_game", payload) else {
        panic!("it can be read")
    };
    assert_eq!(
        (create.options, create.table),
        (Value::Null, Settings::default())
    );
}

proptest! {
    #[test]
    fn any_payload_is_read_or_refused(name in "[a-z_]{0,40}", code in ".{0,8}", text in ".*", number: i64) {
        for value in [json!(text), json!(number), json!([text]), json!(null)] {
            let payload = json!({ "gameCode": code, "nickname": value, "seat": value, "since": value, "entropy": value });
            let _ = read(&name, payload.clone());
            let _ = read("join_game", payload);
            let _ = read("join_game", value);
        }
    }
}
