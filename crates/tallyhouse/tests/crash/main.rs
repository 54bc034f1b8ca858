//! The house is killed in the middle of everything, again and again.
//!
//! Players play by the protocol, and repeat commands that were not acknowledged. At the end every
//! acknowledged command must be in the journal exactly once, every game must have ended, and its
//! score must be the one that the journal folds to.
//!
//! `CRASH_KILLS`, `CRASH_PAIRS` and `CRASH_GAMES` make it longer, as `cargo xtask soak` does.

mod house;
mod player;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use house::House;
use player::{Game, Player};
use store::{Journal, SqliteJournal};
use table::Entry;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_every_crash() {
    let kills = number("CRASH_KILLS", 12);
    let pairs = number("CRASH_PAIRS", 6);
    let games_each = number("CRASH_GAMES", pairs).div_ceil(pairs);
    let mut house = House::open();
    let enough = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = (0..pairs)
        .map(|pair| tokio::spawn(play_games(house.address, pair, games_each, enough.clone())))
        .collect();
    for kill in 0..kills {
        // After this time anything may be under way; the outcome does not depend on it.
        tokio::time::sleep(Duration::from_millis(60 + 37 * (kill as u64 % 7))).await;
        house.kill();
        house.start();
    }
    enough.store(true, Ordering::Relaxed);
    let mut games = Vec::new();
    for pair in playing {
        games.extend(pair.await.unwrap());
    }
    house.stop();
    let journal = SqliteJournal::open(house.data()).unwrap();
    assert!(games.len() >= pairs * games_each);
    for game in &games {
        check(&journal, game);
    }
}

fn number(name: &str, usual: usize) -> usize {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

/// Two players play one game after the other until there were enough crashes and games.
async fn play_games(
    address: std::net::SocketAddr,
    pair: usize,
    at_least: usize,
    enough: Arc<AtomicBool>,
) -> Vec<Game> {
    let mut host = Player::new(address, format!("host-{pair}"));
    let mut guest = Player::new(address, format!("guest-{pair}"));
    let mut games = Vec::new();
    loop {
        let code = host.create().await;
        guest.join(&code).await;
        let (one, other) = tokio::join!(host.play_to_the_end(), guest.play_to_the_end());
        assert_eq!(one, other, "both see the same score");
        games.push(Game {
            code,
            score: one,
            acked: [host.take_acked(), guest.take_acked()].concat(),
        });
        if enough.load(Ordering::Relaxed) && games.len() >= at_least {
            return games;
        }
    }
}

/// The checks of a game that was played through crashes.
fn check(journal: &SqliteJournal, game: &Game) {
    let record = journal.load(&game.code.parse().unwrap()).unwrap();
    let entries = server::entries_of(record).unwrap();
    for id in &game.acked {
        let times = entries.iter().filter(|entry| is_of(entry, id)).count();
        assert_eq!(times, 1, "{id} of {}", game.code);
    }
    let report = table::verify::verify(&entries, roster::find);
    assert!(report.is_good(), "{}: {report:?}", game.code);
    let kind = roster::find("cribbage").unwrap();
    let played = table::review::played_games(&entries, kind).unwrap();
    let last = played.last().unwrap();
    let mut again = kind.start(&last.options).unwrap();
    for played in &last.inputs {
        again.take(&played.input).unwrap();
    }
    let scores = again.scores();
    let folded: Vec<i64> = scores.values().map(|&score| score.into()).collect();
    assert_eq!(folded, game.score, "{}", game.code);
}

fn is_of(entry: &Entry, id: &str) -> bool {
    entry
        .command_id
        .as_ref()
        .is_some_and(|known| known.as_str() == id)
}
