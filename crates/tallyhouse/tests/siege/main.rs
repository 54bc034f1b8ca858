//! A house under siege: one address tries everything at once while honest players play on.
//!
//! The attacks come from one loopback address and the players from others. No honest player is
//! refused anything, nor is somebody who comes new in each wave. The resources of the attacks are
//! released within a minute, also those of connections that the attackers never close, and the
//! third wave costs no more memory than the first. A warm-up before the first wave fills the memory
//! that a program never returns to the system.
//!
//! The waits of honest moves are printed, quiet and in each wave. The test fails only if they were
//! slow in two of the three waves: a disk that stalls once can spoil one of them.
//!
//! `cargo xtask siege` does the same for longer, with a release build.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the measured values are printed"
)]

mod attacks;
mod game;
mod honest;
mod house;

use std::sync::Arc;
use std::time::{Duration, Instant};

use honest::Players;
use house::{Held, House};

const TABLES: usize = 100;
const WARM_UP: usize = 1;
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
    let games: Arc<[String]> = attacks::finish_games(house.address).await.into();
    let quiet = players.play(phase()).await;
    let before = house.held().await;

    let quiet = honest::p99(quiet);
    println!("honest acks, 99th percentile: {quiet:?} in peace");
    let mut loud = Vec::new();
    let mut memory = Vec::new();
    let mut open = Vec::new();
    for _ in 0..WARM_UP + WAVES {
        let attack = attacks::start(house.address, phase(), games.clone());
        let (took, ()) = tokio::join!(players.play(phase()), honest::come_new(&house));
        let waited = honest::p99(took);
        let wave = attack.await.expect("the attack itself goes on");
        let held = house.held().await;
        println!("{}\n    {held}; honest acks {waited:?}", wave.tried);
        open.extend(wave.open);
        memory.push(held.memory_kb);
        loud.push(waited);
    }
    let (memory, loud) = (&memory[WARM_UP..], &mut loud[WARM_UP..]);
    let after = calm_down(&house, &players, &before).await;

    println!("before {before}\nafter  {after}");
    assert!(
        memory[WAVES - 1] * 10 <= memory[0] * 11,
        "each wave costs memory: {memory:?} KB"
    );
    loud.sort_unstable();
    assert!(
        loud[WAVES / 2] <= SLOW.max(quiet * 5),
        "honest players had to wait: {loud:?}, in peace {quiet:?}"
    );
    drop(open);
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
