//! What one seat holds changes nothing that another hears.
//!
//! Two houses with the same ids, clock and codes differ only in luck that one player
//! cannot see. Everything that player hears must be the same, byte for byte.

use std::sync::Arc;

use serde_json::{Value, json};
use server::Config;
use store::MemoryJournal;

use crate::player::Player;
use crate::support::{House, StillWorld, unlimited};

async fn still_house() -> House {
    let config = Config {
        world: Arc::new(StillWorld::at(1_000_000)),
        ..unlimited()
    };
    House::open_with(config, Arc::new(MemoryJournal::new())).await
}

/// Jill and Boom begin a game; Boom throws the cards in these places. Gives all that
/// Jill and a spectator heard up to the first card, and what both sync to.
async fn begin(throws: [usize; 2]) -> (Vec<String>, Vec<Value>) {
    let house = still_house().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    let mut eve = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    eve.code = code.clone();
    let watched = eve.ask("watch_game", json!({ "gameCode": code })).await;
    boom.join(&code).await;
    let hand = boom.hear_until("cards_dealt").await["playerHand"].clone();
    let cards = throws.map(|place| hand[place].clone());
    boom.ask("discard_cards", json!({ "gameCode": code, "cards": cards }))
        .await;
    jill.hear_until("waiting_for_discard").await;
    assert!(jill.move_if_asked().await);
    jill.hear_until("pegging_started").await;
    eve.hear_until("pegging_started").await;
    let heard = [&jill.heard, &eve.heard].into_iter().flatten();
    let heard = heard
        .map(|(name, payload)| format!("{name} {payload}"))
        .collect();
    let seen = vec![watched, jill.sync().await, eve.sync().await];
    (heard, seen)
}

#[tokio::test]
async fn the_same_house_tells_the_same() {
    assert_eq!(begin([0, 1]).await, begin([0, 1]).await);
}

#[tokio::test]
async fn what_another_throws_is_not_told_by_any_byte() {
    let one = begin([0, 1]).await;
    for throws in [[0, 2], [3, 5], [4, 1]] {
        assert_eq!(begin(throws).await, one, "{throws:?}");
    }
}
