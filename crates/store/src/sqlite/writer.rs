//! The one thread that writes. It commits all waiting writes together.
//!
//! It remembers the ends of the journals of busy tables. That memory is not a lock: other processes
//! may write to the file. Each transaction begins by asking whether another process has written,
//! and nobody else can write between that question and the commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::Error;
use crate::journal::Noted;
use crate::receipt::QueuedWrite;
use crate::sqlite::checkpoint::{CannotStart, Checkpointer};
use crate::sqlite::rows::{self, Heads, WriteFault};
use crate::write::Write;

#[derive(Debug)]
pub(super) struct Writer {
    connection: Connection,
    batch: usize,
    heads: Heads,
    last_write: Arc<Noted>,
    /// Moves the log into the file; `None` if SQLite does it inside commits.
    checkpointer: Option<Checkpointer>,
}

impl Writer {
    /// Makes a writer that notes the outcome of each commit.
    pub(super) fn new(connection: Connection, batch: usize, last_write: Arc<Noted>) -> Writer {
        Writer {
            connection,
            batch,
            heads: Heads::new(),
            last_write,
            checkpointer: None,
        }
    }

    /// Moves the log into the file through another connection, while this one writes.
    pub(super) fn with_checkpoints(mut self, copier: Connection) -> Result<Writer, CannotStart> {
        self.checkpointer = Some(Checkpointer::start(&mut self.connection, copier)?);
        Ok(self)
    }

    /// Writes until no sender is left and the queue is empty.
    ///
    /// The first write is committed at once, without waiting for others; the writes that arrive
    /// meanwhile are the next commit. The batches therefore grow with the load.
    ///
    /// A panic ends one batch and not all writing: its transaction is rolled back, and the dropped
    /// reply tells every waiting caller.
    pub(super) fn run(mut self, queue: &Receiver<QueuedWrite>) {
        while let Ok(first) = queue.recv() {
            let mut jobs = vec![first];
            jobs.extend(queue.try_iter().take(self.batch.saturating_sub(1)));
            let settled = catch_unwind(AssertUnwindSafe(|| self.settle(jobs)));
            if settled.is_err() {
                self.heads.forget_all();
                let defect = Error::unavailable("the writer met a defect of its own");
                self.last_write.note(Err(defect));
            }
        }
    }

    /// Answers every job, after its commit.
    fn settle(&mut self, jobs: Vec<QueuedWrite>) {
        let writes: Vec<&Write> = jobs.iter().map(|job| &job.write).collect();
        let outcomes = match self.commit(&writes) {
            Ok(outcomes) => outcomes,
            // A write that meets a damaged page must not make the others fail.
            Err(error) if rows::is_damage(&error) && writes.len() > 1 => {
                let alone = writes.iter().map(|write| self.commit_alone(write));
                alone.collect()
            }
            Err(error) => vec![Err(Error::unavailable(error)); jobs.len()],
        };
        for (job, outcome) in jobs.into_iter().zip(outcomes) {
            job.reply.send(outcome);
        }
        if let Some(checkpointer) = &self.checkpointer {
            checkpointer.committed(&self.connection);
        }
    }

    fn commit_alone(&mut self, write: &Write) -> Result<(), Error> {
        match self.commit(&[write]) {
            Ok(outcomes) => outcomes.into_iter().collect(),
            Err(error) => Err(Error::unavailable(error)),
        }
    }

    /// Commits all writes that are not refused. After an error none of them has happened; if the
    /// commit itself failed, this is unknown.
    fn commit(&mut self, writes: &[&Write]) -> rusqlite::Result<Vec<Result<(), Error>>> {
        let outcomes = self.try_to_commit(writes);
        let outcome = outcomes.as_ref().map(drop).map_err(Error::unavailable);
        self.last_write.note(outcome);
        if outcomes.is_err() {
            // The heads already include a transaction that may not have happened.
            self.heads.forget_all();
        }
        outcomes
    }

    fn try_to_commit(&mut self, writes: &[&Write]) -> rusqlite::Result<Vec<Result<(), Error>>> {
        if !self.connection.is_autocommit() {
            // An earlier transaction failed and could not be rolled back. While it is open, no
            // other can begin.
            self.connection.execute_batch("ROLLBACK")?;
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        self.heads.hold_for(rows::version(&transaction)?);
        let mut outcomes = Vec::with_capacity(writes.len());
        for write in writes {
            #[cfg(test)]
            tests::planted_defect(write);
            outcomes.push(match rows::apply(&transaction, &mut self.heads, write) {
                Ok(()) => Ok(()),
                Err(WriteFault::Refused(error)) => Err(error),
                Err(WriteFault::Failed(error)) => return Err(error),
            });
        }
        transaction.commit()?;
        Ok(outcomes)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use tempfile::TempDir;

    use super::*;
    use crate::entry::StoredEntry;
    use crate::id::Code;
    use crate::receipt::{OwedReply, Receipt};
    use crate::sqlite::{connection, load};
    use crate::table::NewTable;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    fn create(text: &str) -> Write {
        let table = NewTable {
            code: code(text),
            game: "cribbage".to_owned(),
            rules_version: 1,
            options: "{}".to_owned(),
            commitment: [7; 32],
            creator: "ann".parse().unwrap(),
            command_id: None,
            at: 0,
        };
        let entries = Vec::new();
        Write::Create { table, entries }
    }

    fn entry(seq: u64, body: &str) -> StoredEntry {
        StoredEntry {
            seq,
            at: seq,
            player: None,
            command_id: None,
            body: body.to_owned(),
        }
    }

    fn by_ann(seq: u64, command: &str) -> StoredEntry {
        StoredEntry {
            player: "ann".parse().ok(),
            command_id: command.parse().ok(),
            ..entry(seq, "{}")
        }
    }

    fn append(text: &str, entries: Vec<StoredEntry>) -> Write {
        Write::Append {
            table: code(text),
            epoch: 0,
            expect: entries[0].seq - 1,
            entries,
            ended: Vec::new(),
        }
    }

    /// The command of this name as entry `seq` of the table.
    fn command(text: &str, seq: u64, name: &str) -> Write {
        append(text, vec![by_ann(seq, name)])
    }

    /// An entry that no command has caused.
    fn plain(text: &str, seq: u64) -> Write {
        append(text, vec![entry(seq, "{}")])
    }

    /// A writer of a new file with the tables A, B and C.
    fn writer() -> (TempDir, PathBuf, Writer) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.db");
        let mut writer = Writer::new(connection::to_write(&path).unwrap(), 256, Arc::default());
        for text in ["A", "B", "C"] {
            assert_eq!(writer.commit_alone(&create(text)), Ok(()));
        }
        (folder, path, writer)
    }

    /// The answers to the writes of one batch.
    fn settle(writer: &mut Writer, writes: Vec<Write>) -> Vec<Result<(), Error>> {
        let (receipts, jobs): (Vec<_>, Vec<_>) = writes
            .into_iter()
            .map(|write| {
                let (receipt, done) = Receipt::pair();
                let reply = OwedReply::new(done);
                (receipt, QueuedWrite { write, reply })
            })
            .unzip();
        writer.settle(jobs);
        receipts.into_iter().map(Receipt::wait).collect()
    }

    /// Checks that a table has this many entries and good seals.
    #[track_caller]
    fn holds(path: &Path, text: &str, n_entries: u64) {
        let reader = connection::to_read(path).unwrap();
        let record = load::load(&reader, &code(text)).unwrap();
        assert_eq!(record.last_seq(), n_entries);
    }

    fn duplicate(text: &str, seq: u64) -> Result<(), Error> {
        let table = code(text);
        Err(Error::DuplicateCommand { table, seq })
    }

    fn conflict(text: &str, expected: u64, found: u64) -> Result<(), Error> {
        Err(Error::Conflict {
            table: code(text),
            expected,
            found,
        })
    }

    fn is_unavailable(outcome: &Result<(), Error>) -> bool {
        matches!(outcome, Err(Error::Unavailable { .. }))
    }

    #[test]
    fn an_ordinary_append_asks_nothing() {
        let (_folder, path, mut writer) = writer();
        let (heads, commands) = rows::lookups(&writer.connection);
        for seq in 1..=20 {
            let name = format!("c{seq}");
            let writes = ["A", "B", "C"].map(|text| command(text, seq, &name));
            assert_eq!(settle(&mut writer, writes.into()), [Ok(()), Ok(()), Ok(())]);
        }
        assert_eq!(rows::lookups(&writer.connection), (heads, commands));
        holds(&path, "A", 20);
        holds(&path, "C", 20);
    }

    /// Each page is written to the log, and later to the file. An index would double their number.
    #[test]
    fn an_ordinary_append_writes_one_page() {
        const N_MOVES: u64 = 20;
        const PAGE_IN_LOG: u64 = 4_096 + 24;
        let (_folder, path, mut writer) = writer();
        let log = path.with_extension("db-wal");
        let n_bytes = || std::fs::metadata(&log).unwrap().len();
        let before = n_bytes();
        for seq in 1..=N_MOVES {
            let one = command("A", seq, &format!("c{seq}"));
            assert_eq!(writer.commit_alone(&one), Ok(()));
        }
        assert_eq!((n_bytes() - before) / PAGE_IN_LOG, N_MOVES);
    }

    #[test]
    fn a_repeated_command_is_found_and_harms_nobody() {
        let (_folder, path, mut writer) = writer();
        let writes = vec![
            command("A", 1, "x"),
            command("B", 1, "x"),
            command("A", 2, "x"),
            command("A", 2, "y"),
            // First a later entry repeats a command, then both entries do.
            append("A", vec![by_ann(3, "z"), by_ann(4, "y")]),
            append("A", vec![by_ann(3, "y"), by_ann(4, "x")]),
            append("A", vec![by_ann(3, "z"), by_ann(4, "w")]),
            // A repeated command gets its answer wherever the table's head is.
            command("A", 9, "w"),
            command("B", 2, "y"),
        ];
        let outcomes = [
            Ok(()),
            Ok(()),
            duplicate("A", 1),
            Ok(()),
            duplicate("A", 2),
            duplicate("A", 2),
            Ok(()),
            duplicate("A", 4),
            Ok(()),
        ];
        assert_eq!(settle(&mut writer, writes), outcomes);
        assert_eq!(writer.commit_alone(&plain("A", 5)), Ok(()));
        holds(&path, "A", 5);
        holds(&path, "B", 2);
    }

    /// The memory of a table is read from the file if it was forgotten, and so are its commands.
    #[test]
    fn a_command_is_known_after_the_table_was_forgotten() {
        let (_folder, path, mut writer) = writer();
        assert_eq!(writer.commit_alone(&command("A", 1, "x")), Ok(()));
        assert_eq!(writer.commit_alone(&plain("A", 2)), Ok(()));
        writer.heads.forget_all();
        assert_eq!(
            writer.commit_alone(&command("A", 3, "x")),
            duplicate("A", 1)
        );
        let mut other = Writer::new(connection::to_write(&path).unwrap(), 256, Arc::default());
        assert_eq!(other.commit_alone(&command("A", 3, "y")), Ok(()));
        assert_eq!(
            writer.commit_alone(&command("A", 4, "y")),
            duplicate("A", 3)
        );
        assert_eq!(writer.commit_alone(&command("A", 4, "z")), Ok(()));
        holds(&path, "A", 4);
    }

    #[test]
    fn more_tables_than_are_remembered_go_on() {
        let (_folder, path, mut writer) = writer();
        writer.heads = Heads::of(1);
        let (before, _) = rows::lookups(&writer.connection);
        for seq in 1..=10 {
            let writes = ["A", "B", "C"].map(|text| plain(text, seq));
            assert_eq!(settle(&mut writer, writes.into()), [Ok(()), Ok(()), Ok(())]);
        }
        let (after, _) = rows::lookups(&writer.connection);
        assert_eq!(
            after - before,
            30,
            "each was forgotten before it came again"
        );
        for text in ["A", "B", "C"] {
            holds(&path, text, 10);
        }
    }

    #[test]
    fn what_another_process_wrote_is_looked_up() {
        let (_folder, path, mut writer) = writer();
        let mut other = Writer::new(connection::to_write(&path).unwrap(), 256, Arc::default());
        assert_eq!(writer.commit_alone(&plain("A", 1)), Ok(()));
        let (before, _) = rows::lookups(&writer.connection);
        assert_eq!(other.commit_alone(&plain("B", 1)), Ok(()));
        assert_eq!(writer.commit_alone(&plain("A", 2)), Ok(()));
        assert_eq!(writer.commit_alone(&plain("A", 3)), Ok(()));
        let (after, _) = rows::lookups(&writer.connection);
        assert_eq!(after - before, 1);
        let finish = Write::Finish {
            table: code("A"),
            epoch: 0,
            expect: 3,
            at: 9,
        };
        assert_eq!(other.commit_alone(&finish), Ok(()));
        let finished = Err(Error::Finished { table: code("A") });
        assert_eq!(writer.commit_alone(&plain("A", 4)), finished);
        holds(&path, "A", 3);
    }

    /// If one write of a batch fails, the batch is undone, and its effect on the memory too.
    #[test]
    fn a_batch_that_is_rolled_back_leaves_the_heads_true() {
        let (_folder, path, mut writer) = writer();
        assert_eq!(writer.commit_alone(&plain("A", 1)), Ok(()));
        let fail = "CREATE TEMP TRIGGER fail BEFORE INSERT ON entries WHEN new.body = 'fail'
            BEGIN SELECT raise(ABORT, 'the disk is on fire'); END";
        writer.connection.execute_batch(fail).unwrap();
        let batch = || {
            vec![
                plain("A", 2),
                create("D"),
                append("B", vec![entry(1, "{}"), entry(2, "fail")]),
                plain("C", 1),
            ]
        };
        let outcomes = settle(&mut writer, batch());
        assert!(outcomes.iter().all(is_unavailable), "{outcomes:?}");
        holds(&path, "A", 1);
        holds(&path, "B", 0);
        let missing = Err(Error::NotFound { table: code("D") });
        assert_eq!(writer.commit_alone(&plain("D", 1)), missing);
        assert_eq!(writer.commit_alone(&plain("A", 3)), conflict("A", 2, 1));

        writer
            .connection
            .execute_batch("DROP TRIGGER fail")
            .unwrap();
        assert_eq!(settle(&mut writer, batch()), vec![Ok(()); 4]);
        for (text, n_entries) in [("A", 2), ("B", 2), ("C", 1), ("D", 0)] {
            holds(&path, text, n_entries);
        }
    }

    /// Only the commit notices a reference to a missing row.
    #[test]
    fn a_commit_that_fails_leaves_the_heads_true() {
        let (_folder, path, mut writer) = writer();
        assert_eq!(writer.commit_alone(&plain("A", 1)), Ok(()));
        let fail = "PRAGMA foreign_keys = ON;
            CREATE TEMP TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TEMP TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            CREATE TEMP TRIGGER fail AFTER INSERT ON entries WHEN new.body = 'fail'
            BEGIN INSERT INTO child VALUES (1); END";
        writer.connection.execute_batch(fail).unwrap();
        let failing = append("B", vec![entry(1, "fail")]);
        let outcomes = settle(&mut writer, vec![plain("A", 2), failing, plain("A", 3)]);
        assert!(outcomes.iter().all(is_unavailable), "{outcomes:?}");
        assert!(writer.connection.is_autocommit(), "it was rolled back");
        assert_eq!(writer.commit_alone(&plain("A", 4)), conflict("A", 3, 1));
        let writes = vec![plain("A", 2), plain("B", 1), plain("A", 3)];
        assert_eq!(settle(&mut writer, writes), vec![Ok(()); 3]);
        holds(&path, "A", 3);
        holds(&path, "B", 1);
    }

    /// A write that meets damage fails alone; earlier memories do not matter.
    #[test]
    fn a_damaged_table_does_not_fail_its_neighbours() {
        let (_folder, path, mut writer) = writer();
        let damage = "UPDATE tables SET seal = x'00' WHERE code = 'B'";
        connection::to_write(&path)
            .unwrap()
            .execute_batch(damage)
            .unwrap();
        for seq in [1, 3, 5] {
            let writes = vec![
                plain("A", seq),
                plain("B", 1),
                plain("A", seq + 1),
                plain("C", seq),
                plain("C", seq + 1),
            ];
            let outcomes = settle(&mut writer, writes);
            assert!(is_unavailable(&outcomes[1]), "{outcomes:?}");
            let others = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            assert_eq!(others, 4, "{outcomes:?}");
        }
        holds(&path, "A", 6);
        holds(&path, "C", 6);
    }

    /// A disk that fails may not even let a transaction be rolled back.
    #[test]
    fn a_transaction_that_was_left_open_stops_nobody() {
        let (_folder, path, mut writer) = writer();
        let left_open = "BEGIN IMMEDIATE; UPDATE tables SET seal = x'00' WHERE code = 'A'";
        writer.connection.execute_batch(left_open).unwrap();
        assert_eq!(settle(&mut writer, vec![plain("A", 1)]), [Ok(())]);
        holds(&path, "A", 1);
    }

    const DEFECT: &str = "a body that the writer cannot bear";

    /// This panic stands for a defect that no test knows yet.
    pub(super) fn planted_defect(write: &Write) {
        if let Write::Append { entries, .. } = write {
            assert!(entries.iter().all(|entry| entry.body != DEFECT));
        }
    }

    #[test]
    fn a_defect_ends_its_batch_and_not_all_writing() {
        let (_folder, path, writer) = writer();
        let last_write = writer.last_write.clone();
        let (sender, queue) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || writer.run(&queue));
        let write = |write| {
            let (receipt, done) = Receipt::pair();
            let reply = OwedReply::new(done);
            sender.send(QueuedWrite { write, reply }).unwrap();
            receipt.wait()
        };
        assert_eq!(write(create("VHG4SC")), Ok(()));
        assert_eq!(write(plain("VHG4SC", 1)), Ok(()));
        let defect = append("VHG4SC", vec![entry(2, DEFECT)]);
        assert!(is_unavailable(&write(defect)));
        // The outcome is noted a moment after the answer.
        while last_write.last().unwrap().outcome.is_ok() {
            std::thread::yield_now();
        }
        assert_eq!(write(plain("VHG4SC", 2)), Ok(()));
        holds(&path, "VHG4SC", 2);
        drop(sender);
        thread.join().unwrap();
    }
}
