//! The web client in `web`: its packages, and the files that go into the program.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

/// Installs the packages that the lock file names, unless exactly these are installed.
pub(crate) fn install(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join("web");
    if is_installed(&folder) {
        println!("the packages of the web client are there");
        return Ok(());
    }
    CommandLine::new("npm ci --no-audit --no-fund").run(&folder)
}

/// Builds the files into `web/dist`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    CommandLine::new("npm run --silent build").run(&workspace.root.join("web"))
}

/// Whether the packages were installed after the lock file changed; npm writes its own record last.
fn is_installed(folder: &Path) -> bool {
    let lock = changed(&folder.join("package-lock.json"));
    let installed = changed(&folder.join("node_modules/.package-lock.json"));
    matches!((lock, installed), (Some(lock), Some(installed)) if lock <= installed)
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}
