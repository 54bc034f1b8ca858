//! Commands that are sent again, long after they were answered.

use serde_json::{Value, json};

use crate::player::Player;
use crate::support::{House, unlimited};

#[tokio::test]
async fn an_old_command_gets_its_first_answer() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut first: Vec<(Value, Value)> = Vec::new();
    let options = json!({ "seats": 3 });
    jill.create(json!({ "options": options })).await;
    let code = jill.code.clone();
    for n in 0..20 {
        let id =
            |what: &str| json!({ "gameCode": code, "seat": 1, "commandId": format!("{what}-{n}") });
        let added = jill.ask("add_bot", id("add")).await;
        let removed = jill.ask("remove_seat", id("no")).await;
        first.push((added, removed));
    }
    let entries = |house: &House| {
        let record = house.journal.load(&code.parse().unwrap()).unwrap();
        record.entries.len()
    };
    let before = entries(&house);
    for (n, (added, removed)) in first.iter().enumerate() {
        let id =
            |what: &str| json!({ "gameCode": code, "seat": 1, "commandId": format!("{what}-{n}") });
        assert_eq!(jill.ask("add_bot", id("add")).await, *added, "{n}");
        assert_eq!(jill.ask("remove_seat", id("no")).await, *removed, "{n}");
    }
    assert_eq!(entries(&house), before, "nothing happened twice");
    // The table goes on, and after a restart the answer is the same.
    jill.ask("add_bot", json!({ "gameCode": code, "seat": 1 }))
        .await;
    let journal = house.close().await;
    let house = House::open_with(unlimited(), journal).await;
    let mut again = Player::connect(&house, Some(&jill.token)).await;
    let repeated = json!({ "gameCode": code, "seat": 1, "commandId": "add-0" });
    assert_eq!(again.ask("add_bot", repeated).await, first[0].0);
}

#[tokio::test]
async fn leaving_a_closed_table_gets_the_first_answer() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "private": true })).await;
    let code = jill.code.clone();
    let leave = json!({ "gameCode": code, "commandId": "leave" });
    let left = jill.ask("leave_game", leave.clone()).await;
    for _ in 0..3 {
        assert_eq!(jill.ask("leave_game", leave.clone()).await, left);
    }
    let other = json!({ "gameCode": code, "commandId": "other" });
    assert_eq!(
        jill.ask_in_vain("leave_game", other).await,
        "table/not_found"
    );
    let look = json!({ "gameCode": code, "commandId": "leave" });
    assert_eq!(jill.ask_in_vain("sync", look).await, "table/not_found");
    let mut stranger = Player::connect(&house, None).await;
    assert_eq!(
        stranger.ask_in_vain("leave_game", leave.clone()).await,
        "table/not_found"
    );
    let journal = house.close().await;
    let house = House::open_with(unlimited(), journal).await;
    let mut again = Player::connect(&house, Some(&jill.token)).await;
    assert_eq!(again.ask("leave_game", leave).await, left);
}
