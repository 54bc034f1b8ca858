//! One table at work: what the server's `actor` does around it, without tasks and sockets.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{Json, Viewer};
use table::{
    Answer, Ask, Audience, Durable, Effect, Entry, Input, Message, Millis, PlayerId, Refusal,
    Request, Stage, Table,
};

use crate::look::damaged;
use crate::outcome::{Delivery, Outcome, Summary, Written};

/// A table, its audience, and the work that is due.
#[derive(Debug)]
pub(crate) struct TableAtWork {
    pub(crate) table: Table,
    /// The players who hear the table.
    here: BTreeSet<PlayerId>,
    /// The milliseconds by which the table is ahead of the device's clock.
    ahead: u64,
    timer: Option<Millis>,
    pub(crate) is_open: bool,
    /// The last summary of the table: a game is over when it has been shown, which may be long
    /// after its last entry.
    stage: Option<Stage>,
    /// The number of the last call that used it: the table that was unused for longest makes room.
    pub(crate) used: u64,
}

/// The sender of a command that waits for its answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker<'a> {
    pub(crate) ask: u64,
    pub(crate) player: &'a PlayerId,
}

/// A question of a table that somebody must think about.
pub(crate) enum Thinking {
    /// A bot is to move.
    Move(Ask),
    /// The asker wants advice.
    Advice(Ask),
}

impl TableAtWork {
    /// A table that was just opened, and its effects.
    pub(crate) fn opened(
        table: Table,
        effects: Vec<Effect>,
        asker: Asker<'_>,
        outcome: &mut Outcome,
    ) -> (TableAtWork, Vec<Thinking>) {
        let mut at_work = TableAtWork::new(table, 0);
        at_work.here.insert(asker.player.clone());
        let thinking = at_work.carry_out(effects, Some(asker), outcome);
        (at_work, thinking)
    }

    /// A table of the journal. Its people are all on this device: nobody is away. While the pocket
    /// was closed, no time passed.
    pub(crate) fn woken(
        now: Millis,
        entries: &[Entry],
        outcome: &mut Outcome,
    ) -> Result<(TableAtWork, Vec<Thinking>), Refusal> {
        let table = Table::restore(entries, roster::find).map_err(damaged)?;
        let ahead = table.ahead_of(now);
        let people = table.players().into_iter();
        let here = people.filter(|player| player.level.is_none());
        let woken = Input::Woken {
            here: here.map(|player| player.uuid).collect(),
            unseen: Duration::from_millis(now.0.saturating_sub(table.now().0)),
        };
        let mut at_work = TableAtWork::new(table, ahead);
        let thinking = at_work.hand_in(now, woken, None, outcome);
        Ok((at_work, thinking))
    }

    fn new(table: Table, ahead: u64) -> TableAtWork {
        TableAtWork {
            is_open: table.stage() != Stage::Closed,
            table,
            here: BTreeSet::new(),
            ahead,
            timer: None,
            stage: None,
            used: 0,
        }
    }

    /// When the table's timer is due, by the device's clock.
    pub(crate) fn due(&self) -> Option<Millis> {
        let due = self.timer.filter(|_| self.is_open)?;
        Some(Millis(due.0.saturating_sub(self.ahead)))
    }

    /// Wakes the table if its timer is due.
    pub(crate) fn tick(&mut self, now: Millis, outcome: &mut Outcome) -> Vec<Thinking> {
        match self.due() {
            Some(due) if due <= now => {
                self.timer = None;
                self.hand_in(now.max(due), Input::Tick, None, outcome)
            }
            _ => Vec::new(),
        }
    }

    /// Gives the table a command. A player who asks to see the table hears everything from now on;
    /// due messages go to the others before, as at the server.
    pub(crate) fn ask(
        &mut self,
        now: Millis,
        asker: Asker<'_>,
        request: Request,
        outcome: &mut Outcome,
    ) -> Vec<Thinking> {
        let player = asker.player.clone();
        if !self.table.admits(&player, &request.command) {
            let answer = Answer(Err(Refusal::no_table()));
            outcome.told.push(Delivery::Answer {
                ask: asker.ask,
                answer,
            });
            return Vec::new();
        }
        let leaves = matches!(request.command, table::Command::Leave);
        let attended = self.here.contains(&player);
        let comes = request.command.asks_to_see() || self.sits(&player);
        let mut thinking = Vec::new();
        if leaves {
            // A player who leaves hears the answer and nothing more of this table.
            self.here.remove(&player);
        } else if comes && !attended {
            thinking = self.hand_in(now, Input::Tick, None, outcome);
            self.here.insert(player.clone());
        }
        let n_told = outcome.told.len();
        let input = Input::Request {
            player: player.clone(),
            request,
        };
        let more = self.hand_in(now, input, Some(asker), outcome);
        let refused =
            |told: &Delivery| matches!(told, Delivery::Answer { answer, .. } if answer.0.is_err());
        let accepted = !outcome.told[n_told..].iter().any(refused);
        thinking.extend(more);
        // A refusal sends nobody away who was there before.
        let sits = self.sits(&player);
        if leaves && sits {
            self.here.insert(player);
        } else if !sits && !accepted && !attended {
            self.here.remove(&player);
        }
        thinking
    }

    /// Gives the table an input and notes the effects.
    pub(crate) fn hand_in(
        &mut self,
        now: Millis,
        input: Input,
        asker: Option<Asker<'_>>,
        outcome: &mut Outcome,
    ) -> Vec<Thinking> {
        let now = Millis(now.0.saturating_add(self.ahead));
        let effects = self.table.handle(now, input);
        self.carry_out(effects, asker, outcome)
    }

    fn sits(&self, player: &PlayerId) -> bool {
        self.table.viewer(player).seat().is_some()
    }

    fn carry_out(
        &mut self,
        effects: Vec<Effect>,
        asker: Option<Asker<'_>>,
        outcome: &mut Outcome,
    ) -> Vec<Thinking> {
        let (Durable { entries, .. }, effects) = Effect::split_durable(effects);
        let mut thinking = Vec::new();
        let code = self.table.code();
        if !entries.is_empty() || self.stage != Some(self.table.stage()) {
            self.stage = Some(self.table.stage());
            outcome.tables.retain(|table| table.code != *code);
            outcome.tables.push(Summary::of(&self.table));
        }
        outcome
            .written
            .extend(entries.into_iter().map(|entry| Written {
                code: code.clone(),
                entry,
            }));
        for effect in effects {
            match effect {
                // These were split off before.
                Effect::Append(_) | Effect::Ended(_) => {}
                Effect::Ack(answer) => {
                    let ask = asker.map(|asker| asker.ask);
                    outcome
                        .told
                        .extend(ask.map(|ask| Delivery::Answer { ask, answer }));
                }
                Effect::Invalid {
                    name,
                    message,
                    code,
                } => outcome.told.extend(asker.map(|asker| Delivery::Event {
                    to: asker.player.clone(),
                    event: name.to_owned(),
                    payload: Json::of(&(message, code)),
                })),
                Effect::Emit { to, message } => self.tell(to, |_| message.clone(), outcome),
                Effect::Push { to } => self.tell(to, |viewer| self.table.state(viewer), outcome),
                Effect::AskBot(ask) => thinking.push(Thinking::Move(ask)),
                Effect::Advise(ask) => thinking.push(Thinking::Advice(ask)),
                Effect::SetTimer(due) => self.timer = Some(due),
                Effect::CancelTimer => self.timer = None,
                Effect::Close => self.is_open = false,
            }
        }
        thinking
    }

    fn tell(&self, to: Audience, message: impl Fn(Viewer) -> Message, outcome: &mut Outcome) {
        for player in &self.here {
            let viewer = self.table.viewer(player);
            if to.contains(viewer) {
                let message = message(viewer);
                outcome.told.push(Delivery::Event {
                    to: player.clone(),
                    event: message.name().to_owned(),
                    payload: message.payload(),
                });
            }
        }
    }
}
