//! A house of three nodes on this machine, for trying out and for the tests from outside.
//!
//! PostgreSQL, NATS, three nodes and HAProxy are started on free ports of the loopback address, the
//! last two with the files of `deploy`. Their addresses and process ids are printed, so that any of
//! them can be killed. A line on standard input restarts the processes that have ended. Ctrl-C ends
//! everything, and nothing stays behind. `cargo xtask cluster` builds the programs and runs this
//! one.
//!
//! With `--json` the output is a line of JSON at the start and after each line of input. The end of
//! the input ends everything, so that nothing outlives the calling program.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to people"
)]

use std::env;
use std::io::{self, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use engines::{Balancer, Nats, Node, Postgres, deployed};
use serde_json::{Value, json};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// The password of the bus; it is a bus of this machine, for an hour.
const BUS_PASSWORD: &str = "open-sesame";

/// The interval at which the processes are checked.
const LOOK: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    // Every failure panics with a sentence. The sentence is printed, and all processes are stopped
    // on the way out.
    panic::set_hook(Box::new(|panic| {
        let sentence = panic.payload_as_str().unwrap_or("something went wrong");
        eprintln!("error: {sentence}");
    }));
    match panic::catch_unwind(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run() {
    let mut options: Vec<String> = env::args().skip(1).collect();
    let is_for_programs = options.first().is_some_and(|option| option == "--json");
    if is_for_programs {
        options.remove(0);
    }
    // Asked for first, so that an early Ctrl-C leaves nothing behind either.
    let wishes = wishes(is_for_programs);
    let mut cluster = Cluster::start(&options);
    cluster.tell(is_for_programs);
    let mut running = cluster.ids();
    loop {
        match wishes.recv_timeout(LOOK) {
            Ok(Wish::StartAgain) => {
                cluster.start_again();
                cluster.tell(is_for_programs);
                running = cluster.ids();
            }
            Ok(Wish::End) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let now = cluster.ids();
                for ((name, before), (_, id)) in running.iter().zip(&now) {
                    if before.is_some() && id.is_none() && !is_for_programs {
                        println!("{name} has ended; Enter starts it again");
                    }
                }
                running = now;
            }
        }
    }
    drop(cluster);
    if !is_for_programs {
        println!("everything is stopped");
    }
}

/// A request while the cluster runs.
enum Wish {
    StartAgain,
    End,
}

/// Listens to signals and to standard input.
fn wishes(is_for_programs: bool) -> Receiver<Wish> {
    let (sender, receiver) = mpsc::channel();
    let mut signals = Signals::new([SIGINT, SIGTERM]).expect("signals can be listened to");
    let of_signals = sender.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            // A second request does not wait for the first.
            if of_signals.send(Wish::End).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for _ in io::stdin().lines().map_while(Result::ok) {
            if sender.send(Wish::StartAgain).is_err() {
                return;
            }
        }
        if is_for_programs {
            let _ = sender.send(Wish::End);
        }
    });
    receiver
}

/// All that runs, the last started first, because that is the order in which it ends.
struct Cluster {
    balancer: Balancer,
    nodes: [Node; 3],
    bus: Nats,
    database: Postgres,
    store_address: String,
    bus_address: String,
}

impl Cluster {
    fn start(options: &[String]) -> Cluster {
        let program = program();
        let database = Postgres::start();
        let store_address = database.database();
        let password = ("TALLYHOUSE_BUS_PASSWORD", BUS_PASSWORD);
        let bus = Nats::start_configured(&deployed("nats.conf"), &[password]);
        let bus_address = format!("nats://house:{BUS_PASSWORD}@127.0.0.1:{}", bus.port());
        let node = || Node::start(&program, &store_address, &bus_address, options);
        let nodes = [node(), node(), node()];
        Cluster {
            balancer: Balancer::start(nodes.each_ref().map(Node::port)),
            nodes,
            bus,
            database,
            store_address,
            bus_address,
        }
    }

    /// The process of each part, where it runs.
    fn ids(&mut self) -> Vec<(String, Option<u32>)> {
        let mut ids = vec![("the balancer".to_owned(), self.balancer.id())];
        for (n, node) in (1..).zip(&mut self.nodes) {
            ids.push((format!("node {n}"), node.id()));
        }
        ids.push(("the bus".to_owned(), self.bus.id()));
        ids.push(("the database".to_owned(), self.database.id()));
        ids
    }

    /// The services that nodes need come first.
    fn start_again(&mut self) {
        if self.database.id().is_none() {
            self.database.run();
        }
        if self.bus.id().is_none() {
            self.bus.run();
        }
        for node in &mut self.nodes {
            if node.id().is_none() {
                node.run();
            }
        }
        if self.balancer.id().is_none() {
            self.balancer.run();
        }
    }

    fn tell(&mut self, is_for_programs: bool) {
        if is_for_programs {
            println!("{}", self.as_json());
        } else {
            self.tell_people();
        }
        // Otherwise the reader of a pipe would wait for more.
        io::stdout().flush().expect("somebody listens");
    }

    fn as_json(&mut self) -> Value {
        let nodes = self.nodes.iter_mut().map(|node| {
            json!({ "url": url(node.port()), "pid": node.id(), "data": node.data(), "log": node.log_file() })
        });
        let nodes: Vec<Value> = nodes.collect();
        json!({
            "balancer": { "url": url(self.balancer.port()), "pid": self.balancer.id(), "socket": self.balancer.socket() },
            "nodes": nodes,
            "bus": { "url": self.bus_address, "pid": self.bus.id() },
            "database": { "url": self.store_address, "pid": self.database.id() },
        })
    }

    fn tell_people(&mut self) {
        let addresses = [
            url(self.balancer.port()),
            url(self.nodes[0].port()),
            url(self.nodes[1].port()),
            url(self.nodes[2].port()),
            self.bus_address.clone(),
            self.store_address.clone(),
        ];
        println!();
        for ((name, id), address) in self.ids().into_iter().zip(addresses) {
            let kill = id.map_or_else(|| "ended".to_owned(), |id| format!("kill -9 {id}"));
            println!("{name:12}  {kill:16}  {address}");
        }
        println!();
        for (n, node) in (1..).zip(&self.nodes) {
            println!("node {n} logs to {}", node.log_file().display());
        }
        println!();
        println!("Play through the balancer: {}", url(self.balancer.port()));
        println!("Kill what you like. Enter starts again what has ended, Ctrl-C ends everything.");
    }
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// The house that was built with this program, or the one that is named.
fn program() -> PathBuf {
    if let Some(named) = env::var_os("TALLYHOUSE_BIN") {
        return named.into();
    }
    let this = env::current_exe().expect("a running program has a path");
    let program = this.with_file_name("tallyhouse");
    assert!(
        program.exists(),
        "there is no {}: `cargo xtask cluster` builds it",
        program.display()
    );
    program
}
