//! Whole games.

use serde_json::json;

use crate::player::Player;
use crate::support::House;

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
