//! `tallyhouse bench-server`: measures the capacity of a house by playing.
//!
//! It plays real cribbage by the protocol, like the page: two sockets per table, at every tenth
//! table a third that watches, every command with its own id, and every move taken from the legal
//! actions that the house sent. Every message is read and checked, and at the end the acknowledged
//! moves are counted again in the journal. The same load is then played like the page of version
//! 0.1, which asked for the table after each event.
//!
//! The house is another process (our own, or one that already runs) and shares only the machine.
//! Targets for the figures are not defined here.

mod bots;
mod cold;
mod disk;
mod ear;
mod figures;
mod house;
mod journal;
mod message;
mod metrics;
mod pace;
mod plan;
mod player;
mod process;
mod report;
mod table;

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ::table::Level;
use anyhow::Context;
use tokio::time::Instant;

use self::table::{LoadOutcome, LoadTable};
use crate::SOME_BAD;
use disk::Disk;
use figures::{Reading, StageFigures};
use house::LoadedHouse;
use pace::MovePace;
use plan::LoadPlan;
use process::HouseProcess;
use report::{Checked, LoadReport};

/// The settings of a measurement.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of tables; each has two players, and every tenth a spectator
    #[arg(long, default_value_t = 2_500)]
    tables: usize,
    /// Moves per second over all tables; 0 for as many as possible [default: 4000, then 0]
    #[arg(long)]
    rate: Option<u64>,
    /// How long to measure each load, in seconds; the way of version 0.1 gets half of it
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The folder of the house's journal, on a real disk [default: a folder in target]
    #[arg(long, value_name = "FOLDER", conflicts_with = "address")]
    data: Option<PathBuf>,
    /// Print the figures as one line of JSON
    #[arg(long, conflicts_with = "cold")]
    json: bool,
    /// Measure a house that already runs here instead of starting one; it must have no rate limits
    #[arg(long, value_name = "ADDRESS", conflicts_with = "cold")]
    address: Option<SocketAddr>,
    /// Open the tables at this node of the house, so that the other one forwards every move
    #[arg(long, value_name = "ADDRESS", requires = "address")]
    tables_at: Option<SocketAddr>,
    /// The number of further tables where a person plays against bots, at the usual pace
    #[arg(long, default_value_t = 0, conflicts_with = "cold")]
    bot_tables: usize,
    /// The game of the bots
    #[arg(long, default_value = "cribbage", requires = "bot_tables")]
    bot_game: String,
    /// The level of the bots
    #[arg(long, value_parser = level, default_value = "medium", requires = "bot_tables")]
    bot_level: Level,
    /// Measure instead the memory of this many tables, and how soon a house with their journal
    /// accepts its first command
    #[arg(long)]
    cold: bool,
}

/// The default loads: one for measuring the wait for an ack, then one for the number of moves.
const LOADS: [u64; 2] = [4_000, 0];

/// Measures, and prints the figures.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the generator cannot start its threads")?;
    if args.cold {
        let disk = Disk::find(args.data.as_deref())?;
        runtime.block_on(cold::measure(&disk, args.tables, out))?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = runtime.block_on(load(args, out))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(if report.is_whole() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(SOME_BAD)
    })
}

async fn load(args: &Args, out: &mut dyn Write) -> anyhow::Result<LoadReport> {
    let mut say = |words: String| -> std::io::Result<()> {
        if args.json {
            return Ok(());
        }
        writeln!(out, "{words}")?;
        out.flush()
    };
    let (mut house, address) = match args.address {
        Some(address) => (None, address),
        None => {
            let disk = Disk::find(args.data.as_deref())?;
            say(format!("journal on {disk}"))?;
            let house = LoadedHouse::open(&disk)?;
            let address = house.address;
            (Some((house, disk)), address)
        }
    };
    if args.bot_tables > 0 {
        let n = args.bot_tables;
        say(format!("{n} tables of people against bots"))?;
    }
    bots::seat(address, args.bot_tables, &args.bot_game, args.bot_level).await?;
    let began = Instant::now();
    let opened_at = args.tables_at.unwrap_or(address);
    let tables = seat(opened_at, address, args.tables).await?;
    let n_sockets: usize = tables.iter().map(LoadTable::n_sockets).sum();
    let rates = args.rate.map_or(LOADS.to_vec(), |rate| vec![rate]);
    let measured = Duration::from_secs(args.seconds);
    let plan = Arc::new(LoadPlan::new(args.tables, &rates, measured));
    say(format!(
        "{} tables with {n_sockets} sockets in {:.1} s; now playing for {:.0} s\n",
        tables.len(),
        began.elapsed().as_secs_f64(),
        plan.length().as_secs_f64()
    ))?;

    let process = house.as_ref().map(|(house, _)| house.process());
    let (readings, outcomes) = play(tables, &plan, address, process).await?;
    let figures = plan.stages().iter().zip(readings).enumerate();
    let figures = figures
        .map(|(place, (stage, (before, after)))| {
            StageFigures::new(stage, place, &before, &after, &outcomes)
        })
        .collect();
    let checked = match &mut house {
        Some((house, _)) => {
            house.kill()?;
            Some(journal::count(&house.journal(), &outcomes)?)
        }
        None => None,
    };
    Ok(LoadReport::new(
        house.as_ref().map(|(_, disk)| disk.file_system.clone()),
        n_sockets,
        figures,
        Checked::new(&outcomes, checked),
    ))
}

/// Plays at all tables until the plan is over, and reads the house meanwhile.
async fn play(
    tables: Vec<LoadTable>,
    plan: &Arc<LoadPlan>,
    address: SocketAddr,
    process: Option<HouseProcess>,
) -> anyhow::Result<(Vec<(Reading, Reading)>, Vec<LoadOutcome>)> {
    let n = tables.len();
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(place, table)| {
            let pace = Arc::new(MovePace::new(place, n));
            tokio::spawn(table.play(plan.clone(), pace))
        })
        .collect();
    let readings = read(plan, address, process).await?;
    let mut outcomes = Vec::with_capacity(playing.len());
    for table in playing {
        outcomes.push(table.await?);
    }
    Ok((readings, outcomes))
}

/// Reads the house at the beginning and at the end of each measured stage.
async fn read(
    plan: &LoadPlan,
    address: SocketAddr,
    process: Option<HouseProcess>,
) -> anyhow::Result<Vec<(Reading, Reading)>> {
    let mut readings = Vec::with_capacity(plan.stages().len());
    for stage in plan.stages() {
        tokio::time::sleep_until(stage.from).await;
        let before = Reading::take(address, process).await?;
        tokio::time::sleep_until(stage.end).await;
        readings.push((before, Reading::take(address, process).await?));
    }
    Ok(readings)
}

/// A level by its name.
fn level(name: &str) -> Result<Level, String> {
    let value = serde_json::Value::from(name);
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// The number of tables that are opened at the same time: connecting is not measured.
const SEATED_AT_ONCE: usize = 64;

async fn seat(
    opened_at: SocketAddr,
    address: SocketAddr,
    n_tables: usize,
) -> anyhow::Result<Vec<LoadTable>> {
    let mut tables = Vec::with_capacity(n_tables);
    while tables.len() < n_tables {
        let some = SEATED_AT_ONCE.min(n_tables - tables.len());
        let coming: Vec<_> = (tables.len()..tables.len() + some)
            .map(|place| tokio::spawn(LoadTable::seat(opened_at, address, place)))
            .collect();
        for table in coming {
            tables.push(table.await??);
        }
    }
    Ok(tables)
}
