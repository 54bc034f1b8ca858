//! Tables: opening, finding and coming back.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::Config;
use store::MemoryJournal;

use crate::player::Player;
use crate::support::{House, unlimited};

/// The codes of the listed tables.
async fn listed(player: &mut Player) -> Vec<String> {
    let list = player.ask("list_games", json!({})).await;
    let code = |table: &Value| table["gameCode"].as_str().unwrap().to_owned();
    list["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(code)
        .collect()
}

#[tokio::test]
async fn a_repeated_creation_is_answered_as_the_first_time() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let create = json!({
        "game": "cribbage", "nickname": "Jill", "commandId": "c1", "table": { "pace": "instant" },
    });
    let first = jill.ask("create_game", create.clone()).await;
    for field in ["gameCode", "seat", "seq", "commitment"] {
        assert!(!first[field].is_null(), "{field} is not in {first}");
    }
    let code = first["gameCode"].clone();
    assert_eq!(jill.ask("create_game", create.clone()).await, first);
    // The same holds when the game has long begun, and in another house with the same journal.
    jill.ask("add_bot", json!({ "gameCode": code })).await;
    jill.code = code.as_str().unwrap().to_owned();
    assert!(jill.move_if_asked().await);
    assert_eq!(jill.ask("create_game", create.clone()).await, first);
    let token = jill.token.clone();
    let house = House::open_with(unlimited(), house.close().await).await;
    let mut jill = Player::connect(&house, Some(&token)).await;
    assert_eq!(jill.ask("create_game", create.clone()).await, first);
    // The same name from another player is another command.
    let mut boom = Player::connect(&house, None).await;
    assert_ne!(boom.ask("create_game", create).await["gameCode"], code);
}

#[tokio::test]
async fn a_table_that_rests_is_listed_again_when_its_host_returns() {
    let config = Config {
        rest_after: Duration::from_millis(1),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let (code, token) = (jill.code.clone(), jill.token.clone());
    assert_eq!(listed(&mut boom).await, [code.as_str()]);
    drop(jill);
    while !listed(&mut boom).await.is_empty() {
        tokio::task::yield_now().await;
    }
    let mut jill = Player::connect(&house, Some(&token)).await;
    jill.code = code.clone();
    assert_eq!(jill.sync().await["view"]["phase"], "waiting");
    assert_eq!(listed(&mut boom).await, [code.as_str()]);
    boom.join(&code).await;
    assert_eq!(listed(&mut boom).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_table_is_listed_again_after_a_restart_when_its_host_returns() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let (code, token) = (jill.code.clone(), jill.token.clone());
    let house = House::open_with(unlimited(), house.close().await).await;
    let mut boom = Player::connect(&house, None).await;
    assert_eq!(listed(&mut boom).await, Vec::<String>::new());
    let mut jill = Player::connect(&house, Some(&token)).await;
    jill.code = code.clone();
    jill.sync().await;
    assert_eq!(listed(&mut boom).await, [code.as_str()]);
}
