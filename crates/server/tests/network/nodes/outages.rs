//! The faults between the hosts of a house, and their times, all drawn from the seed.

use std::time::Duration;

use kernel::Rng;
use turmoil::Sim;

use super::bus::BUS;
use super::store::STORE;

/// The nodes' names on the simulated network.
pub(crate) const NODES: [&str; 3] = ["node-a", "node-b", "node-c"];

/// The number of times that each thing happened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outages {
    partitions: u64,
    one_way: u64,
    holds: u64,
    pauses: u64,
    slow: u64,
    isolated: u64,
    stranded: u64,
    node_crashes: u64,
    bus_crashes: u64,
    store_crashes: u64,
}

impl Outages {
    /// Every count with its name.
    pub(crate) fn named(&self) -> [(&'static str, u64); 10] {
        [
            ("a partition", self.partitions),
            ("a partition in one direction", self.one_way),
            ("a hold", self.holds),
            ("a pause", self.pauses),
            ("a slow way", self.slow),
            ("a node without store and bus", self.isolated),
            ("a node without bus that writes late", self.stranded),
            ("a crash of a node", self.node_crashes),
            ("a crash of the bus", self.bus_crashes),
            ("a crash of the store", self.store_crashes),
        ]
    }

    pub(crate) fn add(&mut self, other: Outages) {
        self.partitions += other.partitions;
        self.one_way += other.one_way;
        self.holds += other.holds;
        self.pauses += other.pauses;
        self.slow += other.slow;
        self.isolated += other.isolated;
        self.stranded += other.stranded;
        self.node_crashes += other.node_crashes;
        self.bus_crashes += other.bus_crashes;
        self.store_crashes += other.store_crashes;
    }

    fn count(&mut self, outage: &Outage) {
        let counter = match outage {
            Outage::Partition(..) => &mut self.partitions,
            Outage::OneWay(..) => &mut self.one_way,
            Outage::Hold(..) => &mut self.holds,
            Outage::Pause(_) => &mut self.pauses,
            Outage::Slow(..) => &mut self.slow,
            Outage::Isolated(_) => &mut self.isolated,
            Outage::Stranded(_) => &mut self.stranded,
            Outage::Crash { host: BUS, .. } => &mut self.bus_crashes,
            Outage::Crash { host: STORE, .. } => &mut self.store_crashes,
            Outage::Crash { .. } => &mut self.node_crashes,
        };
        *counter += 1;
    }
}

type Host = &'static str;

#[derive(Debug, Clone, Copy)]
enum Outage {
    /// Everything between the two is lost.
    Partition(Host, Host),
    /// From, to.
    OneWay(Host, Host),
    /// Everything between the two is held up, and then comes at once.
    Hold(Host, Host),
    /// Everything from and to a node is held up, as if it were stopped.
    Pause(Host),
    /// Everything between the two takes up to half a second.
    Slow(Host, Host),
    /// A node has its players, and neither store nor bus.
    Isolated(Host),
    /// A node has its players and no bus, and what it writes is held up: another claims its
    /// tables before that reaches the store.
    Stranded(Host),
    /// A host is gone, and starts again. Nobody is told if the machine lost its power.
    Crash { host: Host, power: bool },
}

/// The delay of a slow way.
const SLOW: Duration = Duration::from_millis(500);

/// After this much simulated time nothing breaks any more.
const LAST_OUTAGE: Duration = Duration::from_secs(9);

/// Nothing stays broken for longer.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_secs(7);

/// Breaks what is between hosts and mends it again, up to two things at a time.
pub(crate) struct Breaker {
    rng: Rng,
    players: Vec<Host>,
    /// The longest delay of a message.
    slowest: Duration,
    /// The present faults with the times at which they are mended, or the time of the next fault.
    slots: [(Option<Outage>, Duration); 2],
    pub(crate) outages: Outages,
}

impl Breaker {
    pub(crate) fn new(rng: Rng, players: Vec<Host>, slowest: Duration) -> Breaker {
        let mut breaker = Breaker {
            rng,
            players,
            slowest,
            slots: [(None, Duration::ZERO); 2],
            outages: Outages::default(),
        };
        breaker.slots[0].1 = breaker.between(300, 1_500);
        breaker.slots[1].1 = breaker.between(1_000, 6_000);
        breaker
    }

    /// Does what is due, and returns what happened; calm means that nothing will happen any more.
    pub(crate) fn step(&mut self, sim: &mut Sim<'_>) -> (Vec<String>, bool) {
        let now = sim.elapsed();
        let mut happened = Vec::new();
        for slot in 0..self.slots.len() {
            let (outage, at) = self.slots[slot];
            if at > now {
                continue;
            }
            if let Some(outage) = outage {
                self.mend(sim, outage);
                happened.push(format!("mended {outage:?}"));
                self.slots[slot] = (None, now + self.between(50, 1_500));
            } else if now < LAST_OUTAGE {
                let (outage, long) = self.draw();
                if !self.clashes(&outage) {
                    happened.push(format!("broken {outage:?} for {long:?}"));
                    self.outages.count(&outage);
                    self.break_it(sim, outage);
                    self.slots[slot] = (Some(outage), now + long);
                }
            }
        }
        let is_calm = now >= LAST_OUTAGE && self.slots.iter().all(|slot| slot.0.is_none());
        (happened, is_calm)
    }

    fn draw(&mut self) -> (Outage, Duration) {
        let node = self.node();
        let (one, other) = self.pair();
        match self.rng.below(16) {
            0 | 1 => (Outage::Partition(one, other), self.between(100, 4_000)),
            2 => (Outage::OneWay(one, other), self.between(100, 3_000)),
            3 => (Outage::OneWay(other, one), self.between(100, 3_000)),
            4 | 5 => (Outage::Hold(one, other), self.between(100, 4_000)),
            6 | 7 => (Outage::Pause(node), self.between(500, 7_000)),
            8 => (Outage::Slow(one, other), self.between(500, 3_000)),
            9 => (Outage::Isolated(node), self.between(500, 5_000)),
            14 | 15 => (Outage::Stranded(node), self.between(1_500, 6_000)),
            10 | 11 => (self.crash(node), self.between(20, 2_000)),
            12 => (self.crash(BUS), self.between(20, 1_500)),
            _ => (self.crash(STORE), self.between(20, 1_500)),
        }
    }

    fn crash(&mut self, host: Host) -> Outage {
        let power = self.rng.below(2) == 0;
        Outage::Crash { host, power }
    }

    fn node(&mut self) -> Host {
        NODES[self.rng.below(NODES.len() as u32) as usize]
    }

    /// Nodes speak to the store and to the bus, and players to nodes.
    fn pair(&mut self) -> (Host, Host) {
        let node = self.node();
        match self.rng.below(5) {
            0 | 1 => (node, STORE),
            2 | 3 => (node, BUS),
            _ => {
                let n_players = self.players.len() as u32;
                (node, self.players[self.rng.below(n_players) as usize])
            }
        }
    }

    /// Whether both would break the same way, so that mending one would mend the other.
    fn clashes(&self, outage: &Outage) -> bool {
        let new = self.ways(*outage);
        let broken = self.slots.iter().filter_map(|slot| slot.0);
        broken
            .flat_map(|broken| self.ways(broken))
            .any(|way| new.contains(&way))
    }

    /// The ways that an outage breaks, each as a node and another host.
    fn ways(&self, outage: Outage) -> Vec<(Host, Host)> {
        let others = || self.players.iter().copied().chain([STORE, BUS]);
        let in_order = |one: Host, other: Host| {
            if NODES.contains(&one) {
                (one, other)
            } else {
                (other, one)
            }
        };
        match outage {
            Outage::Partition(one, other)
            | Outage::OneWay(one, other)
            | Outage::Hold(one, other)
            | Outage::Slow(one, other) => vec![in_order(one, other)],
            Outage::Pause(node) => others().map(|other| (node, other)).collect(),
            Outage::Isolated(node) | Outage::Stranded(node) => vec![(node, STORE), (node, BUS)],
            Outage::Crash { host, .. } if NODES.contains(&host) => {
                others().map(|other| (host, other)).collect()
            }
            Outage::Crash { host, .. } => NODES.map(|node| (node, host)).into(),
        }
    }

    fn break_it(&self, sim: &mut Sim<'_>, outage: Outage) {
        for (one, other) in self.ways(outage) {
            match outage {
                Outage::Partition(..) | Outage::Isolated(_) => sim.partition(one, other),
                Outage::OneWay(from, to) => sim.partition_oneway(from, to),
                Outage::Stranded(_) if other == BUS => sim.partition(one, other),
                Outage::Hold(..) | Outage::Pause(_) | Outage::Stranded(_) => sim.hold(one, other),
                Outage::Slow(..) => sim.set_link_max_message_latency(one, other, SLOW),
                // A machine that loses its power says no farewell.
                Outage::Crash { power: true, .. } => sim.partition(one, other),
                // The sockets of a house end in no certain order: their last messages take the same
                // time.
                Outage::Crash { power: false, .. } => {
                    sim.set_link_latency(one, other, Duration::from_millis(2));
                }
            }
        }
        if let Outage::Crash { host, .. } = outage {
            sim.crash(host);
        }
    }

    fn mend(&self, sim: &mut Sim<'_>, outage: Outage) {
        if let Outage::Crash { host, .. } = outage {
            sim.bounce(host);
        }
        for (one, other) in self.ways(outage) {
            match outage {
                Outage::Hold(..) | Outage::Pause(_) | Outage::Stranded(_) => {
                    sim.release(one, other);
                }
                Outage::Slow(..) | Outage::Crash { power: false, .. } => {
                    sim.set_link_max_message_latency(one, other, self.slowest);
                }
                _ => sim.repair(one, other),
            }
        }
    }

    fn between(&mut self, least: u32, most: u32) -> Duration {
        Duration::from_millis((least + self.rng.below(most - least)).into())
    }
}
