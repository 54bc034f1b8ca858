//! `cargo xtask soak`: the long version of a test that the test command runs shortly.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::steps::{self, CheckStep};
use crate::workspace::Workspace;

/// Two hundred games through a hundred crashes.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let crash = CommandLine::new("cargo nextest run --locked --package tallyhouse --test crash")
        .with("CRASH_KILLS", "100")
        .with("CRASH_PAIRS", "20")
        .with("CRASH_GAMES", "200");
    steps::run_all(&[CheckStep::run("crashes", crash)], workspace)
}
