//! `tallyhouse verify`: checks step by step whether the luck of a game was fair.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use store::{Journal, SqliteJournal};
use table::Entry;
use table::verify::{GameReport, Report};

use crate::{NOTHING_YET, SOME_BAD};

/// The journal to check.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A journal as /api/tables/CODE/journal returns it, `-` for standard input; with --data the
    /// code of a table
    journal: String,
    /// Find the table in this file of a house
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Show every step, not only those that fail
    #[arg(long)]
    all: bool,
}

/// Checks a journal and prints the results.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let entries = match &args.data {
        Some(file) => from_house(file, &args.journal)?,
        None => from_text(&args.journal)?,
    };
    let report = table::verify::verify(&entries, roster::find);
    for game in &report.games {
        write_game(game, args.all, out)?;
    }
    writeln!(out, "{}", verdict(&report))?;
    Ok(match (report.is_good(), report.has_finished()) {
        (true, _) => ExitCode::SUCCESS,
        (false, true) => ExitCode::from(SOME_BAD),
        (false, false) => ExitCode::from(NOTHING_YET),
    })
}

fn from_house(file: &Path, code: &str) -> anyhow::Result<Vec<Entry>> {
    anyhow::ensure!(file.exists(), "there is no file {}", file.display());
    let code = code.to_ascii_uppercase().parse()?;
    let journal = SqliteJournal::open(file)?;
    Ok(server::entries_of(journal.load(&code)?)?)
}

fn from_text(name: &str) -> anyhow::Result<Vec<Entry>> {
    let mut text = String::new();
    if name == "-" {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(name).with_context(|| format!("{name} cannot be read"))?;
    }
    serde_json::from_str(&text).with_context(|| format!("{name} is no journal of a table"))
}

fn write_game(game: &GameReport, all: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let good = game.checks.iter().filter(|check| check.ok).count();
    let n_checks = game.checks.len();
    match game.finished {
        true => writeln!(
            out,
            "game {}: {good} of {n_checks} checks hold",
            game.number
        )?,
        false => writeln!(
            out,
            "game {}: not over, so its secret is not told",
            game.number
        )?,
    }
    for check in game.checks.iter().filter(|check| all || !check.ok) {
        let mark = if check.ok { "ok  " } else { "FAIL" };
        writeln!(out, "  {mark} entry {}: {}", check.entry, check.what)?;
    }
    Ok(())
}

fn verdict(report: &Report) -> &'static str {
    match (report.is_good(), report.has_finished()) {
        (true, _) => "every deal checks",
        (false, true) => "NOT every deal checks",
        (false, false) => "no game is over, so there is nothing to check yet",
    }
}
