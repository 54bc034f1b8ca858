//! The project's own commands, run as `cargo xtask <command>`.
//!
//! They are a program and not shell scripts: they run wherever the project builds, and are tested
//! like the rest of it. This crate knows the workspace from outside (its manifests, files and
//! commands) and never links another crate of it: `tidy` must still run when everything else is
//! broken.

// Printing is what these commands are for.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod bless;
mod cluster;
mod cluster_faults;
mod command_line;
mod engines;
mod fourth_game;
mod new_game;
mod outside;
mod pictures;
mod pocket;
mod serve;
mod siege;
mod soak;
mod steps;
mod supply;
mod test;
mod tidy;
mod tools;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use workspace::Workspace;

#[derive(Parser)]
#[command(bin_name = "cargo xtask", about = "The project's own commands")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the web client and the house, and open it on http://localhost:4242, with its journal in ./data.
    Serve {
        /// Arguments for `tallyhouse serve`, such as `--listen 127.0.0.1:8080`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Start PostgreSQL, NATS, three nodes and a balancer on free ports of this machine, and print
    /// how to kill each.
    ///
    /// Enter restarts what has ended, Ctrl-C ends everything.
    Cluster {
        /// Print addresses and process ids as a line of JSON, and end with the input too.
        #[arg(long)]
        json: bool,
        /// Further arguments for each `tallyhouse serve`, such as `--no-limits`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run every check: format, invariants, lints, tests, web client, documentation.
    ///
    /// Installs missing tools, and prints that. Stops at the first step that fails. If the pocket
    /// cannot be compiled it fails, unless `TALLYHOUSE_WITHOUT_POCKET` is set.
    Test,
    /// Kill the house a hundred times in the middle of two hundred games.
    Soak,
    /// Attack a release build of the house in every way while honest players play on.
    Siege,
    /// Kill, stop and cut off nodes, bus and database while a hundred games are played across nodes.
    ClusterFaults,
    /// Rewrite the expected results of rulings and playthroughs, then show the changes.
    ///
    /// Runs all tests with BLESS=1. Read the difference before committing it: each changed line is
    /// a changed rule.
    Bless,
    /// Take pictures of every moment of the games at three sizes, light and dark, into `web/artefacts/gallery`.
    Pictures,
    /// Compile the house in a pocket for the page, as `serve` and `test` do.
    Pocket,
    /// Play forty games of each kind and level in the page and outside, and compare them byte by byte.
    ///
    /// Builds its parts first, and fails if the pocket cannot be built.
    Trials,
    /// Check the invariants that the compiler does not: layers, purity, manifests, text.
    Tidy,
    /// Write the skeleton of a game: a small one that plays and passes every check.
    NewGame {
        /// The word for it in folders, URLs and commands, such as `blind_dice`.
        key: String,
    },
    /// Add a game to a copy of the workspace, and check that everything serves it.
    FourthGame,
    /// Install PostgreSQL, NATS and HAProxy for the tests into the target folder, and say where they are.
    Engines,
    /// Check the dependencies against deny.toml: licences, sources, unwanted crates.
    Supply,
    /// Run the benchmarks, which also assert their results.
    Bench {
        /// Only the benchmarks whose `package/name` contains this text.
        filter: Option<String>,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> anyhow::Result<()> {
    let workspace = Workspace::load()?;
    match command {
        Command::Serve { arguments } => serve::run(&workspace, arguments),
        Command::Cluster { json, arguments } => cluster::run(&workspace, *json, arguments),
        Command::Test => test::run(&workspace),
        Command::Soak => soak::run(&workspace),
        Command::Siege => siege::run(&workspace),
        Command::ClusterFaults => cluster_faults::run(&workspace),
        Command::Bless => bless::run(&workspace),
        Command::Engines => engines::install(&workspace),
        Command::Supply => supply::run(&workspace),
        Command::Pocket => pocket::build(&workspace),
        Command::Trials => pocket::trials(&workspace),
        Command::Pictures => pictures::run(&workspace),
        Command::NewGame { key } => new_game::run(&workspace, key),
        Command::FourthGame => fourth_game::run(&workspace),
        Command::Tidy => tidy::run(&workspace),
        Command::Bench { filter } => bench::run(&workspace, filter.as_deref()),
    }
}
