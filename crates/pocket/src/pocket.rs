//! The house itself: its tables at work, and the open questions.

use std::collections::BTreeMap;

use kernel::{Json, Key};
use serde_json::Value;
use table::messages::{GameInfo, GameList};
use table::{
    Answer, Ask, Create, DealKind, Dealt, Entry, GameCode, Input, Millis, Opening, Parsed,
    PlayerId, Refusal, Request, Secret, Sources, Table, bot, codes, read, reasons,
};

use crate::at_work::{Asker, TableAtWork, Thinking};
use crate::job::{Job, Purpose};
use crate::outcome::{Delivery, Outcome};

/// The number of tables that are kept at work: more than anybody plays at once. Other tables are
/// woken from their journals when they are needed.
const MOST_AT_WORK: usize = 16;

/// The time and luck of a call.
#[derive(Debug, Clone)]
pub struct Given {
    /// Milliseconds since 1970, by a clock that does not jump.
    pub now: Millis,
    /// 32 unpredictable bytes, new with every call.
    pub luck: [u8; 32],
}

impl Given {
    fn key(&self) -> Key {
        Key::new(self.luck)
    }
}

/// A house without a network. A table that is not at work must be woken before it gets a command;
/// the caller has the journal.
#[derive(Debug, Default)]
pub struct Pocket {
    tables: BTreeMap<GameCode, TableAtWork>,
    /// The jobs without an answer yet.
    pending: BTreeMap<u64, Pending>,
    n_jobs: u64,
    n_asks: u64,
}

/// The use of a job's answer.
#[derive(Debug)]
enum Pending {
    Move { code: GameCode, ask: Box<Ask> },
    Advice { code: GameCode, ask: u64 },
}

impl Pending {
    const fn code(&self) -> &GameCode {
        match self {
            Pending::Move { code, .. } | Pending::Advice { code, .. } => code,
        }
    }
}

impl Pocket {
    /// Whether a table is at work.
    pub fn knows(&self, code: &GameCode) -> bool {
        self.tables.contains_key(code)
    }

    /// Puts a table of the journal to work.
    pub fn wake(&mut self, given: &Given, entries: &[Entry]) -> Result<Outcome, Refusal> {
        let mut outcome = Outcome::default();
        let (mut at_work, thinking) = TableAtWork::woken(given.now, entries, &mut outcome)?;
        let code = at_work.table.code().clone();
        self.n_asks += 1;
        at_work.used = self.n_asks;
        self.forget(&code);
        self.tables.insert(code.clone(), at_work);
        self.give_out(given, &code, thinking, None, &mut outcome);
        Ok(self.finish(outcome))
    }

    /// Drops a table, for example after its journal could not be written. It must be woken before
    /// its next command.
    pub fn forget(&mut self, code: &GameCode) {
        self.tables.remove(code);
        self.pending.retain(|_, pending| pending.code() != code);
    }

    /// Takes a command of the socket from a player of this device. Its answer carries the number
    /// `ask`. It comes now, or later if it needs thought.
    pub fn ask(
        &mut self,
        given: &Given,
        ask: u64,
        player: &PlayerId,
        command: &str,
        payload: &Value,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let asker = Asker { ask, player };
        self.n_asks += 1;
        let answer = match read(command, payload.clone()) {
            Err(refusal) => Err(refusal),
            Ok(Parsed::List) => Ok(Json::of(&GameList {
                tables: Vec::new(),
                games: games(),
            })),
            Ok(Parsed::Tokens(_)) => Err(Refusal::new(
                codes::UNAVAILABLE,
                "this house is in your pocket: it knows nobody but the people at this device",
            )),
            Ok(Parsed::Create(create)) => match self.create(given, asker, create, &mut outcome) {
                Ok(()) => return self.finish(outcome),
                Err(refusal) => Err(refusal),
            },
            Ok(Parsed::AtTable { code, request }) => {
                if self.at_table(given, asker, &code, request, &mut outcome) {
                    return self.finish(outcome);
                }
                Err(Refusal::no_table())
            }
        };
        self.finish(Outcome::answered(ask, Answer(answer)))
    }

    /// Does the due work of every table.
    pub fn tick(&mut self, given: &Given) -> Outcome {
        let mut outcome = Outcome::default();
        let codes: Vec<GameCode> = self.tables.keys().cloned().collect();
        for code in codes {
            if let Some(at_work) = self.tables.get_mut(&code) {
                let thinking = at_work.tick(given.now, &mut outcome);
                self.give_out(given, &code, thinking, None, &mut outcome);
            }
        }
        self.finish(outcome)
    }

    /// Takes the answer to a job. An answer that is no longer needed is ignored. After `None` a bot
    /// makes a quick move, and a player who wanted advice is refused.
    pub fn thought(&mut self, given: &Given, job: u64, answer: Option<Json>) -> Outcome {
        let mut outcome = Outcome::default();
        match self.pending.remove(&job) {
            None => {}
            Some(Pending::Advice { ask, .. }) => {
                let nobody = || {
                    let why = "nobody in this house can advise on this game";
                    Refusal::new(codes::UNAVAILABLE, why)
                };
                let answer = Answer(answer.ok_or_else(nobody));
                outcome.told.push(Delivery::Answer { ask, answer });
            }
            Some(Pending::Move { code, ask }) => {
                let action = answer.map(|answer| answer.value());
                let action = action.or_else(|| {
                    let kind = roster::find(ask.game)?;
                    bot::quick(kind, &ask, &mut ask.stream(&given.key(), "quick"))
                });
                let input = Input::Bot {
                    seat: ask.seat,
                    turn: ask.turn,
                    action: action.unwrap_or_default(),
                };
                if let Some(at_work) = self.tables.get_mut(&code) {
                    let thinking = at_work.hand_in(given.now, input, None, &mut outcome);
                    self.give_out(given, &code, thinking, None, &mut outcome);
                }
            }
        }
        self.finish(outcome)
    }

    /// The time up to which a table has shown everything, if it is at work.
    pub fn shown_until(&self, code: &GameCode) -> Option<Millis> {
        self.tables.get(code).map(|at_work| at_work.table.now())
    }

    fn create(
        &mut self,
        given: &Given,
        asker: Asker<'_>,
        mut create: Create,
        outcome: &mut Outcome,
    ) -> Result<(), Refusal> {
        let unknown = || Refusal::new(codes::OPTIONS_INVALID, "this house has no such game");
        let kind = roster::find(&create.game).ok_or_else(unknown)?;
        if let Some(DealKind::Duplicate) = create.deal {
            let why = "a duplicate needs two tables that others can reach: play it at a house";
            return Err(Refusal::illegal(reasons::NEEDS_HOUSE, why));
        }
        let key = given.key();
        let code = GameCode::draw(&mut key.stream("code"));
        let sources = Sources {
            fresh: Secret::new(key.seed("secret")),
            daily: None,
            code: code.clone(),
            second: code.clone(),
        };
        let (secret, dealt) = Dealt::prepare(kind, &mut create, sources)?;
        if let Some(answer) = self.opened_before(asker.player, &create) {
            let ask = asker.ask;
            outcome.told.push(Delivery::Answer { ask, answer });
            return Ok(());
        }
        let opening = Opening {
            code: code.clone(),
            kind,
            player: asker.player.clone(),
            secret,
            create,
            dealt,
        };
        let (table, effects) = Table::open(given.now, opening)?;
        let (mut at_work, thinking) = TableAtWork::opened(table, effects, asker, outcome);
        at_work.used = self.n_asks;
        self.tables.insert(code.clone(), at_work);
        self.give_out(given, &code, thinking, Some(asker), outcome);
        Ok(())
    }

    /// The answer to the same creation before, if its table is still at work.
    fn opened_before(&self, player: &PlayerId, create: &Create) -> Option<Answer> {
        let id = create.command_id.as_ref()?;
        let mut answers = self.tables.values();
        answers.find_map(|at_work| at_work.table.answer_to(player, id).cloned())
    }

    /// Gives a command to a table. Returns whether the table is at work.
    fn at_table(
        &mut self,
        given: &Given,
        asker: Asker<'_>,
        code: &GameCode,
        request: Request,
        outcome: &mut Outcome,
    ) -> bool {
        let Some(at_work) = self.tables.get_mut(code).filter(|at_work| at_work.is_open) else {
            return false;
        };
        at_work.used = self.n_asks;
        let thinking = at_work.ask(given.now, asker, request, outcome);
        self.give_out(given, code, thinking, Some(asker), outcome);
        true
    }

    /// Makes jobs of the questions of a table.
    fn give_out(
        &mut self,
        given: &Given,
        code: &GameCode,
        thinking: Vec<Thinking>,
        asker: Option<Asker<'_>>,
        outcome: &mut Outcome,
    ) {
        for thinking in thinking {
            self.n_jobs += 1;
            let id = self.n_jobs;
            // Each has luck of its own.
            let key = Key::new(given.key().seed(&format!("job/{id}")));
            let code = code.clone();
            let (purpose, asked) = match &thinking {
                Thinking::Move(ask) => (Purpose::Move, ask),
                Thinking::Advice(ask) => (Purpose::Advice, ask),
            };
            outcome.jobs.push(Job::new(id, purpose, asked, &key));
            let pending = match (thinking, asker) {
                (Thinking::Move(ask), _) => Pending::Move {
                    code,
                    ask: Box::new(ask),
                },
                (Thinking::Advice(_), Some(Asker { ask, .. })) => Pending::Advice { code, ask },
                // Advice always has somebody who asked for it.
                (Thinking::Advice(_), None) => continue,
            };
            self.pending.insert(id, pending);
        }
    }

    /// Drops tables that are closed or too many, and returns when to call again.
    fn finish(&mut self, mut outcome: Outcome) -> Outcome {
        let closed = self.tables.iter().filter(|(_, at_work)| !at_work.is_open);
        let mut gone: Vec<GameCode> = closed.map(|(code, _)| code.clone()).collect();
        if self.tables.len() - gone.len() > MOST_AT_WORK {
            let open = self.tables.iter().filter(|(_, at_work)| at_work.is_open);
            let oldest = open.min_by_key(|(_, at_work)| at_work.used);
            gone.extend(oldest.map(|(code, _)| code.clone()));
        }
        for code in gone {
            self.forget(&code);
        }
        outcome.due = self.tables.values().filter_map(TableAtWork::due).min();
        outcome
    }
}

/// The games of this house, with their descriptions for clients.
pub(crate) fn games() -> Vec<GameInfo> {
    roster::GAMES
        .iter()
        .map(|&kind| GameInfo::of(kind))
        .collect()
}
