//! The deal of the day and duplicates, through real sockets: everybody is dealt the same, once, and
//! nothing is revealed too early.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{Code, MemoryJournal};
use table::{Fact, Secret};

use crate::player::{MOST_STEPS, Player};
use crate::support::House;
use crate::time::{HOUR, SetWorld, open};

/// The answer of HTTP to a player.
async fn get(house: &House, player: &Player, path: &str) -> (u16, Value) {
    let bearer = format!("Authorization: Bearer {}\r\n", player.token);
    house.request("GET", path, &bearer, "").await
}

async fn begin(player: &mut Player, game: &str) -> Value {
    let create = json!({ "game": game, "nickname": "Jill", "deal": "daily", "table": { "pace": "instant" } });
    let created = player.ask("create_game", create).await;
    player.code = created["gameCode"].as_str().unwrap().to_owned();
    created
}

/// The table's own secret, which only the journal has.
fn secret_of(house: &House, code: &str) -> Secret {
    let code: Code = code.parse().unwrap();
    let entries = server::entries_of(house.journal.load(&code).unwrap()).unwrap();
    match &entries[0].fact {
        Fact::Opened { secret, .. } => secret.clone().unwrap(),
        fact => panic!("{fact:?}"),
    }
}

/// The moves and draws, without the players and the times.
fn luck_of(house: &House, code: &str) -> Value {
    let code: Code = code.parse().unwrap();
    let entries = server::entries_of(house.journal.load(&code).unwrap()).unwrap();
    let started = entries.iter().find_map(|entry| match &entry.fact {
        Fact::Started { run, .. } => Some(json!(run.steps)),
        _ => None,
    });
    started.expect("a game has begun")
}

#[tokio::test]
async fn everybody_is_dealt_the_same_once_a_day() {
    let (world, journal) = (SetWorld::new(), Arc::new(MemoryJournal::new()));
    let house = open(&world, journal.clone()).await;
    let known = [
        Player::connect(&house, None).await.token,
        Player::connect(&house, None).await.token,
    ];
    let (_, promised) = house.get("/api/daily").await;
    let mut first = Vec::new();
    for (place, game) in ["cribbage", "texas42", "dice"].into_iter().enumerate() {
        // A connection for each table: a player here follows one table alone.
        let mut jill = Player::connect(&house, Some(&known[0])).await;
        let mut boom = Player::connect(&house, Some(&known[1])).await;
        let begun = begin(&mut jill, game).await;
        let today = &promised["today"]["deals"][place];
        assert_eq!(today["game"], game);
        assert_eq!(begun["commitment"], today["commitment"], "promised before");
        let again = begin(&mut jill, game).await;
        assert_eq!(again["gameCode"], begun["gameCode"], "once");
        let other = begin(&mut boom, game).await;
        assert_ne!(other["gameCode"], begun["gameCode"]);
        jill.hear_until("game_started").await;
        boom.hear_until("game_started").await;
        let luck = luck_of(&house, &jill.code);
        assert_eq!(luck, luck_of(&house, &boom.code), "{game}");
        first.push((begun, luck));
    }
    // A house that opens again deals the same, and so does every node with the same journal.
    let journal = house.close().await;
    let house = open(&world, journal).await;
    let mut jill = Player::connect(&house, Some(&known[0])).await;
    let mut late = Player::connect(&house, None).await;
    let (begun, luck) = &first[0];
    assert_eq!(
        begin(&mut jill, "cribbage").await["gameCode"],
        begun["gameCode"]
    );
    begin(&mut late, "cribbage").await;
    late.hear_until("game_started").await;
    assert_eq!(luck_of(&house, &late.code), *luck);
    // On the next day the promise holds, and the table is another one.
    world.pass(24 * HOUR);
    let (_, tomorrow) = house.get("/api/daily").await;
    assert_eq!(tomorrow["today"]["deals"], promised["tomorrow"]["deals"]);
    let mut late = Player::connect(&house, Some(&late.token)).await;
    let next = begin(&mut late, "cribbage").await;
    assert_eq!(
        next["commitment"],
        promised["tomorrow"]["deals"][0]["commitment"]
    );
    late.hear_until("game_started").await;
    assert_ne!(luck_of(&house, &late.code), *luck);
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one story, told request by request")]
async fn the_secret_of_a_day_is_kept_until_it_is_over() {
    let world = SetWorld::new();
    let house = open(&world, Arc::new(MemoryJournal::new())).await;
    let mut jill = Player::connect(&house, None).await;
    let begun = begin(&mut jill, "cribbage").await;
    let code = jill.code.clone();
    let (status, refused) = get(&house, &jill, &result_path(&house).await).await;
    assert_eq!(
        (status, &refused["error"]["code"]),
        (409, &json!("daily/not_played"))
    );
    jill.play_to_the_end().await;
    let table = secret_of(&house, &code);
    let secrets = [table.reveal(), table.of_game(1).reveal()];
    let kept = house.journal.secret().unwrap().unwrap();
    let house_secret = Secret::new(*kept.bytes()).reveal();
    let tells = |text: &str| {
        secrets
            .iter()
            .chain([&house_secret])
            .any(|secret| text.contains(secret.as_str()))
    };
    let heard = json!(jill.heard).to_string();
    assert!(heard.contains("game_finished") && !tells(&heard), "{heard}");
    for since in [json!(null), json!(0)] {
        let sync = jill
            .ask("sync", json!({ "gameCode": code, "since": since }))
            .await;
        assert!(!tells(&sync.to_string()));
    }
    let mut paths = vec![
        "/api/daily".to_owned(),
        "/metrics".to_owned(),
        result_path(&house).await,
    ];
    for what in ["journal", "replay", "replay?from=100", "review", "verify"] {
        paths.push(format!("/api/tables/{code}/{what}"));
    }
    for path in &paths {
        let (status, answer) = get(&house, &jill, path).await;
        assert!(!tells(&answer.to_string()), "{path}: {answer}");
        let kept = path.ends_with("verify");
        let code = &answer["error"]["code"];
        assert_eq!(
            (kept, kept),
            (status == 409, code == "daily/secret_kept"),
            "{path}: {answer}"
        );
    }
    // After midnight the deal may still be played, and the secret is kept.
    world.pass(4 * HOUR);
    for path in &paths {
        let (_, answer) = get(&house, &jill, path).await;
        assert!(!tells(&answer.to_string()), "{path}");
    }
    // An hour later the secret is told, and only that of this game.
    world.pass(HOUR);
    let (_, daily) = get(&house, &jill, "/api/daily").await;
    let told = &daily["past"][0]["deals"][0];
    assert_eq!(told["secret"], json!(table.of_game(1).reveal()));
    assert_eq!(told["commitment"], begun["commitment"]);
    let (status, verified) = get(&house, &jill, &format!("/api/tables/{code}/verify")).await;
    assert_eq!(
        (status, &verified["good"]),
        (200, &json!(true)),
        "{verified}"
    );
    let (_, journal) = get(&house, &jill, &format!("/api/tables/{code}/journal")).await;
    let journal = journal.to_string();
    assert!(journal.contains(&table.of_game(1).reveal()));
    assert!(!journal.contains(&table.reveal()) && !journal.contains(&house_secret));
}

async fn result_path(house: &House) -> String {
    let (_, daily) = house.get("/api/daily").await;
    format!(
        "/api/daily/{}/cribbage",
        daily["today"]["day"].as_str().unwrap()
    )
}

#[tokio::test]
async fn the_results_of_a_day_are_told_after_ones_own_game() {
    let world = SetWorld::new();
    let house = open(&world, Arc::new(MemoryJournal::new())).await;
    let path = result_path(&house).await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    for player in [&mut jill, &mut boom] {
        assert_eq!(get(&house, player, &path).await.0, 409);
        begin(player, "cribbage").await;
        assert_eq!(
            get(&house, player, &path).await.0,
            409,
            "not while one plays"
        );
        player.play_to_the_end().await;
    }
    assert_eq!(house.get(&path).await.0, 409, "not to strangers");
    let mut result = get(&house, &jill, &path).await.1;
    while result["expert"].is_null() {
        tokio::task::yield_now().await;
        result = get(&house, &jill, &path).await.1;
    }
    // Both played alike, so they share their place.
    assert_eq!(
        (&result["place"], &result["of"]),
        (&json!(1), &json!(2)),
        "{result}"
    );
    assert_eq!(result["field"].as_array().unwrap().len(), 1);
    assert_eq!(result["field"][0]["players"], 2);
    assert_eq!(
        result["field"][0]["lead"],
        result["yours"]["outcome"]["lead"]
    );
    assert_eq!(result["streak"], 1);
    assert!(result["expert"]["differs"]["did"].is_object(), "{result}");
    let (_, daily) = get(&house, &jill, "/api/daily").await;
    assert_eq!(daily["today"]["deals"][0]["yours"]["state"], "over");
    assert_eq!(daily["today"]["deals"][1].get("yours"), None);
    // A game that is not played to its end does not count.
    let mut late = Player::connect(&house, None).await;
    begin(&mut late, "cribbage").await;
    world.pass(5 * HOUR);
    late.play_to_the_end().await;
    let (status, result) = get(&house, &late, &path).await;
    assert_eq!((status, &result["yours"]["state"]), (200, &json!("left")));
    assert_eq!(result["of"], 2);
    // When the day is over everybody may look.
    assert_eq!(house.get(&path).await.0, 200);
    for (path, code) in [
        ("/api/daily/2999-01-01/cribbage", "daily/no_such_day"),
        ("/api/daily/today/cribbage", "daily/no_such_day"),
        ("/api/daily/2001-05-01/chess", "options/invalid"),
    ] {
        let (status, refused) = house.get(path).await;
        assert_eq!(
            (status, &refused["error"]["code"]),
            (404, &json!(code)),
            "{path}"
        );
    }
}

/// Jill and Boom make a match and sit at its first table, Cat and Dan at the second.
pub(crate) async fn sit_down(house: &House) -> [Player; 4] {
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(Player::connect(house, None).await);
    }
    let [mut jill, mut boom, mut cat, mut dan]: [Player; 4] = people.try_into().ok().unwrap();
    jill.create(json!({ "deal": "duplicate", "options": { "target": 61 } }))
        .await;
    let (_, matched) = house.get(&format!("/api/duplicates/{}", jill.code)).await;
    let second = matched["tables"][1]["gameCode"]
        .as_str()
        .unwrap()
        .to_owned();
    let teams = |place: usize| {
        let seats = matched["tables"][place]["seats"]
            .as_array()
            .unwrap()
            .clone();
        seats
            .iter()
            .map(|seat| seat["team"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (teams(0), teams(1)),
        (vec![json!("a"), json!("b")], vec![json!("b"), json!("a")])
    );
    let first = jill.code.clone();
    cat.join(&second).await;
    // A player at one table does not sit at the other.
    let join = json!({ "gameCode": first, "nickname": "Cat" });
    assert_eq!(
        cat.ask_in_vain("join_game", join).await,
        "duplicate/other_table"
    );
    let join = json!({ "gameCode": second, "nickname": "Jill" });
    assert_eq!(
        jill.ask_in_vain("join_game", join).await,
        "duplicate/other_table"
    );
    boom.join(&first).await;
    let join = json!({ "gameCode": second, "nickname": "Dan" });
    dan.code = second;
    dan.ask("join_game", join).await;
    [jill, boom, cat, dan]
}

async fn play_together(one: &mut Player, other: &mut Player) {
    for _ in 0..MOST_STEPS {
        if !one.move_if_asked().await && !other.move_if_asked().await {
            let over = one.sync().await["view"]["phase"] == "gameover";
            if over {
                return;
            }
        }
    }
    panic!("the game is not over after {MOST_STEPS} steps");
}

const LOOKS: [&str; 4] = ["journal", "replay", "review", "verify"];

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one story, told request by request")]
async fn two_tables_with_one_luck_show_themselves_when_both_have_ended() {
    let house = House::open().await;
    let [mut jill, mut boom, mut cat, mut dan] = sit_down(&house).await;
    let (first, second) = (jill.code.clone(), cat.code.clone());
    let stranger = Player::connect(&house, None).await;
    play_together(&mut jill, &mut boom).await;
    assert_eq!(
        luck_of(&house, &first),
        luck_of(&house, &second),
        "the same luck"
    );
    let secret = secret_of(&house, &first);
    assert_eq!(secret, secret_of(&house, &second));
    // Boom has ended and Cat plays on: neither sees anything of either table.
    let told = jill.sync().await.to_string();
    assert!(!told.contains(&secret.of_game(1).reveal()));
    for player in [&jill, &boom, &cat, &dan] {
        for code in [&first, &second] {
            for what in LOOKS {
                let (status, refused) =
                    get(&house, player, &format!("/api/tables/{code}/{what}")).await;
                assert_eq!(
                    (status, &refused["error"]["code"]),
                    (409, &json!("duplicate/not_over")),
                    "{what}"
                );
            }
        }
    }
    for what in LOOKS {
        assert_eq!(
            get(&house, &stranger, &format!("/api/tables/{first}/{what}"))
                .await
                .0,
            404
        );
    }
    for player in [&mut jill, &mut boom] {
        for ask in ["watch_game", "sync"] {
            let refused = player.ask_in_vain(ask, json!({ "gameCode": second })).await;
            assert_eq!(refused, "table/not_found", "{ask}");
        }
        let join = json!({ "gameCode": second, "nickname": "Again" });
        assert_eq!(
            player.ask_in_vain("join_game", join).await,
            "duplicate/other_table"
        );
        let advise = player
            .ask_in_vain("advise", json!({ "gameCode": player.code }))
            .await;
        assert_eq!(advise, "rules/illegal");
        let share = player
            .ask_in_vain("share_game", json!({ "gameCode": player.code }))
            .await;
        assert_eq!(share, "rules/illegal");
    }
    let path = format!("/api/duplicates/{first}");
    // Nobody can sit down any more: only players who sit at one of the tables get an answer.
    for (status, refused) in [house.get(&path).await, get(&house, &stranger, &path).await] {
        let code = &refused["error"]["code"];
        assert_eq!((status, code), (404, &json!("table/not_found")));
    }
    let (_, matched) = get(&house, &dan, &path).await;
    assert_eq!(matched.get("result"), None);
    assert_eq!(
        (
            &matched["tables"][0]["state"],
            &matched["tables"][1]["state"]
        ),
        (&json!("over"), &json!("playing"))
    );
    assert!(!matched.to_string().contains("scores"), "{matched}");

    play_together(&mut cat, &mut dan).await;
    let (_, matched) = get(&house, &jill, &path).await;
    assert_eq!(house.get(&path).await.0, 404);
    let points =
        |place: usize, team: &str| matched["tables"][place]["scores"][team].as_i64().unwrap();
    let result = &matched["result"];
    assert_eq!(result["points"]["a"], points(0, "a") + points(1, "a"));
    assert_eq!(result["points"]["b"], points(0, "b") + points(1, "b"));
    // All four always took the first legal action: each side has the same score at both tables.
    assert_eq!(
        (points(0, "a"), points(0, "b")),
        (points(1, "b"), points(1, "a"))
    );
    assert_eq!(
        (result.get("winner"), result.get("void")),
        (None, None),
        "{result}"
    );
    for player in [&jill, &boom, &cat, &dan] {
        for code in [&first, &second] {
            let (status, verified) =
                get(&house, player, &format!("/api/tables/{code}/verify")).await;
            assert_eq!(
                (status, &verified["good"]),
                (200, &json!(true)),
                "{verified}"
            );
        }
    }
    assert_eq!(
        get(&house, &stranger, &format!("/api/tables/{first}/verify"))
            .await
            .0,
        404
    );
}

#[tokio::test]
async fn a_match_whose_table_was_left_has_no_result() {
    let house = House::open().await;
    let [mut jill, mut boom, mut cat, mut dan] = sit_down(&house).await;
    play_together(&mut jill, &mut boom).await;
    cat.hear_until("game_started").await;
    cat.ask("leave_game", json!({ "gameCode": cat.code })).await;
    dan.ask("leave_game", json!({ "gameCode": dan.code })).await;
    let (_, matched) = get(&house, &dan, &format!("/api/duplicates/{}", cat.code)).await;
    assert_eq!(matched["result"]["void"], "abandoned", "{matched}");
    assert_eq!(
        get(&house, &cat, &format!("/api/tables/{}/replay", jill.code))
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn an_ordinary_table_is_not_found_as_a_match() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({ "private": true })).await;
    for code in [jill.code.as_str(), "AAAAAA", "nonsense"] {
        let (status, refused) = get(&house, &jill, &format!("/api/duplicates/{code}")).await;
        assert_eq!(
            (status, &refused["error"]["code"]),
            (404, &json!("table/not_found"))
        );
    }
}
