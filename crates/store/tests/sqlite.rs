//! What only a file can get wrong: other files, other processes, damage.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{by, code, entries, entry, player, table};
use rusqlite::Connection;
use store::{
    Archive, Deed, Entry, Error, Filter, Journal, Note, OpenError, Operation, Rescued, Rewrite,
    SqliteJournal, SqliteOptions, TokenHash, Write,
};
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

/// Two owners of one table, as after a failed hand-over between two nodes.
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

/// As [`two_journals_take_turns_at_one_table`], but nobody waits for a turn.
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
    let append = |expect: u64, new: Entry| one.append(code("A"), expect, vec![new]).wait();
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
    // The writer is kept waiting for as long as somebody else holds the lock.
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

    // It holds secrets, as the original does.
    let mode = std::os::unix::fs::PermissionsExt::mode(&copy.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let copy = SqliteJournal::open(&copy).unwrap();
    for text in TABLES {
        is_whole(&copy, text);
    }
    let next = copy.append(code("A"), LENGTH, vec![entry(51)]);
    assert_eq!(next.wait(), Ok(()));
}

// Files that are no journals.

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
        known: 8,
    };
    refuses(&path, &error, "store/too_new");
    assert!(error.to_string().contains("format 99"));
    tamper(&path, "PRAGMA user_version = 8;");
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

// Damage.

/// Tampers with table B and sees what loading each table says.
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

/// Another name in the first entry must not seal what is damaged behind it.
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

/// What cannot be read as text is set aside byte by byte, and the rest of the table is good.
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
    let note = Note {
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
        damaged(&sql, 23, "it does not read as an entry");
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

/// A file as a full disk or a broken copy leaves it: its end is missing. Two hundred
/// tables of ten long entries take some hundred pages, of which a quarter goes.
#[test]
fn what_is_left_of_a_cut_off_file_loads() {
    let (_folder, path) = folder();
    let journal = SqliteJournal::open(&path).unwrap();
    let codes: Vec<_> = (0..200).map(|n| code(&format!("T{n:03}"))).collect();
    let long = |seq| Entry {
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

/// A file of today and one of the first format: everything is there in the new one.
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

/// A page of garbage costs the tables on it, and no others.
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
            // To make room on a neighbouring page, SQLite wanted to use this one.
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
    // A page holds less than a table, so it is shared by two at most, and so are
    // its neighbours.
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

/// After a power cut the log may end anywhere, or in garbage. SQLite takes the
/// whole commits and leaves the rest, so a table is what it was at some moment.
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
        // Every other log also ends in what the disk held there before.
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
