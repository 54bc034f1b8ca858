//! Every failure between the machines of a house, while games are played.
//!
//! Acknowledged commands are not lost, doubled or out of order, every table goes on soon after each
//! fault, and every finished game verifies. The delays are printed.
//!
//! `cargo xtask cluster-faults` does the same with more games and more often.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::player::Player;
use crate::spread::Spread;
use crate::town::Town;

/// The amount of work.
struct Plan {
    n_games: usize,
    /// The thinking time of players.
    thought: Duration,
    n_kills: usize,
    n_restarts_of_bus: usize,
    n_restarts_of_store: usize,
    pause: Duration,
    cut: Duration,
    /// The time within which every table must go on.
    soon: Duration,
    /// The longest wait for an ack while one node after the other ends in order. It is not asked
    /// of a debug build beside other tests.
    most_wait: Option<Duration>,
}

impl Plan {
    fn new() -> Plan {
        if std::env::var_os("CLUSTER_FAULTS").is_some() {
            Plan {
                n_games: 100,
                thought: Duration::from_millis(300),
                n_kills: 20,
                n_restarts_of_bus: 5,
                n_restarts_of_store: 5,
                pause: Duration::from_secs(10),
                cut: Duration::from_secs(8),
                soon: Duration::from_secs(5),
                most_wait: Some(Duration::from_secs(1)),
            }
        } else {
            Plan {
                n_games: 16,
                // Quick enough to finish some games.
                thought: Duration::from_millis(60),
                n_kills: 2,
                n_restarts_of_bus: 1,
                n_restarts_of_store: 1,
                pause: Duration::from_secs(6),
                cut: Duration::from_secs(3),
                // A busy machine is not a fault of the house.
                soon: Duration::from_secs(45),
                most_wait: None,
            }
        }
    }
}

/// The tables in play, and whether to stop.
struct Club {
    /// The table of each game now.
    tables: Mutex<Vec<String>>,
    finished: Mutex<Vec<String>>,
    closing: AtomicBool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one story, told fault by fault")]
async fn games_survive_every_fault() {
    let plan = Plan::new();
    let town = Town::open(3).await;
    let club = Arc::new(Club {
        tables: Mutex::new(vec![String::new(); plan.n_games]),
        finished: Mutex::default(),
        closing: AtomicBool::new(false),
    });
    let games: Vec<_> = (0..plan.n_games)
        .map(|n| tokio::spawn(play_on(town.clone(), club.clone(), n, plan.thought)))
        .collect();
    while club.tables.lock().unwrap().iter().any(String::is_empty) {
        sleep(Duration::from_millis(50)).await;
    }
    let watch = Watch {
        town: &town,
        club: &club,
        soon: plan.soon,
    };
    watch.goes_on("nothing happens", Instant::now()).await;

    for n in 0..plan.n_kills {
        let node = n % town.n_nodes();
        watch.is_busy(node).await;
        town.kill(node);
        let end = Instant::now();
        watch
            .goes_on_without("a node is killed", end, Some(node))
            .await;
        town.restart(node).await;
        sleep(Duration::from_secs(1)).await;
    }
    for _ in 0..plan.n_restarts_of_bus {
        town.kill_bus().await;
        town.start_bus().await;
        watch
            .goes_on("the bus is killed and started", Instant::now())
            .await;
    }
    for _ in 0..plan.n_restarts_of_store {
        town.restart_store().await;
        let what = "the database is killed and started";
        watch.goes_on(what, Instant::now()).await;
    }
    watch.is_busy(0).await;
    town.to_store(0).cut();
    sleep(plan.cut).await;
    town.to_store(0).mend();
    watch
        .goes_on("a node was cut off from the database", Instant::now())
        .await;
    watch.is_busy(1).await;
    town.to_bus(1).cut();
    sleep(plan.cut).await;
    town.to_bus(1).mend();
    watch
        .goes_on("a node was cut off from the bus", Instant::now())
        .await;
    watch.is_busy(2).await;
    let before = watch.epochs().await;
    town.stop(2);
    sleep(plan.pause).await;
    let after = watch.epochs().await;
    town.resume(2);
    let risen = |(code, epoch): (&String, &u64)| after.get(code).is_some_and(|now| now > epoch);
    assert!(
        before.iter().any(risen),
        "no table of that node was claimed"
    );
    watch.goes_on("a node stood still", Instant::now()).await;

    // An upgrade: one node after the other ends in order.
    let before = Instant::now();
    for node in 0..town.n_nodes() {
        watch.is_busy(node).await;
        town.end(node).await;
        town.restart(node).await;
        sleep(Duration::from_secs(1)).await;
    }
    watch
        .goes_on("each node was ended and started", Instant::now())
        .await;
    let waits = Spread::of(town.ledger.waits(before, Instant::now()));
    println!("an ack took meanwhile  {waits}");
    if let Some(most) = plan.most_wait {
        assert!(waits.last() <= most, "an upgrade stopped somebody");
    }

    club.closing.store(true, Ordering::Relaxed);
    for game in games {
        game.await.expect("no player gives up");
    }
    let finished = club.finished.lock().unwrap().clone();
    assert!(!finished.is_empty(), "no game was played to its end");
    let tables = club.tables.lock().unwrap().clone();
    for code in finished.iter().chain(&tables) {
        town.ledger.agrees_with(code, &town.load(code).await);
    }
    for code in &finished {
        town.verifies(0, code).await;
    }
    println!(
        "{} acknowledged, {} tables, {} games finished",
        town.ledger.len(),
        finished.len() + tables.len(),
        finished.len()
    );
}

/// Plays one game after the other, each at a new table.
async fn play_on(town: Arc<Town>, club: Arc<Club>, n: usize, thought: Duration) {
    let mut host = Player::at(&town, n % town.n_nodes()).await;
    let mut guest = Player::at(&town, (n / town.n_nodes() + 1) % town.n_nodes()).await;
    // The players do not start at the same moment.
    host.thought = thought + Duration::from_millis(n as u64 % 7 * 10);
    guest.thought = host.thought;
    while !club.closing.load(Ordering::Relaxed) {
        host.come_home().await;
        guest.come_home().await;
        host.open_table("cribbage", json!({})).await;
        guest.join(&host.code).await;
        club.tables.lock().unwrap()[n].clone_from(&host.code);
        let closing = async {
            while !club.closing.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(100)).await;
            }
        };
        let game = async { tokio::join!(host.play_to_the_end(), guest.play_to_the_end()) };
        tokio::select! {
            (ended, other_ended) = game => {
                assert_eq!(ended, other_ended, "one game has two ends");
                club.finished.lock().unwrap().push(club.tables.lock().unwrap()[n].clone());
            }
            () = closing => return,
        }
    }
}

struct Watch<'a> {
    town: &'a Town,
    club: &'a Club,
    soon: Duration,
}

impl Watch<'_> {
    /// Waits until a node has tables and players. A fault of an idle node would prove nothing.
    async fn is_busy(&self, node: usize) {
        let began = Instant::now();
        loop {
            let (n_tables, n_sockets) = self.town.load_of(node).await;
            if n_tables > 0 && n_sockets > 0 {
                return;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "node {node} has {n_tables} tables and {n_sockets} sockets"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The number of claims of each table in play.
    async fn epochs(&self) -> BTreeMap<String, u64> {
        let tables = self.club.tables.lock().unwrap().clone();
        let records = self.town.load_all(&tables).await;
        let epochs = records.into_iter().map(|record| record.epoch);
        tables.into_iter().zip(epochs).collect()
    }

    /// Waits until every table has gone on since the end of a fault, and prints how long it took.
    async fn goes_on(&self, what: &str, end: Instant) {
        self.goes_on_without(what, end, None).await;
    }

    /// The same, while a node is dead.
    async fn goes_on_without(&self, what: &str, end: Instant, dead: Option<usize>) {
        loop {
            let tables = self.club.tables.lock().unwrap().clone();
            let went_on = self.town.ledger.went_on(end, dead, &tables);
            if went_on.iter().all(Option::is_some) {
                let spread = Spread::of(went_on.into_iter().flatten().collect());
                println!("{what:36}  {spread}");
                assert!(spread.last() <= self.soon, "{what}: a table was late");
                return;
            }
            let late = tables
                .iter()
                .zip(&went_on)
                .find(|(_, went_on)| went_on.is_none());
            assert!(
                end.elapsed() <= self.soon * 2,
                "{what}: {late:?} does not go on"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }
}
