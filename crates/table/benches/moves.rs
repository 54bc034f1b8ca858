//! Measures the moves that tables take in a second and the time to fold a journal: whole games of
//! cribbage, every message written for both seats and a spectator.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::Instant;

use kernel::{Key, Rng};
use serde_json::json;
use table::{
    Effect, Entry, GameCode, Input, Millis, Opening, Parsed, PlayerId, Secret, Stage, Table, bot,
    read,
};

const GAMES: u64 = 200;

fn main() {
    let start = Instant::now();
    let journals: Vec<Vec<Entry>> = (0..GAMES).map(play).collect();
    let time = start.elapsed();
    let entries: usize = journals.iter().map(Vec::len).sum();
    let bytes: usize = journals
        .iter()
        .flatten()
        .map(|entry| json!(entry).to_string().len())
        .sum();
    println!(
        "{GAMES} games, {entries} entries in {time:?}: {:.0}/s",
        entries as f64 / time.as_secs_f64()
    );
    println!("{} bytes an entry", bytes / entries);

    let start = Instant::now();
    for journal in &journals {
        let table = Table::restore(journal, roster::find).expect("the journal is good");
        assert_eq!(table.stage(), Stage::Finished);
        black_box(&table);
    }
    let time = start.elapsed();
    println!(
        "{GAMES} journals folded in {time:?}: {:?} each",
        time / GAMES as u32
    );
}

/// A game of two bots, with the person who opened the table away.
fn play(seed: u64) -> Vec<Entry> {
    let mut rng = Key::from_seed(seed).stream("bench");
    let create = json!({ "game": "cribbage", "nickname": "Ann", "table": { "pace": "instant" } });
    let Ok(Parsed::Create(create)) = read("create_game", create) else {
        unreachable!("it can be read")
    };
    let player = PlayerId::new("ann").expect("ann is an id");
    let opening = Opening {
        code: GameCode::draw(&mut rng),
        kind: roster::find("cribbage").expect("cribbage is in the house"),
        player: player.clone(),
        secret: Secret::new([seed as u8; 32]),
        create,
        dealt: None,
    };
    let (mut table, effects) = Table::open(Millis(0), opening).expect("the table opens");
    let mut journal = Vec::new();
    carry_out(effects, &mut table, &mut journal, &mut rng);
    let add = json!({ "gameCode": table.code().as_str() });
    let Ok(Parsed::AtTable { request, .. }) = read("add_bot", add) else {
        unreachable!("it can be read")
    };
    let away = Input::Disconnected(player.clone());
    for (at, input) in [
        (0, Input::Request { player, request }),
        (0, away),
        (60_000, Input::Tick),
    ] {
        let effects = table.handle(Millis(at), input);
        carry_out(effects, &mut table, &mut journal, &mut rng);
    }
    assert_eq!(table.stage(), Stage::Finished);
    journal
}

fn carry_out(effects: Vec<Effect>, table: &mut Table, journal: &mut Vec<Entry>, rng: &mut Rng) {
    let mut todo = effects;
    while !todo.is_empty() {
        let mut next = Vec::new();
        for effect in todo {
            match effect {
                Effect::Append(entry) => journal.push(entry),
                Effect::AskBot(ask) => {
                    let action = bot::random(&ask, rng).expect("who is asked can move");
                    let (seat, turn) = (ask.seat, ask.turn);
                    next.extend(table.handle(Millis(0), Input::Bot { seat, turn, action }));
                }
                other => drop(black_box(other)),
            }
        }
        todo = next;
    }
}
