//! A journal that is killed at any moment holds everything that it acknowledged.
//!
//! A child process appends to eight tables from eight threads and reports each acknowledgement on a
//! pipe. The parent kills it (by SIGKILL, which allows no tidying up) after a number of
//! acknowledgements that depends on a seed, opens the file, and compares. Then the next child goes
//! on with the same file. Unlike a power cut, this does not lose data that the operating system has
//! not yet written to the disk. Other tests check the settings by which the journal waits for the
//! disk, and the folder `sqlite` tests a torn log.

mod common;

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use common::{by, code, table};
use store::{Error, Journal, SqliteJournal, StoredEntry};

/// The variable that tells a child the path of the file.
const FILE: &str = "STORE_CRASH_FILE";

const N_KILLS: u64 = 16;
const N_TABLES: u64 = 8;

#[test]
fn nothing_acknowledged_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let mut acknowledged = BTreeMap::new();
    for kill in 0..N_KILLS {
        // The kills range from the first commits, in which the file is made, to a time at which the
        // log has been moved into the file several times.
        let after = kernel::Rng::from_seed(kill).below(40 << (kill % 6));
        let heard = kill_after(&path, after as usize);
        for (table, seq) in heard {
            let last = acknowledged.entry(table).or_insert(0);
            assert!(seq > *last, "table {table} acknowledged {seq} after {last}");
            *last = seq;
        }
        holds_all(&path, &acknowledged);
    }
    let total: u64 = acknowledged.values().sum();
    assert!(total >= N_KILLS, "the children did their work");
}

/// Runs a child until it has reported this many acknowledgements, kills it, and returns all of
/// them: tables and sequence numbers.
fn kill_after(path: &Path, n_lines: usize) -> Vec<(u64, u64)> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "a_child_appends"])
        .env(FILE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut heard: Vec<_> = lines.by_ref().take(n_lines).map(Result::unwrap).collect();
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it never ends by itself");
    // The reports that it made before it died count too.
    heard.extend(lines.map(Result::unwrap));
    heard.iter().map(|line| parse(line)).collect()
}

fn parse(line: &str) -> (u64, u64) {
    let read = || {
        let (table, seq) = line.strip_prefix("ack ")?.split_once(' ')?;
        Some((table.parse().ok()?, seq.parse().ok()?))
    };
    read().unwrap_or_else(|| panic!("the child says {line:?}"))
}

/// Each table holds the acknowledged entries, exactly once and in order. It may hold more: entries
/// that were durable but not yet acknowledged.
#[track_caller]
fn holds_all(path: &Path, acknowledged: &BTreeMap<u64, u64>) {
    let journal = SqliteJournal::open(path).unwrap();
    for (&table, &last) in acknowledged {
        let entries = journal.load(&table_code(table)).unwrap().entries;
        assert!(entries.len() as u64 >= last, "table {table} lost entries");
        for (entry, seq) in entries.iter().zip(1..) {
            assert_eq!(*entry, nth(table, seq));
        }
    }
}

/// The child process. Without a parent it tests itself: a short run must find the entries that were
/// acknowledged.
#[test]
fn a_child_appends() {
    if let Some(path) = env::var_os(FILE) {
        return append_for_ever(Path::new(&path), u64::MAX);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    append_for_ever(&path, 20);
    append_for_ever(&path, 40);
    let all = (0..N_TABLES).map(|table| (table, 40)).collect();
    holds_all(&path, &all);
}

/// Appends to every table until it has this many entries.
fn append_for_ever(path: &Path, length: u64) {
    let journal = SqliteJournal::open(path).unwrap();
    thread::scope(|scope| {
        for table in 0..N_TABLES {
            let journal = &journal;
            scope.spawn(move || append_to(journal, table, length));
        }
    });
}

fn append_to(journal: &SqliteJournal, table: u64, length: u64) {
    let mut last = last_seq(journal, table);
    // The last acknowledgement may have been lost; therefore the command comes again.
    if last > 0 {
        let again = StoredEntry {
            seq: last + 1,
            ..nth(table, last)
        };
        let refused = journal.append(table_code(table), last, vec![again]).wait();
        let table = table_code(table);
        assert_eq!(refused, Err(Error::DuplicateCommand { table, seq: last }));
    }
    while last < length {
        // One to three entries together; a kill leaves all of them or none.
        let next = last + 1 + (last + table) % 3;
        let new = (last + 1..=next).map(|seq| nth(table, seq)).collect();
        let appended = journal.append(table_code(table), last, new).wait();
        assert_eq!(appended, Ok(()));
        last = next;
        // A single write, so that a kill does not leave half a line.
        let line = format!("ack {table} {last}\n");
        io::stderr().write_all(line.as_bytes()).unwrap();
    }
}

/// The end of the table, which is opened if it is new.
fn last_seq(journal: &SqliteJournal, number: u64) -> u64 {
    let code = table_code(number);
    match journal.load(&code) {
        Ok(record) => record.last_seq(),
        Err(Error::NotFound { .. }) => {
            let created = journal.create(table(code.as_str()), Vec::new()).wait();
            assert_eq!(created, Ok(()));
            0
        }
        Err(error) => panic!("{error}"),
    }
}

fn table_code(table: u64) -> store::Code {
    code(&format!("T{table}"))
}

/// The body of this entry, which is the same in every run.
fn nth(table: u64, seq: u64) -> StoredEntry {
    let body = format!(r#"{{"table":{table},"entry":{seq}}}"#).repeat(1 + seq as usize % 9);
    StoredEntry {
        body,
        ..by(seq, "ann", &format!("c{seq}"))
    }
}
