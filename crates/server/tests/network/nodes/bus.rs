//! The double of the bus: a host that hands messages on by their subjects, and the bus of a
//! node, which is a connection to that host over the simulated network.
//!
//! It behaves like NATS: a node that comes back listens again on its old subjects, a silent node
//! keeps its place for a while, and messages that are sent meanwhile are lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use kernel::{Key, Rng};
use server::cluster::{Bus, BusError, Heard, Nobody};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use turmoil::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use turmoil::net::{TcpListener, TcpStream};

use super::wire::{self, PATIENCE, PAUSE, Shelf};

/// The bus's name and port on the simulated network.
pub(crate) const BUS: &str = "bus";
const PORT: u16 = 4222;

/// The interval at which a node reports that it is there.
const PING: Duration = Duration::from_millis(300);

/// From a node to the bus.
#[derive(Debug)]
enum Up {
    Publish {
        subject: String,
        answer_to: Option<String>,
        message: String,
    },
    Listen {
        ear: u64,
        subject: String,
        group: Option<&'static str>,
    },
    Deafen {
        ear: u64,
    },
    Ping,
}

/// From the bus to a node.
#[derive(Debug)]
enum Down {
    Heard { ear: u64, heard: Heard },
    Listening { ear: u64 },
    Pong,
}

/// The ways to the bus.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wires {
    up: Shelf<Up>,
    down: Shelf<Down>,
}

/// The state of the host of the bus. It is gone when the host crashes.
struct Switch {
    ears: Vec<Ear>,
    lines: BTreeMap<u64, mpsc::UnboundedSender<Down>>,
    rng: Rng,
}

#[derive(Debug)]
struct Ear {
    line: u64,
    number: u64,
    subject: String,
    group: Option<&'static str>,
}

/// Serves every node until it is crashed.
pub(crate) async fn run(wires: Wires, seed: u64) -> turmoil::Result {
    // By the seed, the place of a silent node is kept for a short or a long time.
    let keeps = Duration::from_millis([1_000, 3_000, 30_000][(seed % 3) as usize]);
    let switch = Arc::new(Mutex::new(Switch {
        ears: Vec::new(),
        lines: BTreeMap::new(),
        rng: Key::from_seed(seed).stream("bus"),
    }));
    let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
    for line in 0.. {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(serve(wires.clone(), switch.clone(), line, stream, keeps));
    }
    Ok(())
}

async fn serve(
    wires: Wires,
    switch: Arc<Mutex<Switch>>,
    line: u64,
    stream: TcpStream,
    keeps: Duration,
) {
    let (mut read, mut write) = stream.into_split();
    let (sender, mut waiting) = mpsc::unbounded_channel();
    lock(&switch).lines.insert(line, sender);
    let down = wires.down.clone();
    let sending = tokio::spawn(async move {
        while let Some(message) = waiting.recv().await {
            if down.send(&mut write, message).await.is_err() {
                return;
            }
        }
    });
    while let Ok(Ok(message)) = timeout(keeps, wires.up.receive(&mut read)).await {
        lock(&switch).take(line, message);
    }
    lock(&switch).hang_up(line);
    sending.abort();
}

fn lock(switch: &Mutex<Switch>) -> std::sync::MutexGuard<'_, Switch> {
    switch.lock().expect("nobody panics with it")
}

impl Switch {
    fn take(&mut self, line: u64, message: Up) {
        match message {
            Up::Publish {
                subject,
                answer_to,
                message,
            } => self.publish(&subject, answer_to.as_deref(), &Ok(message)),
            Up::Listen {
                ear: number,
                subject,
                group,
            } => {
                self.ears.push(Ear {
                    line,
                    number,
                    subject,
                    group,
                });
                self.tell(line, Down::Listening { ear: number });
            }
            Up::Deafen { ear } => {
                let is_it = |other: &Ear| other.line == line && other.number == ear;
                self.ears.retain(|other| !is_it(other));
            }
            Up::Ping => self.tell(line, Down::Pong),
        }
    }

    fn publish(
        &mut self,
        subject: &str,
        answer_to: Option<&str>,
        message: &Result<String, Nobody>,
    ) {
        let hears = |ear: &&Ear| match ear.subject.strip_suffix('>') {
            Some(prefix) => subject.starts_with(prefix),
            None => ear.subject == subject,
        };
        let ears: Vec<&Ear> = self.ears.iter().filter(hears).collect();
        let groups: BTreeSet<&str> = ears.iter().filter_map(|ear| ear.group).collect();
        let alone = ears.iter().filter(|ear| ear.group.is_none());
        let mut chosen: Vec<(u64, u64)> = alone.map(|ear| (ear.line, ear.number)).collect();
        for group in groups {
            let members: Vec<_> = ears.iter().filter(|ear| ear.group == Some(group)).collect();
            let one = members[self.rng.below(members.len() as u32) as usize];
            chosen.push((one.line, one.number));
        }
        if let (true, Some(answer_to)) = (chosen.is_empty(), answer_to) {
            return self.publish(answer_to, None, &Err(Nobody));
        }
        for (line, ear) in chosen {
            let heard = Heard {
                subject: subject.to_owned(),
                message: message.clone(),
            };
            self.tell(line, Down::Heard { ear, heard });
        }
    }

    fn tell(&self, line: u64, message: Down) {
        if let Some(sender) = self.lines.get(&line) {
            // A connection that no longer takes anything is noticed by its reader.
            let _ = sender.send(message);
        }
    }

    fn hang_up(&mut self, line: u64) {
        self.lines.remove(&line);
        self.ears.retain(|ear| ear.line != line);
    }
}

/// The bus as a node has it.
#[derive(Debug)]
pub(crate) struct FarBus {
    orders: mpsc::UnboundedSender<Order>,
    next: AtomicU64,
    is_connected: Arc<AtomicBool>,
    n_gaps: Arc<AtomicU64>,
}

/// The wishes of a node to its bus.
#[derive(Debug)]
enum Order {
    Publish(Up),
    Listen(u64, Listener),
    Deafen(u64),
}

#[derive(Debug)]
struct Listener {
    subject: String,
    group: Option<&'static str>,
    hears: mpsc::UnboundedSender<Heard>,
    /// Told when the bus knows.
    known: Option<oneshot::Sender<()>>,
}

impl FarBus {
    /// A bus that connects as soon as it can. Messages that are sent before that go out later, if
    /// it `keeps` them. A connection that is silent for longer than `patience` is given up.
    pub(crate) fn open(wires: Wires, keeps: bool, patience: Duration) -> FarBus {
        let (orders, waiting) = mpsc::unbounded_channel();
        let is_connected = Arc::new(AtomicBool::new(false));
        let n_gaps = Arc::new(AtomicU64::new(0));
        let line = Line {
            wires,
            orders: waiting,
            listeners: BTreeMap::new(),
            is_connected: is_connected.clone(),
            n_gaps: n_gaps.clone(),
            keeps,
            patience,
        };
        tokio::spawn(line.carry());
        FarBus {
            orders,
            next: AtomicU64::new(0),
            is_connected,
            n_gaps,
        }
    }

    fn order(&self, order: Order) -> Result<(), BusError> {
        self.orders.send(order).map_err(BusError::new)
    }
}

impl Bus for FarBus {
    fn publish(
        &self,
        subject: String,
        answer_to: Option<String>,
        message: String,
    ) -> Result<(), BusError> {
        self.order(Order::Publish(Up::Publish {
            subject,
            answer_to,
            message,
        }))
    }

    fn listen(
        &self,
        subject: String,
        group: Option<&'static str>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Heard>, BusError>> {
        let ear = self.next.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            let (hears, heard) = mpsc::unbounded_channel();
            let (known, is_known) = oneshot::channel();
            let guard = Deafens(self.orders.clone(), ear);
            self.order(Order::Listen(
                ear,
                Listener {
                    subject,
                    group,
                    hears,
                    known: Some(known),
                },
            ))?;
            let known = timeout(PATIENCE, is_known).await;
            known.map_err(BusError::new)?.map_err(BusError::new)?;
            let next = |(mut heard, guard): (mpsc::UnboundedReceiver<Heard>, Deafens)| async move {
                let next = heard.recv().await?;
                Some((next, (heard, guard)))
            };
            Ok(stream::unfold((heard, guard), next).boxed())
        })
    }

    fn n_gaps(&self) -> u64 {
        self.n_gaps.load(Ordering::Relaxed)
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }
}

/// Stops listening when it is dropped.
struct Deafens(mpsc::UnboundedSender<Order>, u64);

impl Drop for Deafens {
    fn drop(&mut self) {
        // Without a connection there is nothing to stop.
        let _ = self.0.send(Order::Deafen(self.1));
    }
}

/// The connection of a node to the bus, which is made again whenever it fails.
struct Line {
    wires: Wires,
    orders: mpsc::UnboundedReceiver<Order>,
    listeners: BTreeMap<u64, Listener>,
    is_connected: Arc<AtomicBool>,
    n_gaps: Arc<AtomicU64>,
    keeps: bool,
    patience: Duration,
}

impl Line {
    async fn carry(mut self) {
        while !self.orders.is_closed() {
            if let Some((read, write)) = wire::connect(BUS, PORT).await {
                self.is_connected.store(true, Ordering::Relaxed);
                self.n_gaps.fetch_add(1, Ordering::Relaxed);
                self.exchange(read, write).await;
                self.is_connected.store(false, Ordering::Relaxed);
            }
            sleep(PAUSE).await;
        }
    }

    /// Carries messages until the connection fails or is silent for too long.
    async fn exchange(&mut self, read: OwnedReadHalf, mut write: OwnedWriteHalf) {
        let mut heard = self.wires.down.receive_all(read);
        let mut last = Instant::now();
        let mut ping = Instant::now();
        let mut first: Vec<Up> = self.listeners.iter().map(|(ear, l)| l.up(*ear)).collect();
        if !self.keeps {
            while let Ok(order) = self.orders.try_recv() {
                if !matches!(order, Order::Publish(_)) {
                    first.extend(self.follow(order));
                }
            }
        }
        for message in first {
            if self.wires.up.send(&mut write, message).await.is_err() {
                return;
            }
        }
        loop {
            let message = tokio::select! {
                biased;
                down = heard.recv() => {
                    let Some(down) = down else { return };
                    if matches!(down, Down::Pong) {
                        last = Instant::now();
                    }
                    self.hear(down);
                    continue;
                }
                () = sleep_until(ping) => {
                    if last.elapsed() > self.patience {
                        return;
                    }
                    ping = Instant::now() + PING;
                    Up::Ping
                }
                order = self.orders.recv() => {
                    let Some(order) = order else { return };
                    match self.follow(order) {
                        Some(message) => message,
                        None => continue,
                    }
                }
            };
            if self.wires.up.send(&mut write, message).await.is_err() {
                return;
            }
        }
    }

    fn hear(&mut self, down: Down) {
        match down {
            Down::Heard { ear, heard } => {
                if let Some(listener) = self.listeners.get(&ear) {
                    // A listener that has stopped has said so.
                    let _ = listener.hears.send(heard);
                }
            }
            Down::Listening { ear } => {
                let listener = self.listeners.get_mut(&ear);
                if let Some(known) = listener.and_then(|listener| listener.known.take()) {
                    let _ = known.send(());
                }
            }
            Down::Pong => {}
        }
    }

    /// Carries out an order on the bus.
    fn follow(&mut self, order: Order) -> Option<Up> {
        match order {
            Order::Publish(message) => Some(message),
            Order::Listen(ear, listener) => {
                let message = listener.up(ear);
                self.listeners.insert(ear, listener);
                Some(message)
            }
            Order::Deafen(ear) => {
                self.listeners.remove(&ear)?;
                Some(Up::Deafen { ear })
            }
        }
    }
}

impl Listener {
    fn up(&self, ear: u64) -> Up {
        Up::Listen {
            ear,
            subject: self.subject.clone(),
            group: self.group,
        }
    }
}
