//! Tests of the journal in PostgreSQL alone: crashes, other nodes, encryption, damage.

mod common;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::{by, code, entries, entry, table};
use engines::{Postgres, Signal};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use store::{
    ConnectError, Deed, Error, Filter, Journal, Operation, OperatorNote, PostgresJournal,
    PostgresOptions, StoredEntry, Write,
};

fn open(url: &str) -> PostgresJournal {
    PostgresJournal::open(url).unwrap()
}

/// A connection to the database of an address, for changes behind the journal's back.
fn name(url: &str) -> &str {
    url.rsplit('/').next().unwrap()
}

#[test]
fn what_was_acknowledged_is_there_after_reopening() {
    let postgres = Postgres::start();
    let url = postgres.database();
    let journal = open(&url);
    let created = journal.create(table("A"), Vec::new());
    let receipts: Vec<_> = (1..=300)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    // Dropping the journal writes everything that waits.
    drop(journal);
    assert_eq!(created.wait(), Ok(()));
    for receipt in receipts {
        assert_eq!(receipt.wait(), Ok(()));
    }
    let journal = open(&url);
    assert_eq!(journal.load(&code("A")).unwrap().entries, entries(1..=300));
    let copy = journal.archive().unwrap().back_up("copy".as_ref());
    assert!(copy.unwrap_err().to_string().contains("pg_dump"));
}

/// The server is killed again and again while eight threads append. A thread that learns that the
/// outcome is unknown loads its table and goes on.
#[test]
fn nothing_acknowledged_is_lost_by_a_kill_of_the_server() {
    const KILLS: usize = 4;
    const TABLES: u64 = 8;
    let mut postgres = Postgres::start();
    let url = postgres.database();
    let journal = open(&url);
    for n in 0..TABLES {
        assert_eq!(
            journal.create(table(&format!("T{n}")), Vec::new()).wait(),
            Ok(())
        );
    }
    let acknowledged = Mutex::new(BTreeMap::<u64, u64>::new());
    let (stop, unknown) = (AtomicBool::new(false), Mutex::new(0));
    let total = || acknowledged.lock().unwrap().values().sum::<u64>();
    thread::scope(|scope| {
        for n in 0..TABLES {
            let (journal, acknowledged) = (&journal, &acknowledged);
            let (stop, unknown) = (&stop, &unknown);
            scope.spawn(move || {
                let mut last = 0;
                while !stop.load(Ordering::Relaxed) {
                    match journal
                        .append(numbered(n), last, vec![nth(n, last + 1)])
                        .wait()
                    {
                        Ok(()) => {
                            last += 1;
                            acknowledged.lock().unwrap().insert(n, last);
                        }
                        Err(Error::Unavailable { .. }) => {
                            *unknown.lock().unwrap() += 1;
                            last = found(journal, n, last);
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
        for kill in 0..KILLS {
            let goal = total() + 50 + 40 * kill as u64;
            wait_for(|| total() >= goal);
            postgres.kill();
            thread::sleep(Duration::from_millis(100));
            postgres.run();
            // The same journal goes on without help.
            let before = total();
            wait_for(|| total() > before + TABLES);
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(*unknown.lock().unwrap() > 0, "somebody was interrupted");
    for (n, last) in acknowledged.into_inner().unwrap() {
        let entries = journal.load(&numbered(n)).unwrap().entries;
        assert!(entries.len() as u64 >= last, "table {n} lost entries");
        for (entry, seq) in entries.iter().zip(1..) {
            assert_eq!(*entry, nth(n, seq));
        }
    }
}

/// The end of a table once the server answers again: the last acknowledged entry, or the next one.
fn found(journal: &PostgresJournal, n: u64, acknowledged: u64) -> u64 {
    loop {
        match journal.head(&numbered(n)) {
            Ok(head) => {
                assert!((acknowledged..=acknowledged + 1).contains(&head.seq));
                return head.seq;
            }
            Err(Error::Unavailable { .. }) => thread::sleep(Duration::from_millis(20)),
            Err(error) => panic!("{error}"),
        }
    }
}

fn numbered(n: u64) -> store::Code {
    code(&format!("T{n}"))
}

fn nth(n: u64, seq: u64) -> StoredEntry {
    StoredEntry {
        body: format!(r#"{{"table":{n},"entry":{seq}}}"#),
        ..by(seq, "ann", &format!("c{seq}"))
    }
}

#[track_caller]
fn wait_for(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "it never happens"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Three nodes with three threads each claim the same tables from each other and write to them. A
/// refusal has one of two reasons. The epochs of a table's accepted writes never fall, and every
/// acknowledged entry is there.
#[test]
fn nodes_that_snatch_tables_from_each_other_lose_nothing() {
    const TABLES: u64 = 5;
    const ROUNDS: u64 = 25;
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    let nodes = [(); 3].map(|()| open(&url));
    for n in 0..TABLES {
        let created = nodes[0].create(table(&format!("T{n}")), Vec::new());
        assert_eq!(created.wait(), Ok(()));
    }
    let acknowledged = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for (node, journal) in nodes.iter().enumerate() {
            for worker in 0..3 {
                let acknowledged = &acknowledged;
                scope.spawn(move || {
                    let mut rng = kernel::Rng::from_seed(node as u64 * 3 + worker);
                    for round in 0..ROUNDS {
                        let n = u64::from(rng.below(TABLES as u32));
                        let id = format!("n{node}w{worker}r{round}");
                        for entry in snatch(journal, n, &format!("n{node}"), &id) {
                            let key = (n, entry.seq);
                            let other = acknowledged.lock().unwrap().insert(key, entry);
                            assert_eq!(other, None, "a number was given twice");
                        }
                    }
                });
            }
        }
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(
        acknowledged.len() > 20,
        "{} were accepted",
        acknowledged.len()
    );
    for n in 0..TABLES {
        let record = nodes[1].load(&numbered(n)).unwrap();
        let mut last = 0;
        for entry in &record.entries {
            let epoch: u64 = entry.body.parse().unwrap();
            assert!(epoch >= last, "epochs never fall");
            last = epoch;
        }
        assert!(last <= record.epoch);
        let of_table = acknowledged.iter().filter(|((table, _), _)| *table == n);
        for ((_, seq), entry) in of_table {
            assert_eq!(record.entries[*seq as usize - 1], *entry);
        }
        // No outcome was unknown, and therefore the table holds nothing else.
        let count = acknowledged.keys().filter(|(table, _)| *table == n).count();
        assert_eq!(record.entries.len(), count);
    }
}

/// Claims a table and writes to it until somebody else has claimed it, at most three times.
fn snatch(journal: &PostgresJournal, n: u64, node: &str, id: &str) -> Vec<StoredEntry> {
    let epoch = journal.head(&numbered(n)).unwrap().epoch;
    let claim = Write::Claim {
        table: numbered(n),
        epoch,
        node: node.parse().unwrap(),
        unanswered: true,
    };
    match journal.write(claim).wait() {
        Ok(()) => {}
        Err(Error::Fenced { .. }) => return Vec::new(),
        Err(error) => panic!("{error}"),
    }
    let first = journal.load(&numbered(n)).unwrap().last_seq();
    let mut written = Vec::new();
    for (last, part) in (first..).zip(0..3) {
        let new = StoredEntry {
            body: (epoch + 1).to_string(),
            ..by(last + 1, "ann", &format!("{id}p{part}"))
        };
        let append = Write::Append {
            table: numbered(n),
            epoch: epoch + 1,
            expect: last,
            entries: vec![new.clone()],
            ended: Vec::new(),
        };
        match journal.write(append).wait() {
            Ok(()) => written.push(new),
            Err(Error::Fenced { .. }) => return written,
            Err(error) => panic!("{error}"),
        }
    }
    written
}

#[test]
fn three_nodes_may_start_at_once() {
    let postgres = Postgres::start_hasty();
    for _ in 0..4 {
        let url = postgres.database();
        let journals: Vec<PostgresJournal> = thread::scope(|scope| {
            let nodes = [(); 3].map(|()| scope.spawn(|| open(&url)));
            nodes.map(|node| node.join().unwrap()).into()
        });
        for (journal, n) in journals.iter().zip(0..) {
            assert_eq!(
                journal.create(table(&format!("T{n}")), Vec::new()).wait(),
                Ok(())
            );
        }
        for journal in &journals {
            assert_eq!(journal.list(&Filter::default()).unwrap().len(), 3);
        }
        let sql = "SELECT 1 / CASE WHEN count(*) = 5 THEN 1 ELSE 0 END FROM tallyhouse_versions";
        postgres.execute(name(&url), sql);
    }
}

#[test]
fn what_is_no_house_of_ours_is_left_alone() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    postgres.execute(name(&url), "CREATE TABLE recipes (name TEXT)");
    let refused = PostgresJournal::open(&url).unwrap_err();
    assert_eq!(refused.code(), "store/foreign", "{refused}");
    postgres.execute(name(&url), "DROP TABLE recipes");
    drop(open(&url));
    postgres.execute(name(&url), "INSERT INTO tallyhouse_versions VALUES (99)");
    let refused = PostgresJournal::open(&url).unwrap_err();
    assert_eq!(refused.code(), "store/too_new", "{refused}");
    assert!(refused.to_string().contains("format 99"), "{refused}");

    let nowhere = PostgresJournal::open(&postgres.url("nowhere")).unwrap_err();
    assert_eq!(nowhere.code(), "store/cannot_connect", "{nowhere}");
    assert!(nowhere.to_string().contains("nowhere"), "{nowhere}");
    let (port, mut postgres) = (postgres.port(), postgres);
    postgres.kill();
    let gone = PostgresJournal::open(&format!("postgres://tally@127.0.0.1:{port}/house"));
    assert_eq!(gone.unwrap_err().code(), "store/cannot_connect");
}

/// A server that does not answer keeps nobody waiting: the full queue refuses further writes.
#[test]
fn a_full_queue_refuses_and_loses_nothing() {
    let postgres = Postgres::start_hasty();
    let options = PostgresOptions {
        queue: 1,
        batch: 1,
        ..PostgresOptions::default()
    };
    let journal = PostgresJournal::open_with(&postgres.database(), options).unwrap();
    assert_eq!(journal.create(table("A"), Vec::new()).wait(), Ok(()));
    postgres.signal(Signal::STOP);
    let receipts: Vec<_> = (1..=8)
        .map(|seq| journal.append(code("A"), seq - 1, vec![entry(seq)]))
        .collect();
    postgres.signal(Signal::CONT);
    let outcomes: Vec<_> = receipts.into_iter().map(|receipt| receipt.wait()).collect();
    let accepted = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
    assert!(accepted >= 1, "the first found an empty queue");
    assert!(outcomes.contains(&Err(Error::Overloaded)), "{outcomes:?}");
    let record = journal.load(&code("A")).unwrap();
    assert_eq!(record.entries, entries(1..=accepted));
}

/// Reads and writes go on without help when the server is back. Until then they report that it is
/// not available.
#[test]
fn a_server_that_comes_back_is_found() {
    let mut postgres = Postgres::start();
    let url = postgres.database();
    let journal = open(&url);
    assert_eq!(journal.create(table("A"), Vec::new()).wait(), Ok(()));
    assert_eq!(journal.head(&code("A")).unwrap().seq, 0);
    postgres.kill();
    let refused = journal.write(Write::Probe).wait();
    assert!(
        matches!(refused, Err(Error::Unavailable { .. })),
        "{refused:?}"
    );
    assert!(journal.last_write().unwrap().outcome.is_err());
    assert!(matches!(
        journal.load(&code("A")),
        Err(Error::Unavailable { .. })
    ));
    postgres.run();
    wait_for(|| journal.write(Write::Probe).wait().is_ok());
    assert!(journal.last_write().unwrap().outcome.is_ok());
    assert_eq!(journal.load(&code("A")).unwrap().entries, []);
    assert_eq!(journal.append(code("A"), 0, vec![entry(1)]).wait(), Ok(()));
}

/// The server is read-only, like a replica before its primary has died.
#[test]
fn a_server_that_only_reads_is_not_written_to() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    let journal = open(&url);
    assert_eq!(journal.create(table("A"), Vec::new()).wait(), Ok(()));
    let only_reads = |value: &str| {
        let setting = "default_transaction_read_only";
        let sql = format!("ALTER DATABASE {} SET {setting} = {value}", name(&url));
        postgres.execute("postgres", &sql);
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'tallyhouse'";
        postgres.execute("postgres", sql);
    };
    only_reads("on");
    let mut seq = 0;
    let mut append = || {
        let outcome = journal.append(code("A"), seq, vec![entry(seq + 1)]).wait();
        seq += u64::from(outcome.is_ok());
        outcome
    };
    wait_for(|| matches!(append(), Err(Error::Unavailable { .. })));
    let refused = PostgresJournal::open(&url).unwrap_err();
    assert_eq!(refused.code(), "store/cannot_connect", "{refused}");
    only_reads("off");
    wait_for(|| append().is_ok());
    let record = journal.load(&code("A")).unwrap();
    assert_eq!(record.entries, entries(1..=seq));
}

const TABLES: [&str; 3] = ["A", "B", "C"];
const LENGTH: u64 = 20;

/// Tampers with table B and checks the outcome of loading each table.
#[track_caller]
fn damaged(postgres: &Postgres, sql: &str, seq: u64, why: &str) -> PostgresJournal {
    let url = postgres.database();
    let journal = open(&url);
    for text in TABLES {
        let new = (1..=LENGTH)
            .map(|seq| by(seq, "ann", &format!("c{seq}")))
            .collect();
        assert_eq!(journal.create(table(text), new).wait(), Ok(()));
    }
    postgres.execute(name(&url), &format!("{sql} WHERE code = 'B' {}", at(seq)));
    let error = Error::Corrupt {
        table: code("B"),
        seq,
        why: why.to_owned(),
    };
    assert_eq!(journal.load(&code("B")), Err(error), "{sql}");
    for text in ["A", "C"] {
        assert_eq!(journal.load(&code(text)).unwrap().last_seq(), LENGTH);
    }
    assert_eq!(journal.list(&Filter::default()).unwrap().len(), 3);
    let next = journal.append(code("A"), LENGTH, vec![entry(LENGTH + 1)]);
    assert_eq!(next.wait(), Ok(()), "the other tables go on");
    journal
}

fn at(seq: u64) -> String {
    match seq {
        0 => String::new(),
        seq => format!("AND seq = {seq}"),
    }
}

#[test]
fn damage_is_found_at_its_entry() {
    const CHECKSUM: &str = "its checksum does not fit";
    let postgres = Postgres::start_hasty();
    for (sql, seq, why) in [
        ("UPDATE entries SET body = body || ' '", 7, CHECKSUM),
        ("UPDATE entries SET at = at + 1", 7, CHECKSUM),
        ("UPDATE entries SET player = 'bob'", LENGTH, CHECKSUM),
        (
            "UPDATE entries SET seal = '\\x00'",
            7,
            "it cannot be read as an entry",
        ),
        (
            "UPDATE entries SET at = -1",
            7,
            "it cannot be read as an entry",
        ),
        ("DELETE FROM entries", 7, "it is missing"),
        ("UPDATE tables SET game = 'dice'", 0, CHECKSUM),
        (
            "UPDATE tables SET seal = '\\x00'",
            0,
            "it cannot be read as an entry",
        ),
    ] {
        let journal = damaged(&postgres, sql, seq, why);
        if seq == 0 {
            continue;
        }
        // The table is cut back to its good entries and goes on from there.
        let text = || "test".to_owned();
        let note = OperatorNote {
            at: 9,
            who: text(),
            why: text(),
            action: text(),
            subject: text(),
            detail: text(),
        };
        let (table, after) = (code("B"), seq - 1);
        let deed = Deed::SetAside { table, after };
        let cut = journal.write(Write::Operate(Operation { note, deed }));
        assert_eq!(cut.wait(), Ok(()), "{sql}");
        let next = journal.append(code("B"), seq - 1, vec![entry(seq)]);
        assert_eq!(next.wait(), Ok(()), "{sql}");
        assert_eq!(journal.load(&code("B")).unwrap().last_seq(), seq);
    }
}

/// A certificate that signs other certificates.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Makes a server encrypt with a certificate for this name.
fn encrypt(postgres: &Postgres, by: &CertifiedIssuer<'static, KeyPair>, host: &str) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, by).unwrap();
    let certificate = postgres.write_file("server.crt", &certificate.pem());
    let key = postgres.write_file("server.key", &key.serialize_pem());
    for (setting, value) in [
        ("ssl_cert_file", certificate.to_str().unwrap()),
        ("ssl_key_file", key.to_str().unwrap()),
        ("ssl", "on"),
    ] {
        let sql = format!("ALTER SYSTEM SET {setting} = '{value}'");
        postgres.execute("postgres", &sql);
    }
    postgres.execute("postgres", "SELECT pg_reload_conf()");
}

#[test]
fn what_is_encrypted_is_verified() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    let folder = tempfile::tempdir().unwrap();
    let (good, wrong) = (authority(), authority());
    let file = |name: &str, authority: &CertifiedIssuer<'static, KeyPair>| {
        let path = folder.path().join(name);
        std::fs::write(&path, authority.pem()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good_file, wrong_file) = (file("good.pem", &good), file("wrong.pem", &wrong));
    let with = |mode: &str, root: &str| format!("{url}?sslmode={mode}&sslrootcert={root}");
    let refused = |url: &str| -> String {
        match PostgresJournal::open(url) {
            Err(ConnectError::CannotConnect { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    // If the address asks for encryption, a server without it is refused.
    let why = refused(&with("require", &good_file));
    assert!(why.contains("TLS"), "{why}");
    drop(open(&with("prefer", &good_file)));

    encrypt(&postgres, &good, "127.0.0.1");
    // The server reads its settings some time later.
    wait_for(|| PostgresJournal::open(&with("require", &good_file)).is_ok());
    let journal = open(&with("require", &good_file));
    assert_eq!(journal.create(table("A"), Vec::new()).wait(), Ok(()));
    assert_eq!(journal.load(&code("A")).unwrap().entries, []);
    let sql = "SELECT 1 / count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE ssl AND application_name = 'tallyhouse'";
    postgres.execute(name(&url), sql);
    drop(journal);
    drop(open(&with("prefer", &good_file)));
    drop(open(&format!("{url}?sslmode=disable")));

    for mode in ["prefer", "require", "verify-full"] {
        let why = refused(&with(mode, &wrong_file));
        assert!(why.contains("certificate"), "{mode}: {why}");
    }
    // The system does not trust this certificate either.
    let why = refused(&format!("{url}?sslmode=require"));
    assert!(why.contains("certificate"), "{why}");

    // A good certificate, but of another host.
    let elsewhere = Postgres::start_hasty();
    encrypt(&elsewhere, &good, "db.example");
    let url = elsewhere.database();
    let good_elsewhere = format!("{url}?sslmode=require&sslrootcert={good_file}");
    wait_for(|| refused(&good_elsewhere).contains("certificate"));
}
