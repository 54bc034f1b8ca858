//! `cargo xtask bless`: accept what the games do now as what they should do.
//!
//! The variable BLESS tells the testkit to rewrite rulings, playthroughs and
//! generated files instead of comparing them. Nothing is committed: that is for a reader of the
//! difference to decide.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;
use crate::{test, tools};

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    tools::install_missing(workspace)?;
    let tests = CommandLine::new(test::NEXTEST)
        .with("BLESS", "1")
        .run(&workspace.root);
    // Shown after a failure too: some files are rewritten by then.
    println!("\nChanged against the last commit:");
    CommandLine::new("git --no-pager diff --stat HEAD").run(&workspace.root)?;
    tests
}
