//! Several nodes of the real program with a real PostgreSQL and a real NATS: games across nodes,
//! and every failure between them.

#![expect(clippy::print_stdout, reason = "the measured values are printed")]

mod cable;
mod cost;
mod faults;
mod house;
mod ledger;
mod player;
mod spread;
mod town;

use std::time::Duration;

use serde_json::json;

use player::Player;
use town::Town;

/// Players of different nodes, and a table at a node where neither of them is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_played_across_nodes() {
    let town = Town::open(3).await;
    let mut host = Player::at(&town, 0).await;
    let mut guest = Player::at(&town, 1).await;
    let mut watcher = Player::at(&town, 2).await;
    host.open_table("cribbage", json!({})).await;
    guest.join(&host.code).await;
    watcher.code.clone_from(&host.code);
    watcher.insist("watch_game", json!({})).await;
    let (ended, other_ended) = tokio::join!(host.play_to_the_end(), guest.play_to_the_end());
    assert_eq!(ended, other_ended);
    assert_eq!(watcher.hear_the_end().await, ended);
    for player in [&host, &guest, &watcher] {
        assert_eq!(player.n_gaps, 0, "something was lost on the way");
    }
    for node in 0..3 {
        town.verifies(node, &host.code).await;
    }
}

/// A player who only listens misses messages while the bus is away, and hears them afterwards
/// without asking. A player who asks in the meantime is refused, instead of waiting for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_listens_hears_what_the_bus_has_lost() {
    let town = Town::open(2).await;
    let mut host = Player::at(&town, 0).await;
    let mut guest = Player::at(&town, 0).await;
    let mut watcher = Player::at(&town, 1).await;
    host.open_table("cribbage", json!({})).await;
    guest.join(&host.code).await;
    watcher.code.clone_from(&host.code);
    watcher.insist("watch_game", json!({})).await;
    watcher.sync().await;

    town.kill_bus().await;
    town.is_ready(1, false).await;
    // Both throw and lay a card: the third move depends on the cards.
    tokio::join!(host.play(2), guest.play(2));
    let shown = host.sync().await["view"]["pile"].clone();
    let refused = watcher.ask("sync").await;
    assert_eq!(refused["error"]["code"], "house/unavailable", "{refused}");
    town.start_bus().await;
    town.is_ready(1, true).await;
    let heard = async { while watcher.hear("state").await["view"]["pile"] != shown {} };
    let heard = tokio::time::timeout(Duration::from_secs(20), heard).await;
    heard.expect("the table is shown as it stands");
}

/// A node that stood still shows nobody a table that has moved on without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stood_still_shows_no_table_as_it_was() {
    let town = Town::open(2).await;
    let mut host = Player::at(&town, 0).await;
    let mut guest = Player::at(&town, 1).await;
    host.open_table("cribbage", json!({})).await;
    guest.join(&host.code).await;
    tokio::join!(host.sync(), guest.sync());

    town.stop(0);
    // The other node takes the table when the lease is over. Only the guest moves there.
    guest.play(1).await;
    let thrown = guest.sync().await["view"]["discarded"].clone();
    town.resume(0);
    let heard = async { while host.hear("state").await["view"]["discarded"] != thrown {} };
    let heard = tokio::time::timeout(Duration::from_secs(20), heard).await;
    heard.expect("the table is shown as it stands");
    assert_eq!(host.sync().await["view"]["discarded"], thrown);
}
