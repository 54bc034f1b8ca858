//! The tools that the checks need beyond a Rust toolchain, and how to get them.
//!
//! A missing tool is installed with the command shown, into the user's own cargo or rustup folder,
//! or with the system's package manager if that is allowed; an existing tool of any version is left
//! as it is.

use anyhow::{Context, Result};

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

struct Tool {
    name: &'static str,
    /// Succeeds if the tool exists.
    probe: &'static str,
    /// The commands that install it, one after the other.
    install: &'static [&'static str],
}

/// A fresh system has no list of packages yet.
const PACKAGE_LIST: &str = "apt-get update";

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        probe: "cargo fmt --version",
        install: &["rustup component add rustfmt"],
    },
    Tool {
        name: "clippy",
        probe: "cargo clippy --version",
        install: &["rustup component add clippy"],
    },
    Tool {
        name: "cargo-nextest",
        probe: "cargo nextest --version",
        install: &["cargo install cargo-nextest --locked"],
    },
    Tool {
        name: "cargo-deny",
        probe: "cargo deny --version",
        // It is quick enough without optimisation, and is built in half the time.
        install: &["cargo install cargo-deny --locked --debug"],
    },
    Tool {
        name: "Node",
        probe: "npm --version",
        install: &[PACKAGE_LIST, "apt-get install --yes nodejs npm"],
    },
    Tool {
        name: "Chromium",
        probe: "chromium --version",
        install: &[
            PACKAGE_LIST,
            "apt-get install --yes --no-install-recommends chromium",
        ],
    },
];

/// Installs every missing tool, and prints what it does.
pub(crate) fn install_missing(workspace: &Workspace) -> Result<()> {
    for tool in TOOLS {
        if CommandLine::new(tool.probe).succeeds(&workspace.root)? {
            println!("{} is there", tool.name);
            continue;
        }
        for line in tool.install {
            let install = CommandLine::new(*line);
            println!("{} is missing; installing it: {install}", tool.name);
            install.run(&workspace.root).with_context(|| {
                format!(
                    "{0} could not be installed; install it by hand so that `{1}` works",
                    tool.name, tool.probe
                )
            })?;
        }
    }
    Ok(())
}
