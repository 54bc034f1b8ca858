//! A database, a bus and the nodes that share them.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engines::{Nats, Postgres, Signal};
use store::{Journal, PostgresJournal, Record};
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

    /// Where a node listens now.
    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.places[node].node.lock().unwrap().address
    }

    pub(crate) fn kill(&self, node: usize) {
        self.places[node].node.lock().unwrap().kill();
    }

    /// Asks a node to end; done when it has.
    pub(crate) async fn end(self: &Arc<Self>, node: usize) {
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
        *place.node.lock().unwrap() = started.await;
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

    pub(crate) fn signal(&self, node: usize, signal: Signal) {
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
    pub(crate) async fn load(&self, code: &str) -> Record {
        let (database, code) = (self.database.clone(), code.to_owned());
        let load = move || {
            let journal = PostgresJournal::open(&database).unwrap();
            journal.load(&code.parse().unwrap()).unwrap()
        };
        spawn_blocking(load).await.unwrap()
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
