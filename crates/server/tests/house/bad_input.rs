//! Whatever is sent, there is an answer and the house stands.

use serde_json::{Value, json};

use crate::player::Player;
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

/// A small generator, so that a failure comes again.
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
