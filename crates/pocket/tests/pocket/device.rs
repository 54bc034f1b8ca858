//! A device with a pocket: a journal, a clock, and scripted people.

use std::collections::BTreeMap;

use kernel::{Json, Key, Rng};
use pocket::{Delivery, Given, Job, Outcome, Pocket, look, think};
use serde_json::{Value, json};
use table::{Entry, GameCode, Millis, PlayerId};

/// Something that a player heard.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heard {
    pub(crate) event: String,
    pub(crate) payload: Value,
}

pub(crate) struct Device {
    pub(crate) pocket: Pocket,
    pub(crate) now: Millis,
    /// The durable entries, as text: nothing else outlives the pocket.
    pub(crate) journal: BTreeMap<String, Vec<String>>,
    pub(crate) heard: BTreeMap<String, Vec<Heard>>,
    pub(crate) stages: BTreeMap<String, &'static str>,
    /// The number of games that are over at each table.
    pub(crate) ended: BTreeMap<String, u32>,
    /// The questions that nobody has answered yet.
    pub(crate) jobs: Vec<Job>,
    /// Whether the journal takes anything.
    pub(crate) writes: bool,
    answers: BTreeMap<u64, Value>,
    due: Option<Millis>,
    n_calls: u64,
    key: Key,
    rng: Rng,
}

impl Device {
    pub(crate) fn new(seed: u64) -> Device {
        Device {
            pocket: Pocket::default(),
            now: Millis(1_000_000),
            journal: BTreeMap::new(),
            heard: BTreeMap::new(),
            stages: BTreeMap::new(),
            ended: BTreeMap::new(),
            jobs: Vec::new(),
            writes: true,
            answers: BTreeMap::new(),
            due: None,
            n_calls: 0,
            key: Key::from_seed(seed),
            rng: Key::from_seed(seed).stream("people"),
        }
    }

    /// The page is killed: all that is not in the journal is gone.
    pub(crate) fn kill(&mut self) {
        self.pocket = Pocket::default();
        self.jobs.clear();
        self.due = None;
        self.heard.clear();
    }

    pub(crate) fn given(&mut self) -> Given {
        self.n_calls += 1;
        Given {
            now: self.now,
            luck: self.key.seed(&format!("call/{}", self.n_calls)),
        }
    }

    pub(crate) fn entries(&self, code: &str) -> Vec<Entry> {
        let texts = self.journal.get(code).into_iter().flatten();
        texts
            .map(|text| serde_json::from_str(text).expect("entries read back"))
            .collect()
    }

    /// Sends a command, which wakes its table if it must; the answer, if there is one already.
    pub(crate) fn send(&mut self, who: &str, command: &str, fields: Value) -> Option<Value> {
        if let Some(code) = fields["gameCode"].as_str() {
            let code = code.to_owned();
            let known = code
                .parse::<GameCode>()
                .is_ok_and(|code| self.pocket.knows(&code));
            let entries = self.entries(&code);
            if !known && !entries.is_empty() {
                let given = self.given();
                let woken = self.pocket.wake(&given, &entries).expect("it is restored");
                self.carry_out(woken);
            }
        }
        let given = self.given();
        let ask = self.n_calls;
        let player = PlayerId::new(who).expect("a name");
        let outcome = self.pocket.ask(&given, ask, &player, command, &fields);
        self.carry_out(outcome);
        self.answers.remove(&ask)
    }

    #[track_caller]
    pub(crate) fn ok(&mut self, who: &str, command: &str, fields: Value) -> Value {
        let answer = self.send(who, command, fields);
        let answer = answer.unwrap_or_else(|| panic!("{who} {command} was not answered"));
        assert_eq!(answer["ok"], true, "{who} {command}: {answer}");
        answer
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, who: &str, command: &str, fields: Value, code: &str) {
        let answer = self.send(who, command, fields).expect("an answer");
        assert_eq!(answer["error"]["code"], code, "{who} {command}: {answer}");
    }

    /// Ann opens a table with bots of this level on all other chairs; its code.
    pub(crate) fn table(&mut self, game: &str, options: Value, level: &str) -> String {
        let create = json!({
            "game": game, "nickname": "Ann", "options": options, "private": true,
            "table": { "pace": "fast", "hints": true },
        });
        let code = self.ok("ann", "create_game", create)["gameCode"].clone();
        let at = json!({ "gameCode": code });
        let synced = self.ok("ann", "sync", at);
        for _ in 1..synced["seats"].as_u64().expect("seats") {
            self.ok(
                "ann",
                "add_bot",
                json!({ "gameCode": code, "level": level }),
            );
        }
        code.as_str().expect("a code").to_owned()
    }

    pub(crate) fn sync(&mut self, who: &str, code: &str) -> Value {
        self.ok(who, "sync", json!({ "gameCode": code }))
    }

    /// Lets somebody of these do anything legal, or time pass; whether the game goes on.
    pub(crate) fn step(&mut self, people: &[&str], code: &str) -> bool {
        for who in people {
            let table = self.sync(who, code);
            if table["view"]["phase"] == "gameover" {
                return false;
            }
            let legal = commands(&table["legal"]);
            if let Some((name, mut fields)) = self.rng.choose(&legal).cloned() {
                fields["gameCode"] = json!(code);
                self.ok(who, &name, fields);
                return true;
            }
        }
        if !self.think() {
            self.pass_time();
        }
        true
    }

    pub(crate) fn play(&mut self, people: &[&str], code: &str) {
        for _ in 0..20_000 {
            if !self.step(people, code) {
                return;
            }
        }
        panic!("the game never ended");
    }

    /// Answers the first waiting question; returns whether there was one.
    pub(crate) fn think(&mut self) -> bool {
        if self.jobs.is_empty() {
            return false;
        }
        let job = self.jobs.remove(0);
        // A job goes to another thread as text.
        let text = serde_json::to_string(&job).expect("JSON");
        let job: Job = serde_json::from_str(&text).expect("a job reads back");
        let answer = think(&job);
        self.answer(job.id, answer);
        true
    }

    pub(crate) fn answer(&mut self, job: u64, answer: Option<Json>) {
        let given = self.given();
        let outcome = self.pocket.thought(&given, job, answer);
        self.carry_out(outcome);
    }

    /// Lets time pass until something is due.
    pub(crate) fn pass_time(&mut self) {
        if let Some(due) = self.due {
            self.now = self.now.max(due);
        }
        let given = self.given();
        let outcome = self.pocket.tick(&given);
        self.carry_out(outcome);
    }

    /// The requests of the page about a table, besides commands.
    pub(crate) fn look(&self, code: &str, path: &str) -> Result<Value, table::Refusal> {
        let shown = code
            .parse()
            .ok()
            .and_then(|code| self.pocket.shown_until(&code));
        let path = format!("/api/tables/{code}/{path}");
        let looked = look(shown.unwrap_or(self.now), &path, &self.entries(code));
        looked.map(|json| json.value())
    }

    /// The finished games of a table, in the form for their player.
    pub(crate) fn past(&self, who: &str, code: &str) -> Value {
        let path = format!("/api/me/games?player={who}");
        let looked = look(self.now, &path, &self.entries(code));
        looked.expect("a sound journal").value()
    }

    /// The answer to an earlier command.
    pub(crate) fn late_answer(&mut self) -> Option<Value> {
        self.answers.pop_first().map(|(_, answer)| answer)
    }

    fn carry_out(&mut self, outcome: Outcome) {
        let text = serde_json::to_string(&outcome).expect("an outcome is plain JSON");
        assert!(serde_json::from_str::<Value>(&text).is_ok());
        if !self.writes && !outcome.written.is_empty() {
            for written in &outcome.written {
                self.pocket.forget(&written.code);
            }
            return;
        }
        for written in &outcome.written {
            let entries = self.journal.entry(written.code.to_string()).or_default();
            assert_eq!(
                written.entry.seq,
                entries.len() as u64 + 1,
                "no gap, nothing twice"
            );
            entries.push(serde_json::to_string(&written.entry).expect("JSON"));
        }
        for table in &outcome.tables {
            let n = self.journal[&table.code.to_string()].len() as u64;
            assert_eq!(table.entries, n);
            self.stages.insert(table.code.to_string(), table.stage);
            self.ended.insert(table.code.to_string(), table.ended);
        }
        for told in outcome.told {
            match told {
                Delivery::Answer { ask, answer } => {
                    let twice = self.answers.insert(ask, answer.to_json().value());
                    assert_eq!(twice, None, "one answer each");
                }
                Delivery::Event { to, event, payload } => {
                    let payload = payload.value();
                    let heard = self.heard.entry(to.as_str().to_owned()).or_default();
                    heard.push(Heard { event, payload });
                }
            }
        }
        self.jobs.extend(outcome.jobs);
        self.due = outcome.due;
    }
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
