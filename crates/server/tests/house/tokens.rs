//! Good and bad tokens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};
use server::{Config, NoLuck, SystemWorld, World};
use store::MemoryJournal;

use crate::player::Player;
use crate::support::{House, unlimited};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The time that a test sets.
#[derive(Debug)]
struct SetClock(AtomicU64);

impl World for SetClock {
    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn elapsed(&self) -> u64 {
        self.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        SystemWorld.fill(bytes)
    }
}

/// A house whose tokens are good for ten days, and its clock.
async fn house_of_ten_days() -> (House, Arc<SetClock>) {
    let clock = Arc::new(SetClock(AtomicU64::new(1_000 * DAY)));
    let config = Config {
        world: clock.clone(),
        token_life: Some(Duration::from_secs(10 * 24 * 60 * 60)),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    (house, clock)
}

/// The text with which a connection is refused.
async fn refusal(house: &House, token: &str) -> String {
    match Client::connect(house.address, Some(token)).await {
        Err(ClientError::Refused(refused)) => refused["message"].as_str().unwrap().to_owned(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a bad token was let in"),
    }
}

#[track_caller]
fn check(refusal: &str, code: &str, words: &str) {
    let (found, sentence) = refusal.split_once(": ").unwrap();
    assert_eq!(found, code);
    assert!(sentence.contains(words), "{sentence}");
}

async fn new_token(player: &mut Player, another: bool) -> String {
    let given = player
        .client
        .ask("new_token", &json!({ "another": another }))
        .await
        .unwrap();
    assert_eq!(given["ok"], true, "{given}");
    given["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_token_that_is_not_good_never_becomes_another_identity() {
    let house = House::open().await;
    let unknown = "does not know your token";
    check(
        &refusal(&house, &"ab".repeat(32)).await,
        "token/unknown",
        unknown,
    );
    check(&refusal(&house, "short").await, "token/unknown", unknown);
    check(&refusal(&house, "").await, "token/unknown", unknown);
}

#[tokio::test]
async fn the_old_token_stays_good_until_the_new_one_is_used() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let (old, uuid) = (jill.token.clone(), jill.uuid.clone());
    let lost = new_token(&mut jill, false).await;
    let new = new_token(&mut jill, false).await;
    check(&refusal(&house, &lost).await, "token/unknown", "");
    assert_eq!(Player::connect(&house, Some(&old)).await.uuid, uuid);
    assert_eq!(Player::connect(&house, Some(&new)).await.uuid, uuid);
    check(
        &refusal(&house, &old).await,
        "token/revoked",
        "no longer valid",
    );
    assert_eq!(Player::connect(&house, Some(&new)).await.uuid, uuid);
}

#[tokio::test]
async fn a_player_may_have_several_tokens_and_revoke_each() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let phone = new_token(&mut jill, true).await;
    let mut at_phone = Player::connect(&house, Some(&phone)).await;
    assert_eq!(at_phone.uuid, jill.uuid);
    assert_eq!(
        Player::connect(&house, Some(&jill.token)).await.uuid,
        jill.uuid
    );

    let list = |answer: Value| -> Vec<(String, bool)> {
        let tokens = answer["tokens"].as_array().unwrap().iter();
        let token = |token: &Value| {
            let name = token["name"].as_str().unwrap().to_owned();
            (name, token["current"] == true)
        };
        tokens.map(token).collect()
    };
    let tokens = jill.client.ask("list_tokens", &json!({})).await.unwrap();
    let (current, other): (Vec<_>, Vec<_>) = list(tokens).into_iter().partition(|token| token.1);
    assert_eq!((current.len(), other.len()), (1, 1));
    let name = &other[0].0;

    let revoked = jill
        .client
        .ask("revoke_token", &json!({ "name": name }))
        .await
        .unwrap();
    assert_eq!(list(revoked), current);
    while at_phone.client.next().await.unwrap() != Incoming::Disconnected {}
    check(&refusal(&house, &phone).await, "token/revoked", "");
    let again = jill
        .client
        .ask("revoke_token", &json!({ "name": name }))
        .await
        .unwrap();
    assert_eq!(again["error"]["code"], "token/unknown");
}

async fn new_code(player: &mut Player) -> String {
    let given = player.client.ask("new_code", &json!({})).await.unwrap();
    assert_eq!(given["ok"], true, "{given}");
    given["code"].as_str().unwrap().to_owned()
}

async fn use_code(player: &mut Player, code: &str) -> Value {
    let code = json!({ "code": code });
    player.client.ask("use_code", &code).await.unwrap()
}

#[tokio::test]
async fn a_code_carries_a_player_to_another_device_once() {
    let (house, clock) = house_of_ten_days().await;
    let mut jill = Player::connect(&house, None).await;
    let mut phone = Player::connect(&house, None).await;
    let forgotten = new_code(&mut jill).await;
    let code = new_code(&mut jill).await;
    let no_such_code = |answer: Value| assert_eq!(answer["error"]["code"], "token/no_such_code");
    no_such_code(use_code(&mut phone, &forgotten).await);

    let given = use_code(&mut phone, &code.to_lowercase().replace('-', " ")).await;
    let token = given["token"].as_str().unwrap();
    assert_eq!(Player::connect(&house, Some(token)).await.uuid, jill.uuid);
    assert_eq!(
        Player::connect(&house, Some(&jill.token)).await.uuid,
        jill.uuid
    );
    no_such_code(use_code(&mut phone, &code).await);
    // A code is no token, and is not listed among them.
    check(&refusal(&house, &code).await, "token/unknown", "");
    let tokens = jill.client.ask("list_tokens", &json!({})).await.unwrap();
    assert_eq!(tokens["tokens"].as_array().unwrap().len(), 2);

    let late = new_code(&mut jill).await;
    clock.0.fetch_add(10 * 60 * 1_000, Ordering::Relaxed);
    no_such_code(use_code(&mut phone, &late).await);
    let unreadable = use_code(&mut phone, "K7M-3QX").await;
    assert_eq!(unreadable["error"]["code"], "wire/malformed");
}

#[tokio::test]
async fn only_one_of_many_devices_gets_a_code() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    for _ in 0..5 {
        let code = new_code(&mut jill).await;
        let mut tries = Vec::new();
        for _ in 0..4 {
            let mut stranger = Player::connect(&house, None).await;
            let code = code.clone();
            tries.push(tokio::spawn(
                async move { use_code(&mut stranger, &code).await },
            ));
        }
        let mut tokens = Vec::new();
        for answer in tries {
            let answer = answer.await.unwrap();
            tokens.extend(answer["token"].as_str().map(str::to_owned));
        }
        assert_eq!(tokens.len(), 1);
        assert_eq!(
            Player::connect(&house, Some(&tokens[0])).await.uuid,
            jill.uuid
        );
    }
}

#[tokio::test]
async fn an_address_may_try_few_codes() {
    let config = Config {
        wrong_codes: Some(3),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut eve = Player::connect(&house, None).await;
    for last in ["2", "3", "4"] {
        let answer = use_code(&mut eve, &format!("K7M-3QX-VB{last}")).await;
        assert_eq!(answer["error"]["code"], "token/no_such_code");
    }
    let mut jill = Player::connect(&house, None).await;
    let code = new_code(&mut jill).await;
    let answer = use_code(&mut eve, &code).await;
    assert_eq!(answer["error"]["code"], "wire/rate_limited");
}

#[tokio::test]
async fn nobody_has_more_tokens_than_devices() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    for _ in 1..store::MOST_TOKENS {
        new_token(&mut jill, true).await;
    }
    let refused = jill
        .client
        .ask("new_token", &json!({ "another": true }))
        .await
        .unwrap();
    assert_eq!(refused["error"]["code"], "token/too_many");
}

#[tokio::test]
async fn a_token_expires_when_it_is_not_used() {
    let (house, clock) = house_of_ten_days().await;
    let jill = Player::connect(&house, None).await;
    // Used now and then, it lasts for ever.
    for _ in 0..4 {
        clock.0.fetch_add(9 * DAY, Ordering::Relaxed);
        assert_eq!(
            Player::connect(&house, Some(&jill.token)).await.uuid,
            jill.uuid
        );
    }
    clock.0.fetch_add(11 * DAY, Ordering::Relaxed);
    check(
        &refusal(&house, &jill.token).await,
        "token/expired",
        "was not used",
    );
    check(&refusal(&house, &jill.token).await, "token/expired", "");
    assert_ne!(Player::connect(&house, None).await.uuid, jill.uuid);
}

#[tokio::test]
async fn a_player_who_comes_back_writes_nothing() {
    let (house, clock) = house_of_ten_days().await;
    let jill = Player::connect(&house, None).await;
    let hash = store::TokenHash::of(&jill.token);
    let used = || {
        house
            .journal
            .token(&hash)
            .unwrap()
            .unwrap()
            .used_at
            .unwrap()
    };
    let first = used();
    clock.0.fetch_add(DAY - 1, Ordering::Relaxed);
    Player::connect(&house, Some(&jill.token)).await;
    assert_eq!(used(), first);
    clock.0.fetch_add(1, Ordering::Relaxed);
    Player::connect(&house, Some(&jill.token)).await;
    assert_eq!(used(), first + DAY);
}
