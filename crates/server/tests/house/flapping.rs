//! A client that comes and goes without end: its table's journal grows by a documented rule only.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::player::Player;
use crate::support::House;

const TIMES: usize = 150;

/// The number of departures that are told at once; the waits after that start at a second and
/// double.
const AT_ONCE: usize = 4;

/// The most departures that can have been told in this time: those at once, and one after each wait
/// that fits into it.
fn told_at_most(time: Duration) -> usize {
    let waits = (0..).map(|n| Duration::from_secs(1 << u64::min(n, 5)));
    let mut left = time;
    let told_later = waits.take_while(|wait| {
        let fits = *wait <= left;
        left = left.saturating_sub(*wait);
        fits
    });
    AT_ONCE + told_later.count()
}

#[test]
fn the_rule_is_as_documented() {
    for (seconds, told) in [(0, 4), (1, 5), (2, 5), (3, 6), (7, 7), (15, 8), (31, 9)] {
        assert_eq!(
            told_at_most(Duration::from_secs(seconds)),
            told,
            "{seconds} s"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_journal_of_a_flapping_client_is_bounded() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let boom = Player::connect(&house, None).await;
    let (code, token) = (jill.code.clone(), boom.token.clone());
    let mut boom = boom;
    boom.join(&code).await;
    let n_entries = || {
        let record = house.journal.load(&code.parse().unwrap()).unwrap();
        record.entries.len()
    };
    drop(boom);
    let before = n_entries();
    let start = Instant::now();
    for _ in 0..TIMES {
        // The house has noticed that only one socket is left.
        loop {
            let (_, metrics) = house.request_text("GET", "/metrics", "", "").await;
            if metrics.lines().any(|line| line == "tallyhouse_sockets 1") {
                break;
            }
            tokio::task::yield_now().await;
        }
        let mut boom = Player::connect(&house, Some(&token)).await;
        boom.ask("sync", json!({ "gameCode": code })).await;
    }
    let time = start.elapsed();
    let grown = n_entries() - before;
    // Each departure that was told is an entry, and so is each return from one.
    let most = 2 * told_at_most(time);
    assert!(
        grown <= most,
        "{grown} entries in {time:?}, of at most {most}"
    );
}
