//! A journal that fails: nobody is taken for absent, nothing acknowledged is lost, and
//! everybody who is connected hears everything without asking.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use store::{
    Code, Done, Error, Filter, Journal, LastWrite, MemoryJournal, PlayerId, Record, Summary, Token,
    TokenHash, Write,
};

use crate::player::{Player, commands_of};
use crate::support::{House, unlimited};

/// How an append fails.
#[derive(Debug, Clone, Copy)]
enum Failure {
    /// Nothing is written, as on a full disk.
    NotWritten,
    /// It is written, but nobody can say so: the commit itself failed.
    WrittenUnknown,
    /// The queue is full.
    Overloaded,
}

/// A journal in memory in which every append fails this often before it succeeds.
struct Failing {
    kept: MemoryJournal,
    failure: Failure,
    times: u64,
    tried: AtomicU64,
}

impl Failing {
    fn new(failure: Failure, times: u64) -> Arc<Failing> {
        Arc::new(Failing {
            kept: MemoryJournal::new(),
            failure,
            times,
            tried: AtomicU64::new(0),
        })
    }
}

impl Journal for Failing {
    fn submit(&self, write: Write, done: Done) {
        let is_append = matches!(write, Write::Append { .. });
        let tried = self
            .tried
            .fetch_add(u64::from(is_append), Ordering::Relaxed);
        if !is_append || tried % (self.times + 1) == self.times {
            return self.kept.submit(write, done);
        }
        let unavailable = || Error::Unavailable {
            why: "no space left on the device".to_owned(),
        };
        match self.failure {
            Failure::NotWritten => done(Err(unavailable())),
            Failure::WrittenUnknown => {
                let unknown = move |_| done(Err(unavailable()));
                self.kept.submit(write, Box::new(unknown));
            }
            Failure::Overloaded => done(Err(Error::Overloaded)),
        }
    }

    fn load(&self, table: &Code) -> Result<Record, Error> {
        self.kept.load(table)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.kept.list(filter)
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        self.kept.token(hash)
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
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

    fn last_write(&self) -> Option<LastWrite> {
        self.kept.last_write()
    }
}

/// Asks with an id of its own until it is accepted, as the page does.
async fn insist(player: &mut Player, command: &str, mut fields: Value) -> Value {
    fields["commandId"] = json!(format!("{}-{}", player.uuid, player.seq));
    loop {
        let answer = player.client.ask(command, &fields).await.unwrap();
        if answer["ok"] == json!(true) {
            return answer;
        }
        let error = &answer["error"];
        assert_eq!(error["code"], "house/unavailable", "{command}: {answer}");
        assert!(error["retryAfterMs"].is_u64(), "{answer}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays by the states that are pushed, and asks for nothing else, to the end of the game.
async fn play(player: &mut Player) -> Value {
    let mut acted = 0;
    loop {
        let (name, payload) = player.hear().await;
        match name.as_str() {
            "game_finished" => return payload,
            "player_disconnected" | "bot_took_over" => panic!("{name}: everybody is here"),
            "state" if payload["seq"].as_u64() >= Some(acted) => {
                let legal = commands_of(&payload["legal"]);
                if let Some((command, mut fields)) = legal.into_iter().next() {
                    fields["gameCode"] = json!(player.code);
                    let answer = insist(player, &command, fields).await;
                    acted = answer["seq"].as_u64().unwrap();
                }
            }
            _ => {}
        }
    }
}

async fn a_game_is_played_although(failure: Failure, times: u64) {
    let journal = Failing::new(failure, times);
    let house = House::open_with(unlimited(), journal.clone()).await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({ "options": { "target": 61 } })).await;
    boom.code = jill.code.clone();
    let join = json!({ "gameCode": boom.code, "nickname": "Boom" });
    insist(&mut boom, "join_game", join).await;
    let (one, other) = tokio::join!(play(&mut jill), play(&mut boom));
    assert_eq!(one["winner"], other["winner"]);

    let record = journal.load(&jill.code.parse().unwrap()).unwrap();
    let commands = record.entries.iter().filter_map(|entry| {
        let id = entry.command_id.as_ref()?;
        Some((entry.player.clone(), id.clone()))
    });
    let commands: Vec<_> = commands.collect();
    let distinct: BTreeSet<_> = commands.iter().collect();
    assert_eq!(
        commands.len(),
        distinct.len(),
        "a command was applied twice"
    );
    let (status, verified) = house
        .get(&format!("/api/tables/{}/verify", jill.code))
        .await;
    assert_eq!(
        (status, &verified["good"]),
        (200, &json!(true)),
        "{verified}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_append_is_written_at_the_first_try() {
    a_game_is_played_although(Failure::NotWritten, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_append_is_written_at_the_first_three_tries() {
    a_game_is_played_although(Failure::NotWritten, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_say_whether_an_append_was_written() {
    a_game_is_played_although(Failure::WrittenUnknown, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_journal_has_too_much_to_do() {
    a_game_is_played_although(Failure::Overloaded, 1).await;
}
