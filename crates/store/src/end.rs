//! The end of a table's journal, and the checks before anything is written after it.
//!
//! Each store with rows finds the end of a table in its own way. All of them then ask these
//! questions in this order, and a refusal therefore gives the same reason everywhere. The journal
//! in memory does not use this, because it is a second opinion.

use crate::entry::StoredEntry;
use crate::error::Error;
use crate::id::{Code, NodeId};
use crate::seal::Seal;
use crate::table::{Head, NewTable};

/// The end of a table's journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of times that the table was claimed.
    pub(crate) epoch: u64,
    pub(crate) is_finished: bool,
    /// The number of its last entry; 0 if it has none.
    pub(crate) seq: u64,
    /// The seal of its last entry, or of its opening.
    pub(crate) seal: Seal,
}

impl End {
    /// The end of a table that was just opened.
    pub(crate) fn of(table: &NewTable) -> End {
        End {
            epoch: 0,
            is_finished: false,
            seq: 0,
            seal: Seal::of(table),
        }
    }

    /// The end after one more entry.
    pub(crate) fn then(self, entry: &StoredEntry) -> End {
        End {
            seq: entry.seq,
            seal: self.seal.then(entry),
            ..self
        }
    }

    /// Checks that a writer with this epoch may add entries after the one numbered `expect`.
    /// `repeated` is the entry that one of the commands has already caused.
    pub(crate) fn may_append(
        &self,
        table: &Code,
        epoch: u64,
        expect: u64,
        repeated: Option<u64>,
    ) -> Result<(), Error> {
        let table = table.clone();
        if self.epoch != epoch {
            return Err(Error::Fenced { table });
        }
        // A repeated command gets its first answer, however far the table has come.
        if let Some(seq) = repeated {
            return Err(Error::DuplicateCommand { table, seq });
        }
        if self.is_finished {
            return Err(Error::Finished { table });
        }
        self.expect(&table, expect)
    }

    /// Checks that a writer with this epoch may close the table at the entry numbered `expect`.
    pub(crate) fn may_finish(&self, table: &Code, epoch: u64, expect: u64) -> Result<(), Error> {
        if self.epoch != epoch {
            let table = table.clone();
            return Err(Error::Fenced { table });
        }
        self.expect(table, expect)
    }

    pub(crate) fn expect(&self, table: &Code, expected: u64) -> Result<(), Error> {
        if self.seq == expected {
            return Ok(());
        }
        Err(Error::Conflict {
            table: table.clone(),
            expected,
            found: self.seq,
        })
    }
}

impl Head {
    /// Checks that a node that has read this epoch may claim the table. `leased` says whether the
    /// owner's lease holds, and `unanswered` whether the owner fails to answer.
    pub(crate) fn may_claim(
        &self,
        table: &Code,
        epoch: u64,
        node: &NodeId,
        leased: bool,
        unanswered: bool,
    ) -> Result<(), Error> {
        if self.epoch != epoch {
            let table = table.clone();
            return Err(Error::Fenced { table });
        }
        match &self.owner {
            Some(owner) if owner != node && leased && !unanswered => Err(Error::Owned {
                node: owner.clone(),
            }),
            _ => Ok(()),
        }
    }
}
