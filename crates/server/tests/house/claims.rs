//! Games of a pocket that are added to a history, by HTTP.

use pocket::{Trial, trial};
use serde_json::{Value, json};
use table::Level;

use crate::player::Player;
use crate::support::House;

/// The journal of a game that `somebody` has finished in a pocket.
fn journal(seed: u64) -> Vec<Value> {
    let short = Trial {
        game: "cribbage".to_owned(),
        level: Level::Easy,
        seed,
        options: json!({ "target": 61 }),
    };
    let mut entries = Vec::new();
    let is_over = trial(&short, &mut |line| {
        let outcome: Value = serde_json::from_str(line).expect("a line of JSON");
        let written = outcome["written"].as_array().expect("entries").iter();
        entries.extend(written.map(|written| written["entry"].clone()));
    });
    assert!(is_over);
    entries
}

struct Claimant<'a> {
    house: &'a House,
    token: String,
}

impl Claimant<'_> {
    async fn claim(&self, who: &str, entries: &[Value]) -> (u16, Value) {
        let body = json!({ "player": who, "entries": entries }).to_string();
        self.send("POST", "/api/me/claims", &body).await
    }

    async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.send("GET", path, "").await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn send(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let headers = format!("Authorization: Bearer {}\r\n", self.token);
        self.house.request(method, path, &headers, body).await
    }
}

async fn claimant(house: &House) -> Claimant<'_> {
    let token = Player::connect(house, None).await.token;
    Claimant { house, token }
}

#[tokio::test]
async fn a_game_of_a_pocket_is_claimed_once_and_never_counted() {
    let house = House::open().await;
    let ann = claimant(&house).await;
    let entries = journal(1);
    let done = (200, json!({ "games": 1 }));
    assert_eq!(ann.claim("somebody", &entries).await, done);
    assert_eq!(ann.claim("somebody", &entries).await, done);
    let games = ann.get("/api/me/games").await;
    let [game] = &games["games"].as_array().unwrap()[..] else {
        panic!("one game: {games}");
    };
    let code = &entries[0]["fact"]["opened"]["code"];
    assert_eq!((&game["code"], &game["claimed"]), (code, &json!(true)));
    assert_eq!((&game["replay"], &game["seat"]), (&json!(false), &json!(0)));
    assert_eq!(game["others"][0]["opponent"], "bot easy");
    let statistics = ann.get("/api/me/statistics").await;
    assert_eq!(
        (&statistics["games"], &statistics["opponents"]),
        (&json!([]), &json!([]))
    );
    let (_, csv) = ann.send("GET", "/api/me/export?format=csv", "").await;
    let csv = csv.as_str().expect("text");
    assert!(csv.trim_end().ends_with(",claimed"), "{csv}");
    let copy = ann.get("/api/me/export").await;
    assert_eq!(copy["games"], games["games"]);

    // Another player has a history of their own, and what is deleted is gone.
    let bob = claimant(&house).await;
    assert_eq!(bob.get("/api/me/games").await["games"], json!([]));
    assert_eq!(bob.claim("somebody", &entries).await, done);
    assert_eq!(ann.send("DELETE", "/api/me", "").await.0, 200);
    assert_eq!(ann.claim("somebody", &entries).await.0, 401);
    let left = house
        .journal
        .archive()
        .unwrap()
        .remembered(None, 9)
        .unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(
        bob.get("/api/me/games").await["games"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn what_did_not_happen_so_is_not_claimed() {
    let house = House::open().await;
    let ann = claimant(&house).await;
    let entries = journal(2);
    let code = |(status, answer): (u16, Value)| {
        let code = answer["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        (status, code)
    };
    let unproved = (422, "claim/unproved".to_owned());
    let mut changed = entries.clone();
    changed[0]["fact"]["opened"]["secret"] = json!("07".repeat(32));
    assert_eq!(code(ann.claim("somebody", &changed).await), unproved);
    let mut changed = entries.clone();
    changed.remove(5);
    assert_eq!(code(ann.claim("somebody", &changed).await), unproved);
    assert_eq!(code(ann.claim("somebody", &[]).await), unproved);
    let not_over = (422, "table/not_over".to_owned());
    assert_eq!(code(ann.claim("somebody", &entries[..9]).await), not_over);
    let not_theirs = (422, "table/not_seated".to_owned());
    assert_eq!(code(ann.claim("nobody", &entries).await), not_theirs);
    let malformed = (400, "wire/malformed".to_owned());
    for body in [
        "",
        "[]",
        "{\"player\": \"a\"}",
        "{\"player\": 1, \"entries\": []}",
    ] {
        assert_eq!(
            code(ann.send("POST", "/api/me/claims", body).await),
            malformed
        );
    }
    let long = " ".repeat((1 << 20) + 1);
    let too_large = (413, "wire/too_large".to_owned());
    assert_eq!(
        code(ann.send("POST", "/api/me/claims", &long).await),
        too_large
    );
    let stranger = Claimant {
        house: &house,
        token: "nobody".to_owned(),
    };
    let unknown = (401, "token/unknown".to_owned());
    assert_eq!(code(stranger.claim("somebody", &entries).await), unknown);
    assert_eq!(ann.get("/api/me/games").await["games"], json!([]));
}

/// A device whose clock is ahead does not put its games before everything that is still to come.
#[tokio::test]
async fn no_claimed_game_ended_later_than_now() {
    let house = House::open().await;
    let ann = claimant(&house).await;
    let mut entries = journal(3);
    for entry in &mut entries {
        entry["at"] = json!(u64::MAX);
    }
    let (status, answer) = ann.claim("somebody", &entries).await;
    assert_eq!(status, 200, "{answer}");
    let games = ann.get("/api/me/games").await;
    let at = games["games"][0]["at"].as_u64().expect("a time");
    assert!(at < 1 << 45, "{at}");
}
