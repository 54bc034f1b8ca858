//! Reads a table from its rows and checks every seal on the way.

use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::Code;
use crate::operation::Rewrite;
use crate::seal::Seal;
use crate::table::{NewTable, StoredTable};

/// The entries of a table that were read so far.
#[derive(Debug)]
pub(crate) struct Chain {
    code: Code,
    seal: Seal,
    entries: Vec<StoredEntry>,
}

impl Chain {
    /// Begins with the opening of a table, and the seal that was stored with it.
    pub(crate) fn begin(table: &NewTable, stored: Seal) -> Result<Chain, Error> {
        let chain = Chain {
            code: table.code.clone(),
            seal: Seal::of(table),
            entries: Vec::new(),
        };
        chain.compare(0, stored)?;
        Ok(chain)
    }

    /// The number of the entry that must come next.
    pub(crate) fn next(&self) -> u64 {
        self.entries.len() as u64 + 1
    }

    /// Adds an entry, with the seal that was stored with it.
    pub(crate) fn push(&mut self, entry: StoredEntry, stored: Seal) -> Result<(), Error> {
        let next = self.next();
        if entry.seq != next {
            return Err(Error::corrupt(&self.code, next, "it is missing"));
        }
        self.seal = self.seal.then(&entry);
        self.compare(next, stored)?;
        self.entries.push(entry);
        Ok(())
    }

    pub(crate) fn into_entries(self) -> Vec<StoredEntry> {
        self.entries
    }

    fn compare(&self, seq: u64, stored: Seal) -> Result<(), Error> {
        match self.seal == stored {
            true => Ok(()),
            false => Err(Error::corrupt(&self.code, seq, "its checksum does not fit")),
        }
    }
}

/// The error for a row that cannot be an entry.
pub(crate) fn unreadable(table: &Code, seq: u64) -> Error {
    Error::corrupt(table, seq, "it cannot be read as an entry")
}

/// The entries of a table from the first changed one on, each with its new seal. Loading the record
/// has checked its seals, and therefore no damage is sealed.
pub(crate) fn reseal(
    record: StoredTable,
    change: &Rewrite,
) -> Result<Vec<(StoredEntry, Seal)>, Error> {
    let mut bodies = change.bodies.iter().peekable();
    let mut seal = Seal::of(&record.table);
    let mut changed = Vec::new();
    for mut entry in record.entries {
        let body = bodies.next_if(|(seq, _)| *seq == entry.seq);
        if let Some((_, body)) = body {
            entry.body.clone_from(body);
        }
        seal = seal.then(&entry);
        if body.is_some() || !changed.is_empty() {
            changed.push((entry, seal));
        }
    }
    match bodies.next() {
        None => Ok(changed),
        Some((seq, _)) => Err(Error::invalid(format!(
            "table {} has no entry {seq}",
            change.table
        ))),
    }
}
