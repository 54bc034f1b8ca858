//! Wall clocks that are set while a house runs or rests, and time that passes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::client::Incoming;
use server::{Config, NoLuck, SystemWorld, World};
use store::{
    Callback, Code, Error, Filter, Journal, MemoryJournal, StoredTable, Summary, TokenHash, Write,
};

use crate::player::Player;
use crate::support::{House, unlimited};

pub(crate) const HOUR: i64 = 60 * 60 * 1_000;
const DAY: i64 = 24 * HOUR;

/// Some day in 2026.
const TODAY: u64 = 1_780_000_000_000;

/// A wall clock that a test sets, and time that it lets pass.
#[derive(Debug)]
pub(crate) struct SetWorld {
    began: Instant,
    passed: AtomicU64,
    wall: AtomicI64,
}

impl SetWorld {
    pub(crate) fn new() -> Arc<SetWorld> {
        Arc::new(SetWorld {
            began: Instant::now(),
            passed: AtomicU64::new(0),
            wall: AtomicI64::new(0),
        })
    }

    /// Sets the wall clock forward or back.
    fn jump(&self, millis: i64) {
        self.wall.fetch_add(millis, Ordering::Relaxed);
    }

    /// Lets time pass, on every clock.
    pub(crate) fn pass(&self, millis: i64) {
        self.passed.fetch_add(millis as u64, Ordering::Relaxed);
    }
}

impl World for SetWorld {
    fn now(&self) -> u64 {
        let wall = TODAY.saturating_add_signed(self.wall.load(Ordering::Relaxed));
        wall + self.elapsed()
    }

    fn elapsed(&self) -> u64 {
        self.began.elapsed().as_millis() as u64 + self.passed.load(Ordering::Relaxed)
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoLuck> {
        SystemWorld.fill(bytes)
    }
}

pub(crate) async fn open(world: &Arc<SetWorld>, journal: Arc<dyn Journal>) -> House {
    let config = Config {
        world: world.clone(),
        ..unlimited()
    };
    House::open_with(config, journal).await
}

fn finished(house: &House, code: &str) -> bool {
    let record = house.journal.load(&code.parse().unwrap()).unwrap();
    record.finished_at.is_some()
}

/// Jill at a table with a turn clock and a bot.
async fn jill_and_a_bot(house: &House) -> Player {
    let mut jill = Player::connect(house, None).await;
    let table = json!({ "pace": "fast", "clockSeconds": 600 });
    jill.create(json!({ "table": table })).await;
    let code = jill.code.clone();
    jill.ask("add_bot", json!({ "gameCode": code, "level": "random" }))
        .await;
    jill
}

/// The legal actions of Jill, and her thinking time.
async fn asked(jill: &mut Player) -> (Value, u64) {
    let seen = jill.sync().await;
    let clock = seen["clocks"].as_array().and_then(|clocks| {
        let own = clocks.iter().find(|clock| clock["seat"] == seen["seat"]);
        own?["millisLeft"].as_u64()
    });
    (seen["legal"].clone(), clock.unwrap_or_default())
}

/// Lets Jill throw two cards and hears the starter, which comes with a pause.
async fn play_on(jill: &mut Player) {
    jill.hear_until("waiting_for_discard").await;
    assert!(jill.move_if_asked().await);
    jill.hear_until("starter_cut").await;
}

#[tokio::test]
async fn a_wall_clock_that_jumps_closes_and_freezes_no_table() {
    for jumps in [
        [DAY + HOUR, 0],
        [HOUR, -HOUR],
        [-DAY, DAY],
        [400 * DAY, -HOUR],
    ] {
        let world = SetWorld::new();
        let house = open(&world, Arc::new(MemoryJournal::new())).await;
        let mut silent = Player::connect(&house, None).await;
        silent.create(json!({})).await;
        let mut jill = jill_and_a_bot(&house).await;
        for jump in jumps {
            world.jump(jump);
            let (_, left) = asked(&mut jill).await;
            assert!(left == 0 || left > 590_000, "no clock ran out: {left}");
        }
        let playing = tokio::time::timeout(Duration::from_secs(20), play_on(&mut jill));
        playing.await.expect("the game goes on at its pace");
        silent.sync().await;
        assert!(!finished(&house, &silent.code));
        assert!(!finished(&house, &jill.code));
    }
}

/// The house is opened anew with a wall clock that was set meanwhile.
#[tokio::test]
async fn a_house_that_opens_with_another_clock_goes_on() {
    for (before, after) in [(0, 7 * DAY), (0, -DAY), (HOUR, 0), (0, 0)] {
        let world = SetWorld::new();
        world.jump(before);
        let house = open(&world, Arc::new(MemoryJournal::new())).await;
        let mut jill = jill_and_a_bot(&house).await;
        jill.hear_until("waiting_for_discard").await;
        let (_, left) = asked(&mut jill).await;
        assert!(left > 590_000, "{left}");
        let mut silent = Player::connect(&house, None).await;
        silent.create(json!({})).await;
        let journal = house.close().await;
        world.jump(after - before);
        let house = open(&world, journal).await;
        // The sweep looks for silent tables as soon as the house is open.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut again = Player::connect(&house, Some(&jill.token)).await;
        again.code = jill.code.clone();
        let (_, left) = asked(&mut again).await;
        assert!(left > 590_000, "{left} after {before} and {after}");
        assert!(again.move_if_asked().await);
        let told = tokio::time::timeout(Duration::from_secs(20), again.hear_until("starter_cut"));
        told.await.expect("the game goes on at its pace");
        let mut silent_again = Player::connect(&house, Some(&silent.token)).await;
        silent_again.code = silent.code.clone();
        silent_again.sync().await;
        assert!(!finished(&house, &silent.code));
    }
}

/// Only a day that passes in an open house closes a silent table.
#[tokio::test]
async fn a_silent_table_is_closed_after_a_day_that_was_seen() {
    let world = SetWorld::new();
    let house = open(&world, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    drop(jill);
    world.pass(DAY - HOUR);
    // A player is in the house on the next day: it was open.
    let mut late = Player::connect(&house, None).await;
    late.create(json!({})).await;
    let journal = house.close().await;

    // The wall clock says that a week has passed.
    world.jump(7 * DAY);
    let house = open(&world, journal).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!finished(&house, &code), "an hour is missing");
    world.pass(2 * HOUR);
    let mut last = Player::connect(&house, None).await;
    last.create(json!({})).await;
    let journal = house.close().await;

    let house = open(&world, journal).await;
    let closed = async {
        while !finished(&house, &code) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), closed)
        .await
        .expect("it is closed");
    assert!(!finished(&house, &last.code));
}

/// A disk that is slow when a player comes back: seconds pass until the return is durable.
struct SlowReturn {
    kept: MemoryJournal,
    world: Arc<SetWorld>,
}

impl Journal for SlowReturn {
    fn submit(&self, write: Write, done: Callback) {
        if let Write::Append { entries, .. } = &write
            && entries
                .iter()
                .any(|entry| entry.body.contains("reconnected"))
        {
            self.world.pass(10_000);
        }
        self.kept.submit(write, done);
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        self.kept.load(table)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.kept.list(filter)
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<store::Token>, Error> {
        self.kept.token(hash)
    }

    fn tokens(&self, player: &store::PlayerId) -> Result<Vec<store::Token>, Error> {
        self.kept.tokens(player)
    }

    fn creation(
        &self,
        creator: &store::PlayerId,
        command: &store::CommandId,
    ) -> Result<Option<store::Code>, Error> {
        self.kept.creation(creator, command)
    }

    fn secret(&self) -> Result<Option<store::HouseSecret>, Error> {
        self.kept.secret()
    }
}

#[tokio::test]
async fn no_message_comes_both_before_the_answer_of_sync_and_in_it() {
    let world = SetWorld::new();
    let slow = SlowReturn {
        kept: MemoryJournal::new(),
        world: world.clone(),
    };
    let house = open(&world, Arc::new(slow)).await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "table": { "pace": "normal" } })).await;
    let code = jill.code.clone();
    jill.ask("add_bot", json!({ "gameCode": code })).await;
    // A whole deal is played. Two seconds pass from its end to the first hand that is counted.
    let heard = loop {
        jill.move_if_asked().await;
        let (name, payload) = jill.hear().await;
        if name == "pegging_finished" {
            break payload["seq"].as_u64().unwrap();
        }
    };
    let journal = house.close().await;

    let house = open(&world, journal).await;
    let mut again = Player::connect(&house, Some(&jill.token)).await;
    let sync = json!({ "gameCode": code, "since": heard });
    again.client.emit("sync", &sync).await.unwrap();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let answer = loop {
        match again.client.next().await.unwrap() {
            Incoming::Ack(_, answer) => break answer,
            Incoming::Event(name, payload) => before.push((name, payload["seq"].clone())),
            Incoming::Disconnected => panic!("disconnected"),
        }
    };
    let told: Vec<&Value> = answer["events"].as_array().unwrap().iter().collect();
    let names: Vec<&Value> = told.iter().map(|missed| &missed["event"]).collect();
    assert_eq!(before, [], "beside the answer with {names:?}");
    // Messages that became due meanwhile come after the answer, once, with the next number.
    while !after.iter().any(|(name, _)| name == "hand_scored") {
        if let Incoming::Event(name, payload) = again.client.next().await.unwrap() {
            after.push((name, payload["seq"].clone()));
        }
    }
    let numbered: Vec<u64> = after
        .iter()
        .filter(|(name, _)| name != "state")
        .filter_map(|(_, seq)| seq.as_u64())
        .collect();
    let first = answer["seq"].as_u64().unwrap() + 1;
    assert_eq!(
        numbered,
        (first..first + numbered.len() as u64).collect::<Vec<_>>()
    );
}
