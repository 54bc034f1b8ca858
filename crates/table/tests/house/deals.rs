//! Games whose luck is the same for everybody.

use kernel::{Rng, Viewer};
use serde_json::{Value, json};
use table::{
    Day, Deal, Fact, Input, Millis, Secret, Stage, ended_games, expert, first_difference, review,
    verify,
};

use crate::harness::{House, commands, seconds};

fn dealt(game: &str, deal: &str) -> House {
    let more = json!({ "deal": deal, "table": { "pace": "instant" } });
    let mut house = House::open(game, more);
    house.restores = true;
    house
}

/// Ann plays it alone, by choices that are drawn from the same seed each time, and looks away in
/// between.
fn play(house: &mut House, looks_away: bool) {
    let mut rng = Rng::from_seed(1);
    for n in 0..2_000 {
        if house.table.stage() == Stage::Finished {
            return;
        }
        if looks_away && n % 5 == 0 {
            house.disconnect("ann");
            house.connect("ann");
        }
        let legal = commands(&house.sync("ann", json!({}))["legal"]);
        match rng.choose(&legal).cloned() {
            Some((name, payload)) => {
                house.ok("ann", &name, payload);
            }
            None => house.tick(seconds(1)),
        }
    }
    panic!("the game is not over after 2,000 steps");
}

/// The actions and the luck of a game, without its players and times.
fn course(house: &House) -> Vec<Value> {
    let facts = house.entries.iter().map(|entry| &entry.fact);
    let of_game = facts.filter_map(|fact| match fact {
        Fact::Started { run, .. } => Some(json!(run.steps)),
        Fact::Decided { seat, run, .. } => Some(json!([seat, run.steps])),
        _ => None,
    });
    of_game.collect()
}

/// A game need not have a lesson or a daily game.
#[test]
fn the_same_moves_lead_to_the_same_game() {
    let with_lesson = roster::GAMES.iter().filter(|kind| kind.lesson().is_some());
    assert!(with_lesson.clone().count() >= 3);
    for kind in with_lesson {
        let game = kind.meta().key;
        let house = same_twice(game, "lesson", "lesson");
        assert_eq!(house.ended, [], "a lesson is not remembered");
        assert_eq!(ended_games(&house.entries, roster::find), Ok(Vec::new()));
    }
    let with_daily = roster::GAMES.iter().filter(|kind| kind.daily().is_some());
    assert!(with_daily.clone().count() >= 3);
    for kind in with_daily {
        let game = kind.meta().key;
        same_twice(game, "daily", &format!("daily/1970-01-01/{game}"));
    }
}

/// Plays a deal twice by the same moves. Returns the house where nobody looked away.
fn same_twice(game: &str, deal: &str, name: &str) -> House {
    let (mut one, mut other) = (dealt(game, deal), dealt(game, deal));
    play(&mut one, false);
    play(&mut other, true);
    assert!(course(&one).len() > 1, "{game}");
    assert_eq!(course(&one), course(&other), "{game}");
    let started = one.last(Viewer::Spectator, "game_started");
    assert_eq!(started["deal"], name);
    assert!(verify::verify(&one.entries, roster::find).is_good());
    one
}

/// Others may still play the deal when somebody has finished it.
#[test]
fn the_secret_of_a_day_is_told_when_the_day_is_over() {
    let mut house = dealt("cribbage", "daily");
    play(&mut house, false);
    let secret = match &house.entries[0].fact {
        Fact::Opened { secret, .. } => secret.clone().unwrap(),
        _ => panic!("a journal begins with the opening"),
    };
    let finished = house.last(Viewer::Spectator, "game_finished");
    assert_eq!(finished.get("secret"), None);
    let kept = house.table.public_journal(&house.entries, false);
    let text = json!(kept).to_string();
    for secret in [&secret, &secret.of_game(1)] {
        assert!(!text.contains(&secret.reveal()));
        assert!(
            !json!(house.sync("ann", json!({ "since": 0 })))
                .to_string()
                .contains(&secret.reveal())
        );
    }
    assert!(!verify::verify(&kept, roster::find).has_finished());
    let told = house.table.public_journal(&house.entries, true);
    assert!(verify::verify(&told, roster::find).is_good());
    assert!(
        !json!(told).to_string().contains(&secret.reveal()),
        "only the game's is told"
    );
}

/// A player who finishes after the day is told the secret at once, and the game does not count.
#[test]
fn a_game_that_ends_after_its_day_tells_the_secret() {
    let mut house = dealt("dice", "daily");
    for _ in 0..3 {
        house.tick(seconds(9 * 60 * 60));
        house.disconnect("ann");
        house.connect("ann");
    }
    play(&mut house, false);
    let finished = house.last(Viewer::Spectator, "game_finished");
    let secret: table::Secret = serde_json::from_value(finished["secret"].clone()).unwrap();
    assert_eq!(
        json!(secret.commitment()),
        house.last(Viewer::Spectator, "game_started")["commitment"]
    );
}

#[test]
fn nobody_is_helped_with_the_game_of_the_day() {
    for (table, reason) in [
        (json!({ "hints": true }), "hints_off"),
        (json!({ "clockSeconds": 60 }), "no_clock"),
    ] {
        for deal in ["daily", "duplicate"] {
            let more = json!({ "deal": deal, "table": table });
            let refused = House::try_open("cribbage", more).err().unwrap();
            assert_eq!(refused["reason"], reason);
        }
    }
    let mut house = dealt("cribbage", "daily");
    house.bots_play = false;
    house.tick(seconds(1));
    let refused = house.refused("ann", "advise", json!({}), "rules/illegal");
    assert_eq!(refused["error"]["reason"], "hints_off");
    for name in ["share_game", "rematch"] {
        let refused = house.refused("ann", name, json!({}), "rules/illegal");
        assert_eq!(refused["error"]["reason"], "same_for_all", "{name}");
    }
}

/// A client must not send the name by which the house recognises a second creation.
#[test]
fn no_client_names_a_command_as_the_house_does() {
    let more = json!({ "commandId": "daily/1970-01-01/cribbage" });
    let refused = House::try_open("cribbage", more).err().unwrap();
    assert_eq!(refused["code"], "wire/malformed");
    let more = json!({ "deal": "daily", "commandId": "mine" });
    let house = House::open("cribbage", more);
    let id = house.entries[1].command_id.as_ref().unwrap();
    assert_eq!(id.as_str(), "daily/1970-01-01/cribbage");
}

#[test]
fn a_duplicate_is_for_two_sides_and_shared_luck_of_their_own() {
    for (game, options, reason) in [
        ("cribbage", json!({ "seats": 3 }), "not_two_sides"),
        ("dice", json!({ "seats": 2 }), "same_luck_anyway"),
        ("dice", json!({}), "not_two_sides"),
    ] {
        let more = json!({ "deal": "duplicate", "options": options });
        let refused = House::try_open(game, more).err().unwrap();
        assert_eq!(refused["reason"], reason, "{game} {options}");
    }
}

#[test]
fn a_table_of_a_duplicate_waits_for_its_people_and_shows_itself_to_nobody_else() {
    let more =
        json!({ "deal": "duplicate", "options": { "target": 61 }, "table": { "pace": "instant" } });
    let mut house = House::open("cribbage", more);
    house.restores = true;
    let state = house.sync("ann", json!({}));
    assert_eq!(state["deal"], "duplicate/VHG4SC/K7M3QX");
    // Ann leaves, and the table waits.
    house.ok("ann", "leave_game", json!({}));
    assert_eq!(house.table.stage(), Stage::Waiting);
    house.refused("ann", "sync", json!({}), "table/not_found");
    let join = |name: &str| json!({ "nickname": name, "entropy": "ab".repeat(16) });
    house.ok("bob", "join_game", join("Bob"));
    assert_eq!(
        house.sync("bob", json!({}))["host"],
        "bob",
        "somebody must be able to add bots"
    );
    house.ok("ann", "join_game", join("Ann"));
    house.tick(seconds(1));
    let started = house.last(Viewer::Spectator, "game_started");
    assert_eq!(started["entropy"], json!({ "ann": null, "bob": null }));
    house.refused("cat", "watch_game", json!({}), "table/not_found");
    house.refused("cat", "sync", json!({}), "table/not_found");
    for name in ["share_game", "offer_seat"] {
        let refused = house.refused("ann", name, json!({ "seat": 0 }), "rules/illegal");
        assert_eq!(refused["error"]["reason"], "same_for_all", "{name}");
    }
}

#[test]
fn a_lesson_is_its_players_alone() {
    let more = json!({ "deal": "lesson", "table": { "pace": "normal" } });
    let mut house = House::open("texas42", more);
    let state = house.sync("ann", json!({}));
    assert_eq!(state["private"], true);
    assert_eq!(state["players"].as_array().unwrap().len(), 4);
    house.refused(
        "bob",
        "join_game",
        json!({ "nickname": "Bob" }),
        "table/full",
    );
    let is_same_for_all = |house: &mut House, name: &str, payload: Value| {
        let refusal = house.refused("ann", name, payload, "rules/illegal");
        assert_eq!(refusal["error"]["reason"], "same_for_all", "{name}");
    };
    is_same_for_all(&mut house, "remove_seat", json!({ "seat": 1 }));
    let entropy = json!({ "entropy": "ab".repeat(16) });
    is_same_for_all(&mut house, "add_entropy", entropy);
    play(&mut house, false);
    is_same_for_all(&mut house, "rematch", json!({}));
}

#[test]
fn its_options_are_not_for_its_player_to_choose() {
    let more = json!({ "deal": "lesson", "options": { "target": 121 } });
    let refused = House::try_open("cribbage", more).err().unwrap();
    assert_eq!(refused["reason"], "same_for_all");
}

/// The expert's result of a deal equals that of a table with the same decisions. Its bots choose
/// alike; therefore a player who acts like the expert has the same game.
#[test]
fn an_expert_plays_the_deal_of_the_table() {
    let with_daily = roster::GAMES
        .iter()
        .filter_map(|kind| Some((kind, kind.daily()?)));
    assert!(with_daily.clone().count() >= 3);
    for (kind, daily) in with_daily {
        let game = kind.meta().key;
        let day = Day::of(Millis(0));
        let deal = Deal::daily(day, game);
        let secret = Secret::new([9; 32]).of_day(day, game);
        let options = serde_json::from_str(daily.options).unwrap();
        let bots = daily.bots;
        let expert = expert(*kind, &deal, &secret, &options, bots).unwrap();
        let mut house = dealt(game, "daily");
        (house.bots_play, house.restores) = (false, false);
        house.tick(seconds(1));
        let mut actions = expert.actions.iter();
        while house.table.stage() != Stage::Finished {
            while let Some(ask) = house.asks.pop_front() {
                let bot = ask.level.bot(&kind.bots());
                let rng = &mut ask.luck.as_ref().unwrap().stream("bot");
                let action = kind.choose(bot, &ask.view, &ask.legal, rng).unwrap();
                let (seat, turn) = (ask.seat, ask.turn);
                house.handle(Input::Bot { seat, turn, action });
            }
            let asked = !commands(&house.sync("ann", json!({}))["legal"]).is_empty();
            match asked.then(|| actions.next()) {
                Some(action) => {
                    house.ok("ann", "act", json!({ "action": action.unwrap() }));
                }
                None => house.tick(seconds(1)),
            }
        }
        assert_eq!(actions.next(), None, "{game}");
        let played = review::finished_game(&house.entries, roster::find, house.now, 1).unwrap();
        assert_eq!(first_difference(*kind, &played, &expert), None, "{game}");
        let scores = house.last(Viewer::Spectator, "game_finished")["scores"]["ann"].clone();
        assert_eq!(scores, expert.score, "{game}");
    }
}
