//! Damaged files: the damage that is noticed, and the tables that can be saved.

use std::fs;
use std::path::Path;

use crate::common::{by, code, entries, entry, player, table};
use crate::{LENGTH, TABLES, file, folder, is_whole, tamper};
use rusqlite::Connection;
use store::{
    Archive, Deed, Error, Filter, Journal, Operation, OperatorNote, Rescued, Rewrite,
    SqliteJournal, StoredEntry, TokenHash, Write,
};

/// Tampers with table B and checks the outcome of loading each table.
#[track_caller]
fn damaged(sql: &str, seq: u64, why: &str) {
    let (_folder, path) = file();
    tamper(&path, sql);
    let journal = SqliteJournal::open(&path).unwrap();
    let error = Error::Corrupt {
        table: code("B"),
        seq,
        why: why.to_owned(),
    };
    assert_eq!(journal.load(&code("B")), Err(error));
    is_whole(&journal, "A");
    is_whole(&journal, "C");
    assert_eq!(journal.list(&Filter::default()).unwrap().len(), 3);
    let next = journal.append(code("A"), LENGTH, vec![entry(51)]);
    assert_eq!(next.wait(), Ok(()), "the other tables go on");
}

const OF_B: &str = "table_id = (SELECT id FROM tables WHERE code = 'B')";
const CHECKSUM: &str = "its checksum does not fit";

#[test]
fn a_flipped_byte_is_found_at_its_entry() {
    let flip = |column: &str, value: &str, seq: u64| {
        let sql = format!("UPDATE entries SET {column} = {value} WHERE {OF_B} AND seq = {seq}");
        damaged(&sql, seq, CHECKSUM);
    };
    flip("body", "replace(body, 'entry', 'fntry')", 1);
    flip("body", "replace(body, 'entry', 'fntry')", 23);
    flip("body", "''", LENGTH);
    flip("at", "at + 1", 23);
    flip("player", "'bob'", 23);
    flip("player", "NULL", 23);
    flip("command_id", "NULL", 23);
    flip("seal", "zeroblob(16)", 23);
}

/// A new name in the first entry must not seal the damage after it.
#[test]
fn a_damaged_table_is_not_sealed_anew() {
    let (_folder, path) = file();
    tamper(
        &path,
        &format!("UPDATE entries SET at = at + 1 WHERE {OF_B} AND seq = 23"),
    );
    let journal = SqliteJournal::open(&path).unwrap();
    let enroll = Write::Enroll {
        player: player("ann"),
        token: TokenHash::of("one"),
        at: 1,
    };
    assert_eq!(journal.write(enroll).wait(), Ok(()));
    let erase = Deed::Erase {
        player: player("ann"),
        rewrites: vec![Rewrite {
            table: code("B"),
            bodies: vec![(1, "erased".to_owned())],
        }],
        lines: Vec::new(),
        name: "erased".to_owned(),
    };
    let refused = operate(&journal, erase);
    assert!(
        matches!(refused, Err(Error::Corrupt { seq: 23, .. })),
        "{refused:?}"
    );
    assert!(journal.token(&TokenHash::of("one")).unwrap().is_some());
    assert_eq!(journal.log(None, 9), Ok(Vec::new()));
}

/// Rows that are not text are set aside unchanged, and the rest of the table is good.
#[test]
fn a_damaged_table_is_cut_back() {
    for (damage, seq) in [
        ("UPDATE entries SET body = CAST(x'ff00' AS TEXT)", 23),
        ("UPDATE entries SET seal = x'00'", LENGTH),
        ("DELETE FROM entries", 30),
    ] {
        let (_folder, path) = file();
        tamper(&path, &format!("{damage} WHERE {OF_B} AND seq = {seq}"));
        let journal = SqliteJournal::open(&path).unwrap();
        let (table, after) = (code("B"), seq - 1);
        let cut = Deed::SetAside { table, after };
        assert_eq!(operate(&journal, cut), Ok(()), "{damage}");
        let record = journal.load(&code("B")).unwrap();
        assert_eq!(record.last_seq(), seq - 1, "{damage}");
        let next = vec![by(seq, "ann", "again")];
        let next = journal.append(code("B"), seq - 1, next);
        assert_eq!(next.wait(), Ok(()), "{damage}");
        let aside = journal.aside().unwrap();
        let gone = u64::from(damage.starts_with("DELETE"));
        assert_eq!(aside[0].n_rows, LENGTH + 1 - seq - gone, "{damage}");
        is_whole(&journal, "A");
        is_whole(&journal, "C");
    }
}

fn operate(journal: &SqliteJournal, deed: Deed) -> Result<(), Error> {
    let text = || "test".to_owned();
    let note = OperatorNote {
        at: 9,
        who: text(),
        why: text(),
        action: text(),
        subject: text(),
        detail: text(),
    };
    journal
        .write(Write::Operate(Operation { note, deed }))
        .wait()
}

#[test]
fn a_damaged_opening_is_entry_0() {
    let flip = |column: &str, value: &str| {
        let sql = format!("UPDATE tables SET {column} = {value} WHERE code = 'B'");
        damaged(&sql, 0, CHECKSUM);
    };
    flip("game", "'dice'");
    flip("rules_version", "2");
    flip("options", "'{}'");
    flip("commitment", "zeroblob(32)");
    flip("creator", "'bob'");
    flip("command_id", "'c'");
    flip("at", "0");
    flip("seal", "zeroblob(16)");
}

#[test]
fn a_missing_entry_is_found() {
    damaged(
        &format!("DELETE FROM entries WHERE {OF_B} AND seq = 23"),
        23,
        "it is missing",
    );
    damaged(
        &format!("DELETE FROM entries WHERE {OF_B} AND seq < 23"),
        1,
        "it is missing",
    );
}

#[test]
fn entries_in_another_order_are_found() {
    let sql = format!(
        "UPDATE entries SET key = key + 1000 WHERE {OF_B} AND seq = 10;
         UPDATE entries SET key = key - 10 WHERE {OF_B} AND seq = 20;
         UPDATE entries SET key = key - 990 WHERE {OF_B} AND seq = 1010;"
    );
    damaged(&sql, 10, CHECKSUM);
}

#[test]
fn an_entry_of_another_table_is_found() {
    let sql = format!(
        "UPDATE entries SET (at, player, body, seal) =
            (SELECT at, player, body, seal FROM entries AS other
             WHERE other.seq = 23 AND other.table_id = (SELECT id FROM tables WHERE code = 'A'))
         WHERE {OF_B} AND seq = 23"
    );
    damaged(&sql, 23, CHECKSUM);
}

#[test]
fn values_of_another_kind_are_found() {
    let flip = |column: &str, value: &str| {
        let sql = format!("UPDATE entries SET {column} = {value} WHERE {OF_B} AND seq = 23");
        damaged(&sql, 23, "it cannot be read as an entry");
    };
    flip("seal", "x'00'");
    flip("body", "CAST(x'ff' || body AS TEXT)");
    flip("at", "-1");
}

/// The length of the file in pages, and of a page in bytes.
fn pages(path: &Path) -> (u64, u64) {
    let connection = Connection::open(path).unwrap();
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    (pragma("page_count").unwrap(), pragma("page_size").unwrap())
}

/// A file without its end, as a full disk or a broken copy leaves it. Two hundred tables of ten
/// long entries take some hundred pages, and a quarter of them is cut off.
#[test]
fn what_is_left_of_a_cut_off_file_loads() {
    let (_folder, path) = folder();
    let journal = SqliteJournal::open(&path).unwrap();
    let codes: Vec<_> = (0..200).map(|n| code(&format!("T{n:03}"))).collect();
    let long = |seq| StoredEntry {
        body: "x".repeat(300),
        ..entry(seq)
    };
    for code in &codes {
        let created = journal.create(table(code.as_str()), (1..=10).map(long).collect());
        assert_eq!(created.wait(), Ok(()));
    }
    drop(journal);
    let (n_pages, page) = pages(&path);
    let keep = n_pages * 3 / 4 * page + 100;
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(keep)
        .unwrap();

    let refused = SqliteJournal::open(&path).unwrap_err();
    assert_eq!(refused.code(), "store/damaged", "{refused}");
    let before = fs::read(&path).unwrap();
    let journal = SqliteJournal::salvage(&path).unwrap();
    let mut whole = 0;
    for code in &codes {
        match journal.load(code) {
            Ok(record) => {
                assert_eq!(record.entries, (1..=10).map(long).collect::<Vec<_>>());
                whole += 1;
            }
            Err(Error::Corrupt { table, seq, .. }) => {
                assert_eq!(table, *code);
                assert!(seq <= 10);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(0 < whole && whole < 200, "{whole} of 200 are whole");
    let refused = journal.append(codes[0].clone(), 10, vec![entry(11)]).wait();
    assert!(matches!(refused, Err(Error::Unavailable { .. })));
    let saved = path.with_extension("saved");
    let rescued = SqliteJournal::rescue(&path, &saved).unwrap();
    assert_eq!(rescued.tables, whole);
    let saved = SqliteJournal::open(&saved).unwrap();
    for code in &codes {
        assert_eq!(saved.load(code).is_ok(), journal.load(code).is_ok());
    }
    drop(journal);
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A file of today's format and one of the first: everything is saved into the new file.
#[test]
fn a_rescue_of_a_good_file_is_a_copy() {
    let (folder, path) = file();
    let journal = SqliteJournal::open(&path).unwrap();
    let enroll = |name: &str, token: &str| Write::Enroll {
        player: player(name),
        token: TokenHash::of(token),
        at: 1,
    };
    assert_eq!(journal.write(enroll("ann", "one")).wait(), Ok(()));
    assert_eq!(operate(&journal, Deed::Noted), Ok(()));
    assert_eq!(journal.finish(code("A"), LENGTH, 9).wait(), Ok(()));
    let saved = folder.path().join("saved.db");
    let rescued = SqliteJournal::rescue(&path, &saved).unwrap();
    let expected = Rescued {
        tables: 3,
        players: 1,
        ..Rescued::default()
    };
    assert_eq!(rescued, expected);
    assert!(SqliteJournal::rescue(&path, &saved).is_err());
    let saved = SqliteJournal::open(&saved).unwrap();
    for text in TABLES {
        assert_eq!(saved.load(&code(text)), journal.load(&code(text)));
    }
    let token = TokenHash::of("one");
    assert_eq!(saved.token(&token), journal.token(&token));
    assert_eq!(saved.log(None, 9), journal.log(None, 9));

    let first = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tallyhouse/tests/version_1/house.db"
    );
    let old = folder.path().join("old.db");
    fs::copy(first, &old).unwrap();
    let rescued = SqliteJournal::rescue(&old, folder.path().join("new.db")).unwrap();
    assert_eq!((rescued.tables, rescued.damaged.len()), (12, 0));
    let new = SqliteJournal::open(folder.path().join("new.db")).unwrap();
    let players = new.players("", None).unwrap();
    assert_eq!(players.len(), rescued.players);
    for player in players {
        assert_eq!(new.tokens(&player.id).unwrap().len(), 1);
    }
}

/// A page of garbage costs only the tables on it.
#[test]
fn a_destroyed_page_costs_only_its_tables() {
    let (_folder, path) = folder();
    let journal = SqliteJournal::open(&path).unwrap();
    let codes: Vec<_> = (0..50).map(|n| code(&format!("T{n:02}"))).collect();
    for code in &codes {
        let created = journal.create(table(code.as_str()), entries(1..=100));
        assert_eq!(created.wait(), Ok(()));
    }
    drop(journal);
    let page_of_an_entry = find_page(&path, b"{\"entry\":77}");
    let mut bytes = fs::read(&path).unwrap();
    bytes[page_of_an_entry].fill(0xff);
    fs::write(&path, bytes).unwrap();

    let journal = SqliteJournal::open(&path).unwrap();
    let appends: Vec<_> = codes
        .iter()
        .map(|code| journal.append(code.clone(), 100, vec![entry(101)]))
        .collect();
    let (mut unreadable, mut stuck) = (0, 0);
    for (code, append) in codes.iter().zip(appends) {
        match (append.wait(), journal.load(code)) {
            (Ok(()), Ok(record)) => assert_eq!(record.entries, entries(1..=101)),
            // SQLite wanted to use this page to make room on a neighbouring one.
            (Err(Error::Unavailable { .. }), Ok(record)) => {
                assert_eq!(record.entries, entries(1..=100));
                stuck += 1;
            }
            (_, Err(error)) => {
                assert_eq!(error.code(), "store/corrupt");
                unreadable += 1;
            }
            (Err(error), Ok(_)) => panic!("{error}"),
        }
    }
    // A page holds less than a table; therefore at most two tables share it, and the same is true
    // of its neighbours.
    assert!((1..=2).contains(&unreadable), "{unreadable} tables");
    assert!(stuck <= 2, "{stuck} tables");
}

/// The bytes of the page on which this text stands for the 20th time: a leaf in
/// the middle of the entries.
fn find_page(path: &Path, text: &[u8]) -> std::ops::Range<usize> {
    let page = pages(path).1 as usize;
    let bytes = fs::read(path).unwrap();
    let (start, _) = bytes
        .windows(text.len())
        .enumerate()
        .filter(|(_, window)| *window == text)
        .nth(19)
        .unwrap();
    let first = start / page * page;
    first..first + page
}
