//! Several writers at once: the order of their writes, and exactly one winner of equal writes.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use crate::common::{by, code, entry, table};
use crate::tables::listed;
use crate::{holds, open};
use store::{Error, Filter, Journal, NewTable, StoredEntry};

pub(crate) fn writes_keep_their_order_without_waiting(journal: &dyn Journal) {
    let created = journal.create(table("A"), Vec::new());
    let appended: Vec<_> = (1..=500)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    assert_eq!(created.wait(), Ok(()));
    for receipt in appended {
        assert_eq!(receipt.wait(), Ok(()));
    }
    holds(journal, "A", 500);
}

/// The codes descend, so that a journal that sorted a batch by code would put the last creation
/// first.
pub(crate) fn equal_creations_keep_their_order_without_waiting(journal: &dyn Journal) {
    let new = |n: u32, command: u32| NewTable {
        command_id: Some(format!("c{command}").parse().unwrap()),
        ..table(&format!("T{n:03}"))
    };
    let mut receipts = Vec::new();
    for command in 0..100 {
        let first = 999 - 3 * command;
        for n in (first - 2..=first).rev() {
            receipts.push((first, n, journal.create(new(n, command), Vec::new())));
        }
    }
    for (first, n, receipt) in receipts {
        let table = code(&format!("T{first:03}"));
        let expected = match n == first {
            true => Ok(()),
            false => Err(Error::DuplicateCreation { table }),
        };
        assert_eq!(receipt.wait(), expected, "T{n:03}");
    }
}

pub(crate) fn callbacks_may_read_and_are_called_once(journal: &dyn Journal) {
    open(journal, "A", 0);
    let (sender, receiver) = std::sync::mpsc::channel();
    for seq in [1, 1, 2] {
        let sender = sender.clone();
        let write = store::Write::Append {
            table: code("A"),
            epoch: 0,
            expect: seq - 1,
            entries: vec![entry(seq)],
            ended: Vec::new(),
        };
        journal.submit(
            write,
            Box::new(move |outcome| sender.send(outcome.is_ok()).unwrap()),
        );
    }
    drop(sender);
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [true, false, true]);
    holds(journal, "A", 2);
}

/// Eight threads, each with its own knowledge of three tables, race for every number.
pub(crate) fn of_many_writers_one_wins_each_number(journal: &dyn Journal) {
    const TABLES: [&str; 3] = ["A", "B", "C"];
    const LENGTH: u64 = 60;
    for text in TABLES {
        open(journal, text, 0);
    }
    let acknowledged = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for writer in 0..8 {
            let acknowledged = &acknowledged;
            scope.spawn(move || {
                for seq in 1..=LENGTH {
                    for text in TABLES {
                        let body = format!("writer {writer}");
                        let new = StoredEntry { body, ..entry(seq) };
                        match journal
                            .append(code(text), seq - 1, vec![new.clone()])
                            .wait()
                        {
                            Ok(()) => {
                                let other = acknowledged.lock().unwrap().insert((text, seq), new);
                                assert_eq!(other, None, "two winners");
                            }
                            Err(Error::Conflict {
                                expected, found, ..
                            }) => {
                                assert_eq!(expected, seq - 1);
                                assert!(found > expected, "somebody was there first");
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            });
        }
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    for text in TABLES {
        let loaded = journal.load(&code(text)).unwrap().entries;
        let won = (1..=LENGTH).map(|seq| acknowledged[&(text, seq)].clone());
        assert_eq!(loaded, won.collect::<Vec<_>>());
    }
}

/// A client that lost its connection sends its commands again from several threads.
pub(crate) fn of_many_equal_commands_one_is_applied(journal: &dyn Journal) {
    const COMMANDS: u64 = 20;
    open(journal, "A", 0);
    let answers = Mutex::new(BTreeMap::<u64, Vec<u64>>::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for command in 0..COMMANDS {
                    let seq = send_until_applied(journal, &command.to_string());
                    answers
                        .lock()
                        .unwrap()
                        .entry(command)
                        .or_default()
                        .push(seq);
                }
            });
        }
    });
    let loaded = journal.load(&code("A")).unwrap().entries;
    assert_eq!(loaded.len() as u64, COMMANDS);
    for (command, seqs) in answers.into_inner().unwrap() {
        assert_eq!(seqs.len(), 4);
        for seq in seqs {
            let entry = &loaded[seq as usize - 1];
            let id = entry.command_id.as_ref().map(ToString::to_string);
            assert_eq!(id, Some(command.to_string()));
        }
    }
}

/// Appends as a table's owner does: on a conflict it reads the end of the table and tries again.
fn send_until_applied(journal: &dyn Journal, command: &str) -> u64 {
    let mut expect = 0;
    loop {
        let new = vec![by(expect + 1, "ann", command)];
        match journal.append(code("A"), expect, new).wait() {
            Ok(()) => return expect + 1,
            Err(Error::DuplicateCommand { seq, .. }) => return seq,
            Err(Error::Conflict { found, .. }) => expect = found,
            Err(error) => panic!("{error}"),
        }
    }
}

pub(crate) fn of_many_equal_creations_one_is_done(journal: &dyn Journal) {
    let tables = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for n in 0..8 {
            let tables = &tables;
            scope.spawn(move || {
                let new = NewTable {
                    command_id: Some("c1".parse().unwrap()),
                    ..table(&format!("T{n}"))
                };
                let own = new.code.clone();
                let opened = match journal.create(new, Vec::new()).wait() {
                    Ok(()) => own,
                    Err(Error::DuplicateCreation { table }) => table,
                    Err(error) => panic!("{error}"),
                };
                tables.lock().unwrap().push(opened.to_string());
            });
        }
    });
    let mut tables = tables.into_inner().unwrap();
    tables.dedup();
    assert_eq!(listed(journal, &Filter::default()), tables);
}
