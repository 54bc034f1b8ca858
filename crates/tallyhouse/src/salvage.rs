//! `tallyhouse salvage`: saves what is left of a damaged journal into a new file.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use store::SqliteJournal;

use crate::SOME_BAD;

/// The source and the destination.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tallyhouse salvage data/tallyhouse.db saved.db     the damaged file is only read

The exit status is 1 if anything could not be saved.")]
pub(crate) struct Args {
    /// The damaged file; its house must be closed
    from: PathBuf,
    /// A new file
    to: PathBuf,
}

/// Copies everything that can be read, and names the rest.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let from = &args.from;
    anyhow::ensure!(from.exists(), "there is no file {}", from.display());
    let rescued = SqliteJournal::rescue(from, &args.to)?;
    for error in &rescued.damaged {
        writeln!(out, "lost: {error}")?;
    }
    for list in &rescued.incomplete {
        writeln!(out, "not all of the list \"{list}\" could be read")?;
    }
    let (tables, players) = (rescued.tables, rescued.players);
    let to = args.to.display();
    writeln!(out, "{to} has {tables} tables and {players} players.")?;
    let is_whole = rescued.damaged.is_empty() && rescued.incomplete.is_empty();
    Ok(if is_whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(SOME_BAD)
    })
}
