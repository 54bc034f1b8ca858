//! `tallyhouse score`: counts something and gives the reasons, one file per game.

mod cribbage;
mod dice;
mod texas42;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ChosenGame {
    /// Count a cribbage hand, a crib or a card of the play
    Cribbage(cribbage::Args),
    /// Score a pool of dice by its best split into hands
    Dice(dice::Args),
    /// Score a played hand of Texas 42, trick by trick
    Texas42(texas42::Args),
}

pub(crate) fn run(game: &ChosenGame, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        ChosenGame::Cribbage(args) => cribbage::run(args, out),
        ChosenGame::Dice(args) => dice::run(args, out),
        ChosenGame::Texas42(args) => texas42::run(args, out),
    }
}
