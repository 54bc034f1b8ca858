//! Several nodes of the real program with a real PostgreSQL and a real NATS: games across nodes,
//! and everything that can fail between them.

#![expect(clippy::print_stdout, reason = "what was measured is told")]

mod cable;
mod faults;
mod house;
mod ledger;
mod player;
mod town;

use serde_json::json;

use player::Player;
use town::Town;

/// Players of different nodes, and a table that is at a node where neither of them is.
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
