//! `tallyhouse bench-server`: how much a house bears, measured by playing.
//!
//! Real cribbage by the protocol: two sockets a table, every move decided by what was
//! heard, every number of every event checked. The house is another process (ours, or
//! one that already runs), so nothing is shared with it but the machine.

mod bots;
mod cold;
mod house;
mod pair;
mod report;

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use table::Level;
use tokio::time::Instant;

use crate::SOME_BAD;
use bots::Moved;
use house::House;
use pair::{Pair, Plan};
use report::Report;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many tables; each has two players
    #[arg(long, default_value_t = 2_500)]
    tables: usize,
    /// Moves a second over all tables; 0 is as many as there can be
    #[arg(long, default_value_t = 4_000)]
    rate: u64,
    /// How long to measure, in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Measure a house that already runs here instead of starting one; it must have no rate limits
    #[arg(long, value_name = "ADDRESS", conflicts_with = "cold")]
    address: Option<SocketAddr>,
    /// So many more tables where nobody but bots plays, at the usual pace
    #[arg(long, default_value_t = 0, conflicts_with = "cold")]
    bot_tables: usize,
    /// What the bots play
    #[arg(long, default_value = "cribbage", requires = "bot_tables")]
    bot_game: String,
    /// How well they play
    #[arg(long, value_parser = level, default_value = "medium", requires = "bot_tables")]
    bot_level: Level,
    /// Measure instead what so many tables take in memory, and how soon a house with their journal takes its first command
    #[arg(long)]
    cold: bool,
}

/// Measures and prints what was measured.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the generator cannot start its threads")?;
    if args.cold {
        runtime.block_on(cold::measure(args.tables, out))?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = runtime.block_on(load(args, out))?;
    write!(out, "{report}")?;
    Ok(if report.is_whole() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(SOME_BAD)
    })
}

async fn load(args: &Args, out: &mut dyn Write) -> anyhow::Result<Report> {
    let house = match args.address {
        Some(_) => None,
        None => Some(House::open()?),
    };
    let address = match (args.address, &house) {
        (Some(address), _) => address,
        (None, Some(house)) => house.address,
        (None, None) => anyhow::bail!("there is no house to measure"),
    };
    if args.bot_tables > 0 {
        writeln!(
            out,
            "{} tables of bots, who begin in a minute",
            args.bot_tables
        )?;
        out.flush()?;
    }
    bots::seat(address, args.bot_tables, &args.bot_game, args.bot_level).await?;
    let began = Instant::now();
    let pairs = seat(address, args.tables).await?;
    let seated = began.elapsed();
    writeln!(
        out,
        "{} tables with {} sockets in {:.1} s; now playing for {} s",
        pairs.len(),
        2 * pairs.len(),
        seated.as_secs_f64(),
        args.seconds
    )?;
    out.flush()?;
    let plan = Arc::new(Plan::new(
        args.tables,
        args.rate,
        Duration::from_secs(args.seconds),
    ));
    let playing: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(place, pair)| tokio::spawn(pair.play(plan.clone(), place)))
        .collect();
    let mut report = Report::new(args.rate, plan.measured());
    let middle = plan.middle();
    tokio::time::sleep_until(plan.from()).await;
    let before = Moved::read(address).await?;
    tokio::time::sleep_until(middle).await;
    report.megabytes = house.as_ref().and_then(House::resident_megabytes);
    for pair in playing {
        report.add(pair.await?);
    }
    report.bots = Moved::read(address).await?.since(before);
    Ok(report)
}

/// A level by its name.
fn level(name: &str) -> Result<Level, String> {
    let value = serde_json::Value::from(name);
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// How many tables are opened at the same time: connecting is not what is measured.
const SEATED_AT_ONCE: usize = 64;

async fn seat(address: SocketAddr, tables: usize) -> anyhow::Result<Vec<Pair>> {
    let mut pairs = Vec::with_capacity(tables);
    while pairs.len() < tables {
        let some = SEATED_AT_ONCE.min(tables - pairs.len());
        let coming: Vec<_> = (0..some)
            .map(|_| tokio::spawn(Pair::seat(address)))
            .collect();
        for pair in coming {
            pairs.push(pair.await??);
        }
    }
    Ok(pairs)
}
