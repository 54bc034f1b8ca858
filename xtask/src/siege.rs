//! `cargo xtask siege`: every attack from one address on a house while others play.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::steps::{self, CheckStep};
use crate::workspace::Workspace;

/// Half a minute of each phase, against a release build. The test command runs six seconds of each
/// against its own debug build, because compiling a release build would take longer than that.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let siege = "cargo nextest run --locked --release --package tallyhouse --test siege";
    let siege = CommandLine::new(siege).with("SIEGE_SECONDS", "30");
    steps::run_all(&[CheckStep::run("siege", siege)], workspace)
}
