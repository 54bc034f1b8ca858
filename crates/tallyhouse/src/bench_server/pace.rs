//! The pace of one table.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use super::plan::LoadPlan;

/// When the next move at a table is due, for any of its players. All tables take turns, which
/// spreads moves evenly.
#[derive(Debug)]
pub(super) struct MovePace {
    /// The share of a pause by which this table starts later than the first: 0 to 1.
    offset: f64,
    /// The stage, and when the next move is due in it.
    next: Mutex<(Option<usize>, Instant)>,
}

impl MovePace {
    /// The pace of the table at this index among this many.
    pub(super) fn new(place: usize, tables: usize) -> MovePace {
        MovePace {
            offset: place as f64 / tables as f64,
            next: Mutex::new((None, Instant::now())),
        }
    }

    /// Waits until a move may be made; `false` if the plan ends before.
    pub(super) async fn wait(&self, plan: &LoadPlan) -> bool {
        loop {
            let now = Instant::now();
            let Some((place, stage)) = plan.at(now) else {
                return false;
            };
            let Some(pause) = stage.pause else {
                return true;
            };
            let due = {
                // It is consistent between any two statements.
                let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
                if next.0 != Some(place) {
                    *next = (Some(place), stage.begin + pause.mul_f64(self.offset));
                }
                let due = next.1;
                next.1 += pause;
                due
            };
            if due <= now {
                return true;
            }
            tokio::time::sleep_until(due.min(stage.end)).await;
            if due < stage.end {
                return true;
            }
        }
    }
}
