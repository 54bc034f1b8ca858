//! Reviews of finished games, made once and kept for a while.
//!
//! A review asks the adviser again for every decision of a game, which takes from a second
//! to minutes. So nobody waits for one on a line: whoever asks first has it begun, on a
//! thread that does nothing else, and hears how far it is until it is there. A finished game
//! never changes, so a review is good for ever; the last ones are kept.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Kind;
use table::GameCode;
use table::review::{MOST_DECISIONS, PlayedGame, Review, review};

use crate::error::Fault;
use crate::thinkers::Thinkers;

/// So many reviews are kept: the largest have a megabyte.
const MOST_KEPT: usize = 64;

/// So many are asked for at once: more would wait for an hour.
const MOST_UNDERWAY: usize = 16;

/// No review waits and takes longer than this, unless something is wrong.
const PATIENCE: Duration = Duration::from_secs(2 * 60 * 60);

/// A game of a table, by the table's code and the game's number there.
pub(crate) type Which = (GameCode, u32);

/// How far a review is.
#[derive(Debug, Clone)]
pub(crate) enum Standing {
    /// So many inputs of the game have been looked at, of so many.
    Underway { done: usize, of: usize },
    /// It is there.
    Ready(Arc<Review>),
    /// It could not be made; why is in the log.
    Failed,
}

/// The reviews of a house.
#[derive(Debug, Clone)]
pub(crate) struct Reviews {
    thinkers: Arc<Thinkers>,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    slots: BTreeMap<Which, Slot>,
    /// How many were begun ever.
    n_begun: u64,
}

#[derive(Debug)]
struct Slot {
    state: State,
    /// Which in the order of beginning it was: the oldest goes first.
    n: u64,
}

#[derive(Debug)]
enum State {
    Underway { done: Arc<AtomicUsize>, of: usize },
    Ready(Arc<Review>),
    Failed,
}

impl Reviews {
    pub(crate) fn new() -> Reviews {
        Reviews {
            // One alone: who plays comes before who looks back.
            thinkers: Arc::new(Thinkers::new(NonZero::<usize>::MIN, PATIENCE)),
            kept: Arc::default(),
        }
    }

    /// How far a review is, if anybody has asked for it.
    pub(crate) fn standing(&self, which: &Which) -> Option<Standing> {
        let kept = self.kept();
        let slot = kept.slots.get(which)?;
        Some(match &slot.state {
            State::Underway { done, of } => Standing::Underway {
                done: done.load(Ordering::Relaxed),
                of: *of,
            },
            State::Ready(review) => Standing::Ready(review.clone()),
            State::Failed => Standing::Failed,
        })
    }

    /// Begins a review, unless it has been begun already.
    pub(crate) fn begin(
        &self,
        which: Which,
        kind: &'static dyn Kind,
        played: PlayedGame,
    ) -> Result<(), Fault> {
        let done = Arc::new(AtomicUsize::new(0));
        if !self.kept().admit(&which, &done, played.inputs.len())? {
            return Ok(());
        }
        let reviews = self.clone();
        let work = move || {
            let mut progress = |n| done.store(n, Ordering::Relaxed);
            review(kind, &played, MOST_DECISIONS, &mut progress)
        };
        tokio::spawn(async move {
            let state = match reviews.thinkers.think(work).await {
                Ok(Ok(review)) => State::Ready(Arc::new(review)),
                Ok(Err(refusal)) => failed(&which, &refusal.message),
                Err(why) => failed(&which, &why.to_string()),
            };
            if let Some(slot) = reviews.kept().slots.get_mut(&which) {
                slot.state = state;
            }
        });
        Ok(())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Makes room for a review and says whether it is new.
    fn admit(&mut self, which: &Which, done: &Arc<AtomicUsize>, of: usize) -> Result<bool, Fault> {
        if self.slots.contains_key(which) {
            return Ok(false);
        }
        let is_underway = |slot: &&Slot| matches!(slot.state, State::Underway { .. });
        if self.slots.values().filter(is_underway).count() >= MOST_UNDERWAY {
            return Err(Fault::Busy);
        }
        if self.slots.len() >= MOST_KEPT {
            let ended = self.slots.iter().filter(|(_, slot)| !is_underway(slot));
            let oldest = ended.min_by_key(|(_, slot)| slot.n);
            if let Some(oldest) = oldest.map(|(which, _)| which.clone()) {
                self.slots.remove(&oldest);
            }
        }
        self.n_begun += 1;
        let state = State::Underway {
            done: done.clone(),
            of,
        };
        let n = self.n_begun;
        self.slots.insert(which.clone(), Slot { state, n });
        Ok(true)
    }
}

fn failed((code, number): &Which, why: &str) -> State {
    tracing::error!(table = %code, number, why, "a review failed");
    State::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn which(n: u32) -> Which {
        ("AAAAAA".parse().expect("a code"), n)
    }

    fn admit(kept: &mut Kept, n: u32) -> Option<bool> {
        kept.admit(&which(n), &Arc::default(), 7).ok()
    }

    #[test]
    fn what_is_underway_is_not_begun_again_and_not_without_bound() {
        let mut kept = Kept::default();
        for n in 0..MOST_UNDERWAY as u32 {
            assert_eq!(admit(&mut kept, n), Some(true));
            assert_eq!(admit(&mut kept, n), Some(false));
        }
        assert_eq!(admit(&mut kept, 1_000), None);
        assert_eq!(kept.slots.len(), MOST_UNDERWAY);
    }

    #[test]
    fn the_oldest_makes_room_but_never_one_underway() {
        let mut kept = Kept::default();
        assert_eq!(admit(&mut kept, 0), Some(true));
        for n in 1..1_000 {
            assert_eq!(admit(&mut kept, n), Some(true));
            if let Some(slot) = kept.slots.get_mut(&which(n)) {
                slot.state = State::Failed;
            }
        }
        let left: Vec<u32> = kept.slots.keys().map(|(_, n)| *n).collect();
        let last = 1_000 - (MOST_KEPT as u32 - 1)..1_000;
        assert_eq!(left, std::iter::once(0).chain(last).collect::<Vec<_>>());
    }
}
