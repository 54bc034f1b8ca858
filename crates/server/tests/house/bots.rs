//! Bots that think, that think for too long, and that fail.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::Rng;
use serde_json::{Value, json};
use server::{Brain, Config, GameBots};
use store::MemoryJournal;
use table::messages::Hint;
use table::{Ask, Fact};

use crate::player::Player;
use crate::support::{House, unlimited};

/// The ways in which a brain disappoints.
#[derive(Debug, Clone, Copy)]
enum Way {
    Panics,
    TakesForEver,
    KnowsNothing,
}

#[derive(Debug)]
struct Disappointing {
    way: Way,
    asked: Arc<AtomicUsize>,
}

impl Brain for Disappointing {
    fn choose(&self, _: &Ask, _: &mut Rng) -> Option<Value> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match self.way {
            Way::Panics => panic!("this bot panics on purpose"),
            Way::TakesForEver => std::thread::sleep(Duration::from_millis(20)),
            Way::KnowsNothing => {}
        }
        None
    }

    fn advise(&self, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
        self.choose(ask, rng).map(|_| Vec::new())
    }
}

/// A house in which this brain plays for the bots, and the number of its calls.
async fn house_of(way: Way) -> (House, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let brain = Disappointing {
        way,
        asked: asked.clone(),
    };
    let config = Config {
        brain: Arc::new(brain),
        bot_budget: Duration::from_millis(match way {
            Way::TakesForEver => 1,
            Way::Panics | Way::KnowsNothing => 60_000,
        }),
        ..unlimited()
    };
    (
        House::open_with(config, Arc::new(MemoryJournal::new())).await,
        asked,
    )
}

#[tokio::test]
async fn a_bot_that_fails_or_is_late_plays_its_quick_move() {
    for way in [Way::Panics, Way::TakesForEver, Way::KnowsNothing] {
        let (house, asked) = house_of(way).await;
        let mut jill = Player::connect(&house, None).await;
        jill.create(json!({ "options": { "target": 61 } })).await;
        jill.ask(
            "add_bot",
            json!({ "gameCode": jill.code, "level": "expert" }),
        )
        .await;
        let finished = jill.play_to_the_end().await;
        assert!(finished.is_object(), "{way:?}");
        assert!(asked.load(Ordering::Relaxed) > 0, "{way:?}");
        let (_, metrics) = house.request_text("GET", "/metrics", "", "").await;
        let counted = metrics.contains("tallyhouse_bot_quick_moves_total{why=");
        assert!(counted, "{way:?}: {metrics}");
    }
}

/// The bots of the games, each slower than its budget, and their choices.
#[derive(Debug)]
struct Slow {
    bots: GameBots,
    chosen: Mutex<Vec<Value>>,
    hurried: AtomicUsize,
}

/// Where a bot has a budget, longer work is given up.
const TINY: Duration = Duration::from_millis(1);

impl Brain for Slow {
    fn choose(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        std::thread::sleep(10 * TINY);
        let choice = self.bots.choose(ask, rng)?;
        self.chosen.lock().unwrap().push(choice.clone());
        Some(choice)
    }

    fn quick(&self, ask: &Ask, rng: &mut Rng) -> Option<Value> {
        self.hurried.fetch_add(1, Ordering::Relaxed);
        self.bots.quick(ask, rng)
    }

    fn advise(&self, ask: &Ask, rng: &mut Rng) -> Option<Vec<Hint>> {
        self.bots.advise(ask, rng)
    }
}

#[tokio::test]
async fn the_bot_of_the_day_is_never_hurried() {
    let brain = Arc::new(Slow {
        bots: GameBots::new(roster::GAMES),
        chosen: Mutex::default(),
        hurried: AtomicUsize::new(0),
    });
    let config = Config {
        brain: brain.clone(),
        bot_budget: TINY,
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    let create = json!({ "game": "cribbage", "nickname": "Jill", "deal": "daily", "table": { "pace": "instant" } });
    let created = jill.ask("create_game", create).await;
    jill.code = created["gameCode"].as_str().unwrap().to_owned();
    jill.play_to_the_end().await;
    let code = jill.code.parse().unwrap();
    let entries = server::entries_of(house.journal.load(&code).unwrap()).unwrap();
    let played = entries.iter().filter_map(|entry| match &entry.fact {
        Fact::Decided { bot: true, run, .. } => Some(json!(run.steps[0].input)),
        _ => None,
    });
    let played: Vec<Value> = played.map(|input| input["act"]["action"].clone()).collect();
    assert!(played.len() > 10, "{played:?}");
    assert_eq!(played, *brain.chosen.lock().unwrap());
    assert_eq!(brain.hurried.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_question_to_a_failing_brain_is_answered() {
    let (house, _) = house_of(Way::Panics).await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "table": { "pace": "instant", "hints": true } }))
        .await;
    jill.ask("add_bot", json!({ "gameCode": jill.code })).await;
    let code = jill
        .ask_in_vain("advise", json!({ "gameCode": jill.code }))
        .await;
    assert_eq!(code, "house/unavailable");
}

#[tokio::test]
async fn every_level_plays_every_game_to_its_end() {
    for game in ["cribbage", "dice"] {
        for level in ["random", "easy", "medium"] {
            let house = House::open().await;
            let mut jill = Player::connect(&house, None).await;
            let options = match game {
                "cribbage" => json!({ "target": 61 }),
                _ => json!({ "seats": 2, "win_round": 2 }),
            };
            jill.create(json!({ "game": game, "options": options }))
                .await;
            jill.ask("add_bot", json!({ "gameCode": jill.code, "level": level }))
                .await;
            jill.play_to_the_end().await;
        }
    }
}

#[tokio::test]
async fn advice_is_ranked_and_can_be_followed() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let create = json!({ "game": "texas42", "table": { "pace": "instant", "hints": true } });
    jill.create(create).await;
    for _ in 0..3 {
        jill.ask("add_bot", json!({ "gameCode": jill.code, "level": "easy" }))
            .await;
    }
    loop {
        let sync = jill.sync().await;
        if sync["legal"]
            .as_array()
            .is_some_and(|legal| !legal.is_empty())
        {
            break;
        }
        jill.hear().await;
    }
    let answer = jill.ask("advise", json!({ "gameCode": jill.code })).await;
    let advice = answer["advice"].as_array().expect("a list");
    let chances: Vec<f64> = advice
        .iter()
        .filter_map(|hint| hint["chance"].as_f64())
        .collect();
    assert!(!advice.is_empty() && chances.len() == advice.len());
    assert!(
        chances.iter().all(|chance| (0.0..=1.0).contains(chance)),
        "{chances:?}"
    );
    let legal = jill.sync().await["legal"].clone();
    for hint in advice {
        let fields: Vec<&String> = hint.as_object().expect("a hint").keys().collect();
        assert_eq!(fields, ["chance", "command", "parts", "reason"]);
        assert!(
            legal.as_array().expect("a list").contains(&hint["command"]),
            "{hint}"
        );
    }
    let (command, fields) = advice[0]["command"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .unwrap();
    let mut payload = fields.clone();
    payload["gameCode"] = json!(jill.code);
    jill.ask(command, payload).await;
}

#[tokio::test]
async fn the_bots_of_a_game_are_listed() {
    let house = House::open().await;
    let (status, games) = house.get("/api/games").await;
    assert_eq!(status, 200);
    let games = games
        .as_array()
        .cloned()
        .or_else(|| games["games"].as_array().cloned());
    for game in games.expect("a list") {
        let bots = game["bots"].as_array().expect("a list");
        assert_eq!(bots[0]["level"], "random", "{game}");
        for bot in bots {
            let level: table::Level =
                serde_json::from_value(bot["level"].clone()).expect("a level");
            assert_eq!(bot["level"], level.name());
            assert!(bot["about"].as_str().is_some_and(|about| !about.is_empty()));
        }
    }
}
