//! `cargo xtask cluster`: a house of three nodes on this machine, with everything it needs.
//!
//! The program `cluster` of `crates/engines` runs it; this module builds it.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Error, Result};

use crate::command_line::CommandLine;
use crate::workspace::Workspace;
use crate::{engines, web};

/// Builds everything, and then becomes that program: Ctrl-C reaches it alone.
///
/// `arguments` are passed to each node.
pub(crate) fn run(
    workspace: &Workspace,
    is_for_programs: bool,
    arguments: &[String],
) -> Result<()> {
    engines::install(workspace)?;
    web::install(workspace)?;
    web::build(workspace)?;
    CommandLine::new("cargo build --locked --release --package tallyhouse --package engines")
        .run(&workspace.root)?;
    let program = engines::target_folder(workspace)?.join("release/cluster");
    let mut command = Command::new(&program);
    if is_for_programs {
        command.arg("--json");
    }
    let failed = command.args(arguments).exec();
    Err(Error::new(failed).context(format!("cannot start {}", program.display())))
}
