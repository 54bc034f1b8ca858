//! `tallyhouse replay`: tells a recorded game.
//!
//! A record is told with everything in it: all hands are open, because the game is over. The record
//! itself names its game.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::games;
use crate::play::Door;

const EXAMPLES: &str = "\
Examples:
  tallyhouse play cribbage --record game.txt
  tallyhouse replay game.txt";

/// More bytes than a record may have; the rest of a longer file is not read.
const MAX_BYTES: u64 = 2 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A record, as `play --record` writes it
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = || args.file.display().to_string();
    let text = read(&args.file).with_context(named)?;
    let kind = games::of_record(&text).with_context(named)?;
    let door = Door::to(kind.meta().key).context("this game has no table")?;
    (door.replay)(&text, out).with_context(named)?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(MAX_BYTES)
        .read_to_string(&mut text)?;
    Ok(text)
}
