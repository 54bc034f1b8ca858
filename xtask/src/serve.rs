//! `cargo xtask serve`: build the web client and the house, and open it.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;
use crate::{pocket, web};

/// Runs `tallyhouse serve` with these arguments until it is stopped.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    web::install(workspace)?;
    pocket::build(workspace)?;
    web::build(workspace)?;
    let status = Command::new("cargo")
        .args(["run", "--locked", "--release", "--package", "tallyhouse"])
        .args(["--", "serve"])
        .args(arguments)
        .current_dir(&workspace.root)
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("the house stopped ({status})");
    }
    Ok(())
}
