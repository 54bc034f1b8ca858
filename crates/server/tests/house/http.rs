//! The requests that need no socket.

use std::num::NonZeroU32;
use std::sync::Arc;

use serde_json::{Value, json};
use server::{Config, Limits, Origins, Rate};
use store::{Callback, Code, Error, Filter, Journal, MemoryJournal, PlayerId, StoredTable};
use store::{Summary, Token, TokenHash, Write};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::player::Player as Guest;
use crate::support::{House, unlimited};

#[tokio::test]
async fn the_house_reports_its_health_and_figures() {
    let house = House::open().await;
    assert_eq!(house.get("/healthz").await, (200, json!("ok\n")));
    assert_eq!(house.get("/readyz").await, (200, json!("ready\n")));
    let mut jill = Guest::connect(&house, None).await;
    jill.create(json!({})).await;
    jill.ask_in_vain("sync", json!({})).await;
    let token = format!("Authorization: Bearer {}\r\n", jill.token);
    for path in ["/api/me/games", "/api/me/statistics", "/api/me/export"] {
        let (status, _) = house.request_text("GET", path, &token, "").await;
        assert_eq!(status, 200, "{path}");
    }
    let (status, metrics) = house.request_text("GET", "/metrics", "", "").await;
    assert_eq!(status, 200);
    for line in [
        "tallyhouse_sockets 1",
        "tallyhouse_tables 1",
        "tallyhouse_commands_total 2",
        "tallyhouse_refusals_total{code=\"wire/malformed\"} 1",
        "tallyhouse_past_seconds_count{what=\"games\"} 1",
        "tallyhouse_past_seconds_count{what=\"statistics\"} 1",
        "tallyhouse_past_seconds_count{what=\"export\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} is not in {metrics}");
    }
}

/// The statuses of so many requests that are sent at once.
async fn statuses(house: &House, path: &str, n: usize) -> Vec<String> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(n - 1);
    let last = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let (mut answers, mut requests) = stream.split();
    let text = request + &last;
    let mut heard = Vec::new();
    let (sent, read) = tokio::join!(
        requests.write_all(text.as_bytes()),
        answers.read_to_end(&mut heard)
    );
    sent.unwrap();
    read.unwrap();
    let heard = String::from_utf8_lossy(&heard);
    let answers = heard.split("HTTP/1.1 ").skip(1);
    answers.map(|answer| answer[..3].to_owned()).collect()
}

/// The pages for operators count as other requests do. The files of the page cost little, and have
/// an allowance of their own.
#[tokio::test]
async fn every_request_counts_for_its_address() {
    let slow = Rate {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(5).unwrap(),
    };
    for (path, at_least) in [
        ("/api/games", 5),
        ("/healthz", 5),
        ("/readyz", 5),
        ("/metrics", 5),
        ("/icon.svg", 50),
    ] {
        let limits = Limits {
            address: Some(slow),
            ..Limits::NONE
        };
        let config = Config {
            limits,
            ..Config::default()
        };
        let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
        let statuses = statuses(&house, path, 1_000).await;
        let refused = |status: &String| status == "429";
        assert_eq!(statuses.len(), 1_000, "{path}");
        assert!(!statuses[..at_least].iter().any(refused), "{path}");
        assert!(statuses.iter().any(refused), "{path}");
    }
}

#[tokio::test]
async fn the_games_are_told_with_their_options() {
    let house = House::open().await;
    let (status, games) = house.get("/api/games").await;
    assert_eq!(status, 200);
    let cribbage = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["key"] == "cribbage");
    let cribbage = cribbage.unwrap();
    assert!(cribbage["options"]["properties"].is_object(), "{cribbage}");
    assert!(!cribbage["presets"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_hand_is_scored_as_on_the_command_line() {
    let house = House::open().await;
    let hand = r#"{"hand":["5H","5C","5S","JD"],"cut":"5D"}"#;
    let (status, answer) = house.post("/api/score/cribbage", hand).await;
    assert_eq!((status, &answer["total"]), (200, &json!(29)));
    let (status, answer) = house.post("/api/score/cribbage", "junk").await;
    assert_eq!(status, 422);
    assert!(answer["error"]["code"].is_string(), "{answer}");
    let (status, _) = house.post("/api/score/chess", hand).await;
    assert_eq!(status, 404);
    let (status, _) = house.post("/api/score/cribbage", &" ".repeat(70_000)).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn a_drill_is_told_with_what_each_answer_is_worth_and_not_sent_twice() {
    let house = House::open().await;
    let (status, drill) = house.get("/api/drills/cribbage/discard").await;
    assert_eq!((status, &drill["unit"]), (200, &json!("win")));
    let items = drill["items"].as_array().unwrap();
    assert!(items.len() >= 200, "{}", items.len());
    for item in items {
        assert_eq!(item["choices"].as_array().unwrap().len(), 15, "{item}");
    }
    for path in ["cribbage/tea", "chess/discard"] {
        let (status, answer) = house.get(&format!("/api/drills/{path}")).await;
        assert_eq!(status, 404);
        assert!(answer["error"]["message"].is_string(), "{answer}");
    }
    let path = "/api/drills/dice/split";
    let (_, headers) = house.head_of(path, "").await;
    let tag = headers.lines().find_map(|line| line.strip_prefix("etag: "));
    let tag = tag.expect("a drill has a tag");
    let known = format!("If-None-Match: {tag}\r\n");
    assert_eq!(house.head_of(path, &known).await.0, 304);
}

#[tokio::test]
async fn a_journal_is_public_without_its_secrets() {
    let house = House::open().await;
    let mut jill = Guest::connect(&house, None).await;
    let mut boom = Guest::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    jill.hear_until("waiting_for_discard").await;
    let path = format!("/api/tables/{code}/journal");
    let (status, journal) = house.get(&path).await;
    assert_eq!(status, 200);
    let text = journal.to_string();
    assert!(
        text.contains("commitment") && !text.contains("secret"),
        "{text}"
    );
    let (status, refused) = house.get(&format!("/api/tables/{code}/verify")).await;
    assert_eq!(
        (status, &refused["error"]["code"]),
        (409, &json!("table/not_over")),
        "a game that is not over proves nothing"
    );
    assert_eq!(
        refused["error"]["message"],
        "no game of this table is over, so there is nothing to check yet"
    );
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let text = house.get(&path).await.1.to_string();
    assert!(
        text.contains("\"secret\":\""),
        "the secret of the game is told at its end"
    );
    for missing in [
        "/api/tables/AAAAAA/journal",
        "/api/tables/x/journal",
        "/api/tables/AAAAAA/verify",
    ] {
        let (status, answer) = house.get(missing).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (404, &json!("table/not_found"))
        );
        assert_eq!(
            answer["error"]["message"],
            "there is no table with that code"
        );
    }
}

/// All moments of a replay, page by page.
async fn replayed(house: &House, code: &str, seat: &str) -> Vec<Value> {
    let mut moments = Vec::new();
    let mut from = json!(0);
    while !from.is_null() {
        let path = format!("/api/tables/{code}/replay?from={from}{seat}");
        let (status, page) = house.get(&path).await;
        assert_eq!(status, 200, "{page}");
        let page_of = page["moments"].as_array().unwrap();
        assert!(page_of.len() <= 100);
        moments.extend(page_of.iter().cloned());
        from = page["next"].clone();
    }
    moments
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_shows_a_finished_game_as_it_was_seen() {
    let house = House::open().await;
    let mut jill = Guest::connect(&house, None).await;
    let mut boom = Guest::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    jill.hear_until("waiting_for_discard").await;
    let (status, answer) = house.get(&format!("/api/tables/{code}/replay")).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (409, &json!("table/not_over"))
    );
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let open = replayed(&house, &code, "").await;
    assert!(open.len() > 100, "it takes several pages: {}", open.len());
    assert_eq!(open[0]["told"][0]["event"], "game_started");
    assert_eq!(open.last().unwrap()["told"][0]["event"], "game_finished");
    for (seat, player) in [&jill, &boom].into_iter().enumerate() {
        let moments = replayed(&house, &code, &format!("&seat={seat}")).await;
        assert_eq!(moments.len(), open.len());
        for (moment, side_by_side) in moments.iter().zip(&open) {
            let told = &moment["told"][0];
            assert_eq!(*told, side_by_side["told"][seat]);
            let live = player
                .heard
                .iter()
                .find(|(_, payload)| payload["seq"] == moment["seq"]);
            let (name, payload) = live.expect("it was heard");
            assert_eq!((&told["event"], &told["payload"]), (&json!(name), payload));
            let is_deal = name == "cards_dealt";
            assert!(!is_deal || told["view"]["playerHand"] == payload["playerHand"]);
        }
    }
    let (status, _) = house
        .get(&format!("/api/tables/{code}/replay?game=2"))
        .await;
    assert_eq!(status, 409);
    let (status, _) = house.get("/api/tables/AAAAAA/replay").await;
    assert_eq!(status, 404);
}

/// The review, once the answer is more than its progress.
async fn reviewed(house: &House, path: &str) -> (u16, Value) {
    loop {
        let (status, answer) = house.get(path).await;
        if status != 202 {
            return (status, answer);
        }
        let [done, of] = ["done", "of"].map(|field| answer[field].as_u64().unwrap());
        assert!(done < of, "{answer}");
    }
}

#[tokio::test]
async fn a_finished_game_is_reviewed_and_each_decision_is_found_in_the_replay() {
    let house = House::open().await;
    let mut jill = Guest::connect(&house, None).await;
    let mut boom = Guest::connect(&house, None).await;
    jill.create(json!({ "options": { "target": 61 } })).await;
    let path = format!("/api/tables/{}/review", jill.code);
    boom.join(&jill.code).await;
    jill.hear_until("waiting_for_discard").await;
    let (status, answer) = house.get(&path).await;
    assert_eq!(status, 409);
    assert_eq!(answer["error"]["code"], "table/not_over");
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let (status, review) = reviewed(&house, &path).await;
    assert_eq!(status, 200, "{review}");
    assert_eq!(house.get(&path).await, (200, review.clone()), "it is kept");
    let moments = replayed(&house, &jill.code, "").await;
    let decisions = review["decisions"].as_array().unwrap();
    let plays = decisions.iter().filter_map(|decision| {
        let card = &decision["did"]["command"]["play_card"]["card"];
        card.is_object().then_some((decision, card))
    });
    let mut n_plays = 0;
    for (decision, card) in plays {
        let seq = decision["seq"].as_u64().unwrap();
        let next = moments.iter().find(|moment| moment["seq"] == seq + 1);
        let told = &next.expect("it is shown")["told"][0];
        assert_eq!(told["event"], "card_played", "{decision}");
        assert_eq!(told["payload"]["playedCard"], *card, "{decision}");
        n_plays += 1;
    }
    assert!(n_plays > 5, "{n_plays} of {}", decisions.len());
    let (status, _) = house.get(&format!("{path}?game=2")).await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn other_pages_ask_only_if_they_are_listed() {
    let config = Config {
        origins: Origins::new(["https://friend.example"]),
        ..unlimited()
    };
    let house = House::open_with(config, Arc::new(MemoryJournal::new())).await;
    let from = async |origin: &str| {
        let header = format!("Origin: {origin}\r\n");
        house.request("GET", "/api/games", &header, "").await.0
    };
    assert_eq!(from("https://friend.example").await, 200);
    assert_eq!(from(&format!("http://{}", house.address)).await, 200);
    assert_eq!(from("https://stranger.example").await, 403);
}

#[tokio::test]
async fn a_word_instead_of_a_number_is_refused_in_words() {
    let house = House::open().await;
    for ask in [
        "replay?game=x",
        "replay?seat=-1",
        "review?game=1e9",
        "replay?from=99999999999999999999",
    ] {
        let (status, answer) = house.get(&format!("/api/tables/AAAAAA/{ask}")).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (400, &json!("wire/malformed")),
            "{ask}"
        );
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("whole numbers"), "{message}");
    }
}

/// A journal that has lost its disk.
#[derive(Debug)]
struct Broken;

impl Broken {
    fn error() -> Error {
        Error::Unavailable {
            why: "no disk".to_owned(),
        }
    }
}

impl Journal for Broken {
    fn submit(&self, _: Write, done: Callback) {
        done(Err(Broken::error()));
    }

    fn load(&self, _: &Code) -> Result<StoredTable, Error> {
        Err(Broken::error())
    }

    fn list(&self, _: &Filter) -> Result<Vec<Summary>, Error> {
        Err(Broken::error())
    }

    fn token(&self, _: &TokenHash) -> Result<Option<Token>, Error> {
        Err(Broken::error())
    }

    fn tokens(&self, _: &PlayerId) -> Result<Vec<Token>, Error> {
        Err(Broken::error())
    }

    fn creation(
        &self,
        _: &store::PlayerId,
        _: &store::CommandId,
    ) -> Result<Option<store::Code>, Error> {
        Err(Broken::error())
    }

    fn secret(&self) -> Result<Option<store::HouseSecret>, Error> {
        Err(Broken::error())
    }
}

#[tokio::test]
async fn a_house_without_a_journal_is_alive_but_not_ready() {
    let house = House::open_with(unlimited(), Arc::new(Broken)).await;
    assert_eq!(house.get("/healthz").await.0, 200);
    let (status, answer) = house.get("/readyz").await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (503, &json!("house/unavailable"))
    );
    assert!(
        !answer.to_string().contains("no disk"),
        "internal details are not told"
    );
}
