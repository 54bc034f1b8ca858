//! The messages of whole games, field by field, and commands written and read back.

use crate::{Action, Bid, Call, Declaration, Event, Mode, Options, Phase, Texas42};
use kernel::{Game, Input, Key, Payload, Rng, Seat, Viewer};
use pieces::{Domino, DominoSet};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::messages::{HeardMessage, by_message, each_message, read_back, vocabulary_is};

/// The fields that each message must have by the protocol.
const FIELDS: &[(&str, &[&str])] = &[
    ("shaker_drawn", &["shakerUuid"]),
    (
        "dominoes_dealt",
        &[
            "playerHand",
            "handCounts",
            "shakerUuid",
            "turnOrder",
            "hand",
            "gamePhase",
        ],
    ),
    ("waiting_for_bid", &["currentTurn"]),
    (
        "bid_placed",
        &["playerUuid", "bid", "bids", "highBid", "nextTurn"],
    ),
    (
        "bidding_won",
        &[
            "playerUuid",
            "bid",
            "biddingTeam",
            "currentTurn",
            "gamePhase",
        ],
    ),
    ("hand_thrown_in", &["shakerUuid", "nextShakerUuid"]),
    (
        "trump_named",
        &["playerUuid", "trump", "sitsOut", "currentTurn", "gamePhase"],
    ),
    (
        "domino_played",
        &[
            "playedBy",
            "domino",
            "currentTrick",
            "ledSuit",
            "handCounts",
            "nextTurn",
        ],
    ),
    (
        "trick_won",
        &[
            "playerUuid",
            "side",
            "trick",
            "plays",
            "points",
            "breakdown",
            "taken",
            "nextTurn",
        ],
    ),
    ("hand_laid_down", &["playerUuid", "dominoes"]),
    (
        "hand_scored",
        &[
            "bidderUuid",
            "biddingTeam",
            "bid",
            "trump",
            "points",
            "bidMade",
            "sentence",
            "laidDownBy",
            "biddingTeamMarks",
            "opposingTeamMarks",
            "awards",
            "breakdown",
            "history",
            "totals",
            "strokes",
            "scores",
            "p1Score",
            "p2Score",
            "p3Score",
            "p4Score",
        ],
    ),
];

type Told<'a> = HeardMessage<'a, Texas42>;

/// Plays a game and shows every message to every viewer.
fn tell(options: Options, seed: u64, look: impl FnMut(&Told<'_>)) {
    each_message(options, seed, choose, look);
}

/// Any legal action, but a pass as often as a bid (some hands are then thrown in), and each rare
/// contract equally often.
fn choose(legal: &[Action], rng: &mut Rng) -> Action {
    let rare = [
        Action::Bid(Call::Pass),
        Action::Name(Declaration::Nello),
        Action::Name(Declaration::Sevens),
    ];
    let rare: Vec<Action> = rare.into_iter().filter(|it| legal.contains(it)).collect();
    match rng.choose(&rare) {
        Some(action) if rng.below(2) == 0 => *action,
        _ => *rng.choose(legal).unwrap(),
    }
}

fn seen(game: &Texas42, viewer: Viewer) -> Value {
    let view = kernel::AnyGame::wire_view(game, viewer, &testkit::seating(4), true);
    view.into_value().value()
}

/// Three games at every named table, with their seeds.
fn tables() -> impl Iterator<Item = (u64, Options)> {
    let presets = Texas42::presets().into_iter();
    presets.flat_map(|preset| (0..3).map(move |seed| (seed, preset.options.clone())))
}

#[test]
fn every_message_has_exactly_the_fields_of_the_protocol() {
    let fields = by_message(FIELDS);
    let mut told_of = BTreeSet::new();
    for (seed, options) in tables() {
        tell(options, seed, |told| {
            let found = told.payload.as_object().unwrap().keys();
            let found: BTreeSet<&str> = found.map(String::as_str).collect();
            assert_eq!(Some(&found), fields.get(told.name), "{}", told.name);
            told_of.insert(told.name.to_owned());
        });
    }
    let listed: BTreeSet<String> = fields.keys().map(|&name| name.to_owned()).collect();
    assert_eq!(told_of, listed);
}

#[test]
fn the_vocabulary_has_every_message_and_every_command() {
    vocabulary_is::<Texas42>(FIELDS, 4);
}

/// Every message satisfies the JSON Schema of its type: no field is missing or unknown.
#[test]
fn the_types_of_the_vocabulary_are_those_of_the_messages() {
    let mut generator = schemars::SchemaGenerator::default();
    for (name, fields) in FIELDS {
        let terms = super::WIRE.vocabulary.events;
        let term = terms.iter().find(|term| term.name == *name).unwrap();
        let _ = term.schema(&mut generator);
        let mut declarations = kernel::Declarations::default();
        term.declare(&mut declarations);
        let text: String = declarations.iter().map(|(_, text)| text).collect();
        for field in *fields {
            assert!(text.contains(field), "{name}: {field} is not in {text}");
        }
    }
}

/// The dominoes that a viewer may know just after an event, by the rules alone.
fn may_know(told: &Told<'_>) -> DominoSet {
    let table = told.after.table();
    // Tricks that are gathered in were seen by everybody.
    let hands = table.hand.iter().chain(&table.scored);
    let mut open: DominoSet = hands
        .flat_map(|hand| hand.plays())
        .map(|play| play.domino)
        .collect();
    if let Viewer::Seat(seat) = told.viewer {
        open |= told.after.hand(seat);
    }
    if let Event::LaidDown { dominoes, .. } = told.event {
        open |= *dominoes;
    }
    open
}

#[test]
fn no_message_names_a_domino_that_its_viewer_may_not_know() {
    let mut n_dominoes = 0;
    for (seed, options) in tables() {
        tell(options, seed, |told| {
            let known = may_know(told);
            for domino in dominoes_in(&told.payload) {
                n_dominoes += 1;
                let (name, viewer) = (told.name, told.viewer);
                assert!(known.contains(domino), "{name} to {viewer}: {domino}");
            }
            let table = told.after.table();
            let played = table.hand.iter().flat_map(|hand| hand.plays());
            let mut known: DominoSet = played.map(|play| play.domino).collect();
            if let Viewer::Seat(seat) = told.viewer {
                known |= told.after.hand(seat);
            }
            for domino in dominoes_in(&seen(told.after, told.viewer)) {
                assert!(known.contains(domino), "a view of {}", told.viewer);
            }
        });
    }
    assert!(n_dominoes > 10_000, "{n_dominoes}");
}

/// Every domino in a value, in a text of its own or within a sentence.
fn dominoes_in(value: &Value) -> Vec<Domino> {
    match value {
        Value::String(text) => text
            .split([' ', ',', ':'])
            // A number such as 14 could be read as a domino too.
            .filter(|word| word.contains('-'))
            .filter_map(|word| word.parse().ok())
            .collect(),
        Value::Array(items) => items.iter().flat_map(dominoes_in).collect(),
        Value::Object(fields) => {
            let keys = fields.keys().filter_map(|key| key.parse().ok());
            keys.chain(fields.values().flat_map(dominoes_in)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_legal_action_is_read_back_from_its_command() {
    let mut commands = BTreeSet::new();
    for (seed, options) in tables() {
        tell(options, seed, |told| {
            let Some(seat) = told.viewer.seat() else {
                return;
            };
            commands.extend(read_back(told.after, seat));
        });
    }
    let names: Vec<&str> = commands.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        ["lay_down", "name_trump", "place_bid", "play_domino"]
    );
}

#[test]
fn views_say_of_each_domino_whether_it_may_be_played_and_why_not() {
    let mut reasons = BTreeSet::new();
    let mut phases = BTreeSet::new();
    for (seed, options) in tables() {
        tell(options, seed, |told| {
            let view = seen(told.after, told.viewer);
            phases.insert(view["phase"].as_str().unwrap().to_owned());
            let playing = match told.after.table().phase {
                Phase::Playing(seat) => told.viewer.is(seat),
                _ => false,
            };
            let playable: Vec<&Value> = view["playable"].as_array().unwrap().iter().collect();
            let unplayable = view["unplayable"].as_array().unwrap();
            if !playing {
                assert!(playable.is_empty() && unplayable.is_empty());
                return;
            }
            let legal = testkit::messages::legal(told.after, told.viewer.seat().unwrap());
            let legal = legal.as_array().unwrap().iter();
            let legal = legal.filter_map(|command| command["play_domino"].get("domino"));
            assert_eq!(playable, legal.collect::<Vec<_>>());
            let held = view["playerHand"].as_array().unwrap().len();
            assert_eq!(playable.len() + unplayable.len(), held);
            for refused in unplayable {
                let domino: Domino = refused["domino"].as_str().unwrap().parse().unwrap();
                let seat = told.viewer.seat().unwrap();
                let action = Action::Play(domino);
                let refusal = Game::decide(told.after, &Input::Act { seat, action }).unwrap_err();
                assert_eq!(refused["message"], refusal.to_string());
                assert_eq!(refused["reason"].as_str(), refusal.reason());
                reasons.insert(refusal.reason().unwrap());
            }
        });
    }
    let all: Vec<&str> = reasons.into_iter().collect();
    assert_eq!(all, ["must_follow_suit", "must_play_nearest"]);
    let phases: Vec<String> = phases.into_iter().collect();
    assert_eq!(phases, ["bidding", "dealing", "naming", "playing"]);
}

#[test]
fn what_is_told_of_a_hand_adds_up() {
    for (seed, options) in tables() {
        let marks = options.mode == Mode::Marks;
        let mut taken = json!(null);
        tell(options, seed, |told| {
            if told.viewer != Viewer::Spectator {
                return;
            }
            let payload = &told.payload;
            match told.name {
                "trick_won" => {
                    let lines = payload["breakdown"].as_array().unwrap().iter();
                    let sum: i64 = lines.map(|line| line["points"].as_i64().unwrap()).sum();
                    assert_eq!(payload["points"], sum);
                    taken = payload["taken"].clone();
                }
                "hand_scored" => {
                    let history = payload["history"].as_array().unwrap();
                    assert_eq!(history.last().unwrap()["sentence"], payload["sentence"]);
                    for side in ["northSouth", "eastWest"] {
                        if payload["laidDownBy"].is_null() {
                            assert_eq!(payload["points"][side], taken[side]["points"]);
                        }
                        let strokes = payload["strokes"][side].as_array().unwrap().len();
                        let drawn = if marks {
                            payload["totals"][side].as_u64()
                        } else {
                            Some(0)
                        };
                        assert_eq!(Some(strokes as u64), drawn);
                    }
                    assert_eq!(payload["p1Score"], payload["totals"]["northSouth"]);
                    assert_eq!(payload["p4Score"], payload["scores"]["uuid-1"]);
                }
                _ => {}
            }
        });
    }
}

/// After the last trick of a hand nobody is asked, and after any other the winner is.
#[test]
fn the_next_turn_after_a_trick_is_who_is_really_asked() {
    let mut checked = 0;
    for (seed, options) in tables() {
        let mut last: Option<Value> = None;
        tell(options, seed, |told| {
            if told.viewer != Viewer::Spectator {
                return;
            }
            if let Some(next) = last.take() {
                assert_eq!(next.is_null(), told.name == "hand_scored", "{next}");
                checked += 1;
            }
            if told.name == "trick_won" {
                last = Some(told.payload["nextTurn"].clone());
            }
        });
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn the_dominoes_fly_until_everything_is_told() {
    let options = Options {
        first_shaker: Some(Seat(0)),
        ..Options::default()
    };
    let mut game = Texas42::new(options).unwrap();
    let chance = game.draw(&Key::from_seed(1).draw(0));
    for event in Game::decide(&game, &Input::Chance(chance)).unwrap() {
        Game::evolve(&mut game, &event);
    }
    let phase = |settled| {
        let view =
            kernel::AnyGame::wire_view(&game, Viewer::Spectator, &testkit::seating(4), settled);
        view.into_value().value()["phase"].clone()
    };
    assert_eq!(
        (phase(false), phase(true)),
        (json!("dealing"), json!("bidding"))
    );
}

#[track_caller]
fn check_command(name: &str, payload: Value, expect: Result<Action, &str>) {
    testkit::messages::check_command(super::read(name, payload.as_object().unwrap()), expect);
}

#[test]
fn commands_are_read_in_every_form() {
    let bid = |bid| Ok(Action::Bid(Call::Bid(bid)));
    check_command(
        "place_bid",
        json!({ "bid": "pass" }),
        Ok(Action::Bid(Call::Pass)),
    );
    check_command("place_bid", json!({ "bid": 31 }), bid(Bid::Points(31)));
    check_command("place_bid", json!({ "bid": 42 }), bid(Bid::Marks(1)));
    check_command(
        "place_bid",
        json!({ "bid": { "marks": 2 } }),
        bid(Bid::Marks(2)),
    );
    check_command(
        "place_bid",
        json!({ "bid": { "plunge": 4 } }),
        bid(Bid::Plunge(4)),
    );
    check_command(
        "place_bid",
        json!({ "bid": { "splash": 2 } }),
        bid(Bid::Splash(2)),
    );
    for declaration in Declaration::ALL {
        let name = json!({ "trump": declaration.name() });
        check_command("name_trump", name, Ok(Action::Name(declaration)));
    }
    let six_four = Ok(Action::Play("6-4".parse().unwrap()));
    check_command("play_domino", json!({ "domino": "6-4" }), six_four);
    check_command("play_domino", json!({ "domino": "4-6" }), six_four);
    check_command("lay_down", json!({}), Ok(Action::LayDown));
    assert!(super::read("play_card", &Payload::new()).is_none());
}

#[test]
fn what_cannot_be_read_is_refused_with_a_sentence() {
    check_command("place_bid", json!({}), Err("there is no \"bid\""));
    check_command(
        "place_bid",
        json!({ "bid": "thirty" }),
        Err("must be a bid: pass, 30 to 41"),
    );
    check_command(
        "place_bid",
        json!({ "bid": { "marks": 1, "plunge": 4 } }),
        Err("one word only"),
    );
    check_command("place_bid", json!({ "bid": 1000 }), Err("a bid"));
    check_command(
        "name_trump",
        json!({ "trump": "hearts" }),
        Err("trump: the declaration cannot be \"hearts\": it must be blanks"),
    );
    check_command("name_trump", json!({ "trump": 6 }), Err("trump: "));
    check_command("play_domino", json!({ "domino": "7-1" }), Err("domino: "));
    check_command("play_domino", json!({ "domino": null }), Err("domino: "));
}

#[test]
fn refused_bids_and_dominoes_are_announced() {
    let announced = super::WIRE
        .vocabulary
        .commands
        .iter()
        .map(|term| super::refused_as(term.name));
    let expect = [Some("bid_invalid"), None, Some("play_domino_invalid"), None];
    assert!(announced.eq(expect));
}

/// The names on the wire must equal the game's own.
#[test]
fn names_on_the_wire_are_those_of_the_game() {
    let same = |wire: Value, own: Value| assert_eq!(wire, own);
    for declaration in Declaration::ALL {
        let wire = super::say::TrumpName::from(declaration);
        same(json!(wire), json!(declaration));
    }
    let bids = [
        Bid::Points(30),
        Bid::Marks(2),
        Bid::Plunge(4),
        Bid::Splash(3),
    ];
    for call in bids.map(Call::Bid).into_iter().chain([Call::Pass]) {
        same(json!(super::say::Call::from(call)), json!(call));
    }
    for side in [crate::NORTH_SOUTH, crate::EAST_WEST] {
        let wire = super::say::Team::from(side);
        same(json!(wire), json!(crate::side_key(side)));
    }
}
