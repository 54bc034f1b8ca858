//! The disk is really full for a while: the journal is on a small file system that the test fills
//! and frees while people play.
//!
//! Afterwards every acknowledged move is in the journal exactly once, and everybody who stayed
//! connected, also who only watched, has heard everything without asking. Each table makes its
//! share of moves before and after, and each is refused meanwhile. While nothing can be written, the house reports
//! that it is not ready, and refuses each move with a code and a sentence.
//!
//! The file system is a tmpfs in the house's own mount namespace, which needs the rights to mount
//! it: in a container or as root.

#![expect(clippy::print_stdout, reason = "the counts are printed")]

mod house;
mod player;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use house::House;
use player::Player;
use store::{Journal, SqliteJournal};

const PAIRS: usize = 4;

/// The number of moves made before the disk is full, refused while it is, and made afterwards: at
/// each table its share.
const MOVES: u64 = 1_000;
const SHARE: u64 = MOVES / PAIRS as u64;

/// The events so far at a table.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) made: AtomicU64,
    pub(crate) refused: AtomicU64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_sends_nobody_away() {
    let house = House::open();
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let mut playing = Vec::new();
    let mut codes = Vec::new();
    let mut tables = Vec::new();
    for pair in 0..PAIRS {
        let people = Player::table(house.address, pair).await;
        let counts = Arc::new(Counts::default());
        codes.push(people[0].code().to_owned());
        for player in people {
            let work = player.play(counts.clone(), stopped.clone());
            playing.push(tokio::spawn(work));
        }
        tables.push(counts);
    }
    until(&tables, |counts| &counts.made, SHARE).await;
    assert_eq!(house.readiness().await, 200);

    house.fill();
    until(&tables, |counts| &counts.refused, SHARE).await;
    assert_eq!(house.readiness().await, 503);
    house.free();

    until(&tables, |counts| &counts.made, SHARE).await;
    assert_eq!(house.readiness().await, 200);
    stop.send(true).unwrap();
    let mut people = Vec::new();
    for player in playing {
        people.push(player.await.expect("somebody who heard everything"));
    }
    let mut acked = Vec::new();
    for player in &mut people {
        player.hear_the_rest().await;
        acked.extend(player.acked().to_vec());
    }

    let copy = house.copy_journal();
    let journal = SqliteJournal::open(copy.path().join("house.db")).unwrap();
    let mut written = Vec::new();
    for code in codes {
        let record = journal.load(&code.parse().unwrap()).unwrap();
        let entries = server::entries_of(record).unwrap();
        let report = table::verify::verify(&entries, roster::find);
        assert!(report.is_good(), "{report:?}");
        let ids = entries.iter().filter_map(|entry| entry.command_id.as_ref());
        written.extend(ids.map(|id| id.as_str().to_owned()));
    }
    let n_written = written.len();
    written.sort();
    written.dedup();
    assert_eq!(written.len(), n_written, "a command was applied twice");
    for id in &acked {
        assert!(written.binary_search(id).is_ok(), "{id} was lost");
    }
    println!("{} moves acknowledged, {n_written} written", acked.len());
}

/// Waits until this has happened so often at each table from now on.
async fn until(tables: &[Arc<Counts>], count: fn(&Counts) -> &AtomicU64, times: u64) {
    let so_far = |table: &Counts| count(table).load(Ordering::Relaxed);
    let wanted: Vec<u64> = tables.iter().map(|table| so_far(table) + times).collect();
    for (table, wanted) in tables.iter().zip(wanted) {
        while so_far(table) < wanted {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
