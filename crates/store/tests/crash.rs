//! Killed at any moment, a journal holds everything that it acknowledged.
//!
//! A child process appends to eight tables from eight threads and says on a pipe
//! what was acknowledged. The parent kills it (SIGKILL, so nothing can be tidied
//! up) after a number of acknowledgements that a seed decides, opens the file, and
//! compares. Then the next child goes on with the same file. What the operating
//! system had not yet put on the disk survives this, other than in a power cut: that
//! the journal waits for the disk is tested by its settings, and what SQLite does
//! with a torn log in `sqlite.rs`.

mod common;

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use common::{by, code, table};
use store::{Entry, Error, Journal, SqliteJournal};

/// Tells a child where the file is.
const FILE: &str = "STORE_CRASH_FILE";

const N_KILLS: u64 = 16;
const N_TABLES: u64 = 8;

#[test]
fn nothing_acknowledged_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let mut acknowledged = BTreeMap::new();
    for kill in 0..N_KILLS {
        // From a kill in the first commits, where the file is made, to one in the
        // thick of it, with the log moved into the file several times before.
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

/// Runs a child until it has said this much, kills it, and returns all that it said:
/// tables and sequence numbers.
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
    // What it said before it died counts too.
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

/// Each table holds what was acknowledged, exactly once and in order. It may hold
/// more: what was durable when nobody could be told any more.
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

/// The child. Without a parent it is a test of itself: a short run must
/// acknowledge what it then finds.
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
    // The last acknowledgement may have been lost, so the command comes again.
    if last > 0 {
        let again = Entry {
            seq: last + 1,
            ..nth(table, last)
        };
        let refused = journal.append(table_code(table), last, vec![again]).wait();
        let table = table_code(table);
        assert_eq!(refused, Err(Error::DuplicateCommand { table, seq: last }));
    }
    while last < length {
        // One to three entries together, of which a kill leaves all or none.
        let next = last + 1 + (last + table) % 3;
        let new = (last + 1..=next).map(|seq| nth(table, seq)).collect();
        let appended = journal.append(table_code(table), last, new).wait();
        assert_eq!(appended, Ok(()));
        last = next;
        // One write, so that a kill leaves no half of a line.
        let line = format!("ack {table} {last}\n");
        io::stderr().write_all(line.as_bytes()).unwrap();
    }
}

/// Where the table is; a new one is opened.
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

/// What this entry of this table always is.
fn nth(table: u64, seq: u64) -> Entry {
    let body = format!(r#"{{"table":{table},"entry":{seq}}}"#).repeat(1 + seq as usize % 9);
    Entry {
        body,
        ..by(seq, "ann", &format!("c{seq}"))
    }
}
