//! `tallyhouse odds`: exact odds, one file per game.

mod cribbage;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ChosenGame {
    /// The scores of a cribbage hand with each starter
    Cribbage(cribbage::Args),
}

pub(crate) fn run(game: &ChosenGame, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        ChosenGame::Cribbage(args) => cribbage::run(args, out),
    }
}
