//! The ends of the journals of busy tables. An append then need not ask the database for them.
//! A writer stores here only what it has read or written. It notes every end that
//! it changes in the database. When it cannot be sure what the database holds (after a rollback, a
//! failed commit, or a write of another process) it forgets everything. An unknown end is looked
//! up, and therefore it is always safe to forget.

use std::collections::HashMap;
use std::mem;

use crate::id::Code;

/// The least number of tables whose ends are kept: 10,000 busy tables, as many as the queue has
/// places. At most twice as many are kept, in about two megabytes.
const BUSY_TABLES: usize = 10_000;

/// The heads of the tables that were written to last.
///
/// They are kept in two halves. When the newer half is full it becomes the older, and the older one
/// is forgotten. A write moves its table to the newer half. A table is therefore known until as
/// many other tables as a half holds have been written to after it.
#[derive(Debug)]
pub(crate) struct Heads<H> {
    newer: HashMap<Code, H>,
    older: HashMap<Code, H>,
    /// The number of tables that a half holds.
    half: usize,
    /// The state of the file (SQLite's `data_version`) for which the heads are true.
    version: Option<i64>,
}

impl<H: Copy> Heads<H> {
    pub(crate) fn get(&self, table: &Code) -> Option<H> {
        let head = self.newer.get(table).or_else(|| self.older.get(table));
        head.copied()
    }
}

impl<H> Heads<H> {
    pub(crate) fn new() -> Heads<H> {
        Heads::of(BUSY_TABLES)
    }

    /// Room for the heads of at least this many tables.
    pub(crate) fn of(half: usize) -> Heads<H> {
        Heads {
            newer: HashMap::new(),
            older: HashMap::new(),
            half,
            version: None,
        }
    }

    /// Forgets everything that was read in another state of the file.
    pub(crate) fn hold_for(&mut self, version: i64) {
        if self.version != Some(version) {
            self.forget_all();
            self.version = Some(version);
        }
    }

    /// Takes out the head of a table, which is unknown until it is [remembered](Heads::remember)
    /// again.
    pub(crate) fn take(&mut self, table: &Code) -> Option<H> {
        let newer = self.newer.remove(table);
        newer.or_else(|| self.older.remove(table))
    }

    pub(crate) fn remember(&mut self, table: &Code, head: H) {
        if let Some(known) = self.newer.get_mut(table) {
            *known = head;
            return;
        }
        if self.newer.len() >= self.half {
            self.older = mem::take(&mut self.newer);
        }
        self.newer.insert(table.clone(), head);
    }

    pub(crate) fn forget(&mut self, table: &Code) {
        self.newer.remove(table);
        self.older.remove(table);
    }

    pub(crate) fn forget_all(&mut self) {
        self.newer.clear();
        self.older.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(n: usize) -> Code {
        format!("T{n}").parse().unwrap()
    }

    /// A stand-in for what a store remembers of a table: its number and the half that holds it.
    fn head(id: usize, seq: u64) -> (usize, u64) {
        (id, seq)
    }

    #[test]
    fn the_last_word_about_a_table_counts() {
        let mut heads = Heads::of(2);
        heads.remember(&code(1), head(1, 1));
        heads.remember(&code(1), head(1, 2));
        assert_eq!(heads.get(&code(1)), Some(head(1, 2)));
        // The table is in the older half now, and in both halves after that.
        heads.remember(&code(2), head(2, 1));
        heads.remember(&code(3), head(3, 1));
        assert_eq!(heads.get(&code(1)), Some(head(1, 2)));
        heads.remember(&code(1), head(1, 3));
        assert_eq!(heads.get(&code(1)), Some(head(1, 3)));
        heads.forget(&code(1));
        assert_eq!(heads.get(&code(1)), None);
        assert_eq!(heads.get(&code(3)), Some(head(3, 1)));
        assert_eq!(heads.take(&code(3)), Some(head(3, 1)));
        assert_eq!(heads.take(&code(3)), None);
    }

    #[test]
    fn the_tables_that_were_written_to_last_are_known() {
        const HALF: usize = 10;
        let mut heads = Heads::of(HALF);
        for n in 0..1_000 {
            heads.remember(&code(n), head(n, 1));
            // A table that is written to all the time is never forgotten.
            assert!(n == 0 || heads.get(&code(0)).is_some());
            heads.remember(&code(0), head(0, n as u64));
            for known in n.saturating_sub(HALF - 2)..=n {
                assert!(heads.get(&code(known)).is_some(), "{known} of {n}");
            }
            let forgotten = n.saturating_sub(2 * HALF);
            assert!(forgotten == 0 || heads.get(&code(forgotten)).is_none());
            assert!(heads.newer.len() <= HALF && heads.older.len() <= HALF);
        }
        assert_eq!(heads.get(&code(0)), Some(head(0, 999)));
    }

    #[test]
    fn heads_are_true_of_one_state_of_the_file() {
        let mut heads = Heads::new();
        heads.hold_for(7);
        heads.remember(&code(1), head(1, 1));
        heads.hold_for(7);
        assert_eq!(heads.get(&code(1)), Some(head(1, 1)));
        heads.hold_for(8);
        assert_eq!(heads.get(&code(1)), None);
    }
}
