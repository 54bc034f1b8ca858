//! `tallyhouse advise`: advice for a position, one file per game.

mod cribbage;
mod dice;
mod texas42;

use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ChosenGame {
    /// What to throw to the crib, and what each throw is worth
    Cribbage(cribbage::Args),
    /// Which dice to throw again, and how likely the target is
    Dice(dice::Args),
    /// What to bid on a hand, and how likely it is made
    Texas42(texas42::Args),
}

pub(crate) fn run(game: &ChosenGame, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match game {
        ChosenGame::Cribbage(args) => cribbage::run(args, out),
        ChosenGame::Dice(args) => dice::run(args, out),
        ChosenGame::Texas42(args) => texas42::run(args, out),
    }
}
