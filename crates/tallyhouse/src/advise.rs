//! `tallyhouse advise`: what to do in a position, one file a game.

mod dice;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Game {
    /// Which dice to throw again, and how likely the target is
    Dice(dice::Args),
}

pub(crate) fn run(game: &Game, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        Game::Dice(args) => dice::run(args, out),
    }
}
