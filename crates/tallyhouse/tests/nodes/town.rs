//! A database, a bus and the nodes that share them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engines::{Nats, Postgres, Signal};
use store::{Journal, PostgresJournal, StoredTable};
use tokio::task::spawn_blocking;

use crate::cable::Cable;
use crate::house::Node;
use crate::ledger::Ledger;

pub(crate) struct Town {
    postgres: Mutex<Postgres>,
    nats: Mutex<Nats>,
    database: String,
    /// The port that the database keeps through all its restarts.
    store_port: u16,
    places: Vec<Place>,
    pub(crate) ledger: Ledger,
}

/// The processor time of each node and of both engines.
pub(crate) struct ProcessorTimes {
    pub(crate) nodes: Vec<Duration>,
    pub(crate) engines: Duration,
}

/// The address of a node, which stays the same when it is killed and restarted.
struct Place {
    to_store: Cable,
    to_bus: Cable,
    node: Mutex<Node>,
    /// Whether it was neither killed, ended nor stopped.
    runs: AtomicBool,
}

impl Town {
    pub(crate) async fn open(n_nodes: usize) -> Arc<Town> {
        let engines = spawn_blocking(|| (Postgres::start(), Nats::start())).await;
        let (postgres, nats) = engines.unwrap();
        let database = postgres.database();
        let store_port = postgres.port();
        let mut places = Vec::new();
        for _ in 0..n_nodes {
            let to_store = Cable::lay(store_port).await;
            let to_bus = Cable::lay(nats.port()).await;
            let node = start(&database, store_port, &to_store, &to_bus).await;
            places.push(Place {
                to_store,
                to_bus,
                node: Mutex::new(node),
                runs: AtomicBool::new(true),
            });
        }
        Arc::new(Town {
            postgres: Mutex::new(postgres),
            nats: Mutex::new(nats),
            database,
            store_port,
            places,
            ledger: Ledger::default(),
        })
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.places.len()
    }

    /// The present address of a node.
    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.places[node].node.lock().unwrap().address
    }

    /// Whether a node was neither killed, ended nor stopped.
    pub(crate) fn runs(&self, node: usize) -> bool {
        self.places[node].runs.load(Ordering::Relaxed)
    }

    fn set_runs(&self, node: usize, runs: bool) {
        self.places[node].runs.store(runs, Ordering::Relaxed);
    }

    /// The numbers of tables and of sockets at a node.
    pub(crate) async fn load_of(&self, node: usize) -> (u64, u64) {
        let metrics = crate::house::get_text(self.address(node), "/metrics").await;
        let gauge = |name: &str| {
            let is_it = |line: &&str| line.split([' ', '{']).next() == Some(name);
            let value = metrics
                .lines()
                .find(is_it)
                .and_then(|line| line.rsplit(' ').next());
            // A node that has just started has no such line yet.
            value.map_or(0.0, |value| value.parse::<f64>().expect("a number")) as u64
        };
        (gauge("tallyhouse_tables"), gauge("tallyhouse_sockets"))
    }

    pub(crate) fn kill(&self, node: usize) {
        self.set_runs(node, false);
        self.places[node].node.lock().unwrap().kill();
    }

    /// Asks a node to end; done when it has.
    pub(crate) async fn end(self: &Arc<Self>, node: usize) {
        self.set_runs(node, false);
        let town = self.clone();
        spawn_blocking(move || town.places[node].node.lock().unwrap().end())
            .await
            .unwrap();
    }

    /// Starts a node again that has ended.
    pub(crate) async fn restart(&self, node: usize) {
        let place = &self.places[node];
        let started = start(
            &self.database,
            self.store_port,
            &place.to_store,
            &place.to_bus,
        );
        let started = started.await;
        *place.node.lock().unwrap() = started;
        self.set_runs(node, true);
    }

    /// The processor time of everything so far.
    pub(crate) fn processor_times(&self) -> ProcessorTimes {
        let node = |place: &Place| engines::processor_time(place.node.lock().unwrap().id());
        let postgres = self.postgres.lock().unwrap().processor_time();
        let nats = self.nats.lock().unwrap().processor_time();
        ProcessorTimes {
            nodes: self.places.iter().map(node).collect(),
            engines: postgres + nats,
        }
    }

    /// Stops a node where it stands: it keeps its connections and says nothing.
    pub(crate) fn stop(&self, node: usize) {
        self.set_runs(node, false);
        self.signal(node, Signal::STOP);
    }

    /// Lets a node that was stopped go on.
    pub(crate) fn resume(&self, node: usize) {
        self.signal(node, Signal::CONT);
        self.set_runs(node, true);
    }

    fn signal(&self, node: usize, signal: Signal) {
        self.places[node].node.lock().unwrap().signal(signal);
    }

    pub(crate) fn to_store(&self, node: usize) -> &Cable {
        &self.places[node].to_store
    }

    pub(crate) fn to_bus(&self, node: usize) -> &Cable {
        &self.places[node].to_bus
    }

    pub(crate) async fn kill_bus(self: &Arc<Self>) {
        let town = self.clone();
        let kill = move || town.nats.lock().unwrap().kill();
        spawn_blocking(kill).await.unwrap();
    }

    pub(crate) async fn start_bus(self: &Arc<Self>) {
        let town = self.clone();
        let run = move || town.nats.lock().unwrap().run();
        spawn_blocking(run).await.unwrap();
    }

    /// Kills the database and starts it again.
    pub(crate) async fn restart_store(self: &Arc<Self>) {
        let town = self.clone();
        let restart = move || {
            let mut postgres = town.postgres.lock().unwrap();
            postgres.kill();
            postgres.run();
        };
        spawn_blocking(restart).await.unwrap();
    }

    /// The journal of a table.
    pub(crate) async fn load(&self, code: &str) -> StoredTable {
        let mut records = self.load_all(&[code.to_owned()]).await;
        records.remove(0)
    }

    /// The journals of these tables.
    pub(crate) async fn load_all(&self, codes: &[String]) -> Vec<StoredTable> {
        let (database, codes) = (self.database.clone(), codes.to_vec());
        let load = move || {
            let journal = PostgresJournal::open(&database).unwrap();
            let load = |code: &String| journal.load(&code.parse().unwrap()).unwrap();
            codes.iter().map(load).collect()
        };
        spawn_blocking(load).await.unwrap()
    }

    /// Waits until a node says at `/readyz` that it is ready, or that it is not.
    pub(crate) async fn is_ready(&self, node: usize, ready: bool) {
        let status = if ready { 200 } else { 503 };
        let address = self.address(node);
        while crate::house::get_with_status(address, "/readyz").await.0 != status {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Checks that every finished game of a table was fair.
    pub(crate) async fn verifies(&self, node: usize, code: &str) {
        let address = self.address(node);
        let report = crate::house::get(address, &format!("/api/tables/{code}/verify")).await;
        assert_eq!(report["good"], true, "{report}");
    }
}

async fn start(database: &str, store_port: u16, to_store: &Cable, to_bus: &Cable) -> Node {
    let near = |port: u16| format!("127.0.0.1:{port}");
    let store = database.replace(&near(store_port), &near(to_store.port()));
    assert_ne!(store, database, "the way leads over the cable");
    let bus = format!("nats://{}", near(to_bus.port()));
    spawn_blocking(move || Node::open(&store, &bus))
        .await
        .unwrap()
}
