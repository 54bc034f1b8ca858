//! A command of another program: how it is shown and how it is run.
//!
//! It is written as one line of text: a reader sees the same line in the list of steps, on the
//! screen and in an error, ready to be run alone.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A program with its arguments and environment variables.
///
/// Words are split at spaces; an argument cannot contain one.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    line: String,
    variables: Vec<(&'static str, &'static str)>,
}

impl CommandLine {
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self {
            line: line.into(),
            variables: Vec::new(),
        }
    }

    /// The same command with an environment variable set.
    pub(crate) fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    /// Runs it in `folder` with its output on ours; a failure is an error.
    pub(crate) fn run(&self, folder: &Path) -> Result<()> {
        let status = self
            .command(folder)?
            .status()
            .with_context(|| format!("cannot start `{self}`"))?;
        if !status.success() {
            bail!("`{self}` failed ({status})");
        }
        Ok(())
    }

    /// Runs it in `folder` and returns what it wrote to its standard output.
    pub(crate) fn output(&self, folder: &Path) -> Result<Vec<u8>> {
        let output = self
            .command(folder)?
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| format!("cannot start `{self}`"))?;
        if !output.status.success() {
            bail!("`{self}` failed ({})", output.status);
        }
        Ok(output.stdout)
    }

    /// Whether it runs and succeeds; its output is thrown away.
    pub(crate) fn succeeds(&self, folder: &Path) -> Result<bool> {
        let status = self
            .command(folder)?
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        Ok(status.is_ok_and(|status| status.success()))
    }

    fn command(&self, folder: &Path) -> Result<Command> {
        let mut words = self.line.split_whitespace();
        let program = words.next().context("an empty command line")?;
        let mut command = Command::new(program);
        command.args(words).current_dir(folder);
        for (name, _) in env::vars_os().filter(|(name, _)| describes_a_package(name)) {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().copied());
        Ok(command)
    }
}

/// Whether `cargo run` has told this program about its own package by this variable. Another cargo
/// would take it for a change, and compile every crate again whose build script looks at it.
fn describes_a_package(variable: &OsStr) -> bool {
    let name = variable.to_string_lossy();
    name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&self.line)
    }
}

/// A value quoted for a shell, which lets the shown line be copied.
fn quoted(value: &str) -> String {
    if value.contains(' ') {
        format!("'{value}'")
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_a_line_that_a_shell_understands() {
        let line = CommandLine::new("cargo doc --no-deps")
            .with("BLESS", "1")
            .with("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            line.to_string(),
            "BLESS=1 RUSTDOCFLAGS='-D warnings' cargo doc --no-deps"
        );
    }

    /// Tests are told about their package by the same variables.
    #[test]
    fn a_command_is_not_told_about_this_package() {
        assert!(env::var_os("CARGO_MANIFEST_DIR").is_some());
        let said = CommandLine::new("env")
            .with("CARGO_TERM_QUIET", "true")
            .output(Path::new("."))
            .unwrap();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("CARGO_TERM_QUIET=true"));
        assert!(!said.contains("CARGO_MANIFEST_") && !said.contains("CARGO_PKG_"));
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = CommandLine::new("cargo no-such-subcommand")
            .with("CARGO_TERM_QUIET", "true")
            .output(Path::new("."))
            .unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`CARGO_TERM_QUIET=true cargo no-such-subcommand` failed")
        );
    }

    #[test]
    fn a_missing_program_is_an_error_and_does_not_succeed() {
        let line = CommandLine::new("no-such-program-anywhere --version");
        let error = line.run(Path::new(".")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot start `no-such-program-anywhere --version`"
        );
        assert!(!line.succeeds(Path::new(".")).unwrap());
    }
}
