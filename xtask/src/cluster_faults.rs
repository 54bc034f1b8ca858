//! `cargo xtask cluster-faults`: every failure between nodes while a hundred games are played, the
//! cost of a forwarded move, five hundred seeds of a simulated network, and what PostgreSQL takes
//! beside SQLite.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::engines;
use crate::steps::{self, CheckStep};
use crate::workspace::Workspace;

/// A release build, and real servers. The test command does the same with fewer games and seeds.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let faults = "cargo nextest run --locked --release --package tallyhouse --test nodes \
                  --test-threads 1 --success-output immediate";
    let faults = CommandLine::new(faults).with("CLUSTER_FAULTS", "1");
    let seeds = "cargo nextest run --locked --release --package server --test network \
                 --success-output immediate nodes::";
    let seeds = CommandLine::new(seeds).with("SEEDS", "500");
    let steps = [
        CheckStep::call("engines", engines::install),
        CheckStep::run("faults between nodes", faults),
        CheckStep::run("three houses on a simulated network", seeds),
        CheckStep::run(
            "appends of PostgreSQL beside SQLite",
            CommandLine::new("cargo bench --locked --package store --bench append"),
        ),
    ];
    steps::run_all(&steps, workspace)
}
