//! Games of version 1 are decided today as they are read.

use crate::{DiceHands, Event, RunStep, version_1};
use kernel::{Game, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

/// Written by the last build of version 1: one game per line.
const GAMES: &str = include_str!("../../tests/version_1.jsonl");

#[derive(Deserialize)]
struct Old {
    options: crate::Options,
    steps: Vec<OldStep>,
}

#[derive(Deserialize)]
struct OldStep {
    input: Value,
    events: Vec<Value>,
}

#[test]
fn games_of_version_1_are_read() {
    let (mut solo, mut races, mut bosses) = (0, 0, 0);
    let (mut passed, mut failed, mut bought) = (0, 0, 0);
    for line in GAMES.lines() {
        let old: Old = serde_json::from_str(line).unwrap();
        match old.options.is_race() {
            true => races += 1,
            false => solo += 1,
        }
        let mut game = DiceHands::new(old.options).unwrap();
        for (n, step) in old.steps.iter().enumerate() {
            let (input, events) = version_1::read(&step.input, &step.events).unwrap();
            assert_eq!(game.decide(&input), Ok(events.clone()), "step {n}");
            for event in &events {
                game.evolve(event);
                match event {
                    Event::RoundStarted(round) => bosses += u32::from(round.boss.is_some()),
                    Event::Step { step, .. } => match step {
                        RunStep::Scored { passed: true, .. } => passed += 1,
                        RunStep::Scored { passed: false, .. } => failed += 1,
                        RunStep::Bought { .. } => bought += 1,
                        _ => {}
                    },
                    _ => {}
                }
            }
        }
        assert_eq!(game.turn(), Turn::Over);
        check_end(&game, old.steps.last().unwrap());
    }
    assert!(solo >= 3 && races >= 4 && bosses >= 5);
    assert!(passed >= 30 && failed >= 5 && bought >= 60);
}

/// The end that version 1 wrote equals today's.
fn check_end(game: &DiceHands, last: &OldStep) {
    let ended = &last.events.last().unwrap()["ended"];
    let passed: Vec<u32> = game.runs.values().map(|run| run.passed).collect();
    let totals: Vec<i32> = game.runs.values().map(|run| run.total).collect();
    assert_eq!(ended["passed"], json!(passed));
    assert_eq!(ended["totals"], json!(totals));
    assert_eq!(ended["winners"], json!(game.winners()));
}

#[test]
fn what_version_1_did_not_write_is_refused() {
    let input = json!({ "act": { "seat": 0, "action": "score_dice" } });
    let hidden = json!({ "step": { "seat": 0, "secret": true, "waits": false, "step": "hidden" } });
    for (input, events) in [
        (json!({ "act": { "seat": 0 } }), vec![]),
        (input.clone(), vec![hidden]),
        (input.clone(), vec![json!({ "moved": 1 })]),
        (input, vec![json!(null)]),
    ] {
        assert!(version_1::read(&input, &events).is_err(), "{events:?}");
    }
}
