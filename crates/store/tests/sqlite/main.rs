//! Tests of the journal in a file alone: other files, other processes, damage.

mod alone;
#[path = "../common/mod.rs"]
mod common;
mod damage;
mod foreign;

use std::fs;
use std::path::{Path, PathBuf};

use common::{by, code, entries, entry, table};
use rusqlite::Connection;
use store::{Archive, Error, Filter, Journal, SqliteJournal, SqliteOptions, StoredEntry};
use tempfile::TempDir;

const TABLES: [&str; 3] = ["A", "B", "C"];
const LENGTH: u64 = 50;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    (folder, path)
}

/// A file with three tables of fifty entries.
fn file() -> (TempDir, PathBuf) {
    let (folder, path) = folder();
    fill(&SqliteJournal::open(&path).unwrap());
    (folder, path)
}

fn fill(journal: &SqliteJournal) {
    for text in TABLES {
        assert_eq!(journal.create(table(text), Vec::new()).wait(), Ok(()));
        for seq in 1..=LENGTH {
            let new = vec![by(seq, "ann", &format!("c{seq}"))];
            assert_eq!(journal.append(code(text), seq - 1, new).wait(), Ok(()));
        }
    }
}

#[track_caller]
fn is_whole(journal: &SqliteJournal, text: &str) {
    let record = journal.load(&code(text)).unwrap();
    assert_eq!(record.table, table(text));
    let expected = (1..=LENGTH).map(|seq| by(seq, "ann", &format!("c{seq}")));
    assert_eq!(record.entries, expected.collect::<Vec<_>>());
}

/// Changes a closed file behind the journal's back.
fn tamper(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[test]
fn what_was_acknowledged_is_there_after_reopening() {
    let (_folder, path) = file();
    let journal = SqliteJournal::open(&path).unwrap();
    for text in TABLES {
        is_whole(&journal, text);
    }
    let next = journal.append(code("A"), LENGTH, entries(51..=52));
    assert_eq!(next.wait(), Ok(()));
}

#[test]
fn dropping_a_journal_writes_what_waits() {
    let (_folder, path) = folder();
    let journal = SqliteJournal::open(&path).unwrap();
    let created = journal.create(table("A"), Vec::new());
    let receipts: Vec<_> = (1..=300)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    drop(journal);
    assert_eq!(created.wait(), Ok(()));
    for receipt in receipts {
        assert_eq!(receipt.wait(), Ok(()));
    }
    let journal = SqliteJournal::open(&path).unwrap();
    assert_eq!(journal.load(&code("A")).unwrap().last_seq(), 300);
}

/// A table has two owners, as after a failed hand-over between nodes.
#[test]
fn a_second_writer_of_the_same_file_gets_a_conflict() {
    let (_folder, path) = file();
    let one = SqliteJournal::open(&path).unwrap();
    let other = SqliteJournal::open(&path).unwrap();
    let append = |journal: &SqliteJournal, expect: u64| {
        let new = vec![entry(expect + 1)];
        journal.append(code("A"), expect, new).wait()
    };
    assert_eq!(append(&one, 50), Ok(()));
    let conflict = Error::Conflict {
        table: code("A"),
        expected: 50,
        found: 51,
    };
    assert_eq!(append(&other, 50), Err(conflict));
    assert_eq!(append(&other, 51), Ok(()));
    assert_eq!(one.load(&code("A")), other.load(&code("A")));
    assert_eq!(one.load(&code("A")).unwrap().last_seq(), 52);
}

/// Each journal knows the table from its own last append, which is never the last one.
#[test]
fn two_journals_take_turns_at_one_table() {
    let (_folder, path) = file();
    let journals = [(); 2].map(|()| SqliteJournal::open(&path).unwrap());
    let append = |journal: &SqliteJournal, expect: u64, command: &str| {
        let new = vec![by(expect + 1, "ann", command)];
        journal.append(code("A"), expect, new).wait()
    };
    for last in LENGTH..LENGTH + 40 {
        let mine = &journals[last as usize % 2];
        let other = &journals[(last as usize + 1) % 2];
        assert_eq!(append(mine, last, &format!("c{}", last + 1)), Ok(()));
        let conflict = Error::Conflict {
            table: code("A"),
            expected: last,
            found: last + 1,
        };
        assert_eq!(append(other, last, "new"), Err(conflict));
        let duplicate = Error::DuplicateCommand {
            table: code("A"),
            seq: last + 1,
        };
        let repeated = format!("c{}", last + 1);
        assert_eq!(append(other, last + 1, &repeated), Err(duplicate.clone()));
        assert_eq!(append(other, last, &repeated), Err(duplicate));
    }
    let record = journals[0].load(&code("A")).unwrap();
    let expected = (1..=LENGTH + 40).map(|seq| by(seq, "ann", &format!("c{seq}")));
    assert_eq!(record.entries, expected.collect::<Vec<_>>());
    assert_eq!(journals[1].load(&code("A")), Ok(record));
}

/// The same as [`two_journals_take_turns_at_one_table`], but nobody waits for a turn.
#[test]
fn of_two_journals_one_wins_each_number() {
    const MORE: u64 = 60;
    let (_folder, path) = file();
    let race = |name: &'static str| {
        let journal = SqliteJournal::open(&path).unwrap();
        let mut won = Vec::new();
        for expect in LENGTH..LENGTH + MORE {
            let new = vec![by(expect + 1, name, &format!("{name}{expect}"))];
            match journal.append(code("A"), expect, new).wait() {
                Ok(()) => won.push(expect + 1),
                Err(Error::Conflict { found, .. }) => assert!(found > expect),
                Err(error) => panic!("{error}"),
            }
        }
        won
    };
    let (ann, bob) = std::thread::scope(|scope| {
        let ann = scope.spawn(|| race("ann2"));
        let bob = scope.spawn(|| race("bob"));
        (ann.join().unwrap(), bob.join().unwrap())
    });
    let record = SqliteJournal::open(&path)
        .unwrap()
        .load(&code("A"))
        .unwrap();
    assert_eq!(record.last_seq(), LENGTH + MORE);
    let of = |name: &str| -> Vec<u64> {
        let entries = record.entries.iter();
        let own =
            entries.filter(|entry| entry.player.as_ref().is_some_and(|id| id.as_str() == name));
        own.map(|entry| entry.seq).collect()
    };
    assert_eq!(of("ann2"), ann);
    assert_eq!(of("bob"), bob);
}

#[test]
fn a_table_that_another_journal_finished_is_finished() {
    let (_folder, path) = file();
    let one = SqliteJournal::open(&path).unwrap();
    let other = SqliteJournal::open(&path).unwrap();
    let append = |expect: u64, new: StoredEntry| one.append(code("A"), expect, vec![new]).wait();
    assert_eq!(append(50, by(51, "ann", "c51")), Ok(()));
    assert_eq!(other.finish(code("A"), 51, 9_000).wait(), Ok(()));
    let finished = Error::Finished { table: code("A") };
    assert_eq!(append(51, by(52, "ann", "c52")), Err(finished));
    let duplicate = Error::DuplicateCommand {
        table: code("A"),
        seq: 51,
    };
    assert_eq!(append(51, by(52, "ann", "c51")), Err(duplicate));
    assert_eq!(one.finish(code("A"), 51, 9_999).wait(), Ok(()));
    let record = one.load(&code("A")).unwrap();
    assert_eq!((record.last_seq(), record.finished_at), (51, Some(9_000)));
}

#[test]
fn a_full_queue_refuses_and_loses_nothing() {
    let (_folder, path) = folder();
    let options = SqliteOptions { queue: 1, batch: 1 };
    let journal = SqliteJournal::open_with(&path, options).unwrap();
    assert_eq!(journal.create(table("A"), Vec::new()).wait(), Ok(()));
    // The writer waits for as long as another process holds the lock.
    let blocker = Connection::open(&path).unwrap();
    blocker.execute_batch("BEGIN IMMEDIATE").unwrap();
    let receipts: Vec<_> = (1..=8)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    blocker.execute_batch("COMMIT").unwrap();
    let outcomes: Vec<_> = receipts.into_iter().map(|receipt| receipt.wait()).collect();
    let accepted = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
    assert!(accepted >= 1, "the first found an empty queue");
    assert!(outcomes.contains(&Err(Error::Overloaded)));
    assert_eq!(
        journal.load(&code("A")).unwrap().entries,
        entries(1..=accepted)
    );
}

#[test]
fn a_backup_opens_like_the_original() {
    let (folder, path) = file();
    let journal = SqliteJournal::open(&path).unwrap();
    let copy = folder.path().join("copy's.db");
    assert_eq!(journal.back_up(&copy), Ok(()));
    assert!(matches!(journal.back_up(&copy), Err(Error::Invalid { .. })));
    let more = journal.append(code("A"), LENGTH, vec![entry(51)]);
    assert_eq!(more.wait(), Ok(()));

    // The copy holds secrets, as the original does.
    let mode = std::os::unix::fs::PermissionsExt::mode(&copy.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let copy = SqliteJournal::open(&copy).unwrap();
    for text in TABLES {
        is_whole(&copy, text);
    }
    let next = copy.append(code("A"), LENGTH, vec![entry(51)]);
    assert_eq!(next.wait(), Ok(()));
}

/// After a power cut the log may end anywhere, or in garbage. SQLite keeps the whole commits and
/// drops the rest; therefore each table is in a state that it once had.
#[test]
fn a_torn_log_gives_a_moment_of_the_past() {
    let (folder, path) = folder();
    let journal = SqliteJournal::open(&path).unwrap();
    fill(&journal);
    let copy = folder.path().join("torn.db");
    let log = |path: &Path| PathBuf::from(format!("{}-wal", path.display()));
    let database = fs::read(&path).unwrap();
    let whole_log = fs::read(log(&path)).unwrap();
    assert!(whole_log.len() > 100_000, "everything is still in the log");

    let mut rng = kernel::Rng::from_seed(1);
    let mut last_total = 0;
    for step in 0..=40 {
        let length = whole_log.len() * step / 40;
        let mut torn = whole_log[..length].to_vec();
        // Every other log also ends in bytes that the disk held there before.
        if step % 2 == 1 {
            let garbage = rng.below(5_000) as usize;
            torn.extend(std::iter::repeat_n(0x5a, garbage));
        }
        fs::write(&copy, &database).unwrap();
        fs::write(log(&copy), torn).unwrap();
        let total = entries_of_whole_tables(&copy);
        assert!(total >= last_total, "a longer log holds no less");
        last_total = total;
    }
    assert_eq!(last_total, 3 * LENGTH);
}

fn entries_of_whole_tables(path: &Path) -> u64 {
    let journal = SqliteJournal::open(path).unwrap();
    let tables = journal.list(&Filter::default()).unwrap();
    let lengths = tables.iter().map(|summary| {
        let record = journal.load(&summary.code).unwrap();
        assert_eq!(record.last_seq(), summary.last_seq);
        for (entry, seq) in record.entries.iter().zip(1..) {
            assert_eq!(*entry, by(seq, "ann", &format!("c{seq}")));
        }
        record.last_seq()
    });
    lengths.sum()
}
