//! The examples of `docs/PROTOCOL.md` are true.
//!
//! Every JSON block of that page stands under a heading with the name of a command
//! or an event, after a word that says what it is. Here commands are read as a house
//! reads them, and acks and events are held against those of tables that are really
//! played: an example must have the fields of a real one, down to the last object,
//! and every name and every field that a table uses must be on the page.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{BySeat, Key, Rng, Seat, Seating, Setting, Viewer};
use serde_json::{Value, json};
use table::{
    Command, Effect, Entropy, GameCode, Millis, Opening, Parsed, Secret, Stage, Table, Tokens,
    codes, fair, messages::TokenInfo, read,
};

use crate::harness::{CODE, House, PEOPLE, commands, id, seconds};

const PAGE: &str = include_str!("../../../../docs/PROTOCOL.md");

/// Not told by a table, but by the house, and tested there.
const NOT_OF_THESE_TABLES: [&str; 5] = [
    "session",
    "share_revoked",
    "house_closing",
    "announcement",
    "answer",
];

#[test]
fn every_command_is_read_as_what_it_is() {
    let mut documented = BTreeSet::new();
    for example in examples("Command") {
        let parsed = read(&example.name, &example.json);
        let parsed = parsed.unwrap_or_else(|refusal| panic!("{}: {refusal}", example.name));
        assert_eq!(name_of(&parsed), example.name);
        if let Parsed::AtTable { request, .. } = parsed {
            example.must_be_known_to_its_game(&request.command);
        }
        documented.insert(example.name);
    }
    let mut used: BTreeSet<String> = Heard::at_cribbage().acks.into_keys().collect();
    used.extend(["advise", "list_games", "act"].map(str::to_owned));
    used.extend(["new_token", "list_tokens", "revoke_token"].map(str::to_owned));
    used.extend(["new_code", "use_code"].map(str::to_owned));
    for kind in roster::GAMES {
        let terms = kind.vocabulary().commands.iter();
        used.extend(terms.map(|term| term.name.to_owned()));
    }
    assert_eq!(documented, used);
}

#[test]
fn every_ack_has_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().acks;
    for example in examples("Ack") {
        if example.game.is_some() {
            continue;
        }
        match example.name.as_str() {
            // The house answers it, and its own tests check that it does so.
            "advise" => {
                let hints = example.json["advice"].as_array().unwrap();
                let fields = |hint: &Value| hint.as_object().unwrap().keys().cloned().collect();
                let found: Vec<Vec<String>> = hints.iter().map(fields).collect();
                assert_eq!(found, [["chance", "command", "parts", "reason"]; 2]);
            }
            // Its other half, the games, is the same as `GET /api/games`.
            "list_games" => {
                let listing = House::cribbage("instant").table.listing();
                let expect = json!({ "ok": true, "games": [], "tables": [listing] });
                let mut found = example.json.clone();
                found["games"] = json!([]);
                assert_eq!(shape(&found), shape(&expect));
            }
            // The house answers them.
            "new_token" | "use_code" => {
                has_shape(&example, json!({ "ok": true, "name": "", "token": "" }));
            }
            "new_code" => {
                has_shape(&example, json!({ "ok": true, "code": "", "expiresAt": 0 }));
            }
            "list_tokens" | "revoke_token" => {
                let token = TokenInfo {
                    name: String::new(),
                    made_at: 0,
                    used_at: Some(0),
                    current: true,
                };
                has_shape(&example, json!({ "ok": true, "tokens": [token] }));
            }
            name => check(&example, real.get(name)),
        }
    }
    check_fields("Ack", None, &real);
}

#[test]
fn every_refusal_has_a_known_code_and_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().refusals;
    for example in examples("Refusal") {
        check(&example, Some(&real));
    }
    let on_page: BTreeSet<&str> = PAGE
        .split('`')
        .filter(|word| {
            let areas = [
                "wire/",
                "table/",
                "rules/",
                "options/",
                "house/",
                "token/",
                "daily/",
                "duplicate/",
                "claim/",
            ];
            areas.iter().any(|area| word.starts_with(area))
        })
        // Names of deals have these areas too, as `daily/2026-11-18/cribbage`.
        .filter(|word| word.matches('/').count() == 1 && !word.ends_with('/'))
        .collect();
    assert_eq!(on_page, BTreeSet::from(CODES));
}

#[test]
fn every_event_has_the_fields_of_a_real_one() {
    let real = Heard::at_cribbage().events;
    let examples = examples("Event");
    let own = |example: &&Example| example.game.is_none();
    for example in examples.iter().filter(own) {
        if !NOT_OF_THESE_TABLES.contains(&example.name.as_str()) {
            check(example, real.get(&example.name));
        }
    }
    check_fields("Event", None, &real);
    let mut expect: BTreeSet<&str> = real.keys().map(String::as_str).collect();
    expect.extend(NOT_OF_THESE_TABLES);
    let names = examples.iter().filter(own);
    let found: BTreeSet<&str> = names.map(|example| example.name.as_str()).collect();
    assert_eq!(found, expect);
}

/// What a game adds to the commands and events of every table is on the page, and true.
#[test]
fn games_speak_as_the_page_says() {
    for (game, real) in [("texas42", Heard::at_texas42()), ("dice", Heard::at_dice())] {
        let of_game = |example: &Example| example.game.as_deref() == Some(game);
        let of = |what| {
            examples(what)
                .into_iter()
                .filter(of_game)
                .collect::<Vec<_>>()
        };
        let names = |examples: &[Example]| -> BTreeSet<String> {
            examples
                .iter()
                .map(|example| example.name.clone())
                .collect()
        };
        let events = of("Event");
        for example in &events {
            check(example, real.events.get(&example.name));
        }
        let own = real.own_events(game);
        assert_eq!(names(&events), own.keys().cloned().collect(), "{game}");
        check_fields("Event", Some(game), &own);
        let mut commands = of("Command");
        let terms = roster::find(game).unwrap().vocabulary().commands;
        let known = terms.iter().map(|term| term.name.to_owned());
        assert_eq!(names(&commands), known.collect(), "{game}");
        for example in &mut commands {
            example.json.as_object_mut().unwrap().remove("gameCode");
            check(example, real.legal.get(&example.name));
        }
        let acks = of("Ack");
        for example in &acks {
            check(example, real.acks.get(&example.name));
        }
        let views = acks.iter().map(|example| &example.json["view"]);
        let real_views = real.acks["sync"].iter().map(|ack| &ack["view"]);
        assert_eq!(fields(views), fields(real_views), "a view of {game}");
    }
}

/// Whoever follows the page gets the cards that the house deals.
#[test]
fn the_example_of_fair_cards_is_what_the_house_computes() {
    let examples = examples("Fair cards");
    let [example] = examples.as_slice() else {
        panic!("there is one example")
    };
    let text = |field: &str| example.json[field].as_str().unwrap().to_owned();
    let secret = Secret::try_from(text("secret")).unwrap();
    assert_eq!(secret.commitment().to_string(), text("commitment"));
    let entropy = example.json["entropy"].as_array().unwrap();
    let entropy = entropy
        .iter()
        .map(|seat| seat.as_str().map(|hex| Entropy::new(hex).unwrap()));
    let entropy = BySeat::from(entropy.collect::<Vec<_>>());
    let number = example.json["gameNumber"].as_u64().unwrap() as u32;
    let code: GameCode = text("gameCode").parse().unwrap();
    let key = fair::key(&secret, code.as_str(), number, &entropy);
    // A key has the form of a secret: 32 bytes.
    let bytes = bytes_of(&text("key"));
    assert!(key == Key::new(bytes), "the key is another");
    let mut rng = key.stream(&text("stream"));
    let words: Vec<u32> = (0..4).map(|_| rng.next_u32()).collect();
    assert_eq!(json!(words), example.json["words"]);
    let cribbage = roster::find("cribbage").unwrap();
    let game = cribbage.start(&Value::Null).unwrap();
    let drawn = game.draw(&key, 0).map(|draw| draw.value());
    assert_eq!(drawn, Some(example.json["input"].clone()));
}

const CODES: [&str; 38] = [
    codes::MALFORMED,
    codes::TOO_LARGE,
    codes::RATE_LIMITED,
    codes::NOT_FOUND,
    codes::FULL,
    codes::NOT_SEATED,
    codes::ALREADY_SEATED,
    codes::NAME_TAKEN,
    codes::NOT_HOST,
    codes::STALE,
    codes::NOT_STARTED,
    codes::OVER,
    codes::OLD_RULES,
    codes::NOT_YOUR_TURN,
    codes::ILLEGAL,
    codes::OPTIONS_INVALID,
    codes::UNAVAILABLE,
    codes::TOO_MANY,
    // The house reads journals, tables do not.
    "table/damaged",
    // Only by HTTP, where browsers say which page asks.
    "wire/origin",
    // Only by HTTP, where finished games are shown again.
    "table/not_over",
    "table/no_adviser",
    // Only by HTTP, where games that were played elsewhere are added to a history.
    codes::CLAIM_UNPROVED,
    codes::CLAIM_SHARED,
    codes::CLAIM_TOO_MANY,
    // The house knows players by tokens, tables do not.
    "token/unknown",
    "token/revoked",
    "token/expired",
    "token/too_many",
    "token/no_such_code",
    // Only by HTTP, where the deals of days and duplicates are looked at.
    "daily/not_played",
    "daily/no_such_day",
    "daily/secret_kept",
    "duplicate/not_over",
    "duplicate/no_match",
    // The house reads the other table of a duplicate, tables do not.
    "duplicate/other_table",
    // An operator keeps people and names out.
    "house/banned",
    "house/name_refused",
];

/// Wild dice are rare in shops: one slot in some five hundred has one. Luck is fixed by the
/// entropy that is counted up, so the wait is always the same, and far below this.
const LONGEST_WAIT_FOR_A_WILD_DIE: u32 = 200;

/// A JSON block of the page.
#[derive(Debug)]
struct Example {
    /// The name in the heading.
    name: String,
    /// The game that it is of, where the page says so.
    game: Option<String>,
    json: Value,
}

impl Example {
    fn must_be_known_to_its_game(&self, command: &Command) {
        let Command::Act { name, payload } = command else {
            return;
        };
        let game = self.game.as_deref().unwrap_or("cribbage");
        let game = roster::find(game).unwrap().start(&Value::Null).unwrap();
        let setting = Setting {
            key: &Key::from_seed(0),
            draws: 0,
            seating: &Seating::new(BySeat::from(Vec::new())),
        };
        // It is nobody's turn yet, so all that a game can refuse is what it cannot read.
        let refusal = game.command(Seat(0), name, payload, &setting);
        let refusal = refusal.expect("a command of the game").unwrap_err();
        assert_eq!(refusal.code, codes::NOT_YOUR_TURN, "{name}: {refusal}");
    }
}

/// The JSON blocks after `what:`, or `what of <game>:`.
fn examples(what: &str) -> Vec<Example> {
    let (mut heading, mut caption) = ("", "");
    let mut examples = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            heading = line.split('`').nth(1).unwrap_or_default();
        } else if line == "```json" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let json = serde_json::from_str(&block.join("\n"));
            let json = json.unwrap_or_else(|error| panic!("{heading}, {caption} {error}"));
            let (word, game) = words(caption);
            let (name, game) = (heading.to_owned(), game.map(str::to_owned));
            if word == what {
                examples.push(Example { name, game, json });
            }
        } else if !line.is_empty() {
            caption = line;
        }
    }
    assert!(!examples.is_empty(), "there is an example of {what}");
    examples
}

/// What a block is, and of which game.
fn words(caption: &str) -> (&str, Option<&str>) {
    let known = ["Command", "Ack", "Refusal", "Event", "Fair cards"];
    let caption = caption.strip_suffix(':').unwrap_or_default();
    let (word, game) = match caption.split_once(" of ") {
        Some((word, game)) => (word, Some(game)),
        None => (caption, None),
    };
    assert!(
        known.contains(&word),
        "what is the block after {caption:?}?"
    );
    (word, game)
}

fn name_of(parsed: &Parsed) -> &str {
    let Parsed::AtTable { request, .. } = parsed else {
        return match parsed {
            Parsed::Create(_) => "create_game",
            Parsed::Tokens(Tokens::New { .. }) => "new_token",
            Parsed::Tokens(Tokens::List) => "list_tokens",
            Parsed::Tokens(Tokens::Revoke { .. }) => "revoke_token",
            Parsed::Tokens(Tokens::NewCode) => "new_code",
            Parsed::Tokens(Tokens::UseCode { .. }) => "use_code",
            _ => "list_games",
        };
    };
    match &request.command {
        Command::Join { .. } => "join_game",
        Command::Watch { .. } => "watch_game",
        Command::Sync { .. } => "sync",
        Command::AddBot { .. } => "add_bot",
        Command::RemoveSeat { .. } => "remove_seat",
        Command::Leave => "leave_game",
        Command::Offer { .. } => "offer_seat",
        Command::Rematch { .. } => "rematch",
        Command::Advise => "advise",
        Command::AddEntropy { .. } => "add_entropy",
        Command::Share => "share_game",
        Command::Unshare { .. } => "unshare_game",
        Command::Act { name, .. } => name,
    }
}

/// An example that no table answers has the fields of its type.
#[track_caller]
fn has_shape(example: &Example, real: Value) {
    assert_eq!(shape(&example.json), shape(&real), "{}", example.name);
}

/// An example has exactly the fields of some real message.
#[track_caller]
fn check(example: &Example, real: Option<&Vec<Value>>) {
    let name = &example.name;
    let real = real.unwrap_or_else(|| panic!("{name} never came"));
    let found = shape(&example.json);
    let shapes: BTreeSet<Shape> = real.iter().map(shape).collect();
    let differs = |other: &Shape| {
        found
            .symmetric_difference(other)
            .cloned()
            .collect::<Shape>()
    };
    if !shapes.contains(&found) {
        let nearest = shapes.iter().map(differs).min_by_key(Shape::len);
        panic!("the example of {name} differs from any real one, at best in {nearest:?}");
    }
}

/// All examples of a name together have every field that real messages have. Commands
/// and acks of cribbage are those of any game.
fn check_fields(what: &str, game: Option<&str>, real: &BTreeMap<String, Vec<Value>>) {
    let of_game = |example: &Example| example.game.as_deref() == game;
    let examples: Vec<Example> = examples(what).into_iter().filter(of_game).collect();
    for (name, messages) in real {
        let of_name = examples.iter().filter(|example| example.name == *name);
        let found = fields(of_name.map(|example| &example.json));
        assert_eq!(found, fields(messages), "{what} {name}");
    }
}

fn fields<'a>(messages: impl IntoIterator<Item = &'a Value>) -> BTreeSet<&'a str> {
    let objects = messages.into_iter().filter_map(Value::as_object);
    objects
        .flat_map(|object| object.keys())
        .map(String::as_str)
        .collect()
}

/// The paths of a value, each with the kind of what is there.
type Shape = BTreeSet<String>;

fn shape(value: &Value) -> Shape {
    let mut paths = Shape::new();
    walk(value, String::new(), &mut paths);
    paths
}

/// Lists are as their first element. What is kept for each player counts once.
fn walk(value: &Value, path: String, paths: &mut Shape) {
    let leaf = match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                let name = if is_player(name) { "<player>" } else { name };
                walk(value, format!("{path}.{name}"), paths);
            }
            return;
        }
        Value::Array(items) if !items.is_empty() => {
            return walk(&items[0], format!("{path}[]"), paths);
        }
        Value::Object(_) => "nothing",
        Value::Array(_) => "none",
        Value::String(_) => "text",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    };
    paths.insert(format!("{path} {leaf}"));
}

/// The ids of people in tests, or a UUID.
fn is_player(name: &str) -> bool {
    PEOPLE.contains(&name) || name.len() == 36 && name.matches('-').count() == 4
}

fn bytes_of(hex: &str) -> [u8; 32] {
    let byte = |place: usize| u8::from_str_radix(&hex[2 * place..][..2], 16).unwrap();
    std::array::from_fn(byte)
}

/// Everything that was said at some tables.
#[derive(Default)]
struct Heard {
    events: BTreeMap<String, Vec<Value>>,
    acks: BTreeMap<String, Vec<Value>>,
    refusals: Vec<Value>,
    /// The commands that seats were offered.
    legal: BTreeMap<String, Vec<Value>>,
}

impl Heard {
    /// Everything that a table of cribbage for two can say.
    fn at_cribbage() -> Heard {
        let mut heard = Heard::default();
        heard.opening();
        heard.keys();
        for counting in ["auto", "manual", "muggins"] {
            heard.whole_evening(counting);
        }
        heard
    }

    /// Everything that a table of Texas 42 can say.
    fn at_texas42() -> Heard {
        let mut heard = Heard::default();
        let rng = &mut Rng::from_seed(3);
        for (_, options) in roster::find("texas42").unwrap().presets() {
            let more = json!({ "options": options, "table": { "pace": "instant" } });
            let mut house = House::open("texas42", more);
            for who in &PEOPLE[1..] {
                house.ok(who, "join_game", json!({ "nickname": who }));
            }
            heard.send(&mut house, "ann", "place_bid", json!({ "bid": 29 }));
            heard.send(&mut house, "ann", "play_domino", json!({ "domino": "6-4" }));
            heard.play(&mut house, rng);
            heard.listen(&house);
        }
        heard
    }

    /// The events that a game adds to those of every table, and those it adds fields to.
    fn own_events(&self, game: &str) -> BTreeMap<String, Vec<Value>> {
        let terms = roster::find(game).unwrap().vocabulary().events;
        let is_own = |name: &str| {
            let named = terms.iter().any(|term| term.name == name);
            named || name == "game_finished" || name.ends_with("_invalid")
        };
        let events = self.events.clone().into_iter();
        events.filter(|(name, _)| is_own(name)).collect()
    }

    /// Everything that tables of dice can say, alone and in a race.
    fn at_dice() -> Heard {
        let mut heard = Heard::default();
        let rng = &mut Rng::from_seed(5);
        // Easy enough to come far, and rich enough to buy anything.
        let easy = json!({ "cash": 1000, "first_target": 1, "win_round": 8 });
        for luck in 0..LONGEST_WAIT_FOR_A_WILD_DIE {
            let entropy = format!("{luck:032x}");
            let table = json!({ "pace": "instant" });
            let more = json!({ "options": easy, "entropy": entropy, "table": table });
            heard.play_dice(&mut House::open("dice", more), rng);
            if heard.events.contains_key("wild_set") {
                break;
            }
        }
        let race = json!({ "seats": 2, "win_round": 3 });
        let more = json!({ "options": race, "table": { "pace": "instant" } });
        let mut house = House::open("dice", more);
        house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
        heard.play_dice(&mut house, rng);
        heard
    }

    fn play_dice(&mut self, house: &mut House, rng: &mut Rng) {
        self.play(house, rng);
        self.listen(house);
    }

    fn opening(&mut self) {
        let payload = json!({ "game": "cribbage", "nickname": "Ann" });
        let Ok(Parsed::Create(create)) = read("create_game", &payload) else {
            panic!("it can be read")
        };
        let opening = Opening {
            code: CODE.parse().unwrap(),
            kind: roster::find("cribbage").unwrap(),
            player: id("ann"),
            secret: Secret::new([7; 32]),
            create,
            dealt: None,
        };
        let (_, effects) = Table::open(Millis(0), opening).unwrap();
        let acks = effects.iter().filter_map(|effect| match effect {
            Effect::Ack(answer) => Some(answer.to_json().value()),
            _ => None,
        });
        self.acks.insert("create_game".to_owned(), acks.collect());
        let impossible = json!({ "options": { "seats": 9 }, "table": { "clockSeconds": 1 } });
        let refused = House::try_open("cribbage", impossible).err().unwrap();
        self.refusals.push(json!({ "ok": false, "error": refused }));
    }

    /// Ann shows a private table to somebody, and then no longer.
    fn keys(&mut self) {
        let mut house = House::open("cribbage", json!({ "private": true }));
        let shared = self.send(&mut house, "ann", "share_game", json!({}));
        let share = json!({ "share": shared["share"] });
        self.send(&mut house, "ann", "unshare_game", share);
    }

    /// Ann and Bob play twice, with everything that may happen around a game.
    fn whole_evening(&mut self, counting: &str) {
        let options = json!({ "target": 61, "counting": counting });
        let settings = json!({ "pace": "fast", "hints": true, "clockSeconds": 30 });
        let mut house = House::open("cribbage", json!({ "options": options, "table": settings }));
        let (ann, bob) = ("ann", "bob");
        let rng = &mut Rng::from_seed(2);
        self.send(
            &mut house,
            ann,
            "add_bot",
            json!({ "seat": 1, "level": "random" }),
        );
        self.send(&mut house, ann, "remove_seat", json!({ "seat": 1 }));
        let join = json!({ "nickname": "Bob", "entropy": "b2".repeat(16) });
        self.send(&mut house, bob, "join_game", join);
        self.send(&mut house, "cat", "watch_game", json!({}));
        house.tick(seconds(2));
        self.mistakes(&mut house);
        house.disconnect(bob);
        house.tick(seconds(61));
        house.connect(bob);
        self.play(&mut house, rng);
        let since = house.table.seq(Viewer::Seat(Seat(1))) - 1;
        self.send(&mut house, bob, "sync", json!({ "since": since }));
        let entropy = json!({ "entropy": "c3".repeat(16) });
        self.send(&mut house, ann, "add_entropy", entropy.clone());
        self.send(&mut house, ann, "rematch", json!({}));
        self.send(&mut house, bob, "rematch", entropy);
        house.tick(seconds(2));
        self.send(&mut house, bob, "leave_game", json!({}));
        self.send(&mut house, ann, "offer_seat", json!({ "seat": 1 }));
        self.send(&mut house, "cat", "join_game", json!({ "nickname": "Cat" }));
        self.send(&mut house, "cat", "leave_game", json!({}));
        self.send(&mut house, ann, "leave_game", json!({}));
        assert!(house.closed, "nobody is left");
        self.listen(&house);
    }

    fn mistakes(&mut self, house: &mut House) {
        self.send(house, "ann", "play_card", json!({ "card": "AH" }));
        self.send(house, "ann", "discard_cards", json!({ "cards": ["AH"] }));
        self.send(house, "dan", "join_game", json!({ "nickname": "Dan" }));
    }

    /// People do anything legal until the game is over, as often the last thing on
    /// the list as any: passing and laying down come last.
    fn play(&mut self, house: &mut House, rng: &mut Rng) {
        while house.table.stage() == Stage::Playing {
            let moved = PEOPLE.iter().any(|who| self.moves(house, who, rng));
            if !moved {
                house.tick(seconds(1));
            }
        }
    }

    fn moves(&mut self, house: &mut House, who: &str, rng: &mut Rng) -> bool {
        let seen = self.send(house, who, "sync", json!({}));
        let legal = commands(&seen["legal"]);
        let any = match rng.below(2) {
            _ if seen["view"]["run"].is_object() => choose_dice(&seen, &legal, rng),
            0 => legal.last().cloned(),
            _ => rng.choose(&legal).cloned(),
        };
        let Some((name, payload)) = any else {
            return false;
        };
        keep(&mut self.legal, &name, payload.clone());
        self.send(house, who, &name, payload);
        true
    }

    fn send(&mut self, house: &mut House, who: &str, name: &str, payload: Value) -> Value {
        let ack = house.send(who, name, payload);
        match ack["ok"] == json!(true) {
            true => keep(&mut self.acks, name, ack.clone()),
            false => self.refusals.push(ack.clone()),
        }
        ack
    }

    /// Keeps what everybody at a table heard.
    fn listen(&mut self, house: &House) {
        for heard in Viewer::all(house.table.n_seats()).flat_map(|viewer| &house.heard[&viewer]) {
            keep(&mut self.events, &heard.name, heard.payload.clone());
        }
        for state in &house.states {
            keep(&mut self.events, "state", state.clone());
        }
        for (name, code) in &house.invalid {
            keep(&mut self.events, name, json!(["a sentence", code]));
        }
    }
}

/// Anything legal, but a wild die is bought and set when it can be, and a run ends some time.
fn choose_dice(seen: &Value, legal: &[(String, Value)], rng: &mut Rng) -> Option<(String, Value)> {
    let named = |name: &str| legal.iter().find(|command| command.0 == name).cloned();
    let offers = seen["view"]["run"]["shop"]["offers"].as_array();
    let wild = offers.and_then(|offers| offers.iter().find(|offer| offer["name"] == "wild"));
    let buy_wild = wild.and_then(|wild| {
        let bought = |command: &&(String, Value)| command.1["offer"] == wild["id"];
        legal.iter().find(bought).cloned()
    });
    buy_wild
        .or_else(|| named("stop_run"))
        .or_else(|| named("set_wild").filter(|_| rng.below(4) == 0))
        .or_else(|| rng.choose(legal).cloned())
}

fn keep(all: &mut BTreeMap<String, Vec<Value>>, name: &str, value: Value) {
    all.entry(name.to_owned()).or_default().push(value);
}
