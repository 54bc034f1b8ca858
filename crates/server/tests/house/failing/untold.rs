//! A table that waits for its journal has not told everything that is durable, and nobody learns it
//! by HTTP either.

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::player::Player;
use crate::support::House;
use crate::time::{self, SetWorld};

use super::journal::{Failing, Failure, When};
use super::{AGES, MOMENT};

/// Longer than any pause of a show.
const LONG_PAST_THE_SHOW: i64 = 60_000;

/// The status of an answer, and the code of its refusal.
async fn ask(house: &House, player: Option<&Player>, path: &str) -> (u16, Value) {
    let header = player.map(|player| format!("Authorization: Bearer {}\r\n", player.token));
    let (status, answer) = house
        .request("GET", path, &header.unwrap_or_default(), "")
        .await;
    (status, answer["error"]["code"].clone())
}

/// A table waits for its journal from the second try on.
async fn until_it_waits(journal: &Failing, tried: u64) {
    let waits = async {
        while journal.n_tried("append") < tried + 2 {
            sleep(MOMENT).await;
        }
    };
    timeout(AGES, waits).await.expect("the departure is tried");
}

#[tokio::test]
async fn the_show_that_a_full_disk_stops_is_not_in_the_journal_either() {
    let world = SetWorld::new();
    let journal = Failing::new(Failure::NotWritten, When::BrokenFor("append"));
    let house = time::open(&world, journal.clone()).await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({ "private": true, "table": { "pace": "normal" } }))
        .await;
    boom.join(&jill.code.clone()).await;
    // Two seconds pass from the end of the play to the first hand that is counted.
    let told = loop {
        if jill.move_if_asked().await || boom.move_if_asked().await {
            continue;
        }
        let (name, payload) = jill.hear().await;
        if name == "pegging_finished" {
            break payload["seq"].as_u64().unwrap();
        }
    };
    let tried = journal.n_tried("append");
    journal.break_down();
    drop(boom);
    until_it_waits(&journal, tried).await;
    world.pass(LONG_PAST_THE_SHOW);

    for what in ["journal", "replay", "review", "verify"] {
        let path = format!("/api/tables/{}/{what}", jill.code);
        let busy = (503, json!("house/unavailable"));
        assert_eq!(ask(&house, Some(&jill), &path).await, busy, "{what}");
        let no_table = (404, json!("table/not_found"));
        assert_eq!(ask(&house, None, &path).await, no_table, "{what}");
    }
    assert_eq!(
        jill.client
            .ask("sync", &json!({ "gameCode": jill.code }))
            .await
            .unwrap()["ok"],
        false
    );

    journal.mend();
    let counted = jill.hear_until("hand_scored");
    let counted = timeout(AGES, counted).await.expect("the show goes on");
    assert!(counted["seq"].as_u64() > Some(told));
    let path = format!("/api/tables/{}/journal", jill.code);
    assert_eq!(ask(&house, Some(&jill), &path).await.0, 200);
}

#[tokio::test]
async fn a_match_of_two_tables_does_not_say_more_than_was_told() {
    let world = SetWorld::new();
    let journal = Failing::new(Failure::NotWritten, When::BrokenFor("append"));
    let house = time::open(&world, journal.clone()).await;
    let [jill, boom, ..] = crate::deals::sit_down(&house).await;
    let path = format!("/api/duplicates/{}", jill.code);
    assert_eq!(ask(&house, Some(&jill), &path).await.0, 200);
    let tried = journal.n_tried("append");
    journal.break_down();
    drop(boom);
    until_it_waits(&journal, tried).await;

    let busy = (503, json!("house/unavailable"));
    assert_eq!(ask(&house, Some(&jill), &path).await, busy);
    let no_table = (404, json!("table/not_found"));
    assert_eq!(ask(&house, None, &path).await, no_table);

    journal.mend();
    let known = async {
        while ask(&house, Some(&jill), &path).await.0 != 200 {
            sleep(MOMENT).await;
        }
    };
    timeout(AGES, known).await.expect("the table works again");
}
