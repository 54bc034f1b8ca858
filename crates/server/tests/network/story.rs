//! One seed: a house, its guests, a bad network, and the conditions that must hold at the end.

use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use store::{Code, Journal};
use turmoil::{Builder, Sim};

use crate::faults::{Breaker, Counts};
use crate::guest::{Guest, Role};
use crate::house::{self, Fails, HOST, PORT, SeededWorld, SlowJournal};
use crate::stage::Stage;

/// The report of a seed.
pub(crate) struct Story {
    pub(crate) trace: Vec<String>,
    pub(crate) counts: Counts,
    /// The number of appends that the house tried.
    pub(crate) n_appends: u64,
}

const GUESTS: [(&str, Role); 3] = [
    ("jill", Role::Host),
    ("boom", Role::Opponent),
    ("eve", Role::Spectator),
];

/// Plays a seed to its end and checks it. A failure prints the command that repeats it.
pub(crate) fn tell(seed: u64) -> Story {
    tell_failing(seed, Fails::NowAndThen)
}

/// Plays a seed with a journal that fails on this schedule.
pub(crate) fn tell_failing(seed: u64, fails: Fails) -> Story {
    let mut sim = network(seed);
    let journal = Arc::new(SlowJournal::new(seed, fails));
    let world = Arc::new(SeededWorld::new(seed));
    let kept = journal.clone();
    sim.host(HOST, move || house::run(world.clone(), kept.clone()));
    let stage = Rc::new(Stage::new(seed, SocketAddr::new(sim.lookup(HOST), PORT)));
    for (name, role) in GUESTS {
        sim.client(name, Guest::new(name, role, stage.clone()).visit());
    }
    if let Err(error) = run(&mut sim, &stage) {
        let trace = stage.trace();
        let last = &trace[trace.len().saturating_sub(80)..];
        panic!(
            "seed {seed} failed: {error}\n{}\nseed {seed} failed: {error}\n{fails:?}; with a journal \
             that fails now and then, run it alone: SEED={seed} \
             cargo nextest run -p server --test network one_seed",
            last.join("\n")
        );
    }
    check_journal(&stage, journal.kept());
    Story {
        trace: stage.trace(),
        counts: *stage.counts.borrow(),
        n_appends: journal.n_appends(),
    }
}

/// Messages take between 1 ms and, by the seed, up to 80 ms, each its own time.
fn network<'a>(seed: u64) -> Sim<'a> {
    let slowest = [2, 10, 30, 80][(seed % 4) as usize];
    Builder::new()
        .rng_seed(seed)
        .epoch(UNIX_EPOCH + Duration::from_secs(1_000_000_000))
        .tick_duration(Duration::from_millis(2))
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(slowest))
        // No connection may take longer to time out than a game.
        .simulation_duration(Duration::from_secs(60))
        .build()
}

fn run(sim: &mut Sim<'_>, stage: &Stage) -> turmoil::Result {
    let mut breaker = Breaker::new(stage.luck("faults"));
    let guests = GUESTS.map(|(name, _)| name);
    while !sim.step()? {
        breaker.step(sim, stage, &guests);
    }
    Ok(())
}

/// Every acknowledged command is in the journal exactly once, and the journal is that of a game by
/// the rules with the promised cards.
pub(crate) fn check_journal(stage: &Stage, journal: &dyn Journal) {
    let code = stage.code.borrow().clone().expect("a table");
    let code: Code = code.parse().expect("a code");
    let record = journal.load(&code).expect("the table is there");
    let by_command = |entry: &'_ store::StoredEntry| {
        let (player, id) = (entry.player.as_ref()?, entry.command_id.as_ref()?);
        Some((player.as_str().to_owned(), id.as_str().to_owned()))
    };
    let mut written: Vec<(String, String)> = record.entries.iter().filter_map(by_command).collect();
    let mut acknowledged = stage.acknowledged.borrow().clone();
    assert!(acknowledged.len() > 10, "a game has more commands");
    // A house that was slow may have taken a command that another had refused already.
    let refused = stage.refused.borrow();
    written.retain(|command| acknowledged.contains(command) || !refused.contains(command));
    written.sort();
    acknowledged.sort();
    assert_eq!(written, acknowledged, "seed {}", stage.seed);
    let entries = server::entries_of(record).expect("the journal can be read");
    let report = table::verify::verify(&entries, roster::find);
    assert!(report.is_good(), "seed {}: {report:?}", stage.seed);
}
