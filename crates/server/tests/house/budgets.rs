//! The budgets of strangers, and their refusals: each with a code, a reason and a time.

use std::num::NonZeroU32;
use std::sync::Arc;

use serde_json::{Value, json};
use server::client::{Client, ClientError};
use server::{Bound, Budgets, Config, Rate};
use store::{Code, MemoryJournal, StoredEntry};

use crate::player::Player;
use crate::support::{House, unlimited};

async fn with(budgets: Budgets) -> House {
    let config = Config {
        budgets,
        ..unlimited()
    };
    House::open_with(config, Arc::new(MemoryJournal::new())).await
}

fn code_of(code: &str) -> Value {
    json!({ "gameCode": code })
}

#[track_caller]
fn is_used_up(refusal: &Value, reason: &str) {
    assert_eq!(refusal["code"], "house/too_many", "{refusal}");
    assert_eq!(refusal["reason"], reason, "{refusal}");
    let wait = refusal["retryAfterMs"].as_u64();
    assert!(wait.is_some_and(|wait| wait > 0), "{refusal}");
}

#[tokio::test]
async fn the_tables_of_a_player_and_of_an_address_are_bounded() {
    let house = with(Budgets {
        tables: Bound { in_all: 4, each: 3 },
        tables_of_player: 2,
        ..Budgets::NONE
    })
    .await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    let create = json!({ "game": "cribbage", "nickname": "Jill" });
    for _ in 0..2 {
        jill.ask("create_game", create.clone()).await;
    }
    let refused = jill.client.ask("create_game", &create).await.unwrap();
    is_used_up(&refused["error"], "tables_of_player");
    boom.ask("create_game", create.clone()).await;
    let refused = boom.client.ask("create_game", &create).await.unwrap();
    is_used_up(&refused["error"], "tables_of_address");
}

/// The refusal of a connection has the same text as the refusal of a command.
#[tokio::test]
async fn the_new_players_of_an_address_are_bounded() {
    let house = with(Budgets {
        players: Some(Rate {
            per_second: NonZeroU32::MIN,
            burst: NonZeroU32::MIN,
        }),
        ..Budgets::NONE
    })
    .await;
    let mut refused = None;
    for _ in 0..50 {
        if let Err(ClientError::Refused(why)) = Client::connect(house.address, None).await {
            refused = Some(why);
        }
    }
    let refused = refused.expect("nobody was refused");
    is_used_up(&refused["data"], "players_of_address");
    let text = refused["message"].as_str().unwrap();
    assert!(text.starts_with("house/too_many: "), "{text}");
}

#[tokio::test]
async fn the_sockets_of_an_address_are_bounded() {
    let house = with(Budgets {
        sockets: Bound { in_all: 9, each: 1 },
        ..Budgets::NONE
    })
    .await;
    let _jill = Player::connect(&house, None).await;
    for path in ["/socket.io/", "/socket.io"] {
        let path = format!("{path}?EIO=4&transport=polling");
        let (status, answer) = house.get(&path).await;
        assert_eq!(status, 429);
        is_used_up(&answer["error"], "sockets_of_address");
    }
}

/// The number of tables that a connection attends is bounded; after leaving one it may come to
/// another.
#[tokio::test]
async fn the_tables_of_a_connection_are_bounded() {
    let house = with(Budgets::NONE).await;
    let mut maker = Player::connect(&house, None).await;
    let mut watcher = Player::connect(&house, None).await;
    let create = json!({ "game": "cribbage", "nickname": "Jill" });
    let mut codes = Vec::new();
    for _ in 0..32 {
        let created = maker.ask("create_game", create.clone()).await;
        codes.push(created["gameCode"].as_str().unwrap().to_owned());
    }
    let refused = maker.client.ask("create_game", &create).await.unwrap();
    is_used_up(&refused["error"], "tables_attended");
    for code in &codes {
        watcher.ask("watch_game", code_of(code)).await;
    }
    let mut other = Player::connect(&house, None).await;
    other.create(json!({})).await;
    let watch = code_of(&other.code);
    let refused = watcher.client.ask("watch_game", &watch).await.unwrap();
    is_used_up(&refused["error"], "tables_attended");
    // It still hears the tables that it attends.
    watcher.ask("sync", code_of(&codes[0])).await;
    watcher.ask_in_vain("leave_game", code_of(&codes[0])).await;
    watcher.ask("watch_game", watch).await;
    // Tables that were opened and left keep no memory.
    for _ in 0..3 {
        maker
            .ask("leave_game", code_of(&codes.pop().unwrap()))
            .await;
    }
    for _ in 0..100 {
        let created = maker.ask("create_game", create.clone()).await;
        maker
            .ask("leave_game", code_of(created["gameCode"].as_str().unwrap()))
            .await;
    }
}

#[tokio::test]
async fn the_share_keys_of_a_table_are_bounded() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "private": true })).await;
    let share = code_of(&jill.code);
    for _ in 0..4 {
        jill.ask("share_game", share.clone()).await;
    }
    let refused = jill.client.ask("share_game", &share).await.unwrap();
    assert_eq!(refused["error"]["reason"], "too_many_shares");
}

/// Each budget has a name at `/metrics`.
#[tokio::test]
async fn each_used_up_budget_is_counted() {
    let house = with(Budgets {
        tables_of_player: 0,
        ..Budgets::NONE
    })
    .await;
    let mut jill = Player::connect(&house, None).await;
    let create = json!({ "game": "cribbage", "nickname": "Jill" });
    let refused = jill.client.ask("create_game", &create).await.unwrap();
    is_used_up(&refused["error"], "tables_of_player");
    let (_, metrics) = house.request_text("GET", "/metrics", "", "").await;
    let counted = "tallyhouse_used_up_total{budget=\"tables_of_player\"}";
    assert!(metrics.contains(counted), "{metrics}");
}

/// Adds an entry that no table could have written.
async fn damage(house: &House, code: &str) {
    let code: Code = code.parse().unwrap();
    let record = house.journal.load(&code).unwrap();
    let (seq, at) = (record.last_seq() + 1, record.entries.last().unwrap().at);
    let entry = StoredEntry {
        seq,
        at,
        player: None,
        command_id: None,
        body: "{\"nonsense\":1}".to_owned(),
    };
    let journal = house.journal.clone();
    let append = move || journal.append(code, seq - 1, vec![entry]).wait();
    tokio::task::spawn_blocking(append).await.unwrap().unwrap();
}

/// News of the damage would reveal that a private table exists.
#[tokio::test]
async fn strangers_find_no_damaged_private_table() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "private": true })).await;
    let shared = jill.ask("share_game", code_of(&jill.code)).await;
    let key = shared["key"].as_str().unwrap().to_owned();
    let (code, token) = (jill.code.clone(), jill.token.clone());
    let mut public = Player::connect(&house, None).await;
    public.create(json!({})).await;
    let open = public.code.clone();
    drop((jill, public));
    // No table is in memory when the journals are damaged.
    let journal = house.close().await;
    let house = House::open_with(unlimited(), journal).await;
    damage(&house, &code).await;
    damage(&house, &open).await;

    let path = format!("/api/tables/{code}/journal");
    let ask = async |bearer: Option<&str>| {
        let header = bearer.map(|bearer| format!("Authorization: Bearer {bearer}\r\n"));
        let (status, answer) = house
            .request("GET", &path, &header.unwrap_or_default(), "")
            .await;
        (status, answer["error"]["code"].clone())
    };
    let mut stranger = Player::connect(&house, None).await;
    for bearer in [None, Some(stranger.token.as_str()), Some(&"0".repeat(32))] {
        assert_eq!(ask(bearer).await, (404, json!("table/not_found")));
    }
    for bearer in [&token, &key] {
        assert_eq!(ask(Some(bearer)).await, (500, json!("table/damaged")));
    }
    let join = json!({ "gameCode": code, "nickname": "Eve" });
    for (event, asked) in [("sync", code_of(&code)), ("join_game", join)] {
        assert_eq!(stranger.ask_in_vain(event, asked).await, "table/not_found");
    }
    let with_key = json!({ "gameCode": code, "key": key });
    let refused = stranger.ask_in_vain("watch_game", with_key).await;
    assert_eq!(refused, "table/damaged");
    let mut jill = Player::connect(&house, Some(&token)).await;
    let refused = jill.ask_in_vain("sync", code_of(&code)).await;
    assert_eq!(refused, "table/damaged");
    // Everybody may learn that a public table is damaged.
    let refused = stranger.ask_in_vain("sync", code_of(&open)).await;
    assert_eq!(refused, "table/damaged");
    let (status, _) = house.get(&format!("/api/tables/{open}/journal")).await;
    assert_eq!(status, 500);
}
