//! Tables where bots play on without anybody, beside those that are measured.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use server::client::Client;
use table::Level;

/// How many tables one player opens and leaves.
const TABLES_A_HOST: usize = 50;

/// A bot takes over from a player who is away for a minute; by then all have begun.
const UNTIL_THEY_PLAY: Duration = Duration::from_secs(65);

/// Opens so many tables of a game at the usual pace, fills them with bots, goes away and
/// waits until bots play in every chair.
pub(super) async fn seat(
    address: SocketAddr,
    tables: usize,
    game: &str,
    level: Level,
) -> anyhow::Result<()> {
    for first in (0..tables).step_by(TABLES_A_HOST) {
        let mut host = Client::connect(address, None).await?;
        for _ in first..tables.min(first + TABLES_A_HOST) {
            open(&mut host, game, level).await?;
        }
    }
    if tables > 0 {
        tokio::time::sleep(UNTIL_THEY_PLAY).await;
    }
    Ok(())
}

async fn open(host: &mut Client, game: &str, level: Level) -> anyhow::Result<()> {
    let create = json!({ "game": game, "nickname": "Host", "private": true });
    let created = ask(host, "create_game", create).await?;
    let code = created["gameCode"].as_str().context("a table has a code")?;
    let sync = ask(host, "sync", json!({ "gameCode": code })).await?;
    for _ in 1..sync["seats"].as_u64().context("a table has seats")? {
        let bot = json!({ "gameCode": code, "level": level });
        ask(host, "add_bot", bot).await?;
    }
    Ok(())
}

async fn ask(
    host: &mut Client,
    command: &str,
    payload: serde_json::Value,
) -> anyhow::Result<serde_json::Value> {
    let answer = host.ask(command, &payload).await?;
    anyhow::ensure!(answer["ok"] == true, "{command} {payload}: {answer}");
    Ok(answer)
}
