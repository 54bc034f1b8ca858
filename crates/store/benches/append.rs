//! Measures durable appends per second and their waiting time, in SQLite and in PostgreSQL on the
//! same disk.
//!
//! A submitter stands for a busy table: it appends one entry, waits until that is durable, and
//! appends the next. The baseline is SQLite with one commit for each append. Afterwards every entry
//! is loaded and compared, so that a fast journal that loses something fails. PostgreSQL has its
//! default settings except for the size of its memory, and waits for the disk.
//!
//! On Linux it also prints the processor time of the writer's thread for each append. This time
//! does not include waiting for the disk or for a processor, but on a busy machine it still varies
//! by a quarter and more: compare several runs.

#![expect(clippy::print_stdout, reason = "a benchmark prints its report")]

use std::fmt;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use engines::Postgres;
use store::{
    Code, Journal, NewTable, PostgresJournal, SqliteJournal, SqliteOptions, StoredEntry, Write,
};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The size of a cribbage move with its events.
const BODY_BYTES: usize = 300;

/// The folder lies beside the build's own files, because a folder for temporary files may be in
/// memory, where durability costs nothing.
const DISK: &str = env!("CARGO_TARGET_TMPDIR");

fn main() -> Result<()> {
    println!("one entry of {BODY_BYTES} bytes an append");
    let postgres = Postgres::start_in(DISK.as_ref());
    for submitters in [1, 8, 32, 256, 2_500] {
        // This number is enough for the log to be moved into the file several times, and not too
        // long if each append waits for the disk.
        let rounds = (20_000 / submitters).clamp(20, 4_000);
        let alone = in_sqlite(submitters, rounds.div_ceil(8), 1)?;
        let sqlite = in_sqlite(submitters, rounds, SqliteOptions::default().batch)?;
        let journal = PostgresJournal::open(&postgres.database())?;
        let postgres = measure(&journal, submitters, rounds)?;
        println!("{submitters:5} submitters");
        println!("    SQLite      {sqlite}");
        println!("    PostgreSQL  {postgres}");
        println!(
            "    SQLite with one commit for each: {:.0} appends/s, ratio {:.1}; \
             PostgreSQL to SQLite: ratio {:.2}",
            alone.per_second,
            sqlite.per_second / alone.per_second,
            postgres.per_second / sqlite.per_second,
        );
    }
    Ok(())
}

struct Figures {
    per_second: f64,
    /// The waiting time of each append, sorted.
    waits: Vec<Duration>,
    /// The processor time of the writer's thread for an append; not a number if the system does not
    /// tell it.
    writer_micros: f64,
}

impl Figures {
    fn wait(&self, percent: usize) -> Duration {
        self.waits[(self.waits.len() - 1) * percent / 100]
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:6.0} appends/s, p50 {:5.2} ms, p99 {:5.2} ms, writer {:4.1} µs each",
            self.per_second,
            milliseconds(self.wait(50)),
            milliseconds(self.wait(99)),
            self.writer_micros,
        )
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

fn in_sqlite(submitters: usize, rounds: usize, batch: usize) -> Result<Figures> {
    let folder = tempfile::tempdir_in(DISK)?;
    let options = SqliteOptions {
        batch,
        ..SqliteOptions::default()
    };
    let journal = SqliteJournal::open_with(folder.path().join("house.db"), options)?;
    measure(&journal, submitters, rounds)
}

fn measure(journal: &dyn Journal, submitters: usize, rounds: usize) -> Result<Figures> {
    let codes = open_tables(journal, submitters)?;
    let figures = run(journal, &codes, rounds)?;
    for (table, code) in codes.iter().enumerate() {
        let expected: Vec<StoredEntry> = (1..=rounds as u64).map(|seq| nth(table, seq)).collect();
        assert_eq!(journal.load(code)?.entries, expected);
    }
    Ok(figures)
}

fn open_tables(journal: &dyn Journal, count: usize) -> Result<Vec<Code>> {
    let mut codes = Vec::new();
    let mut receipts = Vec::new();
    for n in 0..count {
        let code: Code = format!("T{n:05}").parse()?;
        let table = NewTable {
            code: code.clone(),
            game: "cribbage".to_owned(),
            rules_version: 1,
            options: "{}".to_owned(),
            commitment: [0; 32],
            creator: "ann".parse()?,
            command_id: None,
            at: 0,
        };
        receipts.push(journal.create(table, Vec::new()));
        codes.push(code);
    }
    receipts
        .into_iter()
        .try_for_each(|receipt| receipt.wait())?;
    Ok(codes)
}

/// One append of each table is always under way, as in a server that never sleeps.
fn run(journal: &dyn Journal, codes: &[Code], rounds: usize) -> Result<Figures> {
    let (sender, receiver) = mpsc::channel();
    let submit = |table: usize, seq: u64| {
        let sender = sender.clone();
        let write = Write::Append {
            table: codes[table].clone(),
            epoch: 0,
            expect: seq - 1,
            entries: vec![nth(table, seq)],
            ended: Vec::new(),
        };
        let submitted = Instant::now();
        let done = move |outcome| {
            // The receiver outlives every append.
            let _ = sender.send((table, seq, submitted.elapsed(), outcome));
        };
        journal.submit(write, Box::new(done));
    };
    let total = rounds * codes.len();
    let mut waits = Vec::with_capacity(total);
    let before = writer_nanos();
    let start = Instant::now();
    (0..codes.len()).for_each(|table| submit(table, 1));
    while waits.len() < total {
        let (table, seq, wait, outcome) = receiver.recv()?;
        outcome?;
        waits.push(wait);
        if (seq as usize) < rounds {
            submit(table, seq + 1);
        }
    }
    let per_second = total as f64 / start.elapsed().as_secs_f64();
    let nanos = writer_nanos().zip(before).map(|(now, then)| now - then);
    let writer_micros = nanos.map_or(f64::NAN, |nanos| nanos as f64 / 1e3 / total as f64);
    waits.sort_unstable();
    Ok(Figures {
        per_second,
        waits,
        writer_micros,
    })
}

/// The processor time of the writer's thread so far.
fn writer_nanos() -> Option<u64> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let is_writer = |task: &std::path::Path| {
        std::fs::read_to_string(task.join("comm")).is_ok_and(|name| name == "journal\n")
    };
    let task = tasks
        .filter_map(|task| Some(task.ok()?.path()))
        .find(|task| is_writer(task))?;
    let times = std::fs::read_to_string(task.join("schedstat")).ok()?;
    times.split(' ').next()?.parse().ok()
}

fn nth(table: usize, seq: u64) -> StoredEntry {
    let player = if seq.is_multiple_of(2) {
        "3f1c0e5a-5d2f-4c59-9a0e-2d5f0a3b7c11"
    } else {
        "b7e4"
    };
    StoredEntry {
        seq,
        at: seq,
        player: player.parse().ok(),
        // A command id that is as long and as scattered as a random UUID.
        command_id: format!("{:032x}", scatter(table, seq)).parse().ok(),
        body: format!("{:0>BODY_BYTES$}", seq),
    }
}

/// Multiplying by an odd number is a bijection; therefore no two commands are alike.
fn scatter(table: usize, seq: u64) -> u128 {
    let n = ((table as u128) << 64) | u128::from(seq);
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}
