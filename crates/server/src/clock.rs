//! The time of a house, which never jumps.
//!
//! A wall clock may be wrong and be corrected by an hour or a day at once. Therefore it is read
//! only once, when the house opens. After that, time is that moment plus what has passed since, by
//! a clock that nobody can set. Every duration of a table (pauses, turn clocks, the minute of an
//! absent player, the day of a silent table) is measured on this time.
//!
//! Times in journals outlive the house. The time during which the house was closed follows from two
//! wall clocks that may disagree, and therefore it does not count: see
//! `docs/decisions/0007-time.md`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use table::{Millis, Table};

use crate::world::World;

/// The time of a house.
#[derive(Debug)]
pub(crate) struct HouseClock {
    world: Arc<dyn World>,
    /// When the house opened, by the wall clock.
    opened: u64,
    /// The same moment by the clock that nobody can set.
    elapsed: u64,
    /// The latest earlier time at which a house was certainly open; 0 if it is not known yet.
    seen_until: AtomicU64,
}

impl HouseClock {
    /// Starts with the wall clock of now.
    pub(crate) fn start(world: Arc<dyn World>) -> HouseClock {
        HouseClock {
            opened: world.now(),
            elapsed: world.elapsed(),
            seen_until: AtomicU64::new(0),
            world,
        }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let passed = self.world.elapsed().saturating_sub(self.elapsed);
        self.opened.saturating_add(passed)
    }

    /// Learns that something happened in the house at this time. A time after the opening of the
    /// house was written by another clock and is ignored.
    pub(crate) fn saw(&self, at: u64) {
        if at <= self.opened {
            self.seen_until.fetch_max(at, Ordering::Relaxed);
        }
    }

    /// The part of the time since then during which no house was open.
    pub(crate) fn unseen_since(&self, at: u64) -> Duration {
        let seen_until = self.seen_until.load(Ordering::Relaxed);
        Duration::from_millis(self.opened.saturating_sub(at.max(seen_until)))
    }

    /// The milliseconds by which a table is ahead of the house.
    pub(crate) fn ahead(&self, table: &Table) -> u64 {
        table.ahead_of(Millis(self.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::NoLuck;

    #[derive(Debug, Default)]
    struct SetWorld {
        wall: AtomicU64,
        elapsed: AtomicU64,
    }

    impl World for SetWorld {
        fn now(&self) -> u64 {
            self.wall.load(Ordering::Relaxed)
        }

        fn elapsed(&self) -> u64 {
            self.elapsed.load(Ordering::Relaxed)
        }

        fn fill(&self, _: &mut [u8]) -> Result<(), NoLuck> {
            Ok(())
        }
    }

    #[test]
    fn a_wall_clock_that_is_set_changes_nothing() {
        let world = Arc::new(SetWorld::default());
        world.wall.store(1_000_000, Ordering::Relaxed);
        world.elapsed.store(77, Ordering::Relaxed);
        let clock = HouseClock::start(world.clone());
        for wall in [1_000_000, 90_000_000, 0] {
            world.wall.store(wall, Ordering::Relaxed);
            assert_eq!(clock.now(), 1_000_000);
        }
        world.elapsed.store(77 + 500, Ordering::Relaxed);
        assert_eq!(clock.now(), 1_000_500);
    }

    #[test]
    fn time_counts_that_a_house_saw_pass() {
        let world = Arc::new(SetWorld::default());
        world.wall.store(10_000, Ordering::Relaxed);
        let clock = HouseClock::start(world);
        let unseen = |at| clock.unseen_since(at).as_millis();
        assert_eq!(unseen(4_000), 6_000, "nobody knows better yet");
        clock.saw(7_000);
        clock.saw(5_000);
        clock.saw(50_000);
        assert_eq!((unseen(4_000), unseen(7_000)), (3_000, 3_000));
        assert_eq!((unseen(10_000), unseen(12_000)), (0, 0));
    }
}
