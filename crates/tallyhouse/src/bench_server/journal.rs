//! Reads the journal of the house at the end.

use std::path::Path;

use anyhow::Context;
use store::{Journal, SqliteJournal};

use super::table::LoadOutcome;

/// The number of moves of these tables in the journal. Each entry is checked against its seal, and
/// a table whose number differs from its acknowledged moves is an error unless it could not be
/// played to the end.
pub(super) fn count(path: &Path, tables: &[LoadOutcome]) -> anyhow::Result<u64> {
    let journal = SqliteJournal::open(path)?;
    let mut all = 0;
    for table in tables {
        let record = journal.load(&table.code.parse().context("a table's code")?)?;
        let moves = record.entries.iter();
        let moves = moves.filter(|entry| entry.body.starts_with("{\"decided\":"));
        let n_moves = moves.count() as u64;
        anyhow::ensure!(
            n_moves == table.n_moves || table.fault.is_some(),
            "{} moves were acknowledged at table {}, and its journal has {n_moves}",
            table.n_moves,
            table.code
        );
        all += n_moves;
    }
    Ok(all)
}
