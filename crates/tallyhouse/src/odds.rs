//! `tallyhouse odds`: what luck may bring, exactly, one file a game.

mod cribbage;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Game {
    /// What a cribbage hand scores with each starter
    Cribbage(cribbage::Args),
}

pub(crate) fn run(game: &Game, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        Game::Cribbage(args) => cribbage::run(args, out),
    }
}
