//! `tallyhouse replay`: a recorded game, told again.
//!
//! A record is told with everything in it: all hands are open, since the game is
//! over. It says itself which game it is of; one that does not is of cribbage.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use kernel::Game;

use crate::play::{self, CribbageHost, DiceHost, Texas42Host};

const EXAMPLES: &str = "\
Examples:
  tallyhouse play cribbage --record game.txt
  tallyhouse replay game.txt";

/// More than any record may have: of a longer file no more is read.
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
    if is_of(&text, ::texas42::Texas42::META.key) {
        play::replay::<Texas42Host>(&text.parse().with_context(named)?, out)?;
    } else if is_of(&text, ::dice::DiceHands::META.key) {
        play::replay::<DiceHost>(&text.parse().with_context(named)?, out)?;
    } else {
        play::replay::<CribbageHost>(&text.parse().with_context(named)?, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the record says that it is of this game.
fn is_of(text: &str, key: &str) -> bool {
    let tag = format!("[Game \"{key}\"]");
    text.lines().any(|line| line.trim() == tag)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(MAX_BYTES)
        .read_to_string(&mut text)?;
    Ok(text)
}
