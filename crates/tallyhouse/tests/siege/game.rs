//! A short game against bots, from the first chair to the end.

use std::time::Duration;

use serde_json::{Value, json};
use server::client::{Client, Incoming};
use tokio::net::TcpStream;

/// A socket may send twenty commands a second.
const THOUGHT: Duration = Duration::from_millis(60);

/// A game of cribbage that ends in its first or second deal.
pub(crate) fn short_cribbage() -> Value {
    let options = json!({ "target": 61, "head_start": [45, 45] });
    json!({ "game": "cribbage", "nickname": "Cat", "options": options })
}

/// A game of Texas 42 that ends with its first mark. Looking back at it takes minutes.
pub(crate) fn short_texas42() -> Value {
    json!({ "game": "texas42", "nickname": "Eve", "options": { "target": 1 } })
}

/// Plays a game to its end; returns the code of its table, or nothing if the house refuses
/// something.
pub(crate) async fn play(client: &mut Client<TcpStream>, mut create: Value) -> Option<String> {
    create["table"] = json!({ "pace": "instant" });
    let created = client.ask("create_game", &create).await.ok()?;
    let code = created["gameCode"].as_str()?.to_owned();
    let bot = json!({ "gameCode": code, "level": "random" });
    // The last chair is taken when the house refuses one more bot.
    while client.ask("add_bot", &bot).await.ok()?["ok"] == true {}
    let mut acted = 0;
    loop {
        let state = match client.next().await.ok()? {
            Incoming::Event(name, _) if name == "game_finished" => return Some(code),
            Incoming::Event(name, state) if name == "state" => state,
            Incoming::Disconnected => return None,
            _ => continue,
        };
        if state["seq"].as_u64() >= Some(acted)
            && let Some((command, mut fields)) = first_legal(&state)
        {
            fields["gameCode"] = json!(code);
            tokio::time::sleep(THOUGHT).await;
            let answer = client.ask(&command, &fields).await.ok()?;
            acted = answer["seq"].as_u64()?;
        }
    }
}

/// The first action that a state calls legal. Nobody passes: if everybody did, Texas 42 would be
/// dealt again and again.
pub(crate) fn first_legal(state: &Value) -> Option<(String, Value)> {
    let groups = match &state["legal"] {
        Value::Array(groups) => groups.as_slice(),
        group => std::slice::from_ref(group),
    };
    let mut commands = groups.iter().filter_map(Value::as_object).flatten();
    commands.find_map(|(command, fields)| {
        let each = match fields {
            Value::Array(each) => each.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut each = each.iter().filter(|fields| fields["bid"] != "pass");
        Some((command.clone(), each.next()?.clone()))
    })
}
