//! Checks the dependencies: licences, sources, and unwanted crates.
//!
//! cargo-deny checks them by the rules in `deny.toml`. Known vulnerabilities need a database on
//! another host: they are checked if it can be fetched, and otherwise this is printed.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

const RULES: &str = "cargo deny --locked check --hide-inclusion-graph bans licenses sources";
const FETCH_ADVISORIES: &str = "cargo deny --locked fetch db";
const ADVISORIES: &str = "cargo deny --locked check --disable-fetch advisories";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    CommandLine::new(RULES).run(&workspace.root)?;
    if CommandLine::new(FETCH_ADVISORIES).succeeds(&workspace.root)? {
        return CommandLine::new(ADVISORIES).run(&workspace.root);
    }
    println!("advisories not checked: `{FETCH_ADVISORIES}` cannot reach its database here");
    Ok(())
}
