//! A table whose game of version 1 was not over.
//!
//! It opens, everybody sees the same as then, and it refuses to go on, with a reason: going on
//! under other rules would break the commitment to the luck.

use serde_json::{Value, json};
use server::client::Client;

use crate::files::{OldTable, Person};
use crate::house::House;
use crate::sameness::{list, still_told};

/// A table that was open when the old house was closed.
pub(crate) async fn check(house: &House, table: &OldTable) {
    shows_what_it_showed(house, table).await;
    refuses_to_go_on(house, table).await;
}

/// Everybody sees the same as then, and nobody may act.
async fn shows_what_it_showed(house: &House, table: &OldTable) {
    for (seat, person) in table.players.iter().enumerate() {
        let file = format!("sync_{seat}.json");
        same_sight(house, table, person, &file).await;
    }
    same_sight(house, table, &table.spectator, "sync_spectator.json").await;
    let journal = house
        .get(&format!("/api/tables/{}/journal", table.code))
        .await;
    // The public journal of an unfinished game has what a spectator heard: no luck, no actions.
    assert!(!list(&journal).is_empty(), "{}", table.name);
    for entry in list(&journal) {
        let runs = ["started", "decided"].map(|fact| &entry["fact"][fact]["run"]["steps"]);
        for step in runs
            .into_iter()
            .filter_map(|steps| steps.as_array())
            .flatten()
        {
            assert_eq!(step["input"], Value::Null, "{}", table.name);
        }
    }
}

async fn same_sight(house: &House, table: &OldTable, person: &Person, file: &str) {
    let (mut then, now) = (table.said(file), sync(house, table, person).await);
    if table.name == "dice_running" {
        hide_shoppers(&mut then["view"]);
    }
    let what = format!("{} of {}", file, table.name);
    for part in [
        "game",
        "gameNumber",
        "options",
        "seat",
        "commitment",
        "host",
    ] {
        assert_eq!(then[part], now[part], "{part} in {what}");
    }
    still_told(&then["view"], &now["view"], &format!("the view in {what}"));
    assert_eq!(first_command(&now["legal"]), None, "legal in {what}");
}

/// Version 1 told everybody who was still in a shop. Today nobody else knows.
fn hide_shoppers(view: &mut Value) {
    if let Some(view) = view.as_object_mut() {
        view.remove("toMove");
    }
    for standing in view["standings"].as_array_mut().into_iter().flatten() {
        if let Some(standing) = standing.as_object_mut() {
            standing.remove("doing");
        }
    }
}

/// Every possible command is refused, and nothing changes.
async fn refuses_to_go_on(house: &House, table: &OldTable) {
    for (seat, person) in table.players.iter().enumerate() {
        let then = table.said(&format!("sync_{seat}.json"));
        if let Some((command, payload)) = first_command(&then["legal"]) {
            refused(house, table, person, &command, payload).await;
        }
        refused(house, table, person, "leave_game", json!({})).await;
    }
    let join = json!({ "nickname": "Xen" });
    refused(house, table, &table.spectator, "join_game", join).await;
}

async fn refused(house: &House, table: &OldTable, who: &Person, command: &str, payload: Value) {
    let before = sync(house, table, who).await;
    let answer = ask(house, table, who, command, payload).await;
    let error = &answer["error"];
    assert_eq!(error["code"], "table/old_rules", "{}: {answer}", table.name);
    let why = error["message"].as_str().unwrap();
    assert!(why.contains("earlier rules"), "{why}");
    assert_eq!(sync(house, table, who).await, before, "{}", table.name);
}

async fn sync(house: &House, table: &OldTable, person: &Person) -> Value {
    let answer = ask(house, table, person, "sync", json!({})).await;
    assert_eq!(answer["ok"], true, "{}: {answer}", table.name);
    answer
}

async fn ask(
    house: &House,
    table: &OldTable,
    person: &Person,
    command: &str,
    mut payload: Value,
) -> Value {
    let mut client = Client::connect(house.address, Some(&person.token))
        .await
        .unwrap();
    payload["gameCode"] = json!(table.code);
    client.ask(command, &payload).await.unwrap()
}

/// The first command that `legal` lists, one by one or by name.
fn first_command(legal: &Value) -> Option<(String, Value)> {
    let named = legal.as_array().map_or(Some(legal), |list| list.first())?;
    let (command, fields) = named
        .as_object()?
        .iter()
        .find(|(_, fields)| **fields != json!([]))?;
    let fields = fields
        .as_array()
        .map_or(Some(fields), |list| list.first())?;
    Some((command.clone(), fields.clone()))
}
