//! The messages of whole games, field by field, and commands written and read back.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Game, Input, Key, Rng, Seat, Viewer};
use pieces::{Card, CardSet};
use serde_json::{Value, json};
use testkit::messages::{HeardMessage, each_message, read_back};

use crate::state::Phase;
use crate::{Action, Cribbage, Options};

/// The fields of a counted hand or crib besides its owner.
const COUNTED: [&str; 9] = [
    "cards",
    "score",
    "breakdown",
    "totals",
    "newScore",
    "pegPosition",
    "scores",
    "p1Score",
    "p2Score",
];

/// The fields that each message must have by the protocol. `scores` also stands for `p1Score` and
/// so on.
const FIELDS: &[(&str, &[&str])] = &[
    ("dealer_cut", &["cuts", "dealerUuid"]),
    (
        "cards_dealt",
        &["playerHand", "p1Nickname", "p2Nickname", "gamePhase"],
    ),
    ("waiting_for_discard", &[]),
    ("cards_discarded", &["playerUuid", "count"]),
    ("both_discarded", &["cribCount", "currentTurn", "gamePhase"]),
    (
        "starter_cut",
        &["card", "breakdown", "scores", "p1Score", "p2Score"],
    ),
    ("pegging_started", &["currentTurn"]),
    (
        "card_played",
        &[
            "playedCard",
            "playedBy",
            "runningTotal",
            "score",
            "breakdown",
            "nextTurn",
            "playedCards",
            "scores",
            "p1Score",
            "p2Score",
        ],
    ),
    ("go_said", &["playerUuid"]),
    ("count_reset", &["nextTurn"]),
    ("pegging_finished", &[]),
    ("hand_scored", &["playerUuid"]),
    ("crib_scored", &["dealerUuid"]),
    (
        "hand_shown",
        &["playerUuid", "kind", "cards", "currentTurn"],
    ),
    (
        "count_claimed",
        &["playerUuid", "points", "score", "scores", "p1Score"],
    ),
    (
        "muggins_claimed",
        &["playerUuid", "points", "score", "scores", "p1Score"],
    ),
];

type Told<'a> = HeardMessage<'a, Cribbage>;

/// Plays a random game and shows every message to every viewer.
fn tell(options: Options, seed: u64, look: impl FnMut(&Told<'_>)) {
    let anything = |legal: &[Action], rng: &mut Rng| rng.choose(legal).unwrap().clone();
    each_message(options, seed, anything, look);
}

#[test]
fn every_message_has_the_fields_of_the_protocol() {
    let fields: BTreeMap<&str, &[&str]> = FIELDS.iter().copied().collect();
    let mut seen = BTreeSet::new();
    for preset in Cribbage::presets() {
        tell(preset.options, 1, |told| {
            let wanted = fields
                .get(told.name)
                .unwrap_or_else(|| panic!("{} is no message", told.name));
            let counted: &[&str] = match told.name {
                "hand_scored" | "crib_scored" => &COUNTED,
                _ => &[],
            };
            for field in wanted.iter().chain(counted) {
                let there = told.payload.get(field).is_some();
                assert!(there, "{} lacks {field}: {}", told.name, told.payload);
            }
            seen.insert(told.name.to_owned());
        });
    }
    let listed: BTreeSet<String> = fields.keys().map(|&name| name.to_owned()).collect();
    assert_eq!(seen, listed);
}

/// The cards that a viewer may know just after an event, by the rules alone.
fn may_know(game: &Cribbage, viewer: Viewer, told: &Told<'_>) -> CardSet {
    let table = game.table();
    let mut open: CardSet = table.plays.iter().map(|play| play.card).collect();
    open.extend(table.starter);
    if let Phase::Counting(Some(count)) = &table.phase {
        open |= count.cards;
    }
    if let Viewer::Seat(seat) = viewer {
        open |= game.hidden.hands[seat] | game.hidden.thrown[seat];
    }
    match told.name {
        // A cut is open, and a crib is as soon as it is counted, though the cards are gathered in
        // then.
        "dealer_cut" | "crib_scored" => CardSet::FULL,
        _ => open,
    }
}

#[test]
fn no_message_names_a_card_that_its_viewer_may_not_know() {
    let mut n_cards = 0;
    for (seed, preset) in Cribbage::presets().into_iter().enumerate() {
        tell(preset.options, seed as u64, |told| {
            let known = may_know(told.after, told.viewer, told);
            for card in cards_in(&told.payload) {
                n_cards += 1;
                assert!(
                    known.contains(card),
                    "{} to {}: {card}",
                    told.name,
                    told.viewer
                );
            }
        });
    }
    assert!(n_cards > 10_000, "{n_cards}");
}

/// Every card in a value, as object or as text.
fn cards_in(value: &Value) -> Vec<Card> {
    if let Ok(card) = serde_json::from_value::<Card>(value.clone()) {
        return vec![card];
    }
    match value {
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn views_have_the_fields_of_the_protocol_and_its_phases() {
    let fields = [
        "phase",
        "playerHand",
        "handCounts",
        "cribCount",
        "starter",
        "playedCards",
        "runningTotal",
        "scores",
        "pegPositions",
        "currentTurn",
        "turnOrder",
    ];
    let mut phases = BTreeSet::new();
    for preset in Cribbage::presets() {
        tell(preset.options, 3, |told| {
            let seating = testkit::seating(told.after.n_seats());
            let view =
                kernel::AnyGame::wire_view(told.after, told.viewer, &seating, true).into_value();
            let view = view.value();
            for field in fields {
                assert!(view.get(field).is_some(), "{field}");
            }
            phases.insert(view["phase"].as_str().unwrap().to_owned());
        });
    }
    let expect = ["counting", "dealing", "discard", "pegging"];
    assert_eq!(phases.into_iter().collect::<Vec<_>>(), expect);
}

#[test]
fn the_cards_fly_until_everything_is_told() {
    let options = Options {
        first_dealer: Some(Seat(0)),
        ..Options::default()
    };
    let mut game = Cribbage::new(options).unwrap();
    let chance = game.draw(&Key::from_seed(1).draw(0));
    for event in game.decide(&Input::Chance(chance)).unwrap() {
        game.evolve(&event);
    }
    let phase = |settled| {
        let view =
            kernel::AnyGame::wire_view(&game, Viewer::Spectator, &testkit::seating(2), settled);
        view.into_value().value()["phase"].clone()
    };
    assert_eq!(
        (phase(false), phase(true)),
        (json!("dealing"), json!("discard"))
    );
}

#[test]
fn every_legal_action_is_read_back_from_its_command() {
    let mut n_actions = 0;
    for preset in Cribbage::presets() {
        tell(preset.options, 5, |told| {
            let Some(seat) = told.viewer.seat() else {
                return;
            };
            n_actions += read_back(told.after, seat).len();
        });
    }
    assert!(n_actions > 1_000, "{n_actions}");
}

#[track_caller]
fn check_command(name: &str, payload: Value, expect: Result<Action, &str>) {
    testkit::messages::check_command(super::read(name, payload.as_object().unwrap()), expect);
}

#[test]
fn commands_are_read_in_every_notation() {
    let ace = "AH".parse().unwrap();
    let ten_and_ace = "TH AH".parse().unwrap();
    check_command(
        "play_card",
        json!({ "card": { "suit": "hearts", "rank": "A", "value": 9 } }),
        Ok(Action::Play(ace)),
    );
    check_command("play_card", json!({ "card": "AH" }), Ok(Action::Play(ace)));
    check_command(
        "discard_cards",
        json!({ "cards": ["10H", "AH"] }),
        Ok(Action::Discard(ten_and_ace)),
    );
    check_command(
        "discard_cards",
        json!({ "discardedCards": ["TH", "AH"] }),
        Ok(Action::Discard(ten_and_ace)),
    );
    check_command(
        "claim_count",
        json!({ "points": 12 }),
        Ok(Action::Count(12)),
    );
    check_command(
        "claim_muggins",
        json!({ "points": 0 }),
        Ok(Action::Muggins(0)),
    );
    check_command("play_card", json!({}), Err("card"));
    check_command("play_card", json!({ "card": 5 }), Err("card"));
    check_command(
        "discard_cards",
        json!({ "cards": ["AH", "AH"] }),
        Err("AH must be listed once"),
    );
    check_command("claim_count", json!({ "points": -1 }), Err("points"));
    assert!(super::read("place_bid", &kernel::Payload::new()).is_none());
}

/// One message in full, to show any change of its form.
#[test]
fn a_played_card_in_full() {
    let mut first = None;
    let options = Options {
        first_dealer: Some(Seat(0)),
        ..Options::default()
    };
    tell(options, 1, |told| {
        if told.name == "card_played" && first.is_none() {
            first = Some(told.payload.clone());
        }
    });
    let first = first.unwrap();
    let card = first["playedCard"].clone();
    let value = card["value"].clone();
    let expect = json!({
        "playedCard": card, "playedBy": "uuid-1", "runningTotal": value, "score": 0, "breakdown": [],
        "nextTurn": "uuid-0", "playedCards": [{ "playedBy": "uuid-1", "card": card }], "newScore": first["newScore"],
        "pegPosition": first["newScore"], "scores": first["scores"], "p1Score": first["p1Score"], "p2Score": first["p2Score"],
    });
    assert_eq!(first, expect);
}

/// Messages use the same name for a rule as the scorer's answers.
#[test]
fn rules_have_the_names_that_programs_read() {
    for rule in crate::score::Rule::ALL {
        let told = serde_json::to_value(super::messages::Rule::from(rule)).unwrap();
        assert_eq!(told, rule.name());
    }
}
