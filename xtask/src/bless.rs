//! `cargo xtask bless`: accepts the present behaviour of the games as the expected one.
//!
//! The variable BLESS tells the testkit to rewrite rulings, playthroughs and generated files
//! instead of comparing them. Nothing is committed: a reader of the difference decides that.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::workspace::Workspace;
use crate::{test, tools};

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    tools::install_missing(workspace)?;
    let tests = CommandLine::new(test::NEXTEST)
        .with("BLESS", "1")
        .run(&workspace.root);
    // Shown after a failure too: some files have been rewritten by then.
    println!("\nChanged against the last commit:");
    CommandLine::new("git --no-pager diff --stat HEAD").run(&workspace.root)?;
    tests
}
