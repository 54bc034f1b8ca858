//! Reviews of finished games, made once and kept for a while.
//!
//! A review asks the adviser again for every decision of a game, which takes from a second to
//! minutes. Therefore no request waits for one: the first request starts it, on a thread that does
//! nothing else, and each request hears how far it is. A finished game never changes, and a review
//! is good for ever; the latest ones are kept.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Kind;
use store::{Journal, Write};
use table::GameCode;
use table::review::{MOST_DECISIONS, PlayedGame, Review, review};

use crate::budgets::Shortage;
use crate::error::Fault;
use crate::places::Bound;
use crate::pool::{Size, ThreadPool};
use crate::{durable, journal};

/// The number of reviews that are kept: the largest have a megabyte.
const MOST_KEPT: usize = 64;

/// The number of reviews that may wait at once, of everybody and of one address: more would wait
/// for an hour.
const MOST_UNDERWAY: Bound = Bound {
    in_all: 16,
    each: 4,
};

/// The time that a review may wait and run in all: longer means that something is wrong.
const PATIENCE: Duration = Duration::from_secs(2 * 60 * 60);

/// One thread only: playing comes before looking back.
const SIZE: Size = Size {
    threads: NonZero::<usize>::MIN,
    waiting: MOST_UNDERWAY,
    budget: PATIENCE,
};

/// A game of a table, by the table's code and the game's number there.
pub(crate) type Which = (GameCode, u32);

/// The progress of a review.
#[derive(Debug, Clone)]
pub(crate) enum ReviewProgress {
    /// The number of inputs of the game that have been reviewed, and the number of all.
    Underway { done: usize, of: usize },
    /// It is there.
    Ready(Arc<Review>),
    /// It could not be made; the log says why.
    Failed,
}

/// The reviews of a house.
#[derive(Debug, Clone)]
pub(crate) struct Reviews {
    pool: Arc<ThreadPool>,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    slots: BTreeMap<Which, Slot>,
    /// The number of reviews ever begun.
    n_begun: u64,
}

#[derive(Debug)]
struct Slot {
    state: State,
    /// Its number in the order of beginning: the oldest is dropped first.
    n: u64,
    /// The address that asked for it first.
    address: IpAddr,
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
            pool: Arc::new(ThreadPool::new("review", SIZE)),
            kept: Arc::default(),
        }
    }

    /// The thread that looks back at games.
    pub(crate) fn pool(&self) -> Arc<ThreadPool> {
        self.pool.clone()
    }

    /// The progress of a review, if anybody has asked for it. A failure is reported once and
    /// forgotten: the review can then be tried again.
    pub(crate) fn standing(&self, which: &Which) -> Option<ReviewProgress> {
        let mut kept = self.kept();
        let slot = kept.slots.get(which)?;
        let standing = match &slot.state {
            State::Underway { done, of } => ReviewProgress::Underway {
                done: done.load(Ordering::Relaxed),
                of: *of,
            },
            State::Ready(review) => ReviewProgress::Ready(review.clone()),
            State::Failed => ReviewProgress::Failed,
        };
        if let ReviewProgress::Failed = standing {
            kept.slots.remove(which);
        }
        Some(standing)
    }

    /// Begins a review for somebody at this address, unless it has been begun already.
    pub(crate) fn begin(
        &self,
        address: IpAddr,
        which: Which,
        kind: &'static dyn Kind,
        played: PlayedGame,
        journal: Arc<dyn Journal>,
    ) -> Result<(), Fault> {
        let done = Arc::new(AtomicUsize::new(0));
        let of = played.inputs.len();
        if !self.kept().admit(address, &which, &done, of)? {
            return Ok(());
        }
        let reviews = self.clone();
        let work = move || {
            let mut progress = |n| done.store(n, Ordering::Relaxed);
            review(kind, &played, MOST_DECISIONS, &mut progress)
        };
        tokio::spawn(async move {
            let state = match reviews.pool.run(address, work).await {
                Ok(Ok(review)) => {
                    keep(&journal, &which, &review).await;
                    State::Ready(Arc::new(review))
                }
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
    fn admit(
        &mut self,
        address: IpAddr,
        which: &Which,
        done: &Arc<AtomicUsize>,
        of: usize,
    ) -> Result<bool, Fault> {
        if self.slots.contains_key(which) {
            return Ok(false);
        }
        let is_underway = |slot: &&Slot| matches!(slot.state, State::Underway { .. });
        let underway = self.slots.values().filter(is_underway);
        if underway.clone().count() >= MOST_UNDERWAY.in_all {
            return Err(Shortage::Work.into());
        }
        if underway.filter(|slot| slot.address == address).count() >= MOST_UNDERWAY.each {
            return Err(Shortage::WorkOfAddress.into());
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
        let slot = Slot { state, n, address };
        self.slots.insert(which.clone(), slot);
        Ok(true)
    }
}

/// Keeps the results of the seats for the players' histories. A review that was cut short says too
/// little about a game.
async fn keep(journal: &Arc<dyn Journal>, (code, number): &Which, review: &Review) {
    if review.shortened {
        return;
    }
    let millionths = |part: f64| (part * 1e6).round() as i64;
    let seats = review.seats.iter().map(|(seat, fared)| {
        let fared = store::Fared {
            skill: millionths(fared.skill),
            luck: millionths(fared.luck),
        };
        (seat.0, fared)
    });
    let write = Write::Review {
        table: journal::code_of(code),
        number: *number,
        seats: seats.collect(),
    };
    if let Err(error) = durable::write(journal, write).await {
        tracing::warn!(table = %code, number, %error, "a review was not kept");
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
        admit_from(kept, (n % 251) as u8, n)
    }

    fn admit_from(kept: &mut Kept, address: u8, n: u32) -> Option<bool> {
        let address = std::net::Ipv4Addr::new(192, 0, 2, address).into();
        kept.admit(address, &which(n), &Arc::default(), 7).ok()
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let mut kept = Kept::default();
        for n in 0..MOST_UNDERWAY.each as u32 {
            assert_eq!(admit_from(&mut kept, 1, n), Some(true));
        }
        assert_eq!(admit_from(&mut kept, 1, 100), None);
        assert_eq!(admit_from(&mut kept, 2, 100), Some(true));
    }

    #[test]
    fn a_review_that_failed_can_be_tried_again() {
        let reviews = Reviews::new();
        let begin = || admit(&mut reviews.kept(), 1);
        assert_eq!(begin(), Some(true));
        if let Some(slot) = reviews.kept().slots.get_mut(&which(1)) {
            slot.state = State::Failed;
        }
        assert!(matches!(
            reviews.standing(&which(1)),
            Some(ReviewProgress::Failed)
        ));
        assert!(reviews.standing(&which(1)).is_none());
        assert_eq!(begin(), Some(true));
    }

    #[test]
    fn what_is_underway_is_not_begun_again_and_not_without_bound() {
        let mut kept = Kept::default();
        for n in 0..MOST_UNDERWAY.in_all as u32 {
            assert_eq!(admit(&mut kept, n), Some(true));
            assert_eq!(admit(&mut kept, n), Some(false));
        }
        assert_eq!(admit(&mut kept, 1_000), None);
        assert_eq!(kept.slots.len(), MOST_UNDERWAY.in_all);
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
