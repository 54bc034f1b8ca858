//! The documents of the house agree with its real answers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::player::Player as Guest;
use crate::support::House;

/// All requests of HTTP.
const PATHS: [&str; 21] = [
    "/api/asyncapi.json",
    "/api/daily",
    "/api/daily/{day}/{game}",
    "/api/docs",
    "/api/drills/{game}/{drill}",
    "/api/duplicates/{code}",
    "/api/games",
    "/api/me",
    "/api/me/claims",
    "/api/me/export",
    "/api/me/games",
    "/api/me/statistics",
    "/api/openapi.json",
    "/api/score/{game}",
    "/api/tables/{code}/journal",
    "/api/tables/{code}/replay",
    "/api/tables/{code}/review",
    "/api/tables/{code}/verify",
    "/healthz",
    "/metrics",
    "/readyz",
];

async fn openapi(house: &House) -> Value {
    let (status, document) = house.get("/api/openapi.json").await;
    assert_eq!(status, 200);
    document
}

#[tokio::test]
async fn every_path_is_documented_and_nothing_is_missing_in_the_document() {
    let house = House::open().await;
    let document = openapi(&house).await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = document["paths"].as_object().unwrap();
    let found: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    assert_eq!(found, BTreeSet::from(PATHS));
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 20, "{references:?}");
    for path in references {
        let pointer = path
            .strip_prefix('#')
            .expect("a reference into the document");
        assert!(document.pointer(pointer).is_some(), "{path} is not there");
    }
}

fn collect<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(path) if key == "$ref" => found.push(path),
                    value => collect(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// Sends a request, and compares the answer with the document: its status and the schema of its
/// body.
async fn check(
    house: &House,
    document: &Value,
    method: &str,
    path: &str,
    ask: &str,
    body: &str,
) -> u16 {
    check_as(house, document, method, path, ask, ("", body)).await
}

/// The same with headers of the caller.
async fn check_as(
    house: &House,
    document: &Value,
    method: &str,
    path: &str,
    ask: &str,
    (headers, body): (&str, &str),
) -> u16 {
    let (status, answer) = house.request(method, ask, headers, body).await;
    let responses = &document["paths"][path][method.to_lowercase()]["responses"];
    let response = &responses[status.to_string()];
    assert!(
        response.is_object(),
        "{method} {ask}: {status} is not documented"
    );
    for (kind, content) in response["content"].as_object().into_iter().flatten() {
        if kind == "application/json" {
            let schema =
                json!({ "allOf": [content["schema"]], "components": document["components"] });
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let faults: Vec<String> = validator
                .iter_errors(&answer)
                .map(|fault| format!("{}: {fault}", fault.instance_path))
                .collect();
            assert!(faults.is_empty(), "{ask}: {faults:#?} in {answer}");
        }
    }
    status
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
async fn real_answers_are_as_documented() {
    let house = House::open().await;
    let document = openapi(&house).await;
    let mut jill = Guest::connect(&house, None).await;
    let mut boom = Guest::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    boom.join(&code).await;
    let get = async |path: &str, with: &str| {
        let ask = path.replace("{code}", with);
        check(&house, &document, "GET", path, &ask, "").await
    };
    let of_table = |what: &str| {
        let mut paths = PATHS.into_iter();
        paths.find(|path| path.ends_with(what)).unwrap()
    };
    let [journal, replay, review, verify] =
        ["/journal", "/replay", "/review", "/verify"].map(of_table);
    assert_eq!(get(journal, &code).await, 200);
    assert_eq!(get(verify, &code).await, 409);
    assert_eq!(get(replay, &code).await, 409);
    assert_eq!(get(review, &code).await, 409);
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    for path in [journal, verify, replay] {
        assert_eq!(get(path, &code).await, 200);
        assert_eq!(get(path, "AAAAAA").await, 404);
    }
    assert_eq!(get(review, "AAAAAA").await, 404);
    assert_eq!(get(review, &code).await, 202);
    while get(review, &code).await != 200 {
        tokio::task::yield_now().await;
    }
    let own = async |method: &str, path: &str, query: &str, token: &str| {
        let headers = format!("Authorization: Bearer {token}\r\n");
        let ask = format!("{path}{query}");
        check_as(&house, &document, method, path, &ask, (&headers, "")).await
    };
    for (path, query) in [
        ("/api/me/games", "?game=cribbage&won=true&limit=1"),
        ("/api/me/games", ""),
        ("/api/me/statistics", ""),
        ("/api/me/statistics", "?opponent=bot+expert"),
        ("/api/me/export", "?format=json"),
    ] {
        assert_eq!(
            own("GET", path, query, &jill.token).await,
            200,
            "{path}{query}"
        );
        assert_eq!(own("GET", path, query, "nobody").await, 401);
        assert_eq!(own("GET", path, "?opponent=%20", &jill.token).await, 400);
    }
    let claims = "/api/me/claims";
    assert_eq!(own("POST", claims, "", "nobody").await, 401);
    assert_eq!(own("POST", claims, "", &jill.token).await, 400);
    assert_eq!(own("DELETE", "/api/me", "", "nobody").await, 401);
    assert_eq!(own("DELETE", "/api/me", "", &jill.token).await, 200);
    assert_eq!(own("GET", "/api/me/games", "", &jill.token).await, 401);
    assert_eq!(own("GET", "/api/me/games", "", &boom.token).await, 200);
    for path in ["/api/games", "/healthz", "/readyz", "/metrics", "/api/docs"] {
        assert_eq!(get(path, "").await, 200);
    }
    for path in ["/api/openapi.json", "/api/asyncapi.json"] {
        assert_eq!(get(path, "").await, 200);
    }
    let daily = check(&house, &document, "GET", "/api/daily", "/api/daily", "").await;
    assert_eq!(daily, 200);
    let (_, deals) = house.get("/api/daily").await;
    let of_day = "/api/daily/{day}/{game}";
    for (day, expect) in [("today", 409), ("tomorrow", 404)] {
        let day = deals[day]["day"].as_str().unwrap();
        let ask = format!("/api/daily/{day}/dice");
        let answered = check(&house, &document, "GET", of_day, &ask, "").await;
        assert_eq!(answered, expect, "{ask}");
    }
    let before = "/api/daily/2001-01-01/dice";
    assert_eq!(
        check(&house, &document, "GET", of_day, before, "").await,
        200
    );
    let mut maker = Guest::connect(&house, None).await;
    maker.create(json!({ "deal": "duplicate" })).await;
    let of_two = "/api/duplicates/{code}";
    for (code, expect) in [(maker.code.as_str(), 200), ("AAAAAA", 404)] {
        let ask = format!("/api/duplicates/{code}");
        let answered = check(&house, &document, "GET", of_two, &ask, "").await;
        assert_eq!(answered, expect, "{ask}");
    }
    let drills = "/api/drills/{game}/{drill}";
    for (ask, status) in [("cribbage/discard", 200), ("cribbage/tea", 404)] {
        let ask = format!("/api/drills/{ask}");
        let answered = check(&house, &document, "GET", drills, &ask, "").await;
        assert_eq!(answered, status);
    }
    let score = "/api/score/{game}";
    let post = async |game: &str, body: &str| {
        let ask = score.replace("{game}", game);
        check(&house, &document, "POST", score, &ask, body).await
    };
    let hand = r#"{"hand":["5H","5C","5S","JD"],"cut":"5D"}"#;
    assert_eq!(post("cribbage", hand).await, 200);
    assert_eq!(post("cribbage", "junk").await, 422);
    assert_eq!(post("chess", hand).await, 404);
    assert_eq!(post("cribbage", &" ".repeat(70_000)).await, 413);
}

/// The page shows everything of the document, and loads nothing from elsewhere.
#[tokio::test]
async fn the_page_shows_every_path_and_loads_nothing() {
    let house = House::open().await;
    let (status, page) = house.request_text("GET", "/api/docs", "", "").await;
    assert_eq!(status, 200);
    for path in PATHS {
        assert!(page.contains(&format!("{path}</code>")), "{path}");
    }
    for outside in ["<script", "<link", "<img", "@import", "src="] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[tokio::test]
async fn the_sockets_are_described_as_in_the_repository() {
    let house = House::open().await;
    let (_, document) = house.get("/api/asyncapi.json").await;
    let kept: Value = serde_json::from_str(include_str!("../../../../docs/asyncapi.json")).unwrap();
    assert!(document == kept, "it is the same document");
}
