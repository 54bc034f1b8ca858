//! `cargo xtask test`: every check.

use anyhow::Result;

use crate::command_line::CommandLine;
use crate::steps::{self, CheckStep};
use crate::workspace::Workspace;
use crate::{engines, fourth_game, outside, pocket, supply, tidy, tools, web};

/// The command that runs all tests except those in documentation.
pub(crate) const NEXTEST: &str = "cargo nextest run --locked --workspace";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    steps::run_all(&all(), workspace)
}

/// The quick checks come first: a mistake costs seconds and not minutes.
///
/// No step names a target folder: all share one, and build once.
fn all() -> Vec<CheckStep> {
    let run = |name, line| CheckStep::run(name, CommandLine::new(line));
    vec![
        CheckStep::call("tools", tools::install_missing),
        run("format", "cargo fmt --all --check"),
        CheckStep::call("tidy", tidy::run),
        CheckStep::call("supply chain", supply::run),
        run(
            "lints",
            "cargo clippy --locked --workspace --all-targets -- -D warnings",
        ),
        CheckStep::call("engines", engines::install),
        CheckStep::call("web packages", web::install),
        run("web types", "npm run --silent --prefix web check"),
        run("web lints", "npm run --silent --prefix web lint"),
        run("web tests", "npm run --silent --prefix web test"),
        CheckStep::call("pocket", pocket::require),
        CheckStep::call("web build", web::build),
        run("tests", NEXTEST),
        CheckStep::call("fourth game", fourth_game::run),
        CheckStep::call("outside client", outside::run),
        run("browser tests", "npm run --silent --prefix web browser"),
        run("doc tests", "cargo test --locked --workspace --doc"),
        CheckStep::run(
            "documentation",
            CommandLine::new("cargo doc --locked --workspace --no-deps")
                .with("RUSTDOCFLAGS", "-D warnings"),
        ),
    ]
}
