//! A house under siege: one address tries everything at once while honest players play on.
//!
//! The attacks come from one loopback address and the players from others. No honest player is
//! refused anything, the resources of the attacks are released within a minute, and the third wave
//! costs no more memory than the first. The waits of honest moves are printed, quiet and in each
//! wave; the test fails only if they were slow in every wave, because a busy disk can spoil one of
//! them.
//!
//! `cargo xtask siege` does the same for longer, with a release build.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the measured values are printed"
)]

mod attacks;
mod honest;
mod house;

use std::time::{Duration, Instant};

use honest::Players;
use house::{Held, House};

const TABLES: usize = 100;
const WAVES: usize = 3;

/// The time that the players play in peace, and the length of each wave.
fn phase() -> Duration {
    let seconds = std::env::var("SIEGE_SECONDS").ok();
    Duration::from_secs(seconds.and_then(|text| text.parse().ok()).unwrap_or(6))
}

/// An ack within this time is never slow. The attackers share the machine with the house, and in a
/// debug build both need several times the work.
const SLOW: Duration = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });

/// The time within which the resources of an attack must be released.
const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn honest_players_play_on() {
    let house = House::open();
    let watch = house.watch_readiness();
    let players = Players::sit_down(&house, TABLES).await;
    let quiet = players.play(phase()).await;
    let before = house.held().await;

    let quiet = honest::p99(quiet);
    println!("honest acks, 99th percentile: {quiet:?} in peace");
    let mut loud = Vec::new();
    let mut memory = Vec::new();
    // The first attack also fills memory that a program never returns to the system; it does not
    // count.
    for wave in 0..=WAVES {
        let attack = attacks::start(house.address, phase());
        let waited = honest::p99(players.play(phase()).await);
        let tried = attack.await.expect("the attack itself goes on");
        let held = house.held().await;
        println!("wave {wave}: {tried}\n         {held}; honest acks {waited:?}");
        if wave > 0 {
            memory.push(held.memory_kb);
            loud.push(waited);
        }
    }
    let after = calm_down(&house, &players, &before).await;

    println!("before {before}\nafter  {after}");
    assert!(
        memory[WAVES - 1] * 10 <= memory[0] * 11,
        "each wave costs memory: {memory:?} KB"
    );
    assert!(
        loud.iter().any(|&waited| waited <= SLOW.max(quiet * 5)),
        "honest players had to wait: {loud:?}, in peace {quiet:?}"
    );
    assert_eq!(watch.stop().await, 0, "the house was not ready");
}

/// Waits until all resources of the attacks are released.
async fn calm_down(house: &House, players: &Players, before: &Held) -> Held {
    let start = Instant::now();
    loop {
        // The players do not stop for it.
        players.play(Duration::from_secs(1)).await;
        let held = house.held().await;
        if held.is_within(before) {
            return held;
        }
        let waited = start.elapsed();
        assert!(waited < MINUTE, "after {waited:?} the house holds {held}");
    }
}
