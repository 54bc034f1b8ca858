//! A private table through sockets and HTTP: its guests find it, and strangers find nothing.

use serde_json::{Value, json};
use server::Config;
use server::client::{Client, Incoming};
use std::sync::Arc;
use store::MemoryJournal;

use crate::player::Player;
use crate::support::{House, unlimited};

const NOBODY: &str = "AAAAAA";
const REQUESTS: [&str; 4] = ["journal", "verify", "replay", "review"];

impl House {
    /// The text of the answer to a request about a table.
    async fn ask_about(&self, code: &str, what: &str, bearer: Option<&str>) -> (u16, String) {
        let path = format!("/api/tables/{code}/{what}");
        let header = bearer.map(|bearer| format!("Authorization: Bearer {bearer}\r\n"));
        let headers = header.unwrap_or_default();
        self.request_text("GET", &path, &headers, "").await
    }
}

/// Jill's private table, where she and Boom have played a game.
async fn played(house: &House) -> (Player, Player) {
    let mut jill = Player::connect(house, None).await;
    let mut boom = Player::connect(house, None).await;
    let options = json!({ "target": 61 });
    jill.create(json!({ "private": true, "options": options }))
        .await;
    let code = jill.code.clone();
    boom.join(&code).await;
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    (jill, boom)
}

fn code_of(code: &str) -> Value {
    json!({ "gameCode": code })
}

async fn answer(client: &mut Client, command: &str, payload: Value) -> Value {
    client.ask(command, &payload).await.unwrap()
}

#[tokio::test]
async fn a_private_table_is_no_table_to_strangers() {
    let house = House::open().await;
    let (jill, _boom) = played(&house).await;
    let mut stranger = Player::connect(&house, None).await;
    for command in ["watch_game", "sync", "leave_game", "advise", "share_game"] {
        let found = answer(&mut stranger.client, command, code_of(&jill.code)).await;
        let nothing = answer(&mut stranger.client, command, code_of(NOBODY)).await;
        assert_eq!(found.to_string(), nothing.to_string(), "{command}");
        assert_eq!(found["error"]["code"], "table/not_found");
    }
    let wrong_key = "0".repeat(32);
    let bearers = [None, Some(&*stranger.token), Some(&*wrong_key), Some("x")];
    for what in REQUESTS {
        for bearer in bearers {
            let found = house.ask_about(&jill.code, what, bearer).await;
            let nothing = house.ask_about(NOBODY, what, bearer).await;
            assert_eq!(found, nothing, "{what} {bearer:?}");
            assert_eq!(found.0, 404);
        }
    }
    let listed = stranger.ask("list_games", json!({})).await;
    assert_eq!(listed["tables"], json!([]));
}

#[tokio::test]
async fn a_former_player_proves_it_with_the_token() {
    let house = House::open().await;
    let (jill, mut boom) = played(&house).await;
    boom.ask("leave_game", code_of(&jill.code)).await;
    for player in [&jill, &boom] {
        for what in REQUESTS {
            let (status, text) = house.ask_about(&jill.code, what, Some(&player.token)).await;
            let expect = if what == "review" { 202 } else { 200 };
            assert_eq!(status, expect, "{what}: {text}");
        }
    }
    boom.ask("watch_game", code_of(&jill.code)).await;
    // A public table needs no proof.
    let mut public = Player::connect(&house, None).await;
    public.create(json!({})).await;
    for bearer in [None, Some("x"), Some(&*jill.token)] {
        assert_eq!(
            house.ask_about(&public.code, "journal", bearer).await.0,
            200
        );
    }
}

#[tokio::test]
async fn a_key_opens_the_table_and_can_be_revoked() {
    let house = House::open().await;
    let (mut jill, _boom) = played(&house).await;
    let code = jill.code.clone();
    let shared = jill.ask("share_game", code_of(&code)).await;
    let key = shared["key"].as_str().unwrap().to_owned();
    let kept = jill.ask("share_game", code_of(&code)).await;
    let mut by_key = Player::connect(&house, None).await;
    let mut by_other = Player::connect(&house, None).await;
    let with = |key: &Value| json!({ "gameCode": code, "key": key });
    by_key.ask("watch_game", with(&shared["key"])).await;
    by_other.ask("sync", with(&kept["key"])).await;
    for what in REQUESTS {
        let (status, text) = house.ask_about(&code, what, Some(&key)).await;
        assert!(matches!(status, 200 | 202), "{what}: {text}");
    }
    jill.ask(
        "unshare_game",
        json!({ "gameCode": code, "share": shared["share"] }),
    )
    .await;
    let revoked = by_key.client.wait_for("share_revoked").await.unwrap();
    assert_eq!(revoked, code_of(&code));
    by_key.ask_in_vain("sync", with(&shared["key"])).await;
    for what in REQUESTS {
        assert_eq!(house.ask_about(&code, what, Some(&key)).await.0, 404);
    }
    // A spectator with the other key hears the game, and one with the revoked key hears nothing.
    jill.ask("rematch", code_of(&code)).await;
    by_other.client.wait_for("rematch_agreed").await.unwrap();
    let games = by_key.client.ask("list_games", &json!({})).await.unwrap();
    assert_eq!(games["ok"], true);
    let silence = tokio::time::timeout(std::time::Duration::from_millis(200), by_key.client.next());
    if let Ok(heard) = silence.await {
        panic!("{heard:?} was heard after the key was revoked");
    }
}

/// A refused stranger hears none of the messages that become due during the refusal.
#[tokio::test]
async fn a_stranger_hears_nothing_on_the_way_to_a_refusal() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let table = json!({ "pace": "fast" });
    jill.create(json!({ "private": true, "table": table }))
        .await;
    let code = jill.code.clone();
    jill.ask("add_bot", code_of(&code)).await;
    let mut stranger = Player::connect(&house, None).await;
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(2);
    while tokio::time::Instant::now() < until {
        stranger.ask_in_vain("sync", code_of(&code)).await;
        let join = json!({ "gameCode": code, "nickname": "Eve" });
        assert_eq!(stranger.ask_in_vain("join_game", join).await, "table/full");
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    stranger.ask("list_games", json!({})).await;
    let silence = tokio::time::timeout(std::time::Duration::ZERO, stranger.client.next());
    match silence.await {
        Ok(Ok(Incoming::Event(name, payload))) => panic!("heard {name} {payload}"),
        Ok(other) => panic!("{other:?}"),
        Err(_) => {}
    }
}

/// Ten codes that open nothing are tried, over sockets and HTTP together. After that even joining a
/// private table is refused, and one's own tables and public ones go on.
#[tokio::test]
async fn an_address_may_try_ten_codes_a_minute() {
    let config = Config {
        wrong_codes: Some(10),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "private": true })).await;
    let mut other = Player::connect(&house, None).await;
    other.create(json!({ "private": true })).await;
    let mut public = Player::connect(&house, None).await;
    public.create(json!({})).await;
    let mut stranger = Player::connect(&house, None).await;
    // The stranger does not find the first table either: this is the first of ten.
    assert_eq!(
        stranger.ask_in_vain("sync", code_of(&jill.code)).await,
        "table/not_found"
    );
    for n in 2..7 {
        let code = format!("AAAAA{n}");
        for _ in 0..3 {
            let refused = stranger.ask_in_vain("watch_game", code_of(&code)).await;
            assert_eq!(refused, "table/not_found");
        }
    }
    for n in 7..10 {
        let code = format!("AAAAA{n}");
        assert_eq!(house.ask_about(&code, "journal", None).await.0, 404);
    }
    let join = |code: &str| json!({ "gameCode": code, "nickname": "Eve" });
    let refused = stranger.ask_in_vain("join_game", join("AAAAAB")).await;
    assert_eq!(refused, "table/not_found");
    // All other codes are refused alike, whether their tables exist or not.
    for code in ["AAAAAC", &other.code] {
        for command in ["sync", "join_game"] {
            let refused = answer(&mut stranger.client, command, join(code)).await;
            assert_eq!(refused["error"]["code"], "wire/rate_limited");
            let wait = refused["error"]["retryAfterMs"].as_u64().unwrap();
            assert!((1..=60_000).contains(&wait), "{wait}");
        }
        let (status, text) = house.ask_about(code, "replay", None).await;
        assert_eq!(status, 429, "{text}");
    }
    // Other addresses are not affected.
    jill.sync().await;
    assert_eq!(
        house
            .ask_about(&other.code, "journal", Some(&other.token))
            .await
            .0,
        200
    );
    stranger.ask("watch_game", code_of(&public.code)).await;
    assert_eq!(house.ask_about(&public.code, "journal", None).await.0, 200);
    // The first code was tried before. It lets the stranger in, and then no longer counts.
    stranger.ask("join_game", join(&jill.code)).await;
    assert_eq!(
        stranger.ask_in_vain("sync", code_of("AAAAAC")).await,
        "table/not_found"
    );
}

/// A player who leaves hears the answer and nothing more, and is no spectator.
#[tokio::test]
async fn a_player_who_leaves_does_not_watch() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "table": { "pace": "normal" } })).await;
    let mut boom = Player::connect(&house, None).await;
    boom.join(&jill.code.clone()).await;
    while boom.client.next_within_a_moment().await.is_some() {}
    boom.ask("leave_game", code_of(&jill.code)).await;
    jill.hear_until("player_left").await;
    let mut cat = Player::connect(&house, None).await;
    cat.join(&jill.code.clone()).await;
    jill.hear_until("opponent_joined").await;
    assert_eq!(boom.client.next_within_a_moment().await, None);
}

trait Moment {
    async fn next_within_a_moment(&mut self) -> Option<Incoming>;
}

impl Moment for Client {
    async fn next_within_a_moment(&mut self) -> Option<Incoming> {
        let moment = std::time::Duration::from_millis(200);
        let next = tokio::time::timeout(moment, self.next()).await.ok()?;
        Some(next.unwrap())
    }
}
