//! The memory of many idle tables, and how soon a house with a long journal is back.

use std::io::Write;

use anyhow::Context;
use serde_json::json;
use server::client::Client;
use tokio::time::Instant;

use super::disk::Disk;
use super::house::LoadedHouse;

/// Opens tables with a game begun, leaves them, kills the house and comes back.
pub(super) async fn measure(disk: &Disk, tables: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "journal    on {disk}")?;
    let mut house = LoadedHouse::open(disk)?;
    let empty = house.process().resident_megabytes();
    let codes = open_tables(&house, tables).await?;
    let full = house.process().resident_megabytes();
    if let (Some(empty), Some(full)) = (empty, full) {
        writeln!(
            out,
            "memory     {full} MB with {tables} tables and no player there ({empty} MB empty)"
        )?;
    }
    let began = Instant::now();
    house.kill_and_reopen()?;
    let mut client = Client::connect(house.address, None).await?;
    let code = codes.last().context("there is no table")?;
    let seen = client
        .ask("watch_game", &json!({ "gameCode": code }))
        .await?;
    anyhow::ensure!(seen["ok"] == true, "{seen}");
    let took = began.elapsed().as_secs_f64();
    writeln!(
        out,
        "cold start {took:.3} s from the kill to the first accepted command, {tables} tables in the journal"
    )?;
    Ok(())
}

/// The number of tables that two players host before they are replaced: no real player hosts
/// thousands.
const TABLES_A_PAIR: usize = 100;

async fn open_tables(house: &LoadedHouse, tables: usize) -> anyhow::Result<Vec<String>> {
    let mut codes = Vec::with_capacity(tables);
    while codes.len() < tables {
        let mut host = Client::connect(house.address, None).await?;
        let mut guest = Client::connect(house.address, None).await?;
        for _ in 0..TABLES_A_PAIR.min(tables - codes.len()) {
            let create =
                json!({ "game": "cribbage", "nickname": "Host", "table": { "pace": "instant" } });
            let created = host.ask("create_game", &create).await?;
            let code = created["gameCode"]
                .as_str()
                .with_context(|| created.to_string())?;
            let join = json!({ "gameCode": code, "nickname": "Guest" });
            let joined = guest.ask("join_game", &join).await?;
            anyhow::ensure!(joined["ok"] == true, "{joined}");
            codes.push(code.to_owned());
        }
    }
    Ok(codes)
}
