//! A whole game by itself, to show that it is the same everywhere.
//!
//! A person who does anything legal plays against bots of one level, with all luck from a seed.
//! Every outcome is written down, line by line: the same trial must give the same lines on every
//! machine.

use kernel::{Json, Key, Rng};
use serde::Deserialize;
use serde_json::{Value, json};
use table::{Level, Millis, PlayerId};

use crate::job::think;
use crate::outcome::{Delivery, Outcome};
use crate::pocket::{Given, Pocket};

/// The game.
#[derive(Debug, Clone, Deserialize)]
pub struct Trial {
    /// The key of the game.
    pub game: String,
    /// The level of the bots.
    pub level: Level,
    /// The source of all luck.
    pub seed: u64,
    /// The options of the game.
    #[serde(default)]
    pub options: Value,
}

/// The most decisions of the person; the longest games have some hundreds.
const MOST_DECISIONS: usize = 4_000;

/// The number of the person's decisions between two requests for advice.
const ADVICE_EVERY: usize = 8;

/// Plays the game to its end and passes on every line. Returns whether it ended.
pub fn trial(trial: &Trial, tell: &mut dyn FnMut(&str)) -> bool {
    let Ok(player) = PlayerId::new("somebody") else {
        return false;
    };
    let mut sitting = Sitting {
        pocket: Pocket::default(),
        player,
        key: Key::from_seed(trial.seed),
        rng: Key::from_seed(trial.seed).stream("person"),
        now: Millis(0),
        n_calls: 0,
        moved: false,
        tell,
    };
    sitting.play(trial).is_some()
}

struct Sitting<'a> {
    pocket: Pocket,
    player: PlayerId,
    key: Key,
    rng: Rng,
    now: Millis,
    n_calls: u64,
    /// Whether a bot has moved since this was last asked.
    moved: bool,
    tell: &'a mut dyn FnMut(&str),
}

impl Sitting<'_> {
    fn play(&mut self, trial: &Trial) -> Option<()> {
        let create = json!({
            "game": trial.game,
            "nickname": "Somebody",
            "options": trial.options,
            "table": { "pace": "fast", "hints": true },
        });
        let code = self.ask("create_game", create)?["gameCode"].clone();
        let at_table = |fields| at_table(&code, fields);
        let seats = self.ask("sync", at_table(json!({})))?["seats"].as_u64()?;
        for _ in 1..seats {
            self.ask("add_bot", at_table(json!({ "level": trial.level })))?;
        }
        let mut n_decisions = 0;
        while n_decisions < MOST_DECISIONS {
            let table = self.ask("sync", at_table(json!({})))?;
            if table["view"]["phase"] == "gameover" {
                return Some(());
            }
            let legal = commands(&table["legal"]);
            let Some((name, fields)) = self.rng.choose(&legal).cloned() else {
                // A bot that was asked while we looked has moved since.
                if !std::mem::take(&mut self.moved) {
                    self.wait()?;
                }
                continue;
            };
            if n_decisions.is_multiple_of(ADVICE_EVERY) {
                self.ask("advise", at_table(json!({})))?;
            }
            n_decisions += 1;
            self.ask(&name, at_table(fields))?;
        }
        None
    }

    /// Sends a command and returns its answer; `None` if it was refused.
    fn ask(&mut self, command: &str, fields: Value) -> Option<Value> {
        let given = self.given();
        let (ask, player) = (self.n_calls, self.player.clone());
        let outcome = self.pocket.ask(&given, ask, &player, command, &fields);
        let answer = self.carry_out(outcome)?.value();
        Some(answer).filter(|answer| answer["ok"] == true)
    }

    /// Lets time pass until something is due.
    fn wait(&mut self) -> Option<()> {
        let given = self.given();
        let outcome = self.pocket.tick(&given);
        let (idle, due) = (
            outcome.told.is_empty() && outcome.jobs.is_empty(),
            outcome.due,
        );
        self.carry_out(outcome);
        if idle {
            self.now = self.now.max(due?);
        }
        Some(())
    }

    fn given(&mut self) -> Given {
        self.n_calls += 1;
        Given {
            now: self.now,
            luck: self.key.seed(&format!("call/{}", self.n_calls)),
        }
    }

    /// Writes down the outcome, lets bots think, and returns the last answer.
    fn carry_out(&mut self, outcome: Outcome) -> Option<Json> {
        let mut answer = None;
        let mut outcomes = vec![outcome];
        while let Some(outcome) = outcomes.pop() {
            (self.tell)(Json::of(&outcome).text());
            for told in &outcome.told {
                if let Delivery::Answer { answer: given, .. } = told {
                    answer = Some(given.to_json());
                }
            }
            for job in &outcome.jobs {
                let thought = think(job);
                self.moved = true;
                let given = self.given();
                outcomes.push(self.pocket.thought(&given, job.id, thought));
            }
        }
        answer
    }
}

/// The fields of a command at this table.
fn at_table(code: &Value, fields: Value) -> Value {
    let mut all = json!({ "gameCode": code });
    if let (Value::Object(all), Value::Object(fields)) = (&mut all, fields) {
        all.extend(fields);
    }
    all
}

/// The commands that `legal` lists, whether one by one or by name.
fn commands(legal: &Value) -> Vec<(String, Value)> {
    let lists = match legal {
        Value::Array(list) => list.iter().filter_map(Value::as_object).collect(),
        Value::Object(by_name) => vec![by_name],
        _ => Vec::new(),
    };
    let named = lists.into_iter().flatten();
    let each = named.flat_map(|(name, payload)| match payload {
        Value::Array(payloads) => payloads.iter().map(|payload| (name, payload)).collect(),
        payload => vec![(name, payload)],
    });
    each.map(|(name, payload)| {
        let mut payload = payload.clone();
        if let Some(fields) = payload.as_object_mut() {
            fields.remove("left");
        }
        (name.clone(), payload)
    })
    .collect()
}
