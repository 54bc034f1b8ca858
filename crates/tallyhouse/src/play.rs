//! `tallyhouse play`: a game in the terminal, one file a game.
//!
//! Games are played line by line on standard input and output, so that a script
//! can play as well as a person. Whoever plays, a person or a bot, sees only what
//! their seat may see.

mod console;
mod cribbage;
mod random;

pub(crate) use self::cribbage::{Cast, Narrator};

use std::io::Write;
use std::process::ExitCode;

use self::console::Console;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Game {
    /// Cribbage for two, three or four
    Cribbage(cribbage::Args),
}

pub(crate) fn run(game: &Game, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut console = Console::of_terminal(out);
    match game {
        Game::Cribbage(args) => cribbage::run(args, &mut console),
    }
}
