//! Inputs go into the table; its effects are carried out, entries first.

use std::time::Duration;

use kernel::{Json, Viewer};
use table::messages::Advised;
use table::{Answer, Ask, Effect, Input, Message, Millis, Refusal, Stage, codes};
use tokio::time::Instant;

use crate::error::Fault;
use crate::journal;
use crate::mailbox::{Letter, Progress};
use crate::transport::{Emission, Reply};

use super::at_work::{TableAtWork, Timer};
use super::{Asker, emission};

impl TableAtWork<'_> {
    /// Gives the table an input and carries out the effects. Returns whether a request was
    /// accepted. If the journal does not take the entries, the request is refused, and the table
    /// must be read again.
    pub(super) async fn hand_in(
        &mut self,
        input: Input,
        asker: Option<Asker>,
    ) -> Result<bool, Fault> {
        self.hand_in_at(self.now(), input, asker).await
    }

    pub(super) async fn hand_in_at(
        &mut self,
        now: Millis,
        input: Input,
        asker: Option<Asker>,
    ) -> Result<bool, Fault> {
        let heard = self.attendance.viewers(&self.table);
        let effects = self.table.handle(now, input);
        let (durable, effects) = Effect::split_durable(effects);
        let tried = !durable.entries.is_empty();
        let written = if tried {
            let written =
                journal::append(self.house.journal(), &self.stored, self.epoch, durable).await;
            written.map_err(Fault::from)
        } else if asker.is_some() {
            self.check().await
        } else {
            Ok(())
        };
        if let Err(fault) = written {
            fault.log();
            if let Some(asker) = asker {
                asker.refuse(self.house, self.code, &fault, tried);
            }
            self.heard = heard;
            return Err(fault);
        }
        let accepted = self.carry_out(effects, asker);
        self.list();
        Ok(accepted)
    }

    /// Wakes the table at its timer. Timers run on another clock than the table's, which may be a
    /// little behind; the table must not think that it is too early.
    pub(super) async fn tick(&mut self) -> Result<(), Fault> {
        if let Some(timer) = self.timer.take() {
            let now = self.now().max(timer.due);
            self.hand_in_at(now, Input::Tick, None).await?;
        }
        Ok(())
    }

    /// Carries out the effects that do not need the journal.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>, mut asker: Option<Asker>) -> bool {
        let mut accepted = false;
        let connection = asker.as_ref().map(|asker| asker.connection.clone());
        for effect in effects {
            match effect {
                // They were split off before.
                Effect::Append(_) | Effect::Ended(_) => {}
                Effect::Ack(answer) => {
                    accepted |= answer.0.is_ok();
                    if let Some(asker) = asker.take() {
                        asker.reply.answer(&answer);
                    }
                }
                Effect::Invalid {
                    name,
                    message,
                    code,
                } => {
                    if let Some(connection) = &connection {
                        connection.send(&Emission::pair(name, &message, &code));
                    }
                }
                Effect::Emit { to, message } => self.emit(to, &message),
                Effect::Push { to } => self.push(to),
                Effect::AskBot(ask) => self.ask_bot(ask),
                Effect::Advise(ask) => {
                    accepted = true;
                    if let Some(asker) = asker.take() {
                        self.advise(ask, asker.reply);
                    }
                }
                Effect::SetTimer(due) => self.timer = Some(self.timer(due)),
                Effect::CancelTimer => self.timer = None,
                Effect::Close => self.open = false,
            }
        }
        accepted
    }

    pub(super) fn emit(&self, to: table::Audience, message: &Message) {
        let emission = emission(message);
        for (connection, player) in self.attendance.iter() {
            if to.contains(self.table.viewer(player)) {
                connection.send(&emission);
            }
        }
    }

    /// Sends the game as it is shown, written once for each viewer who is there.
    pub(super) fn push(&self, to: table::Audience) {
        let mut written: Vec<(Viewer, Emission)> = Vec::new();
        for (connection, player) in self.attendance.iter() {
            let viewer = self.table.viewer(player);
            if !to.contains(viewer) {
                continue;
            }
            let place = written.iter().position(|(known, _)| *known == viewer);
            let place = place.unwrap_or_else(|| {
                written.push((viewer, emission(&self.table.state(viewer))));
                written.len() - 1
            });
            let (_, state) = &written[place];
            connection.send(state);
        }
    }

    fn ask_bot(&self, ask: Ask) {
        let (house, stub) = (self.house.clone(), self.stub.clone());
        let address = self.attendance.address();
        tokio::spawn(async move {
            let (seat, turn) = (ask.seat, ask.turn);
            let action = house.choose(address, ask).await;
            stub.tell(Letter::Bot { seat, turn, action });
        });
    }

    pub(super) fn advise(&self, ask: Ask, reply: Reply) {
        let (house, address) = (self.house.clone(), reply.address());
        tokio::spawn(async move {
            let advice = house.advise(address, ask).await;
            let answer = match advice {
                Ok(Some(advice)) => Ok(Json::of(&Advised { advice })),
                Ok(None) => Err(Refusal::new(
                    codes::UNAVAILABLE,
                    "nobody in this house can advise on this game",
                )),
                Err(fault) => return reply.refuse(&fault),
            };
            reply.answer(&Answer(answer));
        });
    }

    /// Keeps the list of open tables true. A game in play is not in it, and therefore moves cost
    /// nothing here.
    pub(super) fn list(&mut self) {
        let waits = self.table.stage() == Stage::Waiting;
        if waits || self.listed {
            self.listed = self.house.lobby().update(self.code, &self.table);
        }
    }

    pub(super) fn now(&self) -> Millis {
        Millis(self.house.now().saturating_add(self.ahead))
    }

    /// The part of the time since the table's last entry during which no house was open.
    pub(super) fn unseen(&self) -> Duration {
        self.house.clock().unseen_since(self.table.now().0)
    }

    pub(super) fn timer(&self, due: Millis) -> Timer {
        let left = due.0.saturating_sub(self.now().0);
        let at = Instant::now() + Duration::from_millis(left);
        Timer { due, at }
    }

    /// The progress of the table.
    pub(super) const fn progress(&self) -> Progress {
        Progress {
            last_entry: self.table.last_entry(),
            now: self.table.now(),
        }
    }
}
