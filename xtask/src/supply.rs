//! What comes into the program from outside: its licences, its sources, and what is not wanted.
//!
//! cargo-deny answers, by the rules in `deny.toml`. Known vulnerabilities need a database that
//! lies elsewhere: they are looked up where it can be fetched, and where it cannot, that is said.

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
