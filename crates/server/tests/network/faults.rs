//! The faults and their times, all drawn from the seed.

use std::time::Duration;

use kernel::Rng;
use turmoil::Sim;

use crate::house::HOST;
use crate::stage::Stage;

/// The number of times that each thing happened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// A connection was cut after a command was sent and before its ack came.
    pub(crate) lost_acks: u64,
    /// Everything between a guest and the house was lost for a while.
    pub(crate) partitions: u64,
    /// The same in one direction.
    pub(crate) one_way_partitions: u64,
    /// Everything was held up for a while and then came at once.
    pub(crate) holds: u64,
    /// A command was sent on two connections at once.
    pub(crate) duplicates: u64,
    /// A command came again, from an old connection, after the new one had gone on.
    pub(crate) late: u64,
    /// The house crashed and was started again.
    pub(crate) crashes: u64,
    /// Missed messages were told again.
    pub(crate) replays: u64,
    /// Too much was missed, and the whole view was taken.
    pub(crate) whole_views: u64,
    /// An event was ignored because it was known.
    pub(crate) known: u64,
    /// An event was ignored because others before it were missing.
    pub(crate) gaps: u64,
    /// A command was sent again because no ack had come.
    pub(crate) resends: u64,
    /// Something was refused because the journal failed.
    pub(crate) unavailable: u64,
    /// A house showed the state of a table before it lost it to another house.
    pub(crate) stale: u64,
    /// A command was refused because its sender knew less than was true.
    pub(crate) refused: u64,
}

impl Counts {
    /// Every count of one house with its name.
    pub(crate) fn named(&self) -> [(&'static str, u64); 13] {
        [
            ("a lost ack", self.lost_acks),
            ("a partition", self.partitions),
            ("a partition in one direction", self.one_way_partitions),
            ("a hold", self.holds),
            ("a duplicate", self.duplicates),
            ("a late command of an old connection", self.late),
            ("a crash", self.crashes),
            ("a replay", self.replays),
            ("a whole view", self.whole_views),
            ("an event known before", self.known),
            ("a gap", self.gaps),
            ("a resend", self.resends),
            ("a failing journal", self.unavailable),
        ]
    }

    pub(crate) fn add(&mut self, other: Counts) {
        self.lost_acks += other.lost_acks;
        self.partitions += other.partitions;
        self.one_way_partitions += other.one_way_partitions;
        self.holds += other.holds;
        self.duplicates += other.duplicates;
        self.late += other.late;
        self.crashes += other.crashes;
        self.replays += other.replays;
        self.whole_views += other.whole_views;
        self.known += other.known;
        self.gaps += other.gaps;
        self.resends += other.resends;
        self.unavailable += other.unavailable;
        self.stale += other.stale;
        self.refused += other.refused;
    }
}

/// Breaks the network and mends it again, one fault at a time.
pub(crate) struct Breaker {
    rng: Rng,
    /// The present fault, and the time at which it is mended.
    broken: Option<(NetworkFault, Duration)>,
    /// The time of the next fault.
    next: Duration,
}

#[derive(Debug, Clone, Copy)]
enum NetworkFault {
    Partition(&'static str),
    /// From, to.
    OneWay(&'static str, &'static str),
    Hold(&'static str),
    Crash,
}

/// After this much simulated time nothing breaks any more: every game can end.
const LAST_FAULT: Duration = Duration::from_secs(8);

impl Breaker {
    pub(crate) fn new(rng: Rng) -> Breaker {
        let mut breaker = Breaker {
            rng,
            broken: None,
            next: Duration::ZERO,
        };
        breaker.next = breaker.between(50, 600);
        breaker
    }

    /// Does what is due. Once every guest has seen the end, all is mended for good.
    pub(crate) fn step(&mut self, sim: &mut Sim<'_>, stage: &Stage, guests: &[&'static str]) {
        if stage.calm.get() {
            return;
        }
        let now = sim.elapsed();
        let over = stage.over.get() == guests.len();
        if let Some((fault, until)) = self.broken
            && (until <= now || over)
        {
            mend(sim, fault, guests);
            stage.note(format!("mended {fault:?}"));
            self.broken = None;
            self.next = now + self.between(50, 900);
        }
        if over {
            stage.calm.set(true);
        } else if self.broken.is_none() && self.next <= now && now < LAST_FAULT {
            let (fault, long) = self.draw(guests);
            stage.note(format!("broken {fault:?} for {long:?}"));
            stage.count(|counts| fault.count(counts));
            break_it(sim, fault, guests);
            self.broken = Some((fault, now + long));
        }
    }

    fn draw(&mut self, guests: &[&'static str]) -> (NetworkFault, Duration) {
        let guest = guests[self.rng.below(guests.len() as u32) as usize];
        match self.rng.below(8) {
            0 | 1 => (NetworkFault::Partition(guest), self.between(20, 1_500)),
            2 | 3 => (NetworkFault::OneWay(HOST, guest), self.between(20, 900)),
            4 => (NetworkFault::OneWay(guest, HOST), self.between(20, 900)),
            5 | 6 => (NetworkFault::Hold(guest), self.between(20, 1_500)),
            _ => (NetworkFault::Crash, self.between(20, 500)),
        }
    }

    fn between(&mut self, least: u32, most: u32) -> Duration {
        Duration::from_millis((least + self.rng.below(most - least)).into())
    }
}

impl NetworkFault {
    fn count(self, counts: &mut Counts) {
        match self {
            NetworkFault::Partition(_) => counts.partitions += 1,
            NetworkFault::OneWay(..) => counts.one_way_partitions += 1,
            NetworkFault::Hold(_) => counts.holds += 1,
            NetworkFault::Crash => counts.crashes += 1,
        }
    }
}

fn break_it(sim: &mut Sim<'_>, fault: NetworkFault, guests: &[&'static str]) {
    match fault {
        NetworkFault::Partition(guest) => sim.partition(guest, HOST),
        NetworkFault::OneWay(from, to) => sim.partition_oneway(from, to),
        NetworkFault::Hold(guest) => sim.hold(guest, HOST),
        NetworkFault::Crash => {
            // A machine that loses its power says no farewell.
            for &guest in guests {
                sim.partition(guest, HOST);
            }
            sim.crash(HOST);
        }
    }
}

fn mend(sim: &mut Sim<'_>, fault: NetworkFault, guests: &[&'static str]) {
    match fault {
        NetworkFault::Partition(guest) => sim.repair(guest, HOST),
        NetworkFault::OneWay(from, to) => sim.repair_oneway(from, to),
        NetworkFault::Hold(guest) => sim.release(guest, HOST),
        NetworkFault::Crash => {
            sim.bounce(HOST);
            for &guest in guests {
                sim.repair(guest, HOST);
            }
        }
    }
}
