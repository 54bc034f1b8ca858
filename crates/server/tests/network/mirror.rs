//! The table as a client of the protocol knows it: the folded messages.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

/// The knowledge of a client. It takes in events one by one, or a whole view when it has missed too
/// much; it never guesses.
#[derive(Debug, Clone)]
pub(crate) struct Mirror {
    /// The number of the last event.
    pub(crate) seq: u64,
    pub(crate) uuid: String,
    view: Map<String, Value>,
    /// The players by seat, and whether they are connected.
    players: Vec<(String, bool)>,
}

/// The use of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It was the next one.
    Next,
    /// It is known already.
    Known,
    /// Something before it is missing, and it was not taken in.
    Gap,
}

/// The fields of a view that are folded.
const FIELDS: [&str; 13] = [
    "phase",
    "playerHand",
    "thrown",
    "handCounts",
    "discarded",
    "cribCount",
    "starter",
    "playedCards",
    "runningTotal",
    "saidGo",
    "scores",
    "dealerUuid",
    "currentTurn",
];

impl Default for Mirror {
    /// Nothing has been heard: the game waits for players.
    fn default() -> Mirror {
        Mirror {
            seq: 0,
            uuid: String::new(),
            view: [("phase".to_owned(), json!("waiting"))]
                .into_iter()
                .collect(),
            players: Vec::new(),
        }
    }
}

impl Mirror {
    /// Takes the answer to a `sync` as the truth.
    pub(crate) fn of_sync(uuid: &str, sync: &Value) -> Mirror {
        let mut view = Map::new();
        for field in FIELDS {
            if let Some(value) = sync["view"].get(field) {
                view.insert(field.to_owned(), value.clone());
            }
        }
        Mirror {
            seq: sync["seq"].as_u64().expect("a number"),
            uuid: uuid.to_owned(),
            view,
            players: connected(&sync["players"]),
        }
    }

    /// Every field that differs from the view.
    pub(crate) fn differs_from(&self, view: &Value) -> Vec<String> {
        let fields = FIELDS.map(|field| (field, self.view.get(field), view.get(field)));
        let differ = fields.into_iter().filter(|(_, own, others)| own != others);
        differ
            .map(|(field, own, others)| format!("{field}: {own:?} is {others:?}"))
            .collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.get("phase") == Some(&json!("gameover"))
    }

    /// Takes in an event, unless it is known or too early.
    pub(crate) fn hear(&mut self, name: &str, payload: &Value) -> Heard {
        let seq = payload["seq"].as_u64().expect("events have a number");
        if name == "state" {
            return self.see(seq, payload);
        }
        if seq <= self.seq {
            return Heard::Known;
        }
        if seq > self.seq + 1 {
            return Heard::Gap;
        }
        self.seq = seq;
        self.fold(name, payload);
        Heard::Next
    }

    /// The pushed state follows from the messages before it.
    fn see(&self, seq: u64, state: &Value) -> Heard {
        match seq.cmp(&self.seq) {
            Ordering::Less => return Heard::Known,
            Ordering::Greater => return Heard::Gap,
            Ordering::Equal => {}
        }
        for field in FIELDS {
            if let Some(pushed) = state["view"].get(field) {
                assert_eq!(self.view.get(field), Some(pushed), "{field} at {seq}");
            }
        }
        Heard::Next
    }

    fn fold(&mut self, name: &str, payload: &Value) {
        match name {
            "player_joined" | "opponent_joined" => {
                self.players = connected(&payload["players"]);
            }
            "player_disconnected" => self.connect(payload, false),
            "player_reconnected" => self.connect(payload, true),
            "cards_dealt" => self.deal(payload),
            "waiting_for_discard" => self.set("phase", json!("discard")),
            "cards_discarded" => self.discard(payload),
            "both_discarded" => {
                self.copy(payload, &["cribCount"]);
                self.set("phase", payload["gamePhase"].clone());
                self.set("currentTurn", Value::Null);
            }
            "starter_cut" => {
                self.set("starter", payload["card"].clone());
                self.copy(payload, &["scores"]);
            }
            "pegging_started" => self.copy(payload, &["currentTurn"]),
            "card_played" => self.play(payload),
            "go_said" => self.push("saidGo", &payload["playerUuid"]),
            "count_reset" => {
                self.set("runningTotal", json!(0));
                self.set("saidGo", json!([]));
                self.set("currentTurn", payload["nextTurn"].clone());
            }
            "pegging_finished" => {
                self.set("phase", payload["gamePhase"].clone());
                self.set("currentTurn", Value::Null);
            }
            "hand_scored" => self.copy(payload, &["scores"]),
            "crib_scored" => {
                self.copy(payload, &["scores"]);
                self.clear();
            }
            "game_finished" => {
                self.set("phase", payload["gamePhase"].clone());
                self.set("currentTurn", Value::Null);
                self.copy(payload, &["scores"]);
            }
            "dealer_cut" => self.copy(payload, &["dealerUuid"]),
            "game_started" => self.start(&payload["options"]),
            other => panic!("an event that a game of two has not: {other} {payload}"),
        }
    }

    /// Some start with points.
    fn start(&mut self, options: &Value) {
        let points = |seat: usize| options["head_start"].get(seat).cloned().unwrap_or(json!(0));
        self.set("scores", self.by_player(points));
        self.set("dealerUuid", Value::Null);
        self.clear();
    }

    /// No card is on the table.
    fn clear(&mut self) {
        for field in ["playerHand", "thrown", "discarded", "playedCards", "saidGo"] {
            self.set(field, json!([]));
        }
        for field in ["starter", "currentTurn"] {
            self.set(field, Value::Null);
        }
        for field in ["cribCount", "runningTotal"] {
            self.set(field, json!(0));
        }
        self.set("handCounts", self.by_player(|_| json!(0)));
        self.set("phase", json!("dealing"));
    }

    fn deal(&mut self, payload: &Value) {
        self.clear();
        self.copy(
            payload,
            &["playerHand", "handCounts", "cribCount", "dealerUuid"],
        );
    }

    fn discard(&mut self, payload: &Value) {
        let who = payload["playerUuid"].clone();
        self.copy(payload, &["cribCount"]);
        self.put_down(&who, payload["count"].as_i64().expect("a number of cards"));
        if let Some(cards) = payload["cards"].as_array() {
            self.set("thrown", json!(cards));
            self.take_from_hand(cards);
        }
        let (thrown, waiting): (Vec<Value>, Vec<Value>) = self
            .players
            .iter()
            .map(|(uuid, _)| json!(uuid))
            .partition(|uuid| *uuid == who || self.list("discarded").contains(uuid));
        self.set("discarded", json!(thrown));
        let turn = match &waiting[..] {
            [last] => last.clone(),
            _ => Value::Null,
        };
        self.set("currentTurn", turn);
    }

    fn play(&mut self, payload: &Value) {
        self.copy(payload, &["playedCards", "runningTotal", "scores"]);
        self.set("currentTurn", payload["nextTurn"].clone());
        self.put_down(&payload["playedBy"], 1);
        if payload["playedBy"] == json!(self.uuid) {
            self.take_from_hand(std::slice::from_ref(&payload["playedCard"]));
        }
    }

    /// Every field that differs from the other.
    pub(crate) fn differences(&self, other: &Mirror) -> Vec<String> {
        let fields = FIELDS.map(|field| (field, self.view.get(field), other.view.get(field)));
        let differ = fields.into_iter().filter(|(_, own, others)| own != others);
        let mut differences: Vec<String> = differ
            .map(|(field, own, others)| format!("{field}: {own:?} is {others:?}"))
            .collect();
        if (self.seq, &self.players) != (other.seq, &other.players) {
            let (own, others) = (&self.players, &other.players);
            differences.push(format!("{} {own:?} is {} {others:?}", self.seq, other.seq));
        }
        differences
    }

    /// The next action of the client, by its knowledge: a command and its fields.
    pub(crate) fn next_move(&self) -> Option<(&'static str, Value)> {
        let me = json!(self.uuid);
        let hand = self.list("playerHand");
        match self.view.get("phase")?.as_str()? {
            "discard" if !hand.is_empty() && !self.list("discarded").contains(&me) => {
                Some(("discard_cards", json!({ "cards": hand[..2] })))
            }
            "pegging" if self.view.get("currentTurn") == Some(&me) => {
                let total = self.view["runningTotal"].as_i64()?;
                let fits = |card: &&Value| card["value"].as_i64().is_some_and(|v| total + v <= 31);
                let card = hand.iter().find(fits)?;
                Some(("play_card", json!({ "card": card })))
            }
            _ => None,
        }
    }

    fn set(&mut self, field: &str, value: Value) {
        self.view.insert(field.to_owned(), value);
    }

    fn copy(&mut self, payload: &Value, fields: &[&str]) {
        for field in fields {
            self.set(field, payload[field].clone());
        }
    }

    fn push(&mut self, field: &str, value: &Value) {
        let mut list = self.list(field).to_vec();
        list.push(value.clone());
        self.set(field, Value::Array(list));
    }

    fn list(&self, field: &str) -> &[Value] {
        let list = self.view.get(field).and_then(Value::as_array);
        list.map_or(&[], |list| list.as_slice())
    }

    fn put_down(&mut self, who: &Value, cards: i64) {
        let held = &mut self.view["handCounts"][who.as_str().expect("a player")];
        *held = json!(held.as_i64().expect("a number of cards") - cards);
    }

    fn take_from_hand(&mut self, cards: &[Value]) {
        let mut hand = self.list("playerHand").to_vec();
        hand.retain(|card| !cards.contains(card));
        self.set("playerHand", Value::Array(hand));
    }

    fn connect(&mut self, payload: &Value, connected: bool) {
        let who = payload["playerUuid"].as_str().expect("a player");
        for player in self.players.iter_mut().filter(|(uuid, _)| uuid == who) {
            player.1 = connected;
        }
    }

    fn by_player(&self, value: impl Fn(usize) -> Value) -> Value {
        let players = self.players.iter().enumerate();
        players
            .map(|(seat, (uuid, _))| (uuid.clone(), value(seat)))
            .collect()
    }
}

fn connected(players: &Value) -> Vec<(String, bool)> {
    let players = players.as_array().expect("a list of players").iter();
    players
        .map(|player| {
            let uuid = player["uuid"].as_str().expect("a player");
            (uuid.to_owned(), player["connected"] == true)
        })
        .collect()
}
