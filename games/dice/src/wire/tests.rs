//! The messages of whole runs and races, field by field, and commands written and read back.

use crate::{Action, DiceHands, Event, Item, Options, PayRule, RunStep};
use kernel::{Game, Payload, Rng, Say, Seat, Viewer};
use pieces::Die;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use testkit::messages::{by_message, each_moment, vocabulary_is};

/// The fields that each message must have by the protocol. `scores` also stands for the scores by
/// place.
const FIELDS: &[(&str, &[&str])] = &[
    ("round_started", &["round", "target", "boss"]),
    (
        "rerolls_given",
        &["playerUuid", "left", "insured", "locked"],
    ),
    ("dice_rolled", &["playerUuid", "dice"]),
    ("reroll_used", &["playerUuid", "used", "left"]),
    ("dice_picked", &["playerUuid", "dice"]),
    ("dice_rerolled", &["playerUuid", "dice"]),
    ("wild_set", &["playerUuid", "die", "face"]),
    (
        "dice_scored",
        &[
            "playerUuid",
            "hands",
            "layers",
            "total",
            "target",
            "passed",
            "scores",
        ],
    ),
    ("paid", &["playerUuid", "breakdown", "total"]),
    ("die_collected", &["playerUuid", "die"]),
    ("shop_opened", &["playerUuid", "offers", "free"]),
    ("bought", &["playerUuid", "offer", "replace", "price"]),
    ("shop_left", &["playerUuid"]),
    ("run_stopped", &["playerUuid"]),
    ("round_finished", &["playerUuid", "waitingFor"]),
    ("round_ended", &["round", "standings", "scores"]),
];

type EventMoment<'a> = testkit::messages::EventMoment<'a, DiceHands>;

/// Plays a game and shows every moment of it.
fn play(options: Options, seed: u64, look: impl FnMut(&EventMoment<'_>)) {
    let mut n_choices = 0;
    let choose = |legal: &[Action], rng: &mut Rng| {
        n_choices += 1;
        choose(legal, n_choices, rng)
    };
    each_moment(options, seed, choose, look);
}

/// Any legal action, the last of the list more often; a run ends some time.
fn choose(legal: &[Action], n_choices: u64, rng: &mut Rng) -> Action {
    let done = n_choices > 250 && legal.contains(&Action::StopRun);
    match rng.below(2) {
        _ if done => Action::StopRun,
        0 if legal.last() != Some(&Action::StopRun) => legal[legal.len() - 1].clone(),
        _ => rng.choose(legal).unwrap().clone(),
    }
}

fn seen(game: &DiceHands, viewer: Viewer) -> Value {
    let seating = testkit::seating(game.n_seats());
    let view = kernel::AnyGame::wire_view(game, viewer, &seating, true);
    view.into_value().value()
}

/// Rich and easy games, which last long: alone, and a race.
fn tables() -> impl Iterator<Item = (u64, Options)> {
    let easy = |seats| Options {
        seats,
        dice: 6,
        cash: 900,
        first_target: 1,
        win_round: 8,
        ..Options::default()
    };
    let short = Options {
        seats: 2,
        win_round: 2,
        ..Options::default()
    };
    (0..8)
        .map(move |seed| (seed, easy(1)))
        .chain((0..3).map(move |seed| (seed, easy(3))))
        .chain([(1, short)])
}

#[test]
fn every_message_has_exactly_the_fields_of_the_protocol() {
    let fields = by_message(FIELDS);
    let mut told_of = BTreeSet::new();
    for (seed, options) in tables() {
        play(options, seed, |moment| {
            for (name, payload) in moment.messages() {
                let by_place = |field: &&str| field.starts_with('p') && field.ends_with("Score");
                let found = payload.keys().map(String::as_str);
                let found: BTreeSet<&str> = found.filter(|field| !by_place(field)).collect();
                assert_eq!(Some(&found), fields.get(name), "{name}");
                let has_places = payload.contains_key("p1Score");
                assert_eq!(has_places, payload.contains_key("scores"));
                told_of.insert(name.to_owned());
            }
        });
    }
    let mut listed: BTreeSet<String> = fields.keys().map(|&name| name.to_owned()).collect();
    // Wild dice are too rare in shops to meet one here; its message is tested alone.
    assert!(!told_of.contains("wild_set") && listed.remove("wild_set"));
    assert_eq!(told_of, listed);
}

#[test]
fn a_wild_die_is_set() {
    let event = Event::Step {
        seat: Seat(0),
        secret: false,
        step: RunStep::WildSet {
            die: 3,
            face: Die::Six,
        },
    };
    let game = DiceHands::new(Options::default()).unwrap();
    let moment = EventMoment {
        event: &event,
        told: testkit::told(&game, &event),
        after: &game,
    };
    let messages = moment.messages();
    let expect = json!({ "playerUuid": "uuid-0", "die": 3, "face": 6 });
    assert_eq!(messages[0].0, "wild_set");
    assert_eq!(Value::Object(messages[0].1.clone()), expect);
}

#[test]
fn the_vocabulary_has_every_message_and_every_command() {
    vocabulary_is::<DiceHands>(FIELDS, 6);
}

/// In a race the others hear nothing of any step, and nothing waits for it.
#[test]
fn the_steps_of_a_race_are_hidden_from_the_others() {
    let mut hidden = 0;
    for (seed, options) in tables().filter(|(_, options)| options.is_race()) {
        play(options, seed, |moment| {
            let Event::Step { seat, .. } = moment.event else {
                return;
            };
            let says: Vec<&Say> = moment.told.iter().flat_map(|(_, says)| says).collect();
            assert_eq!((says.len(), says[0].pause), (1, Duration::ZERO));
            for (viewer, payloads) in moment.heard() {
                assert_eq!(payloads.is_some(), viewer.is(*seat), "{:?}", moment.event);
                hidden += u32::from(payloads.is_none());
            }
        });
    }
    assert!(hidden > 500, "{hidden}");
}

/// Everybody hears when a seat rerolls, how often, and how many rerolls are left.
#[test]
fn rerolls_of_a_race_are_counted_aloud() {
    let mut heard = 0;
    for (seed, options) in tables() {
        play(options, seed, |moment| {
            let Event::Rerolling { seat } = moment.event else {
                return;
            };
            let game = moment.after;
            let race = game.table().options.is_race();
            let heard_by = moment.told.iter().filter(|(_, says)| says.len() == 1);
            assert_eq!(heard_by.count() > 0, race);
            for (name, payload) in moment.messages() {
                let run = game.run(*seat);
                let used = game.table().rerolled[*seat];
                // The step that takes the reroll follows.
                let left = run.rerolls - 1;
                let uuid = format!("uuid-{seat}");
                let expect = json!({ "playerUuid": uuid, "used": used, "left": left });
                assert_eq!((name, &Value::Object(payload)), ("reroll_used", &expect));
                heard += 1;
            }
        });
    }
    assert!(heard > 100, "{heard}");
}

#[test]
fn a_race_shows_nobody_the_run_of_another() {
    for (seed, options) in tables().filter(|(_, options)| options.is_race()) {
        play(options, seed, |moment| {
            for viewer in Viewer::all(moment.after.n_seats()) {
                let view = seen(moment.after, viewer);
                let owner = view["run"]["playerUuid"].as_str();
                let expect = viewer.seat().map(|seat| format!("uuid-{seat}"));
                assert_eq!(owner, expect.as_deref());
                for (seat, run) in moment.after.shown.iter() {
                    let standing = &view["standings"][seat.index()];
                    assert_eq!(standing["total"], run.total);
                    assert_eq!(standing["money"], run.cash);
                }
            }
        });
    }
}

#[test]
fn a_view_previews_what_the_dice_would_score() {
    let mut previews = 0;
    for (seed, options) in tables() {
        play(options, seed, |moment| {
            let game = moment.after;
            for seat in Seat::all(game.n_seats()) {
                let view = seen(game, Viewer::Seat(seat));
                let preview = &view["run"]["preview"];
                let choosing = view["run"]["stage"] == "choosing";
                assert_eq!(preview.is_object(), choosing);
                if choosing {
                    check_preview(game, seat, &view);
                    previews += 1;
                }
            }
        });
    }
    assert!(previews > 200, "{previews}");
}

/// The preview equals the score, its dice are those of the hands, and it adds up.
fn check_preview(game: &DiceHands, seat: Seat, view: &Value) {
    let run = game.run(seat);
    let (rules, boss) = (game.table().options.rules, game.table().round.boss);
    let score = run.score(rules, boss).unwrap();
    let preview = &view["run"]["preview"];
    assert_eq!(preview["total"], score.total());
    let list = |name: &str| preview[name].as_array().unwrap().clone();
    let parts = list("hands").into_iter().chain(list("layers"));
    let sum: i64 = parts.map(|part| part["points"].as_i64().unwrap()).sum();
    assert_eq!(sum, i64::from(score.total()));
    for (number, (hand, found)) in score.split().hands().iter().zip(list("hands")).enumerate() {
        let places = found["dice"].as_array().unwrap().iter();
        let pool = &view["run"]["pool"];
        let dice: Vec<&Value> = places
            .map(|place| &pool[place.as_u64().unwrap() as usize])
            .collect();
        assert!(dice.iter().all(|die| die["hand"] == number));
        let mut faces: Vec<u64> = dice
            .iter()
            .map(|die| die["countsAs"].as_u64().unwrap())
            .collect();
        faces.sort_unstable();
        assert!(hand.dice().map(|die| u64::from(die.face())).eq(faces));
    }
    let passes = score.total().unsigned_abs() as u64 >= game.table().round.target;
    assert_eq!(preview["passes"], passes);
}

#[test]
fn what_was_scored_and_paid_adds_up() {
    for (seed, options) in tables() {
        play(options, seed, |moment| {
            for (name, payload) in moment.messages() {
                let sum = |field: &str| -> i64 {
                    let list = payload[field].as_array().unwrap().iter();
                    list.map(|part| part["points"].as_i64().unwrap()).sum()
                };
                match name {
                    "dice_scored" => {
                        let total = payload["total"].as_i64().unwrap();
                        assert_eq!(sum("hands") + sum("layers"), total);
                        let passed = total >= payload["target"].as_i64().unwrap();
                        assert_eq!(payload["passed"], passed);
                    }
                    "paid" => assert_eq!(payload["total"], sum("breakdown")),
                    _ => {}
                }
            }
        });
    }
}

/// Every listed command can be sent as it is, and every legal action is listed.
#[test]
fn every_listed_command_is_legal_and_every_legal_action_is_listed() {
    let mut commands = BTreeSet::new();
    for (seed, options) in tables() {
        play(options, seed, |moment| {
            let game = moment.after;
            for seat in Seat::all(game.n_seats()) {
                let actions = Game::legal_actions(game, seat);
                let listed = testkit::messages::legal(game, seat);
                let read = read_all(&listed);
                for action in &read {
                    assert!(Game::is_legal(game, seat, action), "{action:?}");
                }
                for action in &actions {
                    let found = match action {
                        Action::Reroll { dice } => {
                            let all = &listed["reroll"]["dice"].as_array().unwrap();
                            dice.iter().all(|die| all.contains(&json!(die)))
                        }
                        action => read.contains(action),
                    };
                    assert!(found, "{action:?} is not in {listed}");
                }
                if let Some(reroll) = listed.get("reroll") {
                    assert_eq!(reroll["left"], game.run(seat).rerolls);
                }
                commands.extend(listed.as_object().unwrap().keys().cloned());
            }
        });
    }
    let expect = ["buy", "leave_shop", "reroll", "score_dice", "stop_run"];
    assert!(commands.iter().eq(expect.iter()), "{commands:?}");
}

/// The actions that a list of commands names.
fn read_all(listed: &Value) -> Vec<Action> {
    let commands = listed.as_object().unwrap().iter();
    let read = |(name, payload): (&String, &Value)| {
        let payloads = match payload {
            Value::Array(payloads) => payloads.clone(),
            payload => vec![payload.clone()],
        };
        let name = name.clone();
        payloads.into_iter().map(move |payload| {
            let read = super::read(&name, payload.as_object().unwrap());
            read.expect("it is a command").unwrap()
        })
    };
    commands.flat_map(read).collect()
}

#[test]
fn whoever_may_do_nothing_has_an_empty_list() {
    let game = DiceHands::new(Options::default()).unwrap();
    let seating = testkit::seating(1);
    let idle = kernel::AnyGame::wire_shown(&game, Viewer::Seat(Seat(0)), &seating, true, false);
    assert_eq!(idle.into_value().legal.value(), json!({}));
}

#[track_caller]
fn check_command(name: &str, payload: Value, expect: Result<Action, &str>) {
    testkit::messages::check_command(super::read(name, payload.as_object().unwrap()), expect);
}

#[test]
fn commands_are_read() {
    let dice = vec![0, 3];
    check_command(
        "reroll",
        json!({ "dice": [0, 3] }),
        Ok(Action::Reroll { dice }),
    );
    let face = Die::Six;
    check_command(
        "set_wild",
        json!({ "die": 2, "face": 6 }),
        Ok(Action::SetWild { die: 2, face }),
    );
    check_command(
        "score_dice",
        json!({ "gameCode": "VHG4SC" }),
        Ok(Action::ScoreDice),
    );
    let buy = |replace| Ok(Action::Buy { offer: 1, replace });
    check_command("buy", json!({ "offer": 1 }), buy(None));
    check_command("buy", json!({ "offer": 1, "replace": null }), buy(None));
    check_command("buy", json!({ "offer": 1, "replace": 4 }), buy(Some(4)));
    check_command("leave_shop", json!({}), Ok(Action::LeaveShop));
    check_command("stop_run", json!({}), Ok(Action::StopRun));
    assert!(super::read("play_card", &Payload::new()).is_none());
}

#[test]
fn what_cannot_be_read_is_refused_with_a_sentence() {
    check_command("reroll", json!({}), Err("dice"));
    check_command("reroll", json!({ "dice": 3 }), Err("dice: "));
    check_command("reroll", json!({ "dice": [0, 300] }), Err("dice[1]: "));
    check_command("set_wild", json!({ "die": 2, "face": 7 }), Err("face: "));
    check_command("set_wild", json!({ "face": 6 }), Err("die"));
    check_command("buy", json!({ "offer": -1 }), Err("offer: "));
}

#[test]
fn reasons_and_effects_are_sentences() {
    let rules = [
        PayRule::Passed,
        PayRule::Doubled,
        PayRule::UnusedRerolls,
        PayRule::Interest,
        PayRule::LuckyPenny,
    ];
    let sentences = rules.map(PayRule::sentence).into_iter();
    let sentences: BTreeSet<&str> = sentences.chain(Item::ALL.map(Item::sentence)).collect();
    assert_eq!(sentences.len(), rules.len() + Item::ALL.len());
}
