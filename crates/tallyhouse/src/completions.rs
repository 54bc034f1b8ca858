//! `tallyhouse completions`: scripts that complete commands in a shell.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  tallyhouse completions bash > ~/.local/share/bash-completion/completions/tallyhouse
  tallyhouse completions fish > ~/.config/fish/completions/tallyhouse.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script for the commands of `C`.
pub(crate) fn run<C: CommandFactory>(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut command = C::command();
    let name = command.get_name().to_owned();
    // Written to memory first: the generator panics if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
