//! Tables where a person plays against bots, besides the measured ones.

use std::net::SocketAddr;

use anyhow::Context;
use serde_json::{Value, json};
use server::client::{Client, ClientError, Incoming};
use table::Level;

/// The number of tables per person.
const TABLES_A_PERSON: usize = 50;

/// Opens this many tables of a game at the usual pace and fills them with bots. People who do not
/// think play there from now on.
pub(super) async fn seat(
    address: SocketAddr,
    tables: usize,
    game: &str,
    level: Level,
) -> anyhow::Result<()> {
    for first in (0..tables).step_by(TABLES_A_PERSON) {
        let mut person = Client::connect(address, None).await?;
        for _ in first..tables.min(first + TABLES_A_PERSON) {
            open(&mut person, game, level).await?;
        }
        // They play until the house ends.
        tokio::spawn(play(person));
    }
    Ok(())
}

async fn open(person: &mut Client, game: &str, level: Level) -> anyhow::Result<()> {
    let create = json!({ "game": game, "nickname": "Person", "private": true });
    let created = ask(person, "create_game", create).await?;
    let code = created["gameCode"].as_str().context("a table has a code")?;
    let sync = ask(person, "sync", json!({ "gameCode": code })).await?;
    for _ in 1..sync["seats"].as_u64().context("a table has seats")? {
        let bot = json!({ "gameCode": code, "level": level });
        ask(person, "add_bot", bot).await?;
    }
    Ok(())
}

async fn ask(person: &mut Client, command: &str, payload: Value) -> anyhow::Result<Value> {
    let answer = person.ask(command, &payload).await?;
    anyhow::ensure!(answer["ok"] == true, "{command} {payload}: {answer}");
    Ok(answer)
}

/// Takes a legal action whenever possible, and plays again when a game is over.
async fn play(mut person: Client) -> Result<(), ClientError> {
    loop {
        let (command, mut payload) = match person.next().await? {
            Incoming::Event(name, state) if name == "state" => match first_legal(&state["legal"]) {
                Some((command, mut payload)) => {
                    payload["gameCode"] = state["gameCode"].clone();
                    (command, payload)
                }
                None => continue,
            },
            Incoming::Event(name, over) if name == "game_finished" => (
                "rematch".to_owned(),
                json!({ "gameCode": over["gameCode"] }),
            ),
            Incoming::Disconnected => return Ok(()),
            Incoming::Event(..) | Incoming::Ack(..) => continue,
        };
        if let Some(fields) = payload.as_object_mut() {
            // The number of rerolls left is not a field of the command.
            fields.remove("left");
        }
        person.emit(&command, &payload).await?;
    }
}

/// The first command of a list of legal ones.
fn first_legal(legal: &Value) -> Option<(String, Value)> {
    let commands = match legal {
        Value::Array(list) => list.first()?,
        commands => commands,
    };
    let (name, payloads) = commands.as_object()?.iter().next()?;
    let payload = match payloads {
        Value::Array(list) => list.first()?,
        payload => payload,
    };
    Some((name.clone(), payload.clone()))
}
