//! `tallyhouse move-house`: copies a house from its SQLite file into a PostgreSQL database.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::ProgressBar;
use serde_json::json;
use store::{Moving, move_house};

use crate::progress;

/// The source and the destination.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tallyhouse move-house data/tallyhouse.db postgres://house@db/house     the house must be closed

The database must be empty. The file is kept as it is; what was set aside in it stays there.
Afterwards everything is read again from both and compared, every seal included.")]
pub(crate) struct Args {
    /// The file of the journal; its house must be closed
    from: PathBuf,
    /// An empty database
    to: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Copies everything, and compares it.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut bars: Option<(&'static str, ProgressBar)> = None;
    let mut show = |moving: Moving| {
        let is_new = bars.as_ref().is_none_or(|(what, _)| *what != moving.what);
        if is_new {
            if let Some((_, last)) = &bars {
                last.finish_and_clear();
            }
            bars = Some((moving.what, progress::bar(moving.all, moving.what)));
        }
        if let Some((_, bar)) = &bars {
            bar.set_position(moving.done);
        }
    };
    let moved = move_house(&args.from, &args.to, &mut show)?;
    if let Some((_, last)) = bars {
        last.finish_and_clear();
    }
    if args.json {
        let line = json!({
            "tables": moved.tables,
            "entries": moved.entries,
            "players": moved.players,
            "tokens": moved.tokens,
            "bans": moved.bans,
            "logLines": moved.log_lines,
            "pastGames": moved.past_games,
            "remembered": moved.remembered,
            "leftAside": moved.left_aside,
        });
        writeln!(out, "{line}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} tables with {} entries, {} players with {} tokens, {} bans, {} lines of the operators' \
         log, {} past games and {} remembered games were copied and compared: every seal fits.",
        moved.tables,
        moved.entries,
        moved.players,
        moved.tokens,
        moved.bans,
        moved.log_lines,
        moved.past_games,
        moved.remembered,
    )?;
    if moved.left_aside > 0 {
        let rows = moved.left_aside;
        writeln!(out, "{rows} rows that were set aside stay in the file.")?;
    }
    Ok(ExitCode::SUCCESS)
}
