//! `tallyhouse admin`: the operator's desk of a running house.
//!
//! It asks through the Unix socket that the house keeps beside its journal. The output is for
//! people; `--json` prints the answer unchanged.

mod command;
mod print;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use server::admin::{DeskRequest, DeskTask, ask};

use crate::SOME_BAD;
use crate::serve::socket_of;
use command::Command;

/// The house, the operator, and the order.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file of the journal; the desk's socket lies beside it
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "TALLYHOUSE_DATA",
        default_value = "data/tallyhouse.db"
    )]
    data: PathBuf,
    /// Who you are, for the log [default: your user name]
    #[arg(long, global = true, value_name = "NAME", env = "TALLYHOUSE_OPERATOR")]
    who: Option<String>,
    /// Why, for the log; required for every change
    #[arg(long, global = true, value_name = "TEXT", default_value = "")]
    why: String,
    /// Print the answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  tallyhouse admin status
  tallyhouse admin tables ann                          tables where an Ann sits or sat
  tallyhouse admin close VHG4SC --why 'a broken game'
  tallyhouse admin ban --address 192.0.2.7 --for 7d --why spam
  tallyhouse admin prune --days 365 --dry-run
  tallyhouse admin backup house-backup.db --why nightly
  tallyhouse admin drain --within 30m --why 'an upgrade'";

/// Asks the desk and prints its answer.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut asked: DeskTask = args.command.clone().into();
    if let DeskTask::BackUp { to } = &mut asked {
        // The house may have another working folder than the operator.
        *to = std::path::absolute(&to)?;
    }
    let request = DeskRequest {
        who: who(args),
        why: args.why.clone(),
        ask: asked,
    };
    let socket = socket_of(&args.data);
    let answer = ask(&socket, &request).with_context(|| {
        format!(
            "no house answers at {}: is it open, and is this its --data?",
            socket.display()
        )
    })?;
    match answer {
        Ok(answer) if args.json => writeln!(out, "{}", serde_json::to_string(&answer)?)?,
        Ok(answer) => print::answer(&answer, out)?,
        Err(trouble) if args.json => {
            writeln!(out, "{}", serde_json::json!({ "error": trouble }))?;
            return Ok(ExitCode::from(SOME_BAD));
        }
        Err(trouble) => anyhow::bail!(trouble),
    }
    Ok(ExitCode::SUCCESS)
}

fn who(args: &Args) -> String {
    let user = || {
        ["USER", "LOGNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok())
    };
    let name = args.who.clone().or_else(user);
    name.unwrap_or_else(|| "somebody".to_owned())
}
