//! The files of this folder and their contents.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use store::{Journal, SqliteJournal, StoredTable};
use tempfile::TempDir;

/// The name of the old journal.
pub(crate) const JOURNAL: &str = "house.db";

/// A table of the old journal.
#[derive(Debug, Deserialize)]
pub(crate) struct OldTable {
    /// The name of its folder.
    pub(crate) name: String,
    pub(crate) code: String,
    /// The number of its finished games. If there are any, the last one is over too.
    pub(crate) games: u32,
    /// Its people, from seat 0; bots sit after them.
    pub(crate) players: Vec<Person>,
    pub(crate) spectator: Person,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Person {
    pub(crate) token: String,
}

impl OldTable {
    /// The answers of the old house.
    #[track_caller]
    pub(crate) fn said(&self, file: &str) -> Value {
        json(&folder().join(&self.name).join(file))
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.name == "cribbage_closed"
    }

    /// Whether it could go on when the old house was closed.
    pub(crate) fn was_open(&self) -> bool {
        self.games == 0 && !self.is_closed()
    }
}

/// The tables of the old journal.
pub(crate) fn tables() -> Vec<OldTable> {
    let tables: Vec<OldTable> =
        serde_json::from_value(json(&folder().join("tables.json"))).unwrap();
    assert_eq!(tables.len(), 12);
    tables
}

/// The tables with a finished game, each with the number of the game.
pub(crate) fn finished_games() -> Vec<(OldTable, u32)> {
    let mut games = Vec::new();
    for number in 1..=2 {
        let tables = tables().into_iter().filter(|table| table.games >= number);
        games.extend(tables.map(|table| (table, number)));
    }
    assert_eq!(games.len(), 6);
    games
}

/// A folder of its own with a copy of the old journal.
pub(crate) fn copy_of_the_journal() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    fs::copy(folder().join(JOURNAL), copy.path().join(JOURNAL)).unwrap();
    copy
}

/// The contents of a file for each table. The store returns nothing whose seal does not match it
/// and everything before it; another test checks that seals never change.
pub(crate) fn stored(file: &Path) -> BTreeMap<String, StoredTable> {
    let journal = SqliteJournal::open(file).unwrap();
    let load = |table: OldTable| {
        let record = journal.load(&table.code.parse().unwrap()).unwrap();
        (table.name, record)
    };
    tables().into_iter().map(load).collect()
}

/// The records of version 1 that each game keeps.
pub(crate) fn records() -> Vec<PathBuf> {
    let mut records = Vec::new();
    for game in ["cribbage", "dice", "texas42"] {
        let tests = format!("../../games/{game}/tests/version_1");
        let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(tests)).unwrap();
        records.extend(files.map(|file| file.unwrap().path()));
    }
    records.retain(|path| {
        let name = path.to_str().unwrap();
        name.ends_with(".txt") && !name.ends_with(".replay.txt")
    });
    records.sort();
    assert_eq!(records.len(), 8);
    records
}

#[track_caller]
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

#[track_caller]
pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version_1")
}
