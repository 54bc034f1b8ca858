//! The suite in `tests/outside`: the house tested with the real Socket.IO client.
//!
//! It runs the programs that the Rust tests have just built: the house, and the cluster with its
//! balancer.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join("tests/outside");
    CommandLine::new("npm ci --no-audit --no-fund").run(&folder)?;
    CommandLine::new("node --test").run(&folder)
}
