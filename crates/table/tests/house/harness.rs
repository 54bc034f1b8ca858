//! A house with one table, simulated time and players who do as they are told.
//!
//! In every test the harness checks the invariants: entries come first and are numbered without
//! gaps, every request has one answer, every viewer hears every number, and nobody hears of a card
//! that they must not know.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use kernel::{Key, Rng, Seat, Viewer};
use serde_json::{Value, json};
use table::{
    Ask, Day, Dealt, DecidedRun, Effect, Ended, Entry, Fact, GameCode, Input, Millis, Opening,
    Parsed, PlayerId, Secret, Sources, Table, bot, read,
};

use crate::cards::Knowledge;

pub(crate) const CODE: &str = "VHG4SC";
/// The second table, for a deal of two tables.
pub(crate) const TWIN: &str = "K7M3QX";
pub(crate) const PEOPLE: [&str; 4] = ["ann", "bob", "cat", "dan"];

/// A message that a viewer heard, with its time.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) at: Millis,
    pub(crate) name: String,
    pub(crate) payload: Value,
}

pub(crate) struct House {
    pub(crate) table: Table,
    pub(crate) now: Millis,
    pub(crate) entries: Vec<Entry>,
    pub(crate) heard: BTreeMap<Viewer, Vec<Heard>>,
    /// Every state that was pushed, to any viewer.
    pub(crate) states: Vec<Value>,
    /// The questions that bots have not answered yet.
    pub(crate) asks: VecDeque<Ask>,
    pub(crate) advice: Vec<Ask>,
    /// Refusals that were announced: name and code.
    pub(crate) invalid: Vec<(String, String)>,
    pub(crate) closed: bool,
    /// Whether bots answer at once.
    pub(crate) bots_play: bool,
    /// Whether the journal is restored after everything that happens.
    pub(crate) restores: bool,
    pub(crate) knowledge: Knowledge,
    timer: Option<Millis>,
    rng: Rng,
    answers: Vec<Value>,
    /// The games that ended.
    pub(crate) ended: Vec<Ended>,
}

impl House {
    /// Ann opens a table at time 0, with the fields of `create_game` besides game and nickname.
    pub(crate) fn open(game: &str, more: Value) -> House {
        House::try_open(game, more).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn try_open(game: &str, more: Value) -> Result<House, Value> {
        let mut payload = json!({ "game": game, "nickname": "Ann", "entropy": "a1".repeat(16) });
        for (field, value) in more.as_object().into_iter().flatten() {
            payload[field] = value.clone();
        }
        let refused = |refusal: table::Refusal| json!(refusal);
        let Parsed::Create(mut create) = read("create_game", payload).map_err(refused)? else {
            unreachable!("it is create_game")
        };
        let kind = roster::find(game).expect("the game is in the house");
        let sources = Sources {
            fresh: Secret::new([7; 32]),
            daily: Some((Secret::new([9; 32]), Day::of(Millis(0)))),
            code: CODE.parse().unwrap(),
            second: TWIN.parse().unwrap(),
        };
        let prepared = Dealt::prepare(kind, &mut create, sources);
        let (secret, dealt) = prepared.map_err(refused)?;
        let opening = Opening {
            code: CODE.parse::<GameCode>().unwrap(),
            kind,
            player: id("ann"),
            secret,
            create,
            dealt,
        };
        let (table, effects) = Table::open(Millis(0), opening).map_err(refused)?;
        let mut house = House {
            table,
            now: Millis(0),
            entries: Vec::new(),
            heard: BTreeMap::new(),
            states: Vec::new(),
            asks: VecDeque::new(),
            advice: Vec::new(),
            invalid: Vec::new(),
            closed: false,
            bots_play: true,
            restores: false,
            knowledge: Knowledge::default(),
            timer: None,
            rng: Key::from_seed(5).stream("people"),
            answers: Vec::new(),
            ended: Vec::new(),
        };
        house.carry_out(effects);
        Ok(house)
    }

    /// Cribbage for two at this pace, to 61, with Bob on the other chair.
    pub(crate) fn cribbage(pace: &str) -> House {
        let mut house = House::open(
            "cribbage",
            json!({ "options": { "target": 61 }, "table": { "pace": pace } }),
        );
        house.ok(
            "bob",
            "join_game",
            json!({ "nickname": "Bob", "entropy": "b2".repeat(16) }),
        );
        house
    }

    /// Sends a command of a player and returns the ack.
    pub(crate) fn send(&mut self, who: &str, name: &str, mut payload: Value) -> Value {
        payload["gameCode"] = json!(CODE);
        let Parsed::AtTable { request, .. } = (match read(name, payload) {
            Ok(parsed) => parsed,
            Err(refusal) => return json!({ "ok": false, "error": refusal }),
        }) else {
            panic!("{name} is for a table")
        };
        let n_advice = self.advice.len();
        self.answers.clear();
        self.handle(Input::Request {
            player: id(who),
            request,
        });
        match (self.answers.as_slice(), self.advice.len() - n_advice) {
            ([answer], 0) => answer.clone(),
            ([], 1) => json!({ "advise": true }),
            (answers, advice) => panic!("{name} had {answers:?} and {advice} advice"),
        }
    }

    /// Sends a command that must be accepted.
    #[track_caller]
    pub(crate) fn ok(&mut self, who: &str, name: &str, payload: Value) -> Value {
        let ack = self.send(who, name, payload);
        assert_eq!(ack["ok"], json!(true), "{who} {name}: {ack}");
        ack
    }

    /// Sends a command that must be refused with this code.
    #[track_caller]
    pub(crate) fn refused(&mut self, who: &str, name: &str, payload: Value, code: &str) -> Value {
        let (entries, numbers) = (self.entries.len(), self.numbers());
        let ack = self.send(who, name, payload);
        assert_eq!(ack["ok"], json!(false), "{who} {name}: {ack}");
        assert_eq!(ack["error"]["code"], json!(code), "{who} {name}: {ack}");
        let message = ack["error"]["message"]
            .as_str()
            .expect("a refusal has a sentence");
        assert!(!message.is_empty());
        assert_eq!(
            (self.entries.len(), self.numbers()),
            (entries, numbers),
            "a refusal changes nothing"
        );
        ack
    }

    /// The last number of every viewer.
    fn numbers(&self) -> Vec<u64> {
        viewers(&self.table)
            .map(|viewer| self.table.seq(viewer))
            .collect()
    }

    /// The view of a viewer.
    pub(crate) fn sync(&mut self, who: &str, payload: Value) -> Value {
        self.ok(who, "sync", payload)
    }

    pub(crate) fn phase(&mut self) -> String {
        self.sync("ann", json!({}))["view"]["phase"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    }

    pub(crate) fn connect(&mut self, who: &str) {
        self.handle(Input::Connected(id(who)));
    }

    pub(crate) fn disconnect(&mut self, who: &str) {
        self.handle(Input::Disconnected(id(who)));
    }

    /// Lets time pass: the timer goes off whenever it was set for.
    pub(crate) fn tick(&mut self, time: Duration) {
        let end = self.now.plus(time);
        while let Some(at) = self.timer.filter(|at| *at <= end) {
            self.timer = None;
            self.now = self.now.max(at);
            self.handle(Input::Tick);
        }
        self.now = end;
    }

    /// Lets a seat that must move take any legal action, and returns the seat.
    pub(crate) fn move_any(&mut self) -> Option<&'static str> {
        for who in PEOPLE {
            let legal = commands(&self.sync(who, json!({}))["legal"]);
            let Some((name, payload)) = self.rng.choose(&legal).cloned() else {
                continue;
            };
            self.ok(who, &name, payload);
            return Some(who);
        }
        None
    }

    /// Lets people move until the phase of the view is this one.
    pub(crate) fn play_until(&mut self, phase: &str) {
        for _ in 0..2_000 {
            if self.phase() == phase {
                return;
            }
            if self.move_any().is_none() {
                self.tick(Duration::from_millis(500));
            }
        }
        panic!("the phase {phase} never came");
    }

    /// The messages to a spectator, a line for each moment.
    pub(crate) fn story(&self) -> String {
        let mut lines: Vec<(Millis, Vec<&str>)> = Vec::new();
        for heard in self.heard.get(&Viewer::Spectator).into_iter().flatten() {
            match lines.last_mut() {
                Some((at, names)) if *at == heard.at => names.push(&heard.name),
                _ => lines.push((heard.at, vec![&heard.name])),
            }
        }
        let line = |(at, names): &(Millis, Vec<&str>)| format!("{} {}\n", at.0, names.join(" "));
        lines.iter().map(line).collect()
    }

    /// The names of everything that a viewer heard.
    pub(crate) fn names(&self, viewer: Viewer) -> Vec<&str> {
        self.heard
            .get(&viewer)
            .into_iter()
            .flatten()
            .map(|heard| heard.name.as_str())
            .collect()
    }

    /// The last message of this name that a viewer heard.
    #[track_caller]
    pub(crate) fn last(&self, viewer: Viewer, name: &str) -> Value {
        let heard = self
            .heard
            .get(&viewer)
            .into_iter()
            .flatten()
            .rev()
            .find(|heard| heard.name == name);
        heard
            .unwrap_or_else(|| panic!("{viewer} never heard {name}"))
            .payload
            .clone()
    }

    pub(crate) fn handle(&mut self, input: Input) {
        let effects = self.table.handle(self.now, input);
        self.carry_out(effects);
        while self.bots_play
            && let Some(ask) = self.asks.pop_front()
        {
            let choice = match &ask.luck {
                Some(luck) => bot::random(&ask, &mut luck.stream("bot")),
                None => bot::random(&ask, &mut self.rng),
            };
            let action = choice.expect("who is asked can move");
            let (seat, turn) = (ask.seat, ask.turn);
            let effects = self
                .table
                .handle(self.now, Input::Bot { seat, turn, action });
            self.carry_out(effects);
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let is_append = |effect: &Effect| matches!(effect, Effect::Append(_) | Effect::Ended(_));
        assert!(
            effects.is_sorted_by_key(|effect| !is_append(effect)),
            "entries come first"
        );
        let mut numbers = BTreeMap::new();
        for effect in effects {
            match effect {
                Effect::Append(entry) => self.append(entry),
                Effect::Ended(ended) => self.ended.push(ended),
                Effect::Ack(answer) => {
                    let answer = self.looked_at(answer.to_json().value());
                    self.answers.push(answer);
                }
                Effect::Invalid {
                    name,
                    message,
                    code,
                } => {
                    assert!(!message.is_empty());
                    self.invalid.push((name.to_owned(), code.to_owned()));
                }
                Effect::Emit { to, message } => {
                    let payload = message.payload().value();
                    assert_eq!(payload["gameCode"], json!(CODE));
                    for viewer in viewers(&self.table).filter(|viewer| to.contains(*viewer)) {
                        self.hear(viewer, message.name(), &payload, &mut numbers);
                    }
                }
                Effect::Push { to } => {
                    for viewer in viewers(&self.table).filter(|viewer| to.contains(*viewer)) {
                        self.see(viewer);
                    }
                }
                Effect::AskBot(ask) => {
                    self.knowledge
                        .check(Viewer::Seat(ask.seat), "a bot's view", ask.view.value());
                    self.asks.push_back(ask);
                }
                Effect::Advise(ask) => self.advice.push(ask),
                Effect::SetTimer(at) => self.timer = Some(at),
                Effect::CancelTimer => self.timer = None,
                Effect::Close => self.closed = true,
            }
        }
        for viewer in viewers(&self.table) {
            let heard = self.numbered(viewer) as u64;
            assert_eq!(heard, self.table.seq(viewer), "{viewer} hears every number");
        }
        if self.restores {
            self.check_restored();
        }
    }

    /// A pushed state is the game as it has been shown to the viewer, and nothing more.
    fn see(&mut self, viewer: Viewer) {
        let state = self.table.state(viewer);
        assert_eq!(state.name(), "state");
        let state = state.payload().value();
        assert_eq!(state["seq"], json!(self.table.seq(viewer)));
        self.knowledge.check(viewer, "a state", &state["view"]);
        self.states.push(state);
    }

    /// The answer to a request is checked with the eyes of its sender.
    fn looked_at(&mut self, answer: Value) -> Value {
        let seat = answer["seat"]
            .as_u64()
            .map(|seat| Viewer::Seat(Seat(seat as u8)));
        self.knowledge.check(
            seat.unwrap_or(Viewer::Spectator),
            "an answer",
            &answer["view"],
        );
        answer
    }

    fn append(&mut self, entry: Entry) {
        assert_eq!(entry.seq, self.entries.len() as u64 + 1);
        for event in run(&entry)
            .into_iter()
            .flat_map(|run| &run.steps)
            .flat_map(|step| &step.events)
        {
            self.knowledge.decided(&event.value());
        }
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(
            serde_json::from_str::<Entry>(&text).unwrap(),
            entry,
            "entries read back"
        );
        self.entries.push(entry);
    }

    fn hear(
        &mut self,
        viewer: Viewer,
        name: &str,
        payload: &Value,
        numbers: &mut BTreeMap<u64, ()>,
    ) {
        match payload["seq"].as_u64() {
            Some(seq) => {
                assert_eq!(seq, self.numbered(viewer) as u64 + 1, "{viewer} {name}");
                if numbers.insert(seq, ()).is_none() {
                    self.knowledge.told(name, payload);
                }
            }
            None => panic!("{name} has no number"),
        }
        self.knowledge.check(viewer, name, payload);
        let heard = Heard {
            at: self.now,
            name: name.to_owned(),
            payload: payload.clone(),
        };
        self.heard.entry(viewer).or_default().push(heard);
    }

    fn numbered(&self, viewer: Viewer) -> usize {
        let heard = self.heard.get(&viewer).into_iter().flatten();
        heard
            .filter(|heard| heard.payload.get("seq").is_some())
            .count()
    }

    /// Checks that the journal so far rebuilds this table.
    fn check_restored(&mut self) {
        let mut restored = Table::restore(&self.entries, roster::find).unwrap();
        let effects = restored.handle(self.now, Input::Tick);
        let append = effects
            .iter()
            .find(|effect| matches!(effect, Effect::Append(_)));
        assert_eq!(append, None, "nothing new happens in a restored table");
        let (found, expect) = (format!("{restored:#?}"), format!("{:#?}", self.table));
        let differs = found.lines().zip(expect.lines()).position(|(a, b)| a != b);
        if let Some(line) = differs {
            let around = |text: &str| {
                let lines: Vec<&str> = text
                    .lines()
                    .skip(line.saturating_sub(12))
                    .take(24)
                    .collect();
                lines.join("\n")
            };
            panic!("restored:\n{}\nlive:\n{}", around(&found), around(&expect));
        }
        assert_eq!(found.len(), expect.len());
    }
}

pub(crate) fn id(who: &str) -> PlayerId {
    PlayerId::new(who).unwrap()
}

pub(crate) fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

pub(crate) fn run(entry: &Entry) -> Option<&DecidedRun> {
    match &entry.fact {
        Fact::Started { run, .. } | Fact::Decided { run, .. } => Some(run),
        _ => None,
    }
}

fn viewers(table: &Table) -> impl Iterator<Item = Viewer> + use<> {
    Viewer::all(table.n_seats())
}

/// The commands that `legal` lists, one by one or by name. If dice may be thrown again, it is all
/// of them.
pub(crate) fn commands(legal: &Value) -> Vec<(String, Value)> {
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
