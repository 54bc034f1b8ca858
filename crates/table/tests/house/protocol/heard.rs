//! Whole games, and everything that was sent and heard in them.

use std::collections::BTreeMap;

use kernel::{Rng, Seat, Viewer};
use serde_json::{Value, json};
use table::{Effect, Millis, Opening, Parsed, Secret, Stage, Table, read};

use crate::harness::{CODE, House, PEOPLE, commands, id, seconds};

/// Wild dice are rare in shops: one slot in some five hundred has one. The luck is fixed, because
/// the entropy is counted up; therefore the wait is always the same, and far below this.
const LONGEST_WAIT_FOR_A_WILD_DIE: u32 = 200;

/// All messages of some tables.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) events: BTreeMap<String, Vec<Value>>,
    pub(super) acks: BTreeMap<String, Vec<Value>>,
    pub(super) refusals: Vec<Value>,
    /// The commands that seats were offered.
    pub(super) legal: BTreeMap<String, Vec<Value>>,
}

impl Heard {
    /// All messages of a table of cribbage for two.
    pub(super) fn at_cribbage() -> Heard {
        let mut heard = Heard::default();
        heard.opening();
        heard.keys();
        for counting in ["auto", "manual", "muggins"] {
            heard.whole_evening(counting);
        }
        heard
    }

    /// All messages of a table of Texas 42.
    pub(super) fn at_texas42() -> Heard {
        let mut heard = Heard::default();
        let rng = &mut Rng::from_seed(3);
        for (_, options) in roster::find("texas42").unwrap().presets() {
            let more = json!({ "options": options, "table": { "pace": "instant" } });
            let mut house = House::open("texas42", more);
            for who in &PEOPLE[1..] {
                house.ok(who, "join_game", json!({ "nickname": who }));
            }
            heard.send(&mut house, "ann", "place_bid", json!({ "bid": 29 }));
            heard.send(&mut house, "ann", "play_domino", json!({ "domino": "6-4" }));
            heard.play(&mut house, rng);
            heard.listen(&house);
        }
        heard
    }

    /// The events that a game adds to those of every table, and those it adds fields to.
    pub(super) fn own_events(&self, game: &str) -> BTreeMap<String, Vec<Value>> {
        let terms = roster::find(game).unwrap().vocabulary().events;
        let is_own = |name: &str| {
            let named = terms.iter().any(|term| term.name == name);
            named || name == "game_finished" || name.ends_with("_invalid")
        };
        let events = self.events.clone().into_iter();
        events.filter(|(name, _)| is_own(name)).collect()
    }

    /// All messages of tables of dice, alone and in a race.
    pub(super) fn at_dice() -> Heard {
        let mut heard = Heard::default();
        let rng = &mut Rng::from_seed(5);
        // Easy enough to come far, and rich enough to buy anything.
        let easy = json!({ "cash": 1000, "first_target": 1, "win_round": 8 });
        for luck in 0..LONGEST_WAIT_FOR_A_WILD_DIE {
            let entropy = format!("{luck:032x}");
            let table = json!({ "pace": "instant" });
            let more = json!({ "options": easy, "entropy": entropy, "table": table });
            heard.play_dice(&mut House::open("dice", more), rng);
            if heard.events.contains_key("wild_set") {
                break;
            }
        }
        let race = json!({ "seats": 2, "win_round": 3 });
        let more = json!({ "options": race, "table": { "pace": "instant" } });
        let mut house = House::open("dice", more);
        house.ok("bob", "join_game", json!({ "nickname": "Bob" }));
        heard.play_dice(&mut house, rng);
        heard
    }

    pub(super) fn play_dice(&mut self, house: &mut House, rng: &mut Rng) {
        self.play(house, rng);
        self.listen(house);
    }

    pub(super) fn opening(&mut self) {
        let payload = json!({ "game": "cribbage", "nickname": "Ann" });
        let Ok(Parsed::Create(create)) = read("create_game", payload) else {
            panic!("it can be read")
        };
        let opening = Opening {
            code: CODE.parse().unwrap(),
            kind: roster::find("cribbage").unwrap(),
            player: id("ann"),
            secret: Secret::new([7; 32]),
            create,
            dealt: None,
        };
        let (_, effects) = Table::open(Millis(0), opening).unwrap();
        let acks = effects.iter().filter_map(|effect| match effect {
            Effect::Ack(answer) => Some(answer.to_json().value()),
            _ => None,
        });
        self.acks.insert("create_game".to_owned(), acks.collect());
        let impossible = json!({ "options": { "seats": 9 }, "table": { "clockSeconds": 1 } });
        let refused = House::try_open("cribbage", impossible).err().unwrap();
        self.refusals.push(json!({ "ok": false, "error": refused }));
    }

    /// Ann shows a private table to somebody, and then no longer.
    pub(super) fn keys(&mut self) {
        let mut house = House::open("cribbage", json!({ "private": true }));
        let shared = self.send(&mut house, "ann", "share_game", json!({}));
        let share = json!({ "share": shared["share"] });
        self.send(&mut house, "ann", "unshare_game", share);
    }

    /// Ann and Bob play twice, with everything that may happen around a game.
    pub(super) fn whole_evening(&mut self, counting: &str) {
        let options = json!({ "target": 61, "counting": counting });
        let settings = json!({ "pace": "fast", "hints": true, "clockSeconds": 30 });
        let mut house = House::open("cribbage", json!({ "options": options, "table": settings }));
        let (ann, bob) = ("ann", "bob");
        let rng = &mut Rng::from_seed(2);
        self.send(
            &mut house,
            ann,
            "add_bot",
            json!({ "seat": 1, "level": "random" }),
        );
        self.send(&mut house, ann, "remove_seat", json!({ "seat": 1 }));
        let join = json!({ "nickname": "Bob", "entropy": "b2".repeat(16) });
        self.send(&mut house, bob, "join_game", join);
        self.send(&mut house, "cat", "watch_game", json!({}));
        house.tick(seconds(2));
        self.mistakes(&mut house);
        house.disconnect(bob);
        house.tick(seconds(61));
        house.connect(bob);
        self.play(&mut house, rng);
        let since = house.table.seq(Viewer::Seat(Seat(1))) - 1;
        self.send(&mut house, bob, "sync", json!({ "since": since }));
        let entropy = json!({ "entropy": "c3".repeat(16) });
        self.send(&mut house, ann, "add_entropy", entropy.clone());
        self.send(&mut house, ann, "rematch", json!({}));
        self.send(&mut house, bob, "rematch", entropy);
        house.tick(seconds(2));
        self.send(&mut house, bob, "leave_game", json!({}));
        self.send(&mut house, ann, "offer_seat", json!({ "seat": 1 }));
        self.send(&mut house, "cat", "join_game", json!({ "nickname": "Cat" }));
        self.send(&mut house, "cat", "leave_game", json!({}));
        self.send(&mut house, ann, "leave_game", json!({}));
        assert!(house.closed, "nobody is left");
        self.listen(&house);
    }

    pub(super) fn mistakes(&mut self, house: &mut House) {
        self.send(house, "ann", "play_card", json!({ "card": "AH" }));
        self.send(house, "ann", "discard_cards", json!({ "cards": ["AH"] }));
        self.send(house, "dan", "join_game", json!({ "nickname": "Dan" }));
    }

    /// People do anything legal until the game is over. The last entry of the list is chosen as
    /// often as any: passing and laying down come last.
    pub(super) fn play(&mut self, house: &mut House, rng: &mut Rng) {
        while house.table.stage() == Stage::Playing {
            let moved = PEOPLE.iter().any(|who| self.moves(house, who, rng));
            if !moved {
                house.tick(seconds(1));
            }
        }
    }

    pub(super) fn moves(&mut self, house: &mut House, who: &str, rng: &mut Rng) -> bool {
        let seen = self.send(house, who, "sync", json!({}));
        let legal = commands(&seen["legal"]);
        let any = match rng.below(2) {
            _ if seen["view"]["run"].is_object() => choose_dice(&seen, &legal, rng),
            0 => legal.last().cloned(),
            _ => rng.choose(&legal).cloned(),
        };
        let Some((name, payload)) = any else {
            return false;
        };
        keep(&mut self.legal, &name, payload.clone());
        self.send(house, who, &name, payload);
        true
    }

    pub(super) fn send(
        &mut self,
        house: &mut House,
        who: &str,
        name: &str,
        payload: Value,
    ) -> Value {
        let ack = house.send(who, name, payload);
        match ack["ok"] == json!(true) {
            true => keep(&mut self.acks, name, ack.clone()),
            false => self.refusals.push(ack.clone()),
        }
        ack
    }

    /// Keeps all messages of everybody at a table.
    pub(super) fn listen(&mut self, house: &House) {
        for heard in Viewer::all(house.table.n_seats()).flat_map(|viewer| &house.heard[&viewer]) {
            keep(&mut self.events, &heard.name, heard.payload.clone());
        }
        for state in &house.states {
            keep(&mut self.events, "state", state.clone());
        }
        for (name, code) in &house.invalid {
            keep(&mut self.events, name, json!(["a sentence", code]));
        }
    }
}

/// Any legal action, but a wild die is bought and set when possible, and a run ends some time.
pub(super) fn choose_dice(
    seen: &Value,
    legal: &[(String, Value)],
    rng: &mut Rng,
) -> Option<(String, Value)> {
    let named = |name: &str| legal.iter().find(|command| command.0 == name).cloned();
    let offers = seen["view"]["run"]["shop"]["offers"].as_array();
    let wild = offers.and_then(|offers| offers.iter().find(|offer| offer["name"] == "wild"));
    let buy_wild = wild.and_then(|wild| {
        let bought = |command: &&(String, Value)| command.1["offer"] == wild["id"];
        legal.iter().find(bought).cloned()
    });
    buy_wild
        .or_else(|| named("stop_run"))
        .or_else(|| named("set_wild").filter(|_| rng.below(4) == 0))
        .or_else(|| rng.choose(legal).cloned())
}

pub(super) fn keep(all: &mut BTreeMap<String, Vec<Value>>, name: &str, value: Value) {
    all.entry(name.to_owned()).or_default().push(value);
}
