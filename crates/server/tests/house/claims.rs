//! Games of a pocket that are added to a history, by HTTP.

use serde_json::{Value, json};

use crate::player::Player;
use crate::support::House;

/// A game that was finished elsewhere: the player's id there, and the journal of the table with all
/// its secrets, as a pocket has it.
struct Elsewhere {
    who: String,
    entries: Vec<Value>,
}

async fn elsewhere() -> Elsewhere {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    let mut boom = Player::connect(&house, None).await;
    jill.create(json!({ "options": { "target": 61 } })).await;
    boom.join(&jill.code).await;
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    let record = house.journal.load(&jill.code.parse().unwrap()).unwrap();
    let entries = server::entries_of(record).unwrap();
    Elsewhere {
        who: jill.uuid,
        entries: entries.iter().map(|entry| json!(entry)).collect(),
    }
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
    let Elsewhere { who, entries } = elsewhere().await;
    let done = (200, json!({ "games": 1 }));
    assert_eq!(ann.claim(&who, &entries).await, done);
    assert_eq!(ann.claim(&who, &entries).await, done);
    let games = ann.get("/api/me/games").await;
    let [game] = &games["games"].as_array().unwrap()[..] else {
        panic!("one game: {games}");
    };
    let code = &entries[0]["fact"]["opened"]["code"];
    assert_eq!((&game["code"], &game["claimed"]), (code, &json!(true)));
    assert_eq!((&game["replay"], &game["seat"]), (&json!(false), &json!(0)));
    // Only the names of the others at the table are known.
    let other = &game["others"][0];
    assert_eq!(
        (&other["name"], &other["opponent"]),
        (&json!("Boom"), &json!(""))
    );
    let statistics = ann.get("/api/me/statistics").await;
    assert_eq!(
        (&statistics["games"], &statistics["opponents"]),
        (&json!([]), &json!([]))
    );
    let (_, csv) = ann.send("GET", "/api/me/export?format=csv", "").await;
    let csv = csv.as_str().expect("text");
    assert!(csv.contains(",claimed,"), "{csv}");
    let copy = ann.get("/api/me/export").await;
    assert_eq!(copy["games"], games["games"]);

    // Another player has a history of their own, and a deleted history is gone.
    let bob = claimant(&house).await;
    assert_eq!(bob.get("/api/me/games").await["games"], json!([]));
    assert_eq!(bob.claim(&who, &entries).await, done);
    assert_eq!(ann.send("DELETE", "/api/me", "").await.0, 200);
    assert_eq!(ann.claim(&who, &entries).await.0, 401);
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
async fn a_forged_game_is_not_claimed() {
    let house = House::open().await;
    let ann = claimant(&house).await;
    let Elsewhere { who, entries } = elsewhere().await;
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
    assert_eq!(code(ann.claim(&who, &changed).await), unproved);
    let mut changed = entries.clone();
    changed.remove(5);
    assert_eq!(code(ann.claim(&who, &changed).await), unproved);
    assert_eq!(code(ann.claim(&who, &[]).await), unproved);
    let not_over = (422, "table/not_over".to_owned());
    assert_eq!(code(ann.claim(&who, &entries[..9]).await), not_over);
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
    assert_eq!(code(stranger.claim(&who, &entries).await), unknown);
    assert_eq!(ann.get("/api/me/games").await["games"], json!([]));
}

/// A device whose clock is ahead does not put its games before all later ones.
#[tokio::test]
async fn no_claimed_game_ended_later_than_now() {
    let house = House::open().await;
    let ann = claimant(&house).await;
    let Elsewhere { who, mut entries } = elsewhere().await;
    for entry in &mut entries {
        entry["at"] = json!(u64::MAX);
    }
    let (status, answer) = ann.claim(&who, &entries).await;
    assert_eq!(status, 200, "{answer}");
    let games = ann.get("/api/me/games").await;
    let at = games["games"][0]["at"].as_u64().expect("a time");
    assert!(at < 1 << 45, "{at}");
}
