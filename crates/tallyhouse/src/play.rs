//! `tallyhouse play`: a game in the terminal, one file a game.
//!
//! Games are played line by line on standard input and output, so that a script
//! can play as well as a person. Whoever plays, a person or a bot, sees only what
//! their seat may see.

mod cast;
mod console;
mod cribbage;
mod dice;
mod random;
mod sitting;
mod texas42;

pub(crate) use self::console::Console;
pub(crate) use self::sitting::{random_seed, replay};

use std::io::Write;
use std::process::ExitCode;

/// Cribbage at the keyboard.
pub(crate) type CribbageHost = cribbage::Parlour;

/// Dice hands at the keyboard.
pub(crate) type DiceHost = dice::Parlour;

/// Texas 42 at the keyboard.
pub(crate) type Texas42Host = texas42::Parlour;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Game {
    /// Cribbage for two, three or four
    Cribbage(cribbage::Args),
    /// Dice hands: a run alone, or a race
    Dice(dice::Args),
    /// Texas 42 for four, as partners
    Texas42(texas42::Args),
}

pub(crate) fn run(game: &Game, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut console = Console::of_terminal(out);
    match game {
        Game::Cribbage(args) => cribbage::run(args, &mut console),
        Game::Dice(args) => dice::run(args, &mut console),
        Game::Texas42(args) => texas42::run(args, &mut console),
    }
}
