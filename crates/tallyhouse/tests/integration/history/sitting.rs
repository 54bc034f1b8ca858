//! People and bots at a real table, who do anything that is legal, game after game.

use std::collections::VecDeque;

use kernel::{Kind, Rng};
use serde_json::{Value, json};
use store::NewTable;
use table::{
    Ask, Durable, Effect, GameCode, Input, Millis, Opening, Parsed, PlayerId, Secret, Stage, Table,
    bot, read,
};

pub(crate) const PEOPLE: [&str; 6] = ["ann", "bob", "cat", "dan", "eve", "flo"];

pub(crate) const LEVELS: [&str; 2] = ["easy", "expert"];

/// The games whose events are counted naively.
pub(crate) fn kinds() -> impl Iterator<Item = (&'static str, &'static dyn Kind)> {
    let games = ["cribbage", "dice", "texas42"].into_iter();
    games.map(|game| (game, roster::find(game).unwrap()))
}

/// The games of a table.
pub(crate) struct Plan {
    game: &'static str,
    options: Value,
    /// The most games that are played.
    pub(crate) games: u32,
}

impl Plan {
    /// Every preset of every game once as it is, and then short games without end.
    pub(crate) fn all(mut rng: Rng) -> impl Iterator<Item = Plan> {
        let mut presets = Vec::new();
        for (game, kind) in kinds() {
            let all = kind.presets().into_iter();
            presets.extend(all.map(|(_, options)| (game, options)));
        }
        let whole = presets.clone().into_iter().map(|(game, options)| Plan {
            game,
            options,
            games: 2,
        });
        let short = std::iter::repeat_with(move || {
            let (game, options) = rng.choose(&presets).unwrap().clone();
            Plan::short(game, options, &mut rng)
        });
        whole.chain(short)
    }

    /// A game of this kind in which little is left to play.
    fn short(game: &'static str, mut options: Value, rng: &mut Rng) -> Plan {
        let mut games = u32::MAX;
        match game {
            // Now and then a whole game, with nothing changed.
            _ if rng.below(10) == 0 => games = 2,
            "cribbage" => {
                let sides = match (options["seats"].as_u64(), &options["alone"]) {
                    (Some(4), Value::Bool(false)) => 2,
                    (seats, _) => seats.unwrap(),
                };
                let start = *rng.choose(&[30, 45, 55, 60]).unwrap();
                options["target"] = json!(61);
                options["head_start"] = (0..sides).map(|_| start).collect();
            }
            "dice" => {
                options["win_round"] = json!(rng.choose(&[1, 2]));
                options["first_target"] = json!(rng.choose(&[1, 20, 40]));
            }
            // A game of points has no lower target.
            _ if options["mode"] == "points" => games = 2,
            _ => options["target"] = json!(1),
        }
        Plan {
            game,
            options,
            games,
        }
    }
}

/// A table with its people, and the entries that it wants to be durable.
pub(crate) struct Sitting {
    table: Table,
    code: GameCode,
    people: Vec<&'static str>,
    now: Millis,
    timer: Option<Millis>,
    asks: VecDeque<Ask>,
    durable: Durable,
    rng: Rng,
}

impl Sitting {
    /// Opens a table for some of the people. Bots take the other chairs.
    pub(crate) fn open(plan: &Plan, now: Millis, mut rng: Rng) -> (NewTable, Sitting) {
        let code = GameCode::draw(&mut rng);
        let mut people = PEOPLE.to_vec();
        rng.shuffle(&mut people);
        let kind = roster::find(plan.game).unwrap();
        let create = json!({
            "game": plan.game,
            "nickname": people[0],
            "options": plan.options,
            "table": { "pace": "instant", "clockSeconds": 5 },
        });
        let Ok(Parsed::Create(create)) = read("create_game", create) else {
            panic!("it can be read");
        };
        let secret = Secret::new([rng.below(256) as u8; 32]);
        let new = NewTable {
            code: code.as_str().parse().unwrap(),
            game: plan.game.to_owned(),
            rules_version: kind.meta().rules_version,
            options: plan.options.to_string(),
            commitment: *secret.of_game(1).commitment().bytes(),
            creator: people[0].parse().unwrap(),
            command_id: None,
            at: now.0,
        };
        let opening = Opening {
            code: code.clone(),
            kind,
            player: PlayerId::new(people[0]).unwrap(),
            secret,
            create,
            dealt: None,
        };
        let (table, effects) = Table::open(now, opening).unwrap();
        people.truncate(1 + rng.below(table.n_seats().into()) as usize);
        let mut sitting = Sitting {
            table,
            code,
            people,
            now,
            timer: None,
            asks: VecDeque::new(),
            durable: Durable::default(),
            rng,
        };
        sitting.carry_out(effects);
        (new, sitting)
    }

    /// Plays one more game to its end. In the last game somebody may leave others in the middle.
    pub(crate) fn play(&mut self, is_last: bool) {
        let (host, others) = (self.people[0], self.people[1..].to_vec());
        if self.table.stage() == Stage::Finished {
            for who in self.people.clone() {
                self.ask(who, "rematch", json!({}));
            }
        } else {
            for who in &others {
                self.ask(who, "join_game", json!({ "nickname": who }));
            }
            while self.table.listing().is_some_and(|listing| listing.open > 0) {
                let level = self.rng.choose(&LEVELS);
                self.ask(host, "add_bot", json!({ "level": level }));
            }
        }
        let mut leaves = others.last().filter(|_| is_last).copied();
        // The end is shown a moment after it is decided.
        while self.durable.ended.is_empty() || self.table.stage() != Stage::Finished {
            self.move_any();
            if self.table.stage() == Stage::Playing
                && let Some(who) = leaves.take()
            {
                self.ask(who, "leave_game", json!({}));
            }
        }
    }

    /// The entries that must be durable now.
    pub(crate) fn take(&mut self) -> Durable {
        std::mem::take(&mut self.durable)
    }

    /// People let their clocks run out and bots are asked: either way any legal action is taken.
    fn move_any(&mut self) {
        let input = match self.asks.pop_front() {
            Some(ask) => Input::Bot {
                seat: ask.seat,
                turn: ask.turn,
                action: bot::random(&ask, &mut self.rng).unwrap(),
            },
            None => {
                self.now = self.timer.take().expect("something is due").max(self.now);
                Input::Tick
            }
        };
        let effects = self.table.handle(self.now, input);
        self.carry_out(effects);
    }

    fn ask(&mut self, who: &str, name: &str, mut fields: Value) {
        fields["gameCode"] = json!(self.code);
        let Ok(Parsed::AtTable { request, .. }) = read(name, fields) else {
            panic!("{name} can be read");
        };
        let player = PlayerId::new(who).unwrap();
        let effects = self
            .table
            .handle(self.now, Input::Request { player, request });
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let (durable, rest) = Effect::split_durable(effects);
        self.durable.entries.extend(durable.entries);
        self.durable.ended.extend(durable.ended);
        for effect in rest {
            match effect {
                Effect::AskBot(ask) => self.asks.push_back(ask),
                Effect::SetTimer(at) => self.timer = Some(at),
                Effect::CancelTimer => self.timer = None,
                Effect::Ack(answer) => assert!(answer.0.is_ok(), "{answer:?}"),
                _ => {}
            }
        }
    }
}
