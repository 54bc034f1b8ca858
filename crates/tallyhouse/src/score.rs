//! `tallyhouse score`: counts something and says why, one file a game.

mod cribbage;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Game {
    /// Count a cribbage hand, a crib or a card of the play
    Cribbage(cribbage::Args),
}

pub(crate) fn run(game: &Game, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        Game::Cribbage(args) => cribbage::run(args, out),
    }
}
