//! Players who have just lost their last connection to a table.
//!
//! Going away and coming back are entries of the journal, and a client that does nothing else would
//! make it grow for ever. The first departures are told at once. A player who leaves again and
//! again has a while to come back before it counts, each time twice as long.

use std::collections::BTreeMap;
use std::time::Duration;

use table::PlayerId;
use tokio::time::Instant;

/// The number of departures that are told at once.
const AT_ONCE: u32 = 4;

/// The time in which the next player may come back.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// No departure is hidden from the others for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// After a rest of this length a player's departures are told at once again.
const FORGIVEN: Duration = Duration::from_secs(600);

/// More players than this come and go at a table of spectators; the quietest are forgotten.
const MOST_KNOWN: usize = 64;

/// The players who left lately.
#[derive(Debug, Default)]
pub(crate) struct Departures {
    restless: BTreeMap<PlayerId, Restless>,
    waiting: BTreeMap<PlayerId, Instant>,
}

#[derive(Debug)]
struct Restless {
    times: u32,
    last: Instant,
}

impl Departures {
    /// A player has gone. Returns whether to tell it at once; if not, it is [due](Self::due) later.
    pub(crate) fn gone(&mut self, player: &PlayerId, now: Instant) -> bool {
        let restless = self.restless.entry(player.clone()).or_insert(Restless {
            times: 0,
            last: now,
        });
        if now.duration_since(restless.last) > FORGIVEN {
            restless.times = 0;
        }
        restless.last = now;
        restless.times = restless.times.saturating_add(1);
        let doublings = restless.times.checked_sub(AT_ONCE + 1);
        self.forget_the_quietest();
        let Some(doublings) = doublings else {
            return true;
        };
        let wait = FIRST_WAIT.saturating_mul(1 << doublings.min(10));
        let due = now + wait.min(LONGEST_WAIT);
        self.waiting.insert(player.clone(), due);
        false
    }

    /// A player may come back until this moment, and nobody hears that they were gone.
    pub(crate) fn expect(&mut self, player: &PlayerId, until: Instant) {
        self.waiting.insert(player.clone(), until);
    }

    /// A player is back, and the departure is never told.
    pub(crate) fn back(&mut self, player: &PlayerId) {
        self.waiting.remove(player);
    }

    /// When the next departure is to be told.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.waiting.values().min().copied()
    }

    /// Takes a player out whose departure is due.
    pub(crate) fn take_due(&mut self, now: Instant) -> Option<PlayerId> {
        let due = self.waiting.iter().find(|(_, due)| **due <= now);
        let player = due.map(|(player, _)| player.clone())?;
        self.waiting.remove(&player);
        Some(player)
    }

    fn forget_the_quietest(&mut self) {
        if self.restless.len() > MOST_KNOWN {
            let quietest = self.restless.iter().min_by_key(|(_, known)| known.last);
            if let Some(quietest) = quietest.map(|(player, _)| player.clone()) {
                self.restless.remove(&quietest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(n: usize) -> PlayerId {
        PlayerId::new(format!("player-{n}")).unwrap()
    }

    #[test]
    fn a_flapping_player_is_told_ever_more_rarely() {
        let mut departures = Departures::default();
        let ann = player(1);
        let mut now = Instant::now();
        let mut told = 0;
        // For a day, away for three seconds out of every four.
        let day = now + Duration::from_secs(24 * 60 * 60);
        while now < day {
            if departures.gone(&ann, now) {
                told += 1;
            }
            now += Duration::from_secs(3);
            while let Some(gone) = departures.take_due(now) {
                assert_eq!(gone, ann);
                told += 1;
            }
            departures.back(&ann);
            now += Duration::from_secs(1);
        }
        assert_eq!(
            told, 6,
            "four at once, and after waits of one and two seconds"
        );
        assert_eq!(departures.due(), None);
        assert!(departures.gone(&ann, now + 2 * FORGIVEN));
    }

    #[test]
    fn strangers_do_not_fill_the_list() {
        let mut departures = Departures::default();
        let now = Instant::now();
        for n in 0..10_000 {
            let at = now + Duration::from_millis(n as u64);
            assert!(departures.gone(&player(n), at));
        }
        assert!(departures.restless.len() <= MOST_KNOWN);
    }
}
