//! The pocket as a browser calls it: text in, text out.
//!
//! Everything is JSON, and a worker can pass it on unchanged. Input that cannot be read is answered
//! like a refused command. A panic stops the worker, which is started again from the journal.

// No crate calls these functions: a browser does.
#![allow(unreachable_pub)]

use kernel::Json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::{Entry, GameCode, Millis, PlayerId, Refusal, codes};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Given, Job, Outcome, Pocket, Trial};

#[wasm_bindgen]
extern "C" {
    /// The function that hears the progress of a review.
    pub type Progress;

    #[wasm_bindgen(method)]
    fn tell(this: &Progress, done: u32, of: u32);
}

/// A house without a network.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct House(Pocket);

#[wasm_bindgen]
impl House {
    /// An empty house.
    #[wasm_bindgen(constructor)]
    pub fn new() -> House {
        House::default()
    }

    /// Whether a table is at work.
    pub fn knows(&self, code: &str) -> bool {
        code.parse().is_ok_and(|code| self.0.knows(&code))
    }

    /// Puts the table of these entries to work: an outcome, or `{error}`.
    pub fn wake(&mut self, now: f64, luck: &[u8], entries: &str) -> String {
        let woken =
            entries_of(entries).and_then(|entries| self.0.wake(&given(now, luck), &entries));
        answer(woken)
    }

    /// Takes a command: an outcome.
    pub fn ask(
        &mut self,
        now: f64,
        luck: &[u8],
        ask: f64,
        player: &str,
        command: &str,
        payload: &str,
    ) -> String {
        let player = PlayerId::new(player);
        let payload = read::<Value>(payload);
        let outcome = match (player, payload) {
            (Ok(player), Ok(payload)) => {
                self.0
                    .ask(&given(now, luck), ask as u64, &player, command, &payload)
            }
            (Err(refusal), _) | (_, Err(refusal)) => {
                Outcome::answered(ask as u64, table::Answer(Err(refusal)))
            }
        };
        text(&outcome)
    }

    /// Does the due work of every table: an outcome.
    pub fn tick(&mut self, now: f64, luck: &[u8]) -> String {
        text(&self.0.tick(&given(now, luck)))
    }

    /// Takes the answer to a job, or an empty text for none: an outcome.
    pub fn thought(&mut self, now: f64, luck: &[u8], job: f64, thought: Option<String>) -> String {
        let thought = thought.and_then(|thought| read::<Json>(&thought).ok());
        text(&self.0.thought(&given(now, luck), job as u64, thought))
    }

    /// Lets a table go.
    pub fn forget(&mut self, code: &str) {
        if let Ok(code) = code.parse::<GameCode>() {
            self.0.forget(&code);
        }
    }

    /// Answers `GET` for a path of the house's HTTP API: `{ok}` or `{error}`.
    pub fn look(&self, now: f64, path: &str, entries: &str) -> String {
        let named = path.split('/').nth(3).and_then(|code| code.parse().ok());
        let shown = named.and_then(|code| self.0.shown_until(&code));
        let looked = entries_of(entries)
            .and_then(|entries| crate::look(shown.unwrap_or_else(|| millis(now)), path, &entries));
        answer(looked)
    }
}

/// Thinks about a job: the answer, or an empty text.
#[wasm_bindgen]
pub fn think(job: &str) -> Option<String> {
    let job: Job = serde_json::from_str(job).ok()?;
    crate::think(&job).map(|answer| answer.text().to_owned())
}

/// Scores something outside any game: `{ok}` or `{error}`.
#[wasm_bindgen]
pub fn score(game: &str, request: &str) -> String {
    let scored = crate::score(game, request);
    answer(scored.and_then(|text| read::<Json>(&text)))
}

/// Looks at a finished game again: `{ok}` or `{error}`.
#[wasm_bindgen]
pub fn review(entries: &str, now: f64, number: u32, progress: &Progress) -> String {
    let mut tell = |done: usize, of: usize| progress.tell(done as u32, of as u32);
    let review = entries_of(entries)
        .and_then(|entries| crate::review(&entries, millis(now), number, &mut tell));
    answer(review)
}

/// The state of the table of these entries: `{ok}` or `{error}`.
#[wasm_bindgen]
pub fn check(entries: &str) -> String {
    answer(entries_of(entries).and_then(|entries| crate::check(&entries)))
}

/// Plays a whole game by itself, and returns all outcomes, line by line.
#[wasm_bindgen]
pub fn trial(trial: &str) -> String {
    let Ok(trial) = read::<Trial>(trial) else {
        return String::new();
    };
    let mut lines = String::new();
    let ended = crate::trial(&trial, &mut |line| {
        lines += line;
        lines.push('\n');
    });
    lines + if ended { "ended\n" } else { "stopped\n" }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answered<T> {
    Ok(T),
    Error(Refusal),
}

fn answer<T: Serialize>(result: Result<T, Refusal>) -> String {
    text(&match result {
        Ok(answer) => Answered::Ok(answer),
        Err(refusal) => Answered::Error(refusal),
    })
}

fn text(value: &impl Serialize) -> String {
    Json::of(value).text().to_owned()
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::new(codes::MALFORMED, error.to_string()))
}

/// The entries of a journal, which is an array; an empty text is an empty journal.
fn entries_of(text: &str) -> Result<Vec<Entry>, Refusal> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(text).map_err(|error| {
        let why = format!("the journal of this table is damaged: {error}");
        Refusal::new(codes::DAMAGED, why)
    })
}

/// A browser counts milliseconds with fractions.
fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}

fn given(now: f64, luck: &[u8]) -> Given {
    let mut bytes = [0; 32];
    for (byte, from) in bytes.iter_mut().zip(luck) {
        *byte = *from;
    }
    Given {
        now: millis(now),
        luck: bytes,
    }
}
