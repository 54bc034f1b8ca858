//! One house for a file: a second is refused, while readers and backups go on.

use store::{Archive, Error, Journal, OpenError, SqliteJournal};

use super::{LENGTH, TABLES, code, entry, fill, folder};

#[test]
fn a_second_house_is_refused_with_a_sentence() {
    let (_folder, path) = folder();
    let house = SqliteJournal::open_alone(&path).unwrap();
    let refused = SqliteJournal::open_alone(&path).unwrap_err();
    let path_of = || path.clone();
    assert_eq!(refused, OpenError::InUse { path: path_of() });
    assert_eq!(refused.code(), "store/in_use");
    let sentence = refused.to_string();
    assert!(
        sentence.starts_with("another house is running with") && sentence.contains("stop it first"),
        "{sentence}"
    );
    // The refusal has not harmed the first house, and its end lets another in.
    fill(&house);
    drop(house);
    let next = SqliteJournal::open_alone(&path).unwrap();
    assert_eq!(next.load(&code("A")).unwrap().entries.len() as u64, LENGTH);
}

#[test]
fn readers_and_backups_go_on_beside_a_house() {
    let (folder, path) = folder();
    let house = SqliteJournal::open_alone(&path).unwrap();
    fill(&house);
    let reader = SqliteJournal::open(&path).unwrap();
    for text in TABLES {
        let read = reader.load(&code(text)).unwrap();
        assert_eq!(read, house.load(&code(text)).unwrap());
    }
    for (name, journal) in [("own.db", &house), ("other.db", &reader)] {
        let copy = folder.path().join(name);
        journal.back_up(&copy).unwrap();
        // A copy is a file of its own, for a house of its own.
        let copy = SqliteJournal::open_alone(&copy).unwrap();
        assert_eq!(copy.load(&code("A")), house.load(&code("A")));
    }
    let rescued = SqliteJournal::rescue(&path, folder.path().join("rescued.db"));
    assert!(rescued.is_ok(), "{rescued:?}");
    // The house writes on, and the reader sees it.
    let next = vec![entry(LENGTH + 1)];
    assert_eq!(house.append(code("A"), LENGTH, next).wait(), Ok(()));
    assert_eq!(reader.load(&code("A")), house.load(&code("A")));
    assert_eq!(
        reader.load(&code("D")),
        Err(Error::NotFound { table: code("D") })
    );
}
