//! Answers for programs: a line of JSON, for success and for errors.

use std::io::Write;
use std::process::ExitCode;

use kernel::AnyRefusal;
use serde::Serialize;

use crate::BAD_USAGE;

/// The answer to a bad request: `{"error": {"code", "message"}}`.
#[derive(Serialize)]
pub(crate) struct ErrorAnswer<'a> {
    pub(crate) error: &'a AnyRefusal,
}

/// Prints the answer, or the error in the arguments, and returns the exit status.
pub(crate) fn print(
    out: &mut dyn Write,
    answer: Result<impl Serialize, &AnyRefusal>,
) -> anyhow::Result<ExitCode> {
    let (line, status) = match answer {
        Ok(answer) => (serde_json::to_string(&answer)?, ExitCode::SUCCESS),
        Err(error) => (
            serde_json::to_string(&ErrorAnswer { error })?,
            ExitCode::from(BAD_USAGE),
        ),
    };
    writeln!(out, "{line}")?;
    Ok(status)
}
