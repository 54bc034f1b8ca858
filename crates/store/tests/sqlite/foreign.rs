//! Files that are not journals.

use std::fs;
use std::path::Path;

use crate::{file, fill, folder, is_whole, tamper};
use store::{OpenError, SqliteJournal};

#[track_caller]
fn refuses(path: &Path, error: &OpenError, code: &str) {
    let refused = SqliteJournal::open(path).unwrap_err();
    assert_eq!(refused, *error);
    assert_eq!(refused.code(), code);
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let (_folder, path) = folder();
    let letter = "Dear diary, ".repeat(1_000);
    fs::write(&path, &letter).unwrap();
    let error = OpenError::NotADatabase { path: path.clone() };
    refuses(&path, &error, "store/not_a_database");
    assert_eq!(fs::read_to_string(&path).unwrap(), letter);
}

#[test]
fn another_programs_database_is_left_alone() {
    let (_folder, path) = folder();
    tamper(
        &path,
        "CREATE TABLE recipes (name); PRAGMA user_version = 1;",
    );
    let before = fs::read(&path).unwrap();
    let error = OpenError::Foreign { path: path.clone() };
    refuses(&path, &error, "store/foreign");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_from_the_future_is_left_alone() {
    let (_folder, path) = file();
    tamper(&path, "PRAGMA user_version = 99;");
    let error = OpenError::TooNew {
        path: path.clone(),
        found: 99,
        known: 9,
    };
    refuses(&path, &error, "store/too_new");
    assert!(error.to_string().contains("format 99"));
    tamper(&path, "PRAGMA user_version = 9;");
    is_whole(&SqliteJournal::open(&path).unwrap(), "A");
}

#[test]
fn a_folder_or_a_missing_one_cannot_be_opened() {
    let (folder, path) = folder();
    let missing = path.join("deeper");
    for path in [folder.path(), &missing] {
        let refused = SqliteJournal::open(path).unwrap_err();
        assert_eq!(refused.code(), "store/cannot_open", "{refused}");
    }
}

#[test]
fn an_empty_file_becomes_a_journal() {
    let (_folder, path) = folder();
    fs::write(&path, "").unwrap();
    fill(&SqliteJournal::open(&path).unwrap());
}
