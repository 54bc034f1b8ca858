//! The names that players may choose.

use std::sync::Arc;

use serde_json::json;
use server::{Config, Words};
use store::MemoryJournal;

use crate::player::Player;
use crate::support::{House, unlimited};

#[tokio::test]
async fn a_forbidden_word_is_refused_in_a_sentence() {
    let config = Config {
        words: Words::read("rascal"),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    let create = |nickname: &str| json!({ "game": "cribbage", "nickname": nickname });
    let code = jill.ask_in_vain("create_game", create("Rascal")).await;
    assert_eq!(code, "house/name_refused");
    jill.create(json!({})).await;
    let mut boom = Player::connect(&house, None).await;
    let join = |nickname: &str| json!({ "gameCode": jill.code, "nickname": nickname });
    let code = boom.ask_in_vain("join_game", join("RASCAL")).await;
    assert_eq!(code, "house/name_refused");
    let code = boom.ask_in_vain("join_game", join("ｊｉｌｌ")).await;
    assert_eq!(code, "table/name_taken");
    let code = boom.ask_in_vain("join_game", join("a\u{3164}b")).await;
    assert_eq!(code, "wire/malformed");
    boom.ask("join_game", join("Boom")).await;
}
