//! What becomes of a table whose game of version 1 was not over.
//!
//! The one place that says so. While the rules are those of version 1, such a table goes on. Under
//! later rules it cannot: then this is where it is said that it opens, can be read, and refuses to
//! go on with a reason.

use serde_json::{Value, json};
use server::client::Client;

use crate::files::{OldTable, Person};
use crate::house::House;
use crate::sameness::{list, still_told};

/// A table that was open when the old house was closed.
pub(crate) async fn check(house: &House, table: &OldTable) {
    shows_what_it_showed(house, table).await;
    goes_on(house, table).await;
}

/// Everybody sees what they saw, and may do what they might.
async fn shows_what_it_showed(house: &House, table: &OldTable) {
    for (seat, person) in table.players.iter().enumerate() {
        let file = format!("sync_{seat}.json");
        same_sight(house, table, person, &file).await;
    }
    same_sight(house, table, &table.spectator, "sync_spectator.json").await;
    let journal = house
        .get(&format!("/api/tables/{}/journal", table.code))
        .await;
    let before = table.said("journal.json");
    for (then, now) in list(&before).iter().zip(list(&journal)) {
        still_told(then, now, &table.name);
    }
}

async fn same_sight(house: &House, table: &OldTable, person: &Person, file: &str) {
    let (then, now) = (table.said(file), sync(house, table, person).await);
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
    still_told(&then["legal"], &now["legal"], &format!("legal in {what}"));
}

/// Whoever may move does, and the table takes it.
async fn goes_on(house: &House, table: &OldTable) {
    let mut moved = false;
    for person in &table.players {
        let now = sync(house, table, person).await;
        if let Some((command, payload)) = first_command(&now["legal"]) {
            let answer = ask(house, table, person, &command, payload).await;
            assert_eq!(answer["ok"], true, "{}: {answer}", table.name);
            moved = true;
        }
    }
    if !moved {
        // Nobody had come yet: somebody comes, and the game begins.
        assert_eq!(table.name, "cribbage_waiting");
        let join = json!({ "nickname": "Xen" });
        let answer = ask(house, table, &table.spectator, "join_game", join).await;
        assert_eq!(answer["seat"], 1, "{answer}");
    }
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
