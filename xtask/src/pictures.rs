//! `cargo xtask pictures`: build the web client and the house, and take pictures of the games.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::web;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    web::install(workspace)?;
    web::build(workspace)?;
    CommandLine::new("cargo build --locked --package tallyhouse").run(&workspace.root)?;
    CommandLine::new("npm run --silent gallery").run(&workspace.root.join("web"))
}
