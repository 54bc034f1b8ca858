//! Every message gets an answer, however strange, and the house stands.

use serde_json::{Value, json};
use server::client::{Client, ClientError};

use crate::player::{Player, commands_of};
use crate::support::House;

/// Words that mean something somewhere, and tricks that meant something elsewhere.
const WORDS: &[&str] = &[
    "gameCode",
    "nickname",
    "card",
    "cards",
    "seat",
    "level",
    "entropy",
    "since",
    "commandId",
    "expectSeq",
    "points",
    "options",
    "game",
    "cribbage",
    "table",
    "pace",
    "instant",
    "action",
    "AH",
    "10H",
    "hearts",
    "rank",
    "suit",
    "",
    " ",
    "null",
    "__proto__",
    "'; DROP TABLE entries; --",
    "../../../etc/passwd",
    "\u{0}",
    "\u{202e}",
    "🂡",
    "%s%n",
    "-1",
    "9e999",
    "{}",
    "[]",
];

const COMMANDS: &[&str] = &[
    "create_game",
    "join_game",
    "watch_game",
    "sync",
    "add_bot",
    "remove_seat",
    "leave_game",
    "offer_seat",
    "rematch",
    "advise",
    "list_games",
    "discard_cards",
    "play_card",
    "claim_count",
    "claim_muggins",
    "place_bid",
    "name_trump",
    "play_domino",
    "lay_down",
    "reroll",
    "set_wild",
    "score_dice",
    "buy",
    "leave_shop",
    "stop_run",
    "act",
    "",
    "nonsense",
];

/// A small random generator: a failure can be repeated.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's multiplier; the high bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) as usize) % n
    }

    fn word(&mut self) -> String {
        WORDS[self.below(WORDS.len())].to_owned()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(200) as i64 - 100),
            3 => json!(u64::MAX - self.below(3) as u64),
            4 => json!(0.5),
            5 => json!(self.word()),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => self.object(depth - 1),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let fields = (0..self.below(5)).map(|_| (self.word(), self.value(depth)));
        Value::Object(fields.collect())
    }

    /// A good command with one field gone wrong, or something else altogether.
    fn payload(&mut self, code: &str) -> Value {
        if self.below(4) == 0 {
            return self.value(4);
        }
        let mut payload = json!({
            "gameCode": code, "nickname": "Eve", "card": "AH", "cards": ["AH", "2H"], "seat": 1,
            "points": 3, "game": "cribbage", "table": { "pace": "instant" }, "private": true,
        });
        for _ in 0..self.below(3) {
            let (name, value) = (self.word(), self.value(2));
            payload[name] = value;
        }
        payload
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_strange_messages_get_ten_thousand_answers() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = jill.code.clone();
    let mut luck = Luck(7);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..10_000 {
        let command = COMMANDS[luck.below(COMMANDS.len())];
        let payload = luck.payload(&code);
        let answer = jill.client.ask(command, &payload).await;
        let answer = answer.unwrap_or_else(|error| panic!("{command} {payload}: {error}"));
        match answer["ok"].as_bool() {
            Some(true) => accepted += 1,
            Some(false) => {
                let code = answer["error"]["code"].as_str().unwrap_or_default();
                assert!(
                    code.contains('/') && code != "house/unavailable" || command == "advise",
                    "{command} {payload}: {answer}"
                );
                refused += 1;
            }
            None => panic!("{command} {payload}: {answer}"),
        }
    }
    assert!(
        accepted > 100 && refused > 1_000,
        "{accepted} accepted, {refused} refused"
    );
    assert_eq!(house.get("/readyz").await.0, 200);
}

impl Luck {
    /// The value with one thing in it changed.
    fn bend(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) if !fields.is_empty() && self.below(5) > 0 => {
                let place = self.below(fields.len());
                if let Some(field) = fields.values_mut().nth(place) {
                    self.bend(field);
                }
            }
            Value::Array(items) if !items.is_empty() && self.below(5) > 0 => {
                let place = self.below(items.len());
                match self.below(4) {
                    0 => drop(items.remove(place)),
                    1 => items.push(items[place].clone()),
                    _ => self.bend(&mut items[place]),
                }
            }
            other => *other = self.value(2),
        }
    }
}

/// The answers of the house to bent commands, and the number of turns in which they were tried.
#[derive(Debug, Default)]
struct Tally {
    accepted: u32,
    refused: u32,
    turns: u32,
}

impl Tally {
    const TURNS: u32 = 60;

    /// Plays a game with bots. Before each good command it tries bent ones, until there were enough
    /// turns or the game is over.
    async fn play(&mut self, house: &House, game: &str, luck: &mut Luck) {
        let mut jill = Player::connect(house, None).await;
        jill.create(json!({ "game": game })).await;
        let seats = jill.sync().await["seats"].as_u64().unwrap();
        for _ in 1..seats {
            jill.ask("add_bot", json!({ "gameCode": jill.code })).await;
        }
        while self.turns < Tally::TURNS {
            let sync = jill.sync().await;
            let legal = commands_of(&sync["legal"]);
            if legal.is_empty() {
                // The bots move now; a message comes when they are done.
                let (name, _) = jill.hear().await;
                if name == "game_finished" {
                    return;
                }
                continue;
            }
            let each = legal.into_iter().take(4);
            for (command, fields) in each.flat_map(|command| std::iter::repeat_n(command, 4)) {
                let mut payload = fields;
                luck.bend(&mut payload);
                if let Some(fields) = payload.as_object_mut() {
                    fields.insert("gameCode".to_owned(), json!(jill.code));
                }
                let answer = jill.client.ask(&command, &payload).await;
                let answer = answer.unwrap_or_else(|error| panic!("{command} {payload}: {error}"));
                match answer["ok"].as_bool() {
                    Some(true) => self.accepted += 1,
                    Some(false) => self.refused += 1,
                    None => panic!("{command} {payload}: {answer}"),
                }
            }
            self.turns += 1;
            let legal = commands_of(&jill.sync().await["legal"]);
            for (command, mut payload) in legal {
                payload["gameCode"] = json!(jill.code);
                if jill.client.ask(&command, &payload).await.unwrap()["ok"] == true {
                    break;
                }
            }
        }
    }
}

/// In the middle of play, good commands of every game get one wrong part: each is answered, and the
/// games go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bent_commands_of_every_game_are_answered_and_the_game_goes_on() {
    let house = House::open().await;
    let mut luck = Luck(11);
    for kind in roster::GAMES {
        let key = kind.meta().key;
        let mut tally = Tally::default();
        // A run of dice may be lost in its first round: then there is another.
        while tally.turns < Tally::TURNS {
            tally.play(&house, key, &mut luck).await;
        }
        assert!(tally.refused > Tally::TURNS, "{key}: {tally:?}");
    }
}

/// Texts that break other programs are ordinary names here, or no names at all.
#[tokio::test]
async fn tricks_in_names_and_codes_do_nothing() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let before = jill.sync().await;
    let tricks = [
        "'; DROP TABLE t;--",
        "\" OR \"\"=\"",
        "../../etc/passwd",
        "%2e%2e%2f",
        "${jndi:ldap://x}",
        "<script>alert(1)",
        "a\u{0}b",
    ];
    for trick in tricks {
        for command in ["join_game", "sync", "watch_game", "leave_game"] {
            let payload = json!({ "gameCode": trick, "nickname": "Eve" });
            assert_eq!(jill.ask_in_vain(command, payload).await, "wire/malformed");
        }
        let path: String = trick.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let (status, _) = house.get(&format!("/api/tables/{path}/journal")).await;
        assert_eq!(status, 404, "{trick}");
        let (status, _) = house.post(&format!("/api/score/{path}"), "{}").await;
        assert_eq!(status, 404, "{trick}");
        let refused = Client::connect(house.address, Some(trick)).await;
        assert!(matches!(refused, Err(ClientError::Refused(_))), "{trick}");
        let mut eve = Player::connect(&house, None).await;
        let create = json!({ "game": "cribbage", "nickname": trick, "commandId": "c" });
        let answer = eve.client.ask("create_game", &create).await.unwrap();
        let code = answer["gameCode"].clone();
        if answer["ok"] == true {
            let sync = eve.ask("sync", json!({ "gameCode": code })).await;
            assert_eq!(sync["players"][0]["nickname"], json!(trick));
        } else {
            assert_eq!(answer["error"]["code"], "wire/malformed", "{trick}");
        }
    }
    assert_eq!(jill.sync().await, before);
}

/// The name of an event is JSON like the rest: escapes in it are read.
#[tokio::test]
async fn a_name_may_be_written_with_escapes() {
    let house = House::open().await;
    let mut jill = Player::connect(&house, None).await;
    jill.create(json!({})).await;
    let code = &jill.code;
    let name = format!("420[\"sy\\u006ec\",{{\"gameCode\":\"{code}\"}}]");
    jill.client.write(name).await.unwrap();
    loop {
        if let server::client::Incoming::Ack(0, answer) = jill.client.next().await.unwrap() {
            assert_eq!(answer["ok"], true, "{answer}");
            break;
        }
    }
}
