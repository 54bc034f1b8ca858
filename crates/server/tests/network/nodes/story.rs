//! One seed: three houses, their guests, the faults, and the conditions that must hold at the end.

use std::fmt;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use ::store::{Code, Journal};
use kernel::Key;
use serde_json::Value;
use server::cluster::Nodes;
use server::{Config, Limits};
use table::{Input, PlayerId, Table};
use turmoil::net::TcpListener;
use turmoil::{Builder, Sim};

use super::bus::{self, BUS, FarBus};
use super::checker::{Checker, Sights};
use super::outages::{Breaker, LONGEST_PAUSE, NODES, Outages};
use super::store::{FarJournal, STORE, Store};
use super::{Flaw, wire};
use crate::faults::Counts;
use crate::guest::{Guest, Role};
use crate::house::{PORT, SeededWorld, SimulatedListener};
use crate::stage::{Stage, Trace};
use crate::story::check_journal;

/// The report of a seed.
pub(crate) struct Story {
    pub(crate) trace: Vec<String>,
    pub(crate) counts: Counts,
    pub(crate) outages: Outages,
    pub(crate) sights: Sights,
}

/// A seed that came to a bad end.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) seed: u64,
    pub(crate) why: String,
    trace: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { seed, why, trace } = self;
        // Somebody who looks at one seed wants the whole log.
        let most = std::env::var("SEED").map_or(80, |_| trace.len());
        let last = trace[trace.len().saturating_sub(most)..].join("\n");
        write!(
            f,
            "seed {seed} failed: {why}\n{last}\nseed {seed} failed: {why}\nrun it alone: SEED={seed} \
             cargo nextest run -p server --test network nodes::one_seed"
        )
    }
}

/// The guests of each table.
const TABLES: [&[(&str, Role)]; 2] = [
    &[
        ("jill", Role::Host),
        ("boom", Role::Opponent),
        ("eve", Role::Spectator),
    ],
    &[("ann", Role::Host), ("bob", Role::Opponent)],
];

/// Plays a seed to its end and checks it.
pub(crate) fn tell(seed: u64, flaw: Option<Flaw>) -> Result<Story, Failure> {
    let slowest = Duration::from_millis([2, 10, 30, 80][(seed % 4) as usize]);
    let mut sim = network(seed, slowest);
    let checker = Arc::new(Checker::default());
    let store = Arc::new(Store::new(seed, checker.clone(), flaw));
    let kept = store.clone();
    sim.host(STORE, move || kept.clone().run());
    let wires = bus::Wires::default();
    let of_bus = wires.clone();
    sim.host(BUS, move || bus::run(of_bus.clone(), seed));
    for (place, name) in NODES.into_iter().enumerate() {
        let node = Node::new(seed, place, wires.clone(), store.clone(), flaw);
        sim.host(name, move || node.clone().run());
    }
    let houses = NODES.map(|node| SocketAddr::new(sim.lookup(node), PORT));
    let trace = Trace::default();
    let mut stages = Vec::new();
    for (table, guests) in TABLES.into_iter().enumerate() {
        let mut houses = houses;
        houses.rotate_left((seed as usize + table) % NODES.len());
        let stage = Stage::of_several(
            seed,
            houses.into(),
            guests.len(),
            checker.clone(),
            trace.clone(),
        );
        let stage = Rc::new(stage);
        for (name, role) in guests {
            sim.client(*name, Guest::new(name, *role, stage.clone()).visit());
        }
        stages.push(stage);
    }
    let players = TABLES.iter().flat_map(|guests| guests.iter());
    let players = players.map(|(name, _)| *name).collect();
    let mut breaker = Breaker::new(stages[0].luck("outages"), players, slowest);
    if let Err(error) = run(&mut sim, &stages, &mut breaker, &checker) {
        return Err(Failure {
            seed,
            why: error.to_string(),
            trace: stages[0].trace(),
        });
    }
    let mut counts = Counts::default();
    for stage in &stages {
        check_journal(stage, &store.kept);
        check_views(stage, &store.kept);
        counts.add(*stage.counts.borrow());
    }
    Ok(Story {
        trace: stages[0].trace(),
        counts,
        outages: breaker.outages,
        sights: checker.sights(),
    })
}

/// Messages take between 1 ms and, by the seed, up to 80 ms, each its own time.
fn network<'a>(seed: u64, slowest: Duration) -> Sim<'a> {
    Builder::new()
        .rng_seed(seed)
        .epoch(UNIX_EPOCH + Duration::from_secs(1_000_000_000))
        .tick_duration(Duration::from_millis(4))
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(slowest)
        // Delayed messages must find room when they come at once.
        .tcp_capacity(4_096)
        // The network is whole after 16 s at the latest, and then every game ends.
        .simulation_duration(Duration::from_secs(60))
        .build()
}

fn run(
    sim: &mut Sim<'_>,
    stages: &[Rc<Stage>],
    breaker: &mut Breaker,
    checker: &Checker,
) -> turmoil::Result {
    while !sim.step()? {
        if let Some(wrong) = checker.wrong() {
            return Err(wrong.into());
        }
        let (happened, is_calm) = breaker.step(sim);
        for what in happened {
            stages[0].note_at(sim.elapsed(), what);
        }
        for stage in stages {
            stage.calm.set(is_calm);
        }
    }
    Ok(())
}

/// The last view of every guest equals the journal.
fn check_views(stage: &Stage, journal: &dyn Journal) {
    let code: Code = stage
        .code
        .borrow()
        .clone()
        .expect("a table")
        .parse()
        .expect("a code");
    let record = journal.load(&code).expect("the table is there");
    let entries = server::entries_of(record).expect("the journal can be read");
    let mut table = Table::restore(&entries, roster::find).expect("the journal can be folded");
    let now = table.settled_at();
    table.handle(now, Input::Tick);
    let seen = stage.seen.borrow();
    assert_eq!(seen.len(), stage.n_guests);
    for (mirror, uuid) in seen.iter() {
        let player = PlayerId::new(uuid.as_str()).expect("a player");
        let viewer = table.viewer(&player);
        let state: Value =
            serde_json::from_str(table.state(viewer).payload().text()).expect("a state is JSON");
        let differences = mirror.differs_from(&state["view"]);
        assert!(
            differences.is_empty(),
            "seed {}: {differences:?}",
            stage.seed
        );
        assert!(mirror.seq <= table.seq(viewer), "seed {}", stage.seed);
    }
}

/// One of the houses, however often it is started.
#[derive(Clone)]
struct Node {
    place: usize,
    seed: u64,
    world: Arc<SeededWorld>,
    bus: bus::Wires,
    store: Arc<Store>,
    flaw: Option<Flaw>,
    starts: Arc<AtomicU64>,
}

impl Node {
    fn new(
        seed: u64,
        place: usize,
        bus: bus::Wires,
        store: Arc<Store>,
        flaw: Option<Flaw>,
    ) -> Node {
        // The clocks of nodes differ by up to three seconds.
        let mut rng = Key::from_seed(seed).stream(&format!("clock/{place}"));
        let ahead = rng.below(3_000).into();
        Node {
            place,
            seed,
            world: Arc::new(SeededWorld::ahead(seed * 8 + place as u64, ahead)),
            bus,
            store,
            flaw,
            starts: Arc::default(),
        }
    }

    /// Runs a house until it is crashed. One that cannot start is started again.
    async fn run(self) -> turmoil::Result {
        loop {
            let start = self.starts.fetch_add(1, Ordering::Relaxed);
            let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
            let keeps = (self.seed / 4).is_multiple_of(2);
            // By the seed, a node that was held up has lost its connection to the bus, or hears
            // everything late.
            let patience = [wire::PATIENCE, LONGEST_PAUSE][usize::from(self.seed % 3 == 2)];
            let nodes = Nodes {
                node: format!("{}-{start}", NODES[self.place]).parse()?,
                bus: Arc::new(FarBus::open(self.bus.clone(), keeps, patience)),
            };
            let config = Config {
                // Limits count by the real clock, which has no meaning here.
                limits: Limits::NONE,
                wrong_codes: None,
                world: self.world.clone(),
                nodes: Some(nodes),
                ..Config::default()
            };
            let journal = Arc::new(FarJournal::open(self.store.wires.clone(), self.flaw));
            let listener = SimulatedListener(listener);
            let ran = server::run_on(listener, config, journal, std::future::pending()).await;
            drop(ran);
            tokio::time::sleep(wire::PAUSE).await;
        }
    }
}
