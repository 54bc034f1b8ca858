//! Runs the binary and keeps its output.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of a run of the binary.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The lines of standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }
}

/// The binary without any settings for colours from outside.
pub(crate) fn tallyhouse(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tallyhouse"));
    command.args(args);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs it with nothing on standard input.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs it with this on standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = tallyhouse(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A program may end before it has read everything, which breaks the pipe.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    Run {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
