//! The threads that play the pairs of a contest.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use arena::{AnyContest, Pair};

use crate::progress::bar;

/// Plays all pairs below `n_pairs` that are missing from `pairs`, and adds each once it is stored.
pub(super) fn play(
    contest: &dyn AnyContest,
    n_pairs: u64,
    n_threads: usize,
    pairs: &mut Vec<Pair>,
    mut keep: impl FnMut(&Pair) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let done: BTreeSet<u64> = pairs.iter().map(|pair| pair.n).collect();
    let missing: Vec<u64> = (0..n_pairs).filter(|n| !done.contains(n)).collect();
    let bar = bar(n_pairs, "pairs").with_position(n_pairs - missing.len() as u64);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..n_threads.min(missing.len()) {
            let sender = sender.clone();
            scope.spawn(|| work(contest, &missing, &next, &stop, sender));
        }
        drop(sender);
        for pair in finished {
            if let Err(error) = keep(&pair) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
            pairs.push(pair);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    })
}

/// Plays one missing pair after another until none is left.
fn work(
    contest: &dyn AnyContest,
    missing: &[u64],
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: mpsc::Sender<Pair>,
) {
    let start = Instant::now();
    let stopwatch = || start.elapsed().as_nanos() as u64;
    while !stop.load(Ordering::Relaxed) {
        let Some(&n) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
            return;
        };
        // Nobody listens once a pair could not be stored; the work is then over.
        if sender.send(contest.pair(n, &stopwatch)).is_err() {
            return;
        }
    }
}
