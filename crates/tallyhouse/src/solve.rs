//! `tallyhouse solve`: the worth of a deal under perfect play, one file per game.

mod texas42;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ChosenGame {
    /// Solve a deal of Texas 42
    Texas42(texas42::Args),
}

pub(crate) fn run(game: &ChosenGame, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        ChosenGame::Texas42(args) => texas42::run(args, out),
    }
}
