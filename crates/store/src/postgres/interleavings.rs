//! The statements of two writers, interleaved in every order against a real server.
//!
//! Each writer is a transaction on a connection of its own. The steps of two writers are tried in
//! every order. A step that waits for the other's lock is left waiting, and goes on when the other
//! has ended. The statements are those of the journal.

use engines::Postgres;
use tokio::sync::mpsc;

use super::address::Address;
use super::connection::{Connection, Value};
use super::rows::{self, Prepared, int, values};
use super::{PostgresJournal, nodes};
use crate::end::End;
use crate::entry::StoredEntry;
use crate::id::Code;
use crate::journal::Journal;
use crate::table::{Head, NewTable, StoredTable};
use crate::write::Write;

/// One step of a writer.
#[derive(Debug)]
enum Step {
    Batch(&'static str),
    Run(&'static str, Vec<Value>),
}

impl Step {
    fn run(prepared: Prepared) -> Step {
        Step::Run(prepared.sql, prepared.values)
    }
}

/// A statement in a transaction that is committed.
fn transaction(step: Step) -> Vec<Step> {
    vec![Step::Batch("BEGIN"), step, Step::Batch("COMMIT")]
}

/// A statement in a transaction that is given up, as by a node that dies.
fn given_up(step: Step) -> Vec<Step> {
    vec![Step::Batch("BEGIN"), step, Step::Batch("ROLLBACK")]
}

fn code() -> Code {
    "A".parse().unwrap()
}

fn table() -> NewTable {
    NewTable {
        code: code(),
        game: "cribbage".to_owned(),
        rules_version: 1,
        options: "{}".to_owned(),
        commitment: [7; 32],
        creator: "ann".parse().unwrap(),
        command_id: "c1".parse().ok(),
        at: 0,
    }
}

fn entry(seq: u64, command: &str, body: &str) -> StoredEntry {
    StoredEntry {
        seq,
        at: seq,
        player: "ann".parse().ok(),
        command_id: command.parse().ok(),
        body: body.to_owned(),
    }
}

/// The first entry of a table, by a writer with this epoch.
fn first(epoch: u64, command: &str, body: &str) -> Step {
    let end = End {
        epoch,
        ..End::of(&table())
    };
    Step::run(rows::append(&code(), end, &[entry(1, command, body)]).unwrap())
}

fn finish(epoch: u64) -> Step {
    let end = End {
        epoch,
        ..End::of(&table())
    };
    Step::run(rows::finish(&code(), end, 9))
}

fn claim(epoch: u64, node: &str) -> Step {
    let values = values![
        code().as_str().to_owned(),
        int(epoch),
        node.to_owned(),
        false
    ];
    Step::Run(nodes::CLAIM, values)
}

/// All orders in which the steps of two writers can come; true is the first writer's turn.
fn orders(one: usize, other: usize) -> Vec<Vec<bool>> {
    if one == 0 || other == 0 {
        return vec![vec![other == 0; one + other]];
    }
    let after = |turn: bool, rest: Vec<Vec<bool>>| {
        rest.into_iter().map(move |mut order| {
            order.insert(0, turn);
            order
        })
    };
    let first = after(true, orders(one - 1, other));
    first.chain(after(false, orders(one, other - 1))).collect()
}

/// A connection that does its steps one after the other.
struct Writer {
    steps: mpsc::UnboundedSender<Step>,
    counts: mpsc::UnboundedReceiver<u64>,
    /// The number of rows that each finished step has written.
    done: Vec<u64>,
    sent: usize,
    /// The server's name for the connection.
    process: i32,
}

impl Writer {
    async fn open(address: &Address) -> Writer {
        let connection = address.connect().await.unwrap();
        // A slow machine may let it wait for longer than a node would.
        let patient = "SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0";
        connection.batch(patient).await.unwrap();
        let row = connection.query_opt("SELECT pg_backend_pid()", &[]).await;
        let process = row.unwrap().unwrap().get(0);
        let (steps, mut queue) = mpsc::unbounded_channel();
        let (sender, counts) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(step) = queue.recv().await {
                let count = match step {
                    Step::Batch(sql) => connection.batch(sql).await.map(|()| 0),
                    Step::Run(sql, values) => {
                        let statement = connection.statement(sql).await.unwrap();
                        connection.run(&statement, &values).await
                    }
                };
                sender.send(count.unwrap()).unwrap();
            }
        });
        Writer {
            steps,
            counts,
            done: Vec::new(),
            sent: 0,
            process,
        }
    }

    /// Does a step, or begins to wait for the other writer.
    async fn step(&mut self, step: Step, watcher: &Connection) {
        self.steps.send(step).unwrap();
        self.sent += 1;
        while self.done.len() < self.sent {
            match self.counts.try_recv() {
                Ok(count) => self.done.push(count),
                Err(_) if self.waits(watcher).await => return,
                Err(_) => {}
            }
        }
    }

    async fn waits(&self, watcher: &Connection) -> bool {
        let sql = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $1";
        let row = watcher.query_opt(sql, &[&self.process]).await.unwrap();
        row.unwrap().get::<_, Option<bool>>(0) == Some(true)
    }

    /// Waits for all steps, and returns the number of rows that each has written.
    async fn settle(&mut self) -> Vec<u64> {
        while self.done.len() < self.sent {
            self.done.push(self.counts.recv().await.unwrap());
        }
        self.sent = 0;
        std::mem::take(&mut self.done)
    }
}

/// The results of two writers in this order, and the resulting table.
struct Story<'a> {
    order: Vec<bool>,
    one: Vec<u64>,
    other: Vec<u64>,
    head: Head,
    record: StoredTable,
    journal: &'a PostgresJournal,
}

/// Runs two writers in every order, each time at a new table, unless they open it themselves.
fn in_every_order(
    postgres: &Postgres,
    is_open: bool,
    one: impl Fn() -> Vec<Step>,
    other: impl Fn() -> Vec<Step>,
    check: impl Fn(Story<'_>),
) {
    let url = postgres.database();
    let journal = PostgresJournal::open(&url).unwrap();
    let address = Address::parse(&url).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (watcher, mut writers) = runtime.block_on(async {
        let watcher = address.connect().await.unwrap();
        let writers = (Writer::open(&address).await, Writer::open(&address).await);
        (watcher, writers)
    });
    let all = orders(one().len(), other().len());
    assert_eq!(all.len(), 20, "three steps each");
    for order in all {
        if is_open {
            assert_eq!(journal.create(table(), Vec::new()).wait(), Ok(()));
        }
        let (one, other) = runtime.block_on(async {
            let (mut one, mut other) = (one().into_iter(), other().into_iter());
            for is_one in &order {
                match is_one {
                    true => writers.0.step(one.next().unwrap(), &watcher).await,
                    false => writers.1.step(other.next().unwrap(), &watcher).await,
                }
            }
            (writers.0.settle().await, writers.1.settle().await)
        });
        check(Story {
            one,
            other,
            order,
            head: journal.head(&code()).unwrap(),
            record: journal.load(&code()).unwrap(),
            journal: &journal,
        });
        let sql = "DELETE FROM entries; DELETE FROM heads; DELETE FROM tables";
        postgres.execute(url.rsplit('/').next().unwrap(), sql);
    }
}

impl Story<'_> {
    /// Whether the first writer had ended before the other began its statement.
    fn one_came_first(&self) -> bool {
        let last = self.order.iter().rposition(|is_one| *is_one).unwrap();
        let turns = self.order.iter().enumerate();
        let mut others = turns.filter(|(_, is_one)| !**is_one);
        others.nth(1).unwrap().0 > last
    }

    /// The same, with the writers exchanged.
    fn other_came_first(&self) -> bool {
        let last = self.order.iter().rposition(|is_one| !*is_one).unwrap();
        let turns = self.order.iter().enumerate();
        let mut ones = turns.filter(|(_, is_one)| **is_one);
        ones.nth(1).unwrap().0 > last
    }

    /// Exactly one of the two was accepted, and the table holds what it wrote.
    fn one_won(&self, found: &str, written: [&str; 2]) {
        let won = [self.one[1], self.other[1]];
        let expected = match won {
            [1, 0] => written[0],
            [0, 1] => written[1],
            _ => panic!("{:?}: {won:?}", self.order),
        };
        assert_eq!(found, expected, "{:?}", self.order);
    }

    /// A fenced writer stays fenced, and the writer that claimed the table goes on from the entries
    /// that it loads.
    fn goes_on(&self, epoch: u64) {
        assert_eq!(self.head.epoch, epoch, "{:?}", self.order);
        let seq = self.record.last_seq();
        let append = |epoch| Write::Append {
            table: code(),
            epoch,
            expect: seq,
            entries: vec![entry(seq + 1, "later", "{}")],
            ended: Vec::new(),
        };
        let table = code();
        let fenced = Err(crate::Error::Fenced { table });
        assert_eq!(self.journal.write(append(epoch - 1)).wait(), fenced);
        assert_eq!(self.journal.write(append(epoch)).wait(), Ok(()));
        assert_eq!(self.journal.load(&code()).unwrap().last_seq(), seq + 1);
    }
}

/// One server serves all these tests.
#[test]
fn two_writers_around_each_statement() {
    let postgres = Postgres::start_hasty();
    let rules: &[fn(&Postgres)] = &[
        an_append_is_before_a_claim_or_not_at_all,
        an_append_of_a_node_that_dies_stops_no_claim,
        a_claim_that_is_given_up_fences_nobody,
        a_number_and_a_command_are_given_once,
        of_two_claims_one_wins,
        of_two_appends_one_is_the_next,
        a_table_is_finished_before_a_claim_or_not_at_all,
        of_two_creations_one_is_done,
    ];
    for rule in rules {
        rule(&postgres);
    }
}

fn an_append_is_before_a_claim_or_not_at_all(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || transaction(first(0, "c2", "{}")),
        || transaction(claim(0, "n1")),
        |story| {
            let accepted = story.one[1];
            assert_eq!(story.other[1], 1, "{:?}: nothing stops it", story.order);
            assert_eq!(story.record.last_seq(), accepted, "{:?}", story.order);
            if story.one_came_first() {
                assert_eq!(accepted, 1, "{:?}", story.order);
            }
            if story.other_came_first() {
                assert_eq!(accepted, 0, "{:?}", story.order);
            }
            story.goes_on(1);
        },
    );
}

fn an_append_of_a_node_that_dies_stops_no_claim(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || given_up(first(0, "c2", "{}")),
        || transaction(claim(0, "n1")),
        |story| {
            assert_eq!(story.other[1], 1, "{:?}", story.order);
            assert_eq!(story.record.last_seq(), 0, "{:?}", story.order);
            story.goes_on(1);
        },
    );
}

fn a_claim_that_is_given_up_fences_nobody(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || transaction(first(0, "c2", "{}")),
        || given_up(claim(0, "n1")),
        |story| {
            assert_eq!(story.one[1], 1, "{:?}", story.order);
            assert_eq!(story.record.last_seq(), 1, "{:?}", story.order);
            assert_eq!(story.head.epoch, 0, "{:?}", story.order);
        },
    );
}

/// The old owner's append meets the claim and the append of the new owner, which has the same
/// number and the same command.
fn a_number_and_a_command_are_given_once(postgres: &Postgres) {
    let claim_and_append = || {
        vec![
            Step::Batch("SELECT 1"),
            claim(0, "n1"),
            first(1, "c2", "new owner"),
        ]
    };
    in_every_order(
        postgres,
        true,
        || transaction(first(0, "c2", "old owner")),
        claim_and_append,
        |story| {
            assert_eq!(story.other[1], 1, "{:?}", story.order);
            let (old, new) = (story.one[1], story.other[2]);
            assert_eq!(old + new, 1, "{:?}: one of both", story.order);
            let body = &story.record.entries[0].body;
            let expected = if old == 1 { "old owner" } else { "new owner" };
            assert_eq!(body, expected, "{:?}", story.order);
            story.goes_on(1);
        },
    );
}

fn of_two_claims_one_wins(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || transaction(claim(0, "n1")),
        || transaction(claim(0, "n2")),
        |story| {
            let owner = story.head.owner.as_ref().unwrap().as_str();
            story.one_won(owner, ["n1", "n2"]);
            story.goes_on(1);
        },
    );
}

fn of_two_appends_one_is_the_next(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || transaction(first(0, "c2", "one")),
        || transaction(first(0, "c3", "other")),
        |story| {
            let body = story.record.entries[0].body.as_str();
            story.one_won(body, ["one", "other"]);
            assert_eq!(story.record.last_seq(), 1, "{:?}", story.order);
        },
    );
}

fn a_table_is_finished_before_a_claim_or_not_at_all(postgres: &Postgres) {
    in_every_order(
        postgres,
        true,
        || transaction(finish(0)),
        || transaction(claim(0, "n1")),
        |story| {
            assert_eq!(story.other[1], 1, "{:?}", story.order);
            let finished = story.record.finished_at.is_some();
            assert_eq!(finished, story.one[1] == 1, "{:?}", story.order);
        },
    );
}

fn of_two_creations_one_is_done(postgres: &Postgres) {
    let create = |body: &str| Step::run(rows::create(&table(), &[entry(1, "c2", body)]));
    in_every_order(
        postgres,
        false,
        || transaction(create("one")),
        || transaction(create("other")),
        |story| {
            let body = story.record.entries[0].body.as_str();
            story.one_won(body, ["one", "other"]);
        },
    );
}

/// A node that stops in the middle of a transaction does not block a table for long.
#[test]
fn whoever_sleeps_in_a_transaction_loses_it() {
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    let journal = PostgresJournal::open(&url).unwrap();
    assert_eq!(journal.create(table(), Vec::new()).wait(), Ok(()));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let sleeper = runtime.block_on(async {
        let sleeper = Address::parse(&url).unwrap().connect().await.unwrap();
        sleeper.batch("BEGIN").await.unwrap();
        rows::locked_end(&sleeper, &code()).await.unwrap();
        sleeper
    });
    let claim = Write::Claim {
        table: code(),
        epoch: 0,
        node: "n2".parse().unwrap(),
        unanswered: true,
    };
    assert_eq!(journal.write(claim).wait(), Ok(()));
    let late = runtime.block_on(sleeper.batch("COMMIT"));
    assert!(late.is_err(), "its transaction is gone");
}

/// Each writing transaction takes a number, and the server tells the next one.
#[test]
fn what_waits_shares_few_transactions() {
    const TABLES: u64 = 50;
    const LENGTH: u64 = 20;
    let postgres = Postgres::start_hasty();
    let url = postgres.database();
    let journal = PostgresJournal::open(&url).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let transactions = || -> i64 {
        runtime.block_on(async {
            let connection = Address::parse(&url).unwrap().connect().await.unwrap();
            let sql = "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)";
            let row = connection.query_opt(sql, &[]).await.unwrap();
            row.unwrap().get(0)
        })
    };
    let code = |n: u64| -> Code { format!("T{n}").parse().unwrap() };
    let before = transactions();
    let mut receipts = Vec::new();
    for n in 0..TABLES {
        let code = code(n);
        let command_id = None;
        let new = NewTable {
            code,
            command_id,
            ..table()
        };
        receipts.push(journal.create(new, Vec::new()));
    }
    for seq in 1..=LENGTH {
        for n in 0..TABLES {
            let new = vec![entry(seq, &format!("c{seq}"), "{}")];
            receipts.push(journal.append(code(n), seq - 1, new));
        }
    }
    let n_writes = receipts.len() as i64;
    for receipt in receipts {
        assert_eq!(receipt.wait(), Ok(()));
    }
    let taken = transactions() - before;
    assert!(
        taken * 10 < n_writes,
        "{taken} transactions for {n_writes} writes"
    );
    for n in 0..TABLES {
        assert_eq!(journal.load(&code(n)).unwrap().last_seq(), LENGTH);
    }
}
