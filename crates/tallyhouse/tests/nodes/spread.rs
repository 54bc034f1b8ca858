//! The distribution of durations.

use std::fmt;
use std::time::Duration;

/// The distribution of durations.
pub(crate) struct Spread(Vec<Duration>);

impl Spread {
    pub(crate) fn of(mut durations: Vec<Duration>) -> Spread {
        durations.sort_unstable();
        Spread(durations)
    }

    fn at(&self, percent: usize) -> Duration {
        let place = self.0.len() * percent / 100;
        let place = place.min(self.0.len().saturating_sub(1));
        self.0.get(place).copied().unwrap_or_default()
    }

    pub(crate) fn last(&self) -> Duration {
        self.at(100)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |percent| self.at(percent).as_secs_f64() * 1e3;
        write!(
            f,
            "p50 {:7.1} ms  p90 {:7.1} ms  p99 {:7.1} ms  all {:7.1} ms  of {}",
            ms(50),
            ms(90),
            ms(99),
            ms(100),
            self.0.len()
        )
    }
}
