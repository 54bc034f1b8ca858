//! The journal of a contest: its plan, and then one line per finished pair.
//!
//! A pair counts once it is completely written; an interruption costs at most the pairs that were
//! being played. A last line without its end is such a pair and is dropped.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use arena::{Pair, Plan};

/// The store of finished pairs.
pub(super) struct ContestLog {
    file: File,
}

impl ContestLog {
    /// Opens or starts the journal of this plan. Returns the number of pairs planned when it was
    /// started, and the finished pairs.
    pub(super) fn open(path: &Path, plan: &Plan) -> anyhow::Result<(u64, Vec<Pair>, ContestLog)> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = ContestLog { file };
        let mut lines = text[..whole].lines();
        let Some(first) = lines.next() else {
            journal.write(plan)?;
            return Ok((plan.pairs, Vec::new(), journal));
        };
        let begun: Plan = serde_json::from_str(first).context("this is no journal of a contest")?;
        if !is_same(&begun, plan) {
            bail!(
                "this is the journal of another contest: {}. Remove it, or write to another file",
                serde_json::to_string(&begun)?
            );
        }
        let read = |(n, line)| -> anyhow::Result<Pair> {
            serde_json::from_str(line).with_context(|| format!("line {}", n + 2))
        };
        let pairs = lines.enumerate().map(read).collect::<anyhow::Result<_>>()?;
        Ok((begun.pairs, pairs, journal))
    }

    /// Stores a finished pair.
    pub(super) fn keep(&mut self, pair: &Pair) -> anyhow::Result<()> {
        self.write(pair)
    }

    fn write(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(value)? + "\n";
        Ok(self.file.write_all(line.as_bytes())?)
    }
}

/// Whether two plans have the same pairs, though perhaps not the same number.
fn is_same(begun: &Plan, plan: &Plan) -> bool {
    let as_many = Plan {
        pairs: begun.pairs,
        ..plan.clone()
    };
    *begun == as_many
}
