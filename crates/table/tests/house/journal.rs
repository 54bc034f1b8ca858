//! The journal: idempotent commands, restored tables, the public journal, and its verification.

use kernel::{Json, Seat, Viewer};
use serde_json::{Value, json};
use table::{Effect, Entry, Fact, Input, Stage, Table, verify};

use crate::harness::{House, run, seconds};

const ANN: Viewer = Viewer::Seat(Seat(0));

/// Woken by a house that saw all of the time pass.
const WOKEN: Input = Input::Woken {
    here: Vec::new(),
    unseen: std::time::Duration::ZERO,
};

#[test]
fn a_repeated_command_is_answered_as_the_first_time_and_applied_once() {
    let mut house = House::open(
        "cribbage",
        json!({ "commandId": "c0", "table": { "pace": "instant" } }),
    );
    let join = json!({ "nickname": "Bob", "commandId": "c1" });
    let first = house.ok("bob", "join_game", join.clone());
    let entries = house.entries.len();
    assert_eq!(house.ok("bob", "join_game", join.clone()), first);
    assert_eq!(house.entries.len(), entries);

    let legal = house.sync("ann", json!({}))["legal"].clone();
    let mut throw = legal[0]["discard_cards"].clone();
    throw["commandId"] = json!("c1");
    let thrown = house.ok("ann", "discard_cards", throw.clone());
    // The same name with other cards is still the same command; the same name from another player
    // is another command.
    let mut other = legal[1]["discard_cards"].clone();
    other["commandId"] = json!("c1");
    assert_eq!(house.ok("ann", "discard_cards", other), thrown);
    assert_eq!(house.ok("bob", "join_game", join.clone()), first);

    let refused = json!({ "card": "AH", "commandId": "c2" });
    let ack = house.refused("ann", "play_card", refused.clone(), "rules/not_your_turn");
    house.move_any();
    assert_eq!(
        house.send("ann", "play_card", refused),
        ack,
        "a refusal stays one"
    );

    // And after a restart, for all that was applied.
    let created = |table: &Table| {
        let id = table::CommandId::new("c0").unwrap();
        table
            .answer_to(&crate::harness::id("ann"), &id)
            .unwrap()
            .to_json()
            .value()
    };
    let before = created(&house.table);
    assert_eq!(
        (&before["ok"], &before["seat"], &before["gameCode"]),
        (&json!(true), &json!(0), &json!("VHG4SC"))
    );
    house.table = Table::restore(&house.entries, roster::find).unwrap();
    assert_eq!(created(&house.table), before);
    assert_eq!(house.ok("bob", "join_game", join), first);
    assert_eq!(house.ok("ann", "discard_cards", throw), thrown);
}

/// At every moment of a paced game with comings and goings the journal gives the same table.
#[test]
fn a_restored_table_is_the_same_table() {
    let mut house = House::open(
        "cribbage",
        json!({ "options": { "target": 61 }, "table": { "clockSeconds": 20 } }),
    );
    house.restores = true;
    house.ok(
        "bob",
        "join_game",
        json!({ "nickname": "Bob", "commandId": "b1" }),
    );
    house.tick(seconds(2));
    house.disconnect("bob");
    house.tick(seconds(1));
    house.connect("bob");
    house.tick(seconds(6));
    for n in 0.. {
        if house.table.stage() == Stage::Finished {
            break;
        }
        if n % 5 == 0 || house.move_any().is_none() {
            house.tick(std::time::Duration::from_millis(700));
        }
        if n == 40 {
            house.disconnect("bob");
        }
        if n == 120 {
            house.tick(seconds(61));
            house.connect("bob");
        }
    }
    house.ok("ann", "rematch", json!({}));
    house.ok("bob", "leave_game", json!({}));
    house.ok("ann", "add_bot", json!({}));
    house.tick(seconds(10));
    house.ok("ann", "leave_game", json!({}));
    assert!(house.closed);
    assert!(house.entries.len() > 60, "{}", house.entries.len());
}

/// A restart in the middle: nobody is connected, and everything goes on when they return.
#[test]
fn a_woken_table_waits_for_its_players() {
    let mut house = House::cribbage("normal");
    house.play_until("counting");
    house.table = Table::restore(&house.entries, roster::find).unwrap();
    house.handle(WOKEN);
    assert_eq!(
        house
            .names(Viewer::Spectator)
            .iter()
            .filter(|name| **name == "player_disconnected")
            .count(),
        2
    );
    house.connect("ann");
    house.connect("bob");
    house.play_until("gameover");
    assert!(verify::verify(&house.entries, roster::find).is_good());
}

/// A player who could not come while the house was closed has a whole minute and a whole clock.
#[test]
fn waking_gives_everybody_their_time() {
    let more = json!({ "table": { "pace": "instant", "clockSeconds": 30 } });
    let mut house = House::open("cribbage", more);
    house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
    house.disconnect("bob");
    house.tick(seconds(5));
    house.table = Table::restore(&house.entries, roster::find).unwrap();
    house.now = house.now.plus(seconds(7 * 24 * 3_600));
    let unseen = seconds(7 * 24 * 3_600);
    house.handle(Input::Woken {
        unseen,
        here: Vec::new(),
    });
    house.connect("ann");
    assert_eq!(house.table.stage(), Stage::Playing, "it is not closed");
    let taken = |house: &House| house.names(ANN).contains(&"bot_took_over");
    assert!(!taken(&house));
    let clocks = house.sync("ann", json!({}))["clocks"].clone();
    let millis: Vec<u64> = clocks
        .as_array()
        .unwrap()
        .iter()
        .map(|clock| clock["millisLeft"].as_u64().unwrap())
        .collect();
    assert_eq!(millis, [30_000, 30_000]);
    house.tick(seconds(29));
    assert!(
        house.asks.is_empty()
            && !house
                .entries
                .iter()
                .any(|entry| matches!(entry.fact, Fact::Decided { .. }))
    );
    house.tick(seconds(32));
    assert!(taken(&house));
}

/// A table is closed after a day of silence that a house saw pass.
#[test]
fn what_no_house_saw_does_not_count_as_silence() {
    let mut house = House::open("cribbage", json!({}));
    house.disconnect("ann");
    for (unseen, hours) in [(1, 24), (24 * 365, 24 * 365 + 23)] {
        let mut table = Table::restore(&house.entries, roster::find).unwrap();
        let at = |hours: u64| house.now.plus(seconds(hours * 3_600));
        let unseen = seconds(unseen * 3_600);
        table.handle(
            at(hours),
            Input::Woken {
                unseen,
                here: Vec::new(),
            },
        );
        assert_eq!(table.stage(), Stage::Waiting);
        table.handle(at(hours + 1), Input::Tick);
        assert_eq!(table.stage(), Stage::Closed);
    }
}

/// A table that slept through its timers does everything that was due at once.
#[test]
fn a_woken_table_does_what_is_overdue() {
    let house = House::cribbage("normal");
    let mut restored = Table::restore(&house.entries, roster::find).unwrap();
    let effects = restored.handle(table::Millis(3_600_000), WOKEN);
    assert_eq!(restored.stage(), Stage::Playing);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Append(entry) if matches!(entry.fact, Fact::Started { .. }))));
    let mut restored = Table::restore(&house.entries, roster::find).unwrap();
    restored.handle(table::Millis(100_000_000), WOKEN);
    assert_eq!(
        restored.stage(),
        Stage::Playing,
        "a start comes before the end of an idle table"
    );
}

#[test]
fn a_journal_that_is_none_is_named() {
    let mut house = House::cribbage("instant");
    house.move_any();
    let good = &house.entries;
    let error = |entries: &[Entry]| Table::restore(entries, roster::find).unwrap_err();
    assert_eq!(error(&[]).seq, 1);
    assert_eq!(error(&good[1..]).seq, 1);
    assert_eq!(error(&[&good[..1], &good[2..]].concat()).seq, 2);
    assert_eq!(
        error(&[
            good[0].clone(),
            good[1].clone(),
            Entry {
                seq: 3,
                ..good[1].clone()
            }
        ])
        .seq,
        3
    );
    assert_eq!(
        Table::restore(good, |_| None).unwrap_err().message,
        "this house does not have the game"
    );

    let mut other_rules = good.clone();
    let Fact::Opened { rules_version, .. } = &mut other_rules[0].fact else {
        panic!("a table is opened first")
    };
    *rules_version += 1;
    assert_eq!(error(&other_rules).seq, 1);

    let mut torn = good.clone();
    let last = torn.last_mut().unwrap();
    let Fact::Decided { run, .. } = &mut last.fact else {
        panic!("somebody moved last")
    };
    run.steps[0].events[0] = Json::of(&json!({ "exploded": true }));
    let seq = last.seq;
    assert_eq!(
        error(&torn).to_string(),
        format!("entry {seq}: the rules do not decide these events")
    );
}

/// Journals that are well formed, and that no table can have written: a leaf of one
/// entry is exchanged for another value of the journal, or lost.
#[test]
fn an_impossible_journal_is_an_error_and_never_a_panic() {
    for game in roster::GAMES.iter().map(|kind| kind.meta().key) {
        let good = played_a_while(game);
        let text: Vec<Value> = good.iter().map(|entry| json!(entry)).collect();
        let leaves: Vec<String> = text.iter().flat_map(|entry| paths(entry, "")).collect();
        let mut rng = kernel::Rng::from_seed(11);
        let (mut refused, mut taken) = (0, 0);
        for _ in 0..400 {
            let mut bad = text.clone();
            let [entry, other] = [(); 2].map(|()| rng.choose(&text).unwrap().clone());
            let place = entry["seq"].as_u64().unwrap() as usize - 1;
            let path = rng.choose(&leaves).unwrap();
            let value = other.pointer(path).cloned().unwrap_or(json!(null));
            let Some(leaf) = bad[place].pointer_mut(path) else {
                continue;
            };
            *leaf = value;
            let read: Result<Vec<Entry>, _> = serde_json::from_value(json!(bad));
            let Ok(entries) = read else { continue };
            match Table::restore(&entries, roster::find) {
                Err(error) => {
                    assert!((1..=good.len() as u64).contains(&error.seq), "{error}");
                    refused += 1;
                }
                Ok(mut table) => {
                    table.handle(table::Millis(u64::MAX), WOKEN);
                    taken += 1;
                }
            }
        }
        assert!(refused > 20 && taken > 0, "{game}: {refused} {taken}");
    }
}

/// Entries with other events than the rules decide: each is found.
#[test]
fn events_that_the_rules_do_not_decide_are_found_when_a_table_is_loaded() {
    for game in roster::GAMES.iter().map(|kind| kind.meta().key) {
        let good = played_a_while(game);
        for place in 0..good.len() {
            let n_steps = run(&good[place]).map_or(0, |run| run.steps.len());
            for step in 0..n_steps {
                let mut bad = good.clone();
                let (Fact::Started { run, .. } | Fact::Decided { run, .. }) = &mut bad[place].fact
                else {
                    panic!("it has steps")
                };
                run.steps[step].events.pop();
                let error = Table::restore(&bad, roster::find).unwrap_err();
                assert_eq!(error.seq, good[place].seq, "{game}: {error}");
            }
        }
    }
}

/// The journal of Ann and bots in the middle of a game.
fn played_a_while(game: &str) -> Vec<Entry> {
    let mut house = House::open(game, json!({ "table": { "pace": "instant" } }));
    while house.table.stage() == Stage::Waiting {
        house.ok("ann", "add_bot", json!({}));
    }
    for _ in 0..12 {
        house.move_any();
    }
    house.entries
}

/// The paths of all leaves and lists of a value.
fn paths(value: &Value, path: &str) -> Vec<String> {
    let below: Vec<String> = match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| paths(value, &format!("{path}/{name}")))
            .collect(),
        Value::Array(items) => (0..)
            .zip(items)
            .flat_map(|(n, value): (usize, _)| paths(value, &format!("{path}/{n}")))
            .collect(),
        _ => Vec::new(),
    };
    [vec![path.to_owned()], below].concat()
}

#[test]
fn a_finished_game_checks_step_by_step() {
    let mut house = House::cribbage("instant");
    let report = verify::verify(&house.entries, roster::find);
    assert!(!report.is_good(), "nothing is told yet");
    house.play_until("gameover");
    house.ok("ann", "rematch", json!({}));
    house.ok("bob", "rematch", json!({}));
    let report = verify::verify(&house.entries, roster::find);
    let [first, second] = &report.games[..] else {
        panic!("two games have begun: {report:?}")
    };
    assert!(first.finished && !second.finished && second.checks.is_empty());
    assert!(report.is_good());
    let whats: Vec<&str> = first
        .checks
        .iter()
        .map(|check| check.what.as_str())
        .collect();
    assert!(whats[0].starts_with("this house knows version"));
    assert!(whats[1].starts_with("the SHA-256 of the secret is the commitment"));
    assert_eq!(
        whats[2..4],
        [
            "draw 0 is what the key gives",
            "the rules decide 1 event(s) for this input"
        ]
    );
    assert_eq!(whats.last(), Some(&"the game is over after the last event"));
    assert!(whats.len() > 50, "{}", whats.len());
}

#[test]
fn every_change_to_a_journal_is_found() {
    let mut house = House::cribbage("instant");
    house.play_until("gameover");
    let check = |entries: &[Entry]| verify::verify(entries, roster::find).is_good();
    assert!(check(&house.entries));
    let good = house.entries.clone();
    let mut changes = 0;
    for place in 0..good.len() {
        let Some(run) = run(&good[place]) else {
            continue;
        };
        for step in 0..run.steps.len() {
            for change in [true, false] {
                let mut bad = good.clone();
                let (Fact::Started { run, .. } | Fact::Decided { run, .. }) = &mut bad[place].fact
                else {
                    continue;
                };
                if change {
                    // Another order of the same cards, or another card.
                    run.steps[step].input = Json::of(&swapped(&run.steps[step].input.value()));
                } else {
                    run.steps[step].events.pop();
                }
                if bad != good {
                    changes += 1;
                    assert!(!check(&bad), "{place} {step} {change}");
                }
            }
        }
    }
    assert!(changes > 100, "{changes}");

    let mut promised = good.clone();
    for entry in &mut promised {
        if let Fact::Started { commitment, .. } = &mut entry.fact {
            *commitment = table::Secret::new([1; 32]).commitment();
        }
    }
    assert!(!check(&promised));
}

/// Luck with its first two cards exchanged, or an action with another card.
fn swapped(input: &Value) -> Value {
    let text = input.to_string();
    let cards: Vec<String> = crate::cards::cards_in(input);
    let quoted = |card: &str| format!("\"{card}\"");
    let changed = match &cards[..] {
        [] => text,
        [first, second, ..] if input.get("chance").is_some() => text
            .replace(&quoted(first), "?")
            .replace(&quoted(second), &quoted(first))
            .replace('?', &quoted(second)),
        [first, ..] => {
            let other = ["AS", "AH", "AD"]
                .into_iter()
                .find(|card| !cards.contains(&(*card).to_owned()));
            text.replace(&quoted(first), &quoted(other.unwrap()))
        }
    };
    serde_json::from_str(&changed).unwrap()
}

#[test]
fn the_public_journal_tells_all_of_a_finished_game_and_no_secret_of_a_running_one() {
    let mut house = House::cribbage("normal");
    let public = |house: &House| house.table.public_journal(&house.entries, true);
    for _ in 0..400 {
        if house.table.stage() == Stage::Finished {
            break;
        }
        let journal = serde_json::to_value(public(&house)).unwrap();
        let text = journal.to_string();
        assert!(!text.contains("\"secret\":"), "{text}");
        if house.table.stage() == Stage::Playing {
            // It contains only what a spectator may see, and events that are about to be shown.
            assert!(!text.contains("\"chance\""), "{text}");
        }
        if house.move_any().is_none() {
            house.tick(seconds(1));
        }
    }
    assert_eq!(house.table.stage(), Stage::Finished);
    let told = public(&house);
    assert!(verify::verify(&told, roster::find).is_good());
    let Fact::Opened { secret, .. } = &told[0].fact else {
        panic!("a table is opened first")
    };
    assert_eq!(*secret, None, "the table's own secret is never told");
    assert!(
        Table::restore(&told, roster::find).is_err(),
        "without it nobody can go on"
    );
}

/// The house is bound to a player who plays alone against bots too: the commitment comes with the
/// ack, before the player's own addition.
#[test]
fn a_player_adds_to_the_luck_after_hearing_the_commitment() {
    let key_of = |adds: Option<&str>| {
        let mut house = House::open(
            "cribbage",
            json!({ "entropy": null, "table": { "pace": "instant" } }),
        );
        if let Some(entropy) = adds {
            let seq = house.table.seq(ANN);
            let added = json!({ "entropy": entropy, "commandId": "e1" });
            let ack = house.ok("ann", "add_entropy", added.clone());
            assert_eq!(ack["seq"], json!(seq), "nobody is told yet");
            assert_eq!(house.ok("ann", "add_entropy", added), ack);
            let again = json!({ "entropy": "c3".repeat(16) });
            let refused = house.refused("ann", "add_entropy", again, "rules/illegal");
            assert_eq!(refused["error"]["reason"], json!("entropy_added"));
        }
        house.ok("ann", "add_bot", json!({}));
        let started = house.last(Viewer::Spectator, "game_started");
        assert_eq!(started["entropy"]["ann"], json!(adds));
        let added = json!({ "entropy": "c3".repeat(16) });
        let refused = house.refused("ann", "add_entropy", added, "rules/illegal");
        assert_eq!(refused["error"]["reason"], json!("game_running"));
        house.refused("eve", "add_entropy", json!({}), "wire/malformed");
        house.play_until("gameover");
        assert!(verify::verify(&house.entries, roster::find).is_good());
        let Some(Fact::Started { run, .. }) = house
            .entries
            .iter()
            .map(|entry| &entry.fact)
            .find(|fact| matches!(fact, Fact::Started { .. }))
        else {
            panic!("a game began")
        };
        run.steps[0].input.clone()
    };
    let one = "a1".repeat(16);
    assert_ne!(key_of(None), key_of(Some(&one)), "it counts");
    assert_ne!(key_of(Some(&"b2".repeat(16))), key_of(Some(&one)));
}

/// A player may add entropy to a rematch once: with the wish to play, or before it.
#[test]
fn luck_is_added_to_a_rematch_once() {
    let mut house = House::cribbage("instant");
    house.play_until("gameover");
    let entropy = json!({ "entropy": "d4".repeat(16) });
    house.ok("ann", "add_entropy", entropy.clone());
    house.refused("ann", "rematch", entropy.clone(), "rules/illegal");
    house.ok("ann", "rematch", json!({}));
    house.ok("bob", "rematch", entropy.clone());
    let started = house.last(Viewer::Spectator, "game_started");
    assert_eq!(
        started["entropy"],
        json!({ "ann": entropy["entropy"], "bob": entropy["entropy"] })
    );
}
