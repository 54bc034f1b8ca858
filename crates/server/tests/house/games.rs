//! Whole games.

use serde_json::json;

use crate::player::Player;
use crate::support::{House, unlimited};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_play_a_game_of_cribbage() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    let (one, other) = tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    assert_eq!(one["winner"], other["winner"]);
    let scores = [&one["p1Score"], &one["p2Score"]].map(|score| score.as_i64().unwrap());
    assert_eq!(*scores.iter().max().unwrap(), 121);
    let verified = house.get(&format!("/api/tables/{code}/verify")).await;
    assert_eq!(
        (verified.0, &verified.1["good"]),
        (200, &json!(true)),
        "{verified:?}"
    );
    let (status, journal) = house.get(&format!("/api/tables/{code}/journal")).await;
    assert_eq!(status, 200);
    assert!(journal.as_array().unwrap().len() > 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_in_another_house_with_the_same_journal() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    jill.hear_until("waiting_for_discard").await;
    let before = jill.sync().await["view"].clone();
    let (tokens, uuid) = ([jill.token.clone(), boom.token.clone()], jill.uuid.clone());

    let journal = house.close().await;
    let house = House::open_with(unlimited(), journal).await;
    let mut jill = Player::connect(&house, Some(&tokens[0])).await;
    let mut boom = Player::connect(&house, Some(&tokens[1])).await;
    assert_eq!(jill.uuid, uuid);
    (jill.code, boom.code) = (code.clone(), code);
    assert_eq!(jill.sync().await["view"], before);
    let (one, other) = tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    assert_eq!(one["winner"], other["winner"]);
}

#[tokio::test]
async fn two_windows_of_one_player_hear_the_same_and_count_as_one() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    let mut window = Player::connect(&house, Some(&jill.token)).await;
    window.code = code.clone();
    window.sync().await;
    boom.join(&code).await;
    let one = jill.hear_until("cards_dealt").await;
    assert_eq!(window.hear_until("cards_dealt").await, one);
    drop(window);
    boom.hear_until("waiting_for_discard").await;
    // The first window still holds the seat: nobody hears of a disconnection.
    assert!(boom.move_if_asked().await);
    jill.move_if_asked().await;
    boom.hear_until("pegging_started").await;
    assert!(
        boom.heard
            .iter()
            .all(|(name, _)| name != "player_disconnected")
    );
}

#[tokio::test]
async fn departures_and_returns_are_announced() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    jill.hear_until("waiting_for_discard").await;
    let (token, uuid) = (boom.token.clone(), boom.uuid.clone());
    drop(boom);
    let gone = jill.hear_until("player_disconnected").await;
    assert_eq!(gone["playerUuid"], json!(uuid));
    let mut boom = Player::connect(&house, Some(&token)).await;
    boom.code = code;
    let sync = boom.sync().await;
    boom.seq = sync["seq"].as_u64().unwrap();
    jill.hear_until("player_reconnected").await;
    jill.move_if_asked().await;
    assert_eq!(
        boom.hear().await.0,
        "cards_discarded",
        "no gap after the sync"
    );
}

#[tokio::test]
async fn a_closing_house_takes_nothing_new_and_finishes_what_it_began() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    let journal = house.close().await;
    let record = journal.load(&code.parse().unwrap()).unwrap();
    let entries = server::entries_of(record).unwrap();
    assert_eq!(
        entries.len(),
        2,
        "opened and seated, and no disconnection: {entries:?}"
    );
}

#[tokio::test]
async fn a_refusal_does_not_end_watching() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    let mut eve = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    eve.code = jill.code.clone();
    let code = json!({ "gameCode": eve.code });
    eve.ask("watch_game", code.clone()).await;
    let card = json!({ "gameCode": eve.code, "card": "AH" });
    eve.ask_in_vain("play_card", card).await;
    boom.join(&jill.code).await;
    eve.hear_until("player_joined").await;
}
