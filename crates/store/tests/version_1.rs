//! A file that a house of rules version 1 wrote (see `crates/tallyhouse/tests/version_1`). Opening
//! it and writing to it changes no stored byte and no seal.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use rusqlite::types::Value;
use store::{Error, Filter, Journal, SqliteJournal, StoredEntry, TableState};

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tallyhouse/tests/version_1/house.db"
);

#[test]
fn what_is_stored_keeps_every_byte_and_seal() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("house.db");
    fs::copy(FILE, &copy).unwrap();
    let (tables, entries) = (rows(&copy, TABLES), rows(&copy, ENTRIES));
    assert_eq!(tables.len(), 12);
    assert!(entries.len() > 500);

    let journal = SqliteJournal::open(&copy).unwrap();
    let open = Filter {
        state: Some(TableState::Open),
        ..Filter::default()
    };
    for table in journal.list(&open).unwrap() {
        let seq = table.last_seq + 1;
        let more = StoredEntry {
            seq,
            at: table.last_at,
            player: None,
            command_id: None,
            body: "{}".to_owned(),
        };
        let added = journal.append(table.code.clone(), table.last_seq, vec![more]);
        assert_eq!(added.wait(), Ok(()));
        assert_eq!(journal.load(&table.code).unwrap().last_seq(), seq);
    }
    drop(journal);

    assert_eq!(rows(&copy, TABLES), tables);
    let after = rows(&copy, ENTRIES);
    assert_eq!(after.len(), entries.len() + 11, "one at each open table");
    for entry in &entries {
        assert!(after.contains(entry), "{entry:?}");
    }
}

/// An older file has an index of commands, and today's has none. A command of an older file is
/// still refused if it is repeated.
#[test]
fn the_commands_of_an_older_file_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("house.db");
    fs::copy(FILE, &copy).unwrap();
    let indexes = "SELECT name FROM sqlite_schema WHERE name = 'commands'";
    assert_eq!(rows(&copy, indexes).len(), 1);
    let journal = SqliteJournal::open(&copy).unwrap();
    assert_eq!(rows(&copy, indexes).len(), 0);
    let mut n_repeated = 0;
    for table in journal.list(&Filter::default()).unwrap() {
        let entries = journal.load(&table.code).unwrap().entries;
        for entry in entries.iter().filter(|entry| entry.command_id.is_some()) {
            let again = StoredEntry {
                seq: table.last_seq + 1,
                ..entry.clone()
            };
            let refused = journal.append(table.code.clone(), table.last_seq, vec![again]);
            let (code, seq) = (table.code.clone(), entry.seq);
            assert_eq!(
                refused.wait(),
                Err(Error::DuplicateCommand { table: code, seq })
            );
            n_repeated += 1;
        }
    }
    assert!(n_repeated > 100, "{n_repeated}");
}

/// Players of an older file keep their tokens, as if they had used them today.
#[test]
fn the_tokens_of_an_older_file_are_good() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("house.db");
    fs::copy(FILE, &copy).unwrap();
    let before = rows(&copy, "SELECT token_hash, id, at FROM players ORDER BY id");
    assert!(before.len() > 10);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    drop(SqliteJournal::open(&copy).unwrap());
    let after = rows(
        &copy,
        "SELECT hash, player, made_at FROM tokens ORDER BY player",
    );
    assert_eq!(after, before);
    let players = rows(&copy, "SELECT id, at, erased_at FROM players ORDER BY id");
    assert_eq!(players.len(), before.len());
    assert!(players.iter().all(|player| player[2] == Value::Null));
    for used in rows(&copy, "SELECT used_at FROM tokens WHERE revoked_at IS NULL") {
        let Value::Integer(used) = used[0] else {
            panic!("{used:?}")
        };
        assert!(used as u128 + 1_000 > now.as_millis(), "{used}");
    }
}

const TABLES: &str = "SELECT id, code, game, rules_version, options, commitment, creator, \
    command_id, at, finished_at, seal FROM tables ORDER BY id";
const ENTRIES: &str = "SELECT key, at, player, command_id, body, seal FROM entries ORDER BY key";

/// The rows of the file, read without the journal.
fn rows(file: &Path, query: &str) -> Vec<Vec<Value>> {
    let file = Connection::open(file).unwrap();
    let mut query = file.prepare(query).unwrap();
    let n_columns = query.column_count();
    let rows = query.query_map([], |row| (0..n_columns).map(|n| row.get(n)).collect());
    rows.unwrap().map(Result::unwrap).collect()
}
