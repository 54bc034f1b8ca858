//! The command `tallyhouse`: counts hands with reasons, computes odds, plays in the terminal.
//!
//! This file has options and wiring, and each command is a file of its own. `play`, `arena`,
//! `engine`, `replay` and `review` serve every game of the roster; a game with its own arguments or
//! its own terminal table has a file in the command's folder. The rules are in the games' own
//! crates, never here.

mod admin;
mod advise;
mod arena;
mod bench_server;
mod cards;
mod completions;
mod drill;
mod drill_pool;
mod engine;
mod games;
mod json;
mod jsonl;
mod lines;
mod move_house;
mod odds;
mod options;
mod play;
mod pool;
mod progress;
mod rebuild_history;
mod replay;
mod review;
mod salvage;
mod score;
mod serve;
mod solve;
mod style;
mod verify;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kernel::AnyRefusal;

/// With the system's allocator, a third of the house's time went into allocating small pieces of
/// JSON.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  tallyhouse score cribbage 5H 5C 5S JD --cut 5D     count a hand and say why
  tallyhouse score texas42 < hand.json               score a played hand, trick by trick
  tallyhouse score dice 1111122333                   the best split of a pool of dice
  tallyhouse odds cribbage 5H 5C 6S 7D               what the starter may bring
  tallyhouse advise cribbage 5H 5C 6S 7D 8C KD --dealer   what to throw to the crib
  tallyhouse advise dice 11235 --rerolls 2           which dice to throw again
  tallyhouse solve texas42 --help                    what a deal is worth under perfect play
  tallyhouse play cribbage                           play a game here and now
  tallyhouse drill cribbage discard                  practise, one hand after another
  tallyhouse arena cribbage random random --pairs 50 which of two bots is better
  tallyhouse serve                                   open the house on http://localhost:4242

Exit status: 0 if all went well, 1 if a line of --jsonl was bad or a file could not
be used, 2 if the arguments were bad. NO_COLOR=1 turns colours off.";

/// A house of game tables: counts every point and gives the reasons.
#[derive(Debug, Parser)]
#[command(name = "tallyhouse", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count points, item by item
    Score {
        #[command(subcommand)]
        game: score::ChosenGame,
    },
    /// Compute exact odds
    Odds {
        #[command(subcommand)]
        game: odds::ChosenGame,
    },
    /// Give advice for a position
    Advise {
        #[command(subcommand)]
        game: advise::ChosenGame,
    },
    /// Compute the worth of a deal under perfect play
    Solve {
        #[command(subcommand)]
        game: solve::ChosenGame,
    },
    /// Play a game in the terminal
    Play {
        #[command(subcommand)]
        game: play::ChosenGame,
    },
    /// Practise with graded questions of a game
    Drill(drill::Args),
    /// Let two bots play each other, and report the result with its confidence
    Arena(arena::Args),
    /// Answer other programs: a view per line in, an action per line out
    Engine(engine::Args),
    /// Replay a recorded game
    Replay(replay::Args),
    /// Review a finished game: the cost of its decisions, and the luck
    Review(review::Args),
    /// Open the house to the network
    Serve(serve::Args),
    /// Control a running house from its operator's desk
    Admin(admin::Args),
    /// Save what is left of a damaged journal into a new file
    Salvage(salvage::Args),
    /// Copy the journal of a house from its file into a PostgreSQL database
    MoveHouse(move_house::Args),
    /// Rebuild the history of players' games from the journals
    RebuildHistory(rebuild_history::Args),
    /// Check that the luck of a game was fair
    Verify(verify::Args),
    /// Measure the capacity of a house, by playing cribbage at many tables
    BenchServer(bench_server::Args),
    /// Make the questions of a drill, for the file that ships with its game
    DrillPool(drill_pool::Args),
    /// Print a script that completes commands in your shell
    Completions(completions::Args),
}

/// The exit status if part of the work could not be done.
const SOME_BAD: u8 = 1;

/// The exit status if there was nothing to do yet.
const NOTHING_YET: u8 = 3;

/// The exit status if the arguments are wrong.
const BAD_USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout().lock();
    let done = run(&cli.command, &mut out).and_then(|status| Ok(out.flush().map(|()| status)?));
    done.unwrap_or_else(|error| report(&error))
}

fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Score { game } => score::run(game, out),
        Command::Odds { game } => odds::run(game, out),
        Command::Advise { game } => advise::run(game, out),
        Command::Solve { game } => solve::run(game, out),
        Command::Play { game } => play::run(game, out),
        Command::Drill(args) => drill::run(args, out),
        Command::Arena(args) => arena::run(args, out),
        Command::Engine(args) => engine::run(args),
        Command::Replay(args) => replay::run(args, out),
        Command::Review(args) => review::run(args, out),
        Command::Serve(args) => serve::run(args, out),
        Command::Admin(args) => admin::run(args, out),
        Command::Salvage(args) => salvage::run(args, out),
        Command::MoveHouse(args) => move_house::run(args, out),
        Command::RebuildHistory(args) => rebuild_history::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::BenchServer(args) => bench_server::run(args, out),
        Command::DrillPool(args) => drill_pool::run(args, out),
        Command::Completions(args) => completions::run::<Cli>(args, out),
    }
}

/// Prints an error to standard error and returns its exit status.
fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        // The reader of our output has seen enough, like `head`.
        return ExitCode::SUCCESS;
    }
    let style = style::ERROR;
    // If standard error is closed too, nobody can be told.
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {error:#}");
    let is_usage = error.downcast_ref::<AnyRefusal>().is_some();
    ExitCode::from(if is_usage { BAD_USAGE } else { SOME_BAD })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_are_consistent() {
        Cli::command().debug_assert();
    }
}
