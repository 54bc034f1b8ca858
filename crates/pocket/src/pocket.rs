//! The house itself: its tables at work, and who thinks about what.

use std::collections::BTreeMap;

use kernel::{Json, Key};
use serde_json::Value;
use table::messages::{GameInfo, GameList};
use table::{
    Answer, Ask, Create, DealKind, Dealt, Entry, GameCode, Input, Millis, Opening, Parsed,
    PlayerId, Refusal, Request, Secret, Sources, Table, bot, codes, read,
};

use crate::desk::{Asker, Desk, Thinking};
use crate::job::{Job, Purpose};
use crate::outcome::{Outcome, Told};

/// So many tables are kept at work: more than anybody plays at once. Others are woken from their
/// journals when somebody asks for them.
const MOST_AT_WORK: usize = 16;

/// What every call is given from outside.
#[derive(Debug, Clone)]
pub struct Given {
    /// Milliseconds since 1970, by a clock that does not jump.
    pub now: Millis,
    /// 32 bytes that nobody can foresee, new with every call.
    pub luck: [u8; 32],
}

impl Given {
    fn key(&self) -> Key {
        Key::new(self.luck)
    }
}

/// A house without a network. A table that is not at work must be woken before it is asked for
/// anything: whoever calls has the journal.
#[derive(Debug, Default)]
pub struct Pocket {
    desks: BTreeMap<GameCode, Desk>,
    /// What was given to think about and is not answered.
    pending: BTreeMap<u64, Pending>,
    n_jobs: u64,
    n_asks: u64,
}

/// What a job's answer is for.
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
        self.desks.contains_key(code)
    }

    /// Puts a table of the journal to work.
    pub fn wake(&mut self, given: &Given, entries: &[Entry]) -> Result<Outcome, Refusal> {
        let mut outcome = Outcome::default();
        let (mut desk, thinking) = Desk::woken(given.now, entries, &mut outcome)?;
        let code = desk.table.code().clone();
        self.n_asks += 1;
        desk.used = self.n_asks;
        self.forget(&code);
        self.desks.insert(code.clone(), desk);
        self.give_out(given, &code, thinking, None, &mut outcome);
        Ok(self.finish(outcome))
    }

    /// Lets a table go, as after its journal could not be written. Whoever asks for it wakes it
    /// again.
    pub fn forget(&mut self, code: &GameCode) {
        self.desks.remove(code);
        self.pending.retain(|_, pending| pending.code() != code);
    }

    /// Takes a command of the socket from a player of this device. Its answer carries the number
    /// `ask`, now or, if somebody must think about it, later.
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
        let answer = match read(command, payload) {
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

    /// Lets every table do what is due.
    pub fn tick(&mut self, given: &Given) -> Outcome {
        let mut outcome = Outcome::default();
        let codes: Vec<GameCode> = self.desks.keys().cloned().collect();
        for code in codes {
            if let Some(desk) = self.desks.get_mut(&code) {
                let thinking = desk.tick(given.now, &mut outcome);
                self.give_out(given, &code, thinking, None, &mut outcome);
            }
        }
        self.finish(outcome)
    }

    /// Takes the answer to a job. One that nobody waits for any more is ignored; nothing as an
    /// answer is a quick move of a bot, and a refusal for who wanted advice.
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
                outcome.told.push(Told::Answer { ask, answer });
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
                if let Some(desk) = self.desks.get_mut(&code) {
                    let thinking = desk.hand_in(given.now, input, None, &mut outcome);
                    self.give_out(given, &code, thinking, None, &mut outcome);
                }
            }
        }
        self.finish(outcome)
    }

    /// The time up to which a table has shown what there was to show, if it is at work.
    pub fn shown_until(&self, code: &GameCode) -> Option<Millis> {
        self.desks.get(code).map(|desk| desk.table.now())
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
            return Err(Refusal::illegal("needs_house", why));
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
            outcome.told.push(Told::Answer { ask, answer });
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
        let (mut desk, thinking) = Desk::opened(table, effects, asker, outcome);
        desk.used = self.n_asks;
        self.desks.insert(code.clone(), desk);
        self.give_out(given, &code, thinking, Some(asker), outcome);
        Ok(())
    }

    /// The answer that the same creation had, if its table is still at work.
    fn opened_before(&self, player: &PlayerId, create: &Create) -> Option<Answer> {
        let id = create.command_id.as_ref()?;
        let mut answers = self.desks.values();
        answers.find_map(|desk| desk.table.answer_to(player, id).cloned())
    }

    /// Whether the table is at work, so that it was asked.
    fn at_table(
        &mut self,
        given: &Given,
        asker: Asker<'_>,
        code: &GameCode,
        request: Request,
        outcome: &mut Outcome,
    ) -> bool {
        let Some(desk) = self.desks.get_mut(code).filter(|desk| desk.is_open) else {
            return false;
        };
        desk.used = self.n_asks;
        let thinking = desk.ask(given.now, asker, request, outcome);
        self.give_out(given, code, thinking, Some(asker), outcome);
        true
    }

    /// Makes jobs of what somebody must think about.
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
            // Each has luck of its own, whatever else the call leads to.
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
                // Nobody is advised who has not asked.
                (Thinking::Advice(_), None) => continue,
            };
            self.pending.insert(id, pending);
        }
    }

    /// Lets go of what is closed or too much, and says when to call again.
    fn finish(&mut self, mut outcome: Outcome) -> Outcome {
        let closed = self.desks.iter().filter(|(_, desk)| !desk.is_open);
        let mut gone: Vec<GameCode> = closed.map(|(code, _)| code.clone()).collect();
        if self.desks.len() - gone.len() > MOST_AT_WORK {
            let open = self.desks.iter().filter(|(_, desk)| desk.is_open);
            let oldest = open.min_by_key(|(_, desk)| desk.used);
            gone.extend(oldest.map(|(code, _)| code.clone()));
        }
        for code in gone {
            self.forget(&code);
        }
        outcome.due = self.desks.values().filter_map(Desk::due).min();
        outcome
    }
}

/// The games of this house, as clients learn of them.
pub(crate) fn games() -> Vec<GameInfo> {
    roster::GAMES
        .iter()
        .map(|&kind| GameInfo::of(kind))
        .collect()
}
