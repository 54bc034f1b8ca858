//! `tallyhouse serve`: opens the house to the network.
//!
//! Without any settings it listens on every address, keeps its journal in the folder `data` and
//! prints its address. It runs until it is told to stop, and then finishes all requests under way.

mod ending;
mod files;
mod invitation;
mod settings;

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use server::cluster::Nodes;
use store::{Journal, PostgresJournal, SqliteJournal};
use tokio::net::TcpListener;

pub(crate) use settings::{Args, socket_of};
use settings::{Log, ServeSettings};

/// Runs a house until it is told to stop.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let settings = ServeSettings::read(args)?;
    start_log(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the house cannot start its threads")?;
    let (journal, place) = open_journal(&settings)?;
    let served = runtime.block_on(open(&settings, journal.clone(), &place, out));
    ending::end(runtime, journal, END);
    served?;
    Ok(ExitCode::SUCCESS)
}

/// The time that the program gives to reads and writes of the journal whose callers have stopped
/// waiting. The house itself stops within four seconds; nobody waits for more than five.
const END: Duration = Duration::from_millis(900);

async fn open(
    settings: &ServeSettings,
    journal: Arc<dyn Journal>,
    place: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut config = settings.config()?;
    config.budgets.connections = files::fit(config.budgets.connections);
    if let Some(bus) = &settings.bus {
        anyhow::ensure!(
            settings.store.is_some(),
            "a bus needs a shared database: --store must be given too"
        );
        let nodes = Nodes::join(bus).await?;
        tracing::info!(node = %nodes.node, "one of several nodes");
        config.nodes = Some(nodes);
    }
    let listener = TcpListener::bind(settings.listen)
        .await
        .with_context(|| format!("the house cannot listen on {}", settings.listen))?;
    let address = listener.local_addr()?;
    // Signals are caught before anybody can know that the house is open.
    let stop = stop_signal()?;
    invite(address, out)?;
    tracing::info!(%address, data = place, "open");
    server::run(listener, config, journal, stop).await?;
    tracing::info!("closed");
    Ok(())
}

/// The journal, and its place: the given database, or else the file.
fn open_journal(settings: &ServeSettings) -> anyhow::Result<(Arc<dyn Journal>, String)> {
    match &settings.store {
        Some(url) => {
            let journal = PostgresJournal::open(url)?;
            let place = journal.address();
            Ok((Arc::new(journal), place))
        }
        None => {
            make_folder_of(&settings.data)?;
            let journal = SqliteJournal::open_alone(&settings.data)?;
            Ok((Arc::new(journal), settings.data.display().to_string()))
        }
    }
}

fn make_folder_of(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent();
    if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    Ok(())
}

fn invite(address: SocketAddr, out: &mut dyn Write) -> std::io::Result<()> {
    let lan = invitation::lan_address(address);
    let with_code = std::io::IsTerminal::is_terminal(&std::io::stdout());
    write!(out, "{}", invitation::write(address, lan, with_code))?;
    out.flush()
}

/// Completes when somebody presses Ctrl-C or the system asks us to end. A second Ctrl-C ends the
/// process at once: nothing acknowledged is lost.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("closing");
        tokio::spawn(async move {
            interrupt.recv().await;
            tracing::warn!("interrupted again: ending at once");
            std::process::exit(INTERRUPTED);
        });
    })
}

/// The status of a process that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

fn start_log(settings: &ServeSettings) -> anyhow::Result<()> {
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_max_level(settings.log_level);
    let started = match settings.log {
        Log::Text => log.try_init(),
        Log::Json => log.json().try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("the log cannot be started: {error}"))
}
