//! The messages and answers of real tables agree with the vocabularies.
//!
//! Every game of the house is played to its end at a real table, with people coming
//! and going. Each event and each ack is held against the schema of its type, and may have
//! no field that the type does not have.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use kernel::{Key, Kind, Rng, Seat, Term, Viewer, Vocabulary};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use table::messages::{self, Done, Numbered};
use table::{Effect, Input, Millis, Opening, Parsed, PlayerId, Secret, Stage, Table, read};

#[test]
fn every_message_is_as_its_type_says() {
    let mut heard = BTreeSet::new();
    for kind in roster::GAMES {
        let presets = kind.presets().into_iter().map(|(_, options)| options);
        let easy = (kind.meta().key == "dice").then(easily_won);
        for options in presets.chain(easy) {
            for seed in 0..SEEDS {
                heard.extend(play(*kind, &options, seed));
            }
        }
    }
    let house = messages::VOCABULARY.heard().into_iter();
    let house = house.map(|term| ("house", term));
    let games = roster::GAMES.iter().flat_map(|kind| {
        let events = kind.vocabulary().heard().into_iter();
        events.map(|term| (kind.meta().key, term))
    });
    // Sockets are greeted, told of revoked keys and of the house's closing by the house, and
    // operators announce; and hardly any shop has a wild die.
    let never = [
        "house.session",
        "house.share_revoked",
        "house.house_closing",
        "house.announcement",
        "house.answer",
        "dice.wild_set",
    ];
    for (owner, term) in house.chain(games) {
        let name = format!("{owner}.{}", term.name);
        let expected = !never.contains(&&*name);
        assert_eq!(heard.contains(&name), expected, "{name}");
    }
}

/// A run of dice that is won at once: only then it can be stopped.
fn easily_won() -> Value {
    json!({ "first_target": 1, "win_round": 1 })
}

/// The number of games with each preset. A rare event, such as all players passing, happens in one
/// of them.
const SEEDS: u64 = 8;

/// Plays a game with these options, and gives the names of all events that were heard.
fn play(kind: &'static dyn Kind, options: &Value, seed: u64) -> BTreeSet<String> {
    let mut evening = Evening::open(kind, options, seed);
    evening.ask("sync", json!({}));
    if evening.has_free_chair() {
        evening.ask("add_bot", json!({}));
        evening.ask("remove_seat", json!({ "seat": 1 }));
    }
    let seats_another = evening.has_free_chair();
    if seats_another {
        evening.ask_as("bob", "join_game", json!({ "nickname": "Bob" }));
    }
    while evening.has_free_chair() {
        evening.ask("add_bot", json!({}));
    }
    evening.tick(2_000);
    evening.hand_in(Input::Disconnected(evening.ann.clone()));
    if seats_another {
        evening.tick(61_000);
        evening.ask("watch_game", json!({}));
        evening.ask("offer_seat", json!({ "seat": 0 }));
    }
    evening.hand_in(Input::Connected(evening.ann.clone()));
    // The seat that is asked lets the clock run out.
    while evening.table.stage() == Stage::Playing {
        evening.tick(5_000);
    }
    evening.hand_in(Input::Disconnected(evening.ann.clone()));
    let seq = evening.table.seq(Viewer::Seat(Seat(0)));
    evening.hand_in(Input::Connected(evening.ann.clone()));
    evening.ask("sync", json!({ "since": seq - 1 }));
    evening.ask("add_entropy", json!({ "entropy": "ab".repeat(16) }));
    evening.ask("rematch", json!({}));
    if seats_another {
        evening.ask_as("bob", "rematch", json!({}));
    }
    evening.tick(2_000);
    evening.ask("sync", json!({}));
    evening.ask("leave_game", json!({}));
    evening.heard
}

/// A table, and its messages.
struct Evening {
    table: Table,
    now: u64,
    ann: PlayerId,
    rng: Rng,
    types: Types,
    heard: BTreeSet<String>,
}

impl Evening {
    fn open(kind: &'static dyn Kind, options: &Value, seed: u64) -> Evening {
        let create = json!({
            "game": kind.meta().key, "nickname": "Ann", "options": options,
            "table": { "pace": "fast", "hints": true, "clockSeconds": 5 },
        });
        let Ok(Parsed::Create(create)) = read("create_game", create) else {
            panic!("it can be read")
        };
        let ann = PlayerId::new("ann").unwrap();
        let opening = Opening {
            code: "VHG4SC".parse().unwrap(),
            kind,
            player: ann.clone(),
            secret: Secret::new([seed as u8; 32]),
            create,
            dealt: None,
        };
        let (table, effects) = Table::open(Millis(0), opening).unwrap();
        let mut evening = Evening {
            table,
            now: 0,
            ann,
            rng: Key::from_seed(seed).stream("evening"),
            types: Types::of(kind),
            heard: BTreeSet::new(),
        };
        evening.carry_out(effects, Some("create_game"));
        evening
    }

    fn has_free_chair(&self) -> bool {
        self.table.listing().is_some_and(|listing| listing.open > 0)
    }

    fn tick(&mut self, millis: u64) {
        self.now += millis;
        self.hand_in(Input::Tick);
    }

    fn hand_in(&mut self, input: Input) {
        let effects = self.table.handle(Millis(self.now), input);
        self.carry_out(effects, None);
    }

    fn ask(&mut self, name: &str, payload: Value) {
        self.ask_as("ann", name, payload);
    }

    fn ask_as(&mut self, player: &str, name: &str, mut payload: Value) {
        payload["gameCode"] = json!("VHG4SC");
        let Ok(Parsed::AtTable { request, .. }) = read(name, payload) else {
            panic!("{name} can be read")
        };
        let player = PlayerId::new(player).unwrap();
        let effects = self
            .table
            .handle(Millis(self.now), Input::Request { player, request });
        self.carry_out(effects, Some(name));
    }

    /// Looks at every message, and lets bots answer at once.
    fn carry_out(&mut self, effects: Vec<Effect>, command: Option<&str>) {
        for effect in effects {
            match effect {
                Effect::Emit { message, to } => {
                    let payload = message.payload().value();
                    self.heard
                        .insert(self.types.check_event(message.name(), &payload));
                    let everybody = Viewer::all(self.table.n_seats());
                    let somebody = everybody.into_iter().any(|viewer| to.contains(viewer));
                    assert!(somebody, "nobody hears {} {payload}", message.name());
                }
                Effect::Push { to } => {
                    let pushed = Viewer::all(self.table.n_seats()).filter(|it| to.contains(*it));
                    for viewer in pushed {
                        let state = self.table.state(viewer);
                        let payload = state.payload().value();
                        self.heard
                            .insert(self.types.check_event(state.name(), &payload));
                    }
                }
                Effect::Ack(answer) => {
                    let command = command.expect("only commands are answered");
                    self.types.check_ack(command, &answer.to_json().value());
                }
                Effect::AskBot(ask) => {
                    // Often the last, which is to pass where one may: now and then all do.
                    let last = self.rng.choose(&[true, false]) == Some(&true);
                    let any = self.rng.choose(&ask.legal);
                    let action = if last { ask.legal.last() } else { any };
                    let action = action.unwrap().clone();
                    self.hand_in(Input::Bot {
                        seat: ask.seat,
                        turn: ask.turn,
                        action,
                    });
                }
                _ => {}
            }
        }
    }
}

/// The schemas that messages must satisfy.
struct Types {
    key: &'static str,
    house: BTreeMap<&'static str, Validator>,
    game: BTreeMap<&'static str, Validator>,
    acks: BTreeMap<&'static str, Validator>,
    view: Option<Validator>,
    legal: Option<Validator>,
    outcome: Option<Validator>,
}

impl Types {
    fn of(kind: &dyn Kind) -> Types {
        let words = kind.vocabulary();
        let by_name = |terms: &[Term]| {
            let typed = terms.iter().map(|term| (term.name, exactly(term)));
            typed.collect()
        };
        Types {
            key: kind.meta().key,
            house: by_name(messages::VOCABULARY.events),
            game: by_name(&words.heard()),
            acks: by_name(messages::VOCABULARY.acks),
            view: words.view.as_ref().map(exactly_apart),
            legal: words.legal.as_ref().map(exactly_apart),
            // The house adds to the message about the end of a game; therefore more fields are
            // allowed here.
            outcome: words
                .outcome
                .as_ref()
                .map(|term| validator(term, false, false)),
        }
    }

    /// Checks an event and gives its name with that of its owner.
    fn check_event(&self, name: &str, payload: &Value) -> String {
        if name == "game_finished"
            && let Some(outcome) = &self.outcome
        {
            check("outcome", outcome, payload);
        }
        let (owner, validator) = match (self.house.get(name), self.game.get(name)) {
            (Some(validator), None) => ("house", validator),
            (None, Some(validator)) => (self.key, validator),
            (None, None) => panic!("{name} is not declared"),
            (Some(_), Some(_)) => panic!("{name} is declared twice"),
        };
        check(name, validator, payload);
        format!("{owner}.{name}")
    }

    fn check_ack(&self, command: &str, answer: &Value) {
        let mut fields = answer.clone();
        let ok = fields.as_object_mut().unwrap().remove("ok");
        assert_eq!(ok, Some(json!(true)), "{command}: {answer}");
        check(command, &self.acks[command], &fields);
        // Before the first game there is neither a view of the game nor anything to do.
        if answer["view"].is_object() && answer["gameNumber"] != json!(0) {
            self.view
                .iter()
                .for_each(|view| check("view", view, &answer["view"]));
            self.legal
                .iter()
                .for_each(|legal| check("legal", legal, &answer["legal"]));
        }
    }
}

#[track_caller]
fn check(name: &str, validator: &Validator, value: &Value) {
    let faults: Vec<String> = validator
        .iter_errors(value)
        .map(|fault| format!("{}: {fault}", fault.instance_path))
        .collect();
    assert!(faults.is_empty(), "{name} {value}: {faults:#?}");
}

fn exactly(term: &Term) -> Validator {
    validator(term, term.at_table, true)
}

fn exactly_apart(term: &Term) -> Validator {
    validator(term, false, true)
}

/// The check that accepts exactly the type of a term, without any other field. At a table the term
/// has a number too.
fn validator(term: &Term, numbered: bool, exact: bool) -> Validator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator: SchemaGenerator = settings.into_generator();
    let mut parts = vec![term.schema(&mut generator).to_value()];
    if numbered {
        parts.push(generator.subschema_for::<Numbered>().to_value());
    }
    let mut schema = json!({ "allOf": parts, "$defs": generator.take_definitions(true) });
    if exact {
        schema["unevaluatedProperties"] = json!(false);
    }
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{}: {error}", term.name))
}

/// The checks above can fail: a field too many, one too few, and one of another type do.
#[test]
fn a_message_that_is_not_as_its_type_says_is_found() {
    let validator = exactly_apart(&Term::of::<Done>("done"));
    assert!(validator.is_valid(&json!({ "seq": 1 })));
    for wrong in [
        json!({}),
        json!({ "seq": "1" }),
        json!({ "seq": 1, "more": 1 }),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

/// Games call their types as they like, but never like the maps and parts of every file.
#[test]
fn no_type_has_the_name_of_a_map() {
    let kept = [
        "Commands", "Events", "Acks", "Invalid", "Answer", "AtTable", "Numbered", "Finished",
        "Variant",
    ];
    let mut vocabularies: Vec<Vocabulary> = vec![messages::VOCABULARY];
    vocabularies.extend(roster::GAMES.iter().map(|kind| kind.vocabulary()));
    for term in vocabularies.iter().flat_map(|words| words.terms()) {
        assert!(!kept.contains(&&*term.typescript()), "{}", term.name);
    }
}
