//! Where the journal of a table ends, and what may follow it.
//!
//! The stores that keep rows find an end in ways of their own, and then ask the same questions
//! in the same order, so that a refusal gives the same reason everywhere. The journal in memory
//! does not use this: it is a second opinion.

use crate::entry::Entry;
use crate::error::Error;
use crate::id::{Code, NodeId};
use crate::seal::Seal;
use crate::table::{Head, NewTable};

/// Where a table's journal ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// How often the table was claimed.
    pub(crate) epoch: u64,
    pub(crate) is_finished: bool,
    /// The number of its last entry, 0 without any.
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
    pub(crate) fn then(self, entry: &Entry) -> End {
        End {
            seq: entry.seq,
            seal: self.seal.then(entry),
            ..self
        }
    }

    /// Whether whoever carries this epoch may write entries after the one numbered `expect`.
    /// `repeated` is the entry that one of their commands has already caused.
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
        // A repeated command is answered as the first time, however far the table has come.
        if let Some(seq) = repeated {
            return Err(Error::DuplicateCommand { table, seq });
        }
        if self.is_finished {
            return Err(Error::Finished { table });
        }
        self.expect(&table, expect)
    }

    /// Whether whoever carries this epoch may close the table at the entry numbered `expect`.
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
    /// Whether a node that has read this epoch may claim the table. `leased` tells whether the
    /// lease of its owner holds, `unanswered` that it does not answer.
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
