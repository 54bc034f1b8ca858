//! The handling of a table's inputs.

mod arrangements;
mod bots;
mod chairs;
mod next_game;
mod shares;

use std::time::Duration;

use kernel::{Course, Json, Payload, Seat, Viewer};

use crate::command::{Command, Request};
use crate::effect::{Answer, Ask, Effect, Input};
use crate::entry::{Fact, Why};
use crate::player::{CommandId, PlayerId};
use crate::refusal::{Refusal, codes, reasons};
use crate::settings::Millis;
use crate::show::{ToRecord, run_of};
use crate::table::{Stage, Table};

/// The result of a command.
enum Obeyed {
    Answer(Json),
    Advise(Ask),
}

impl Table {
    /// Handles one input and returns the effects to carry out.
    pub fn handle(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        if self.is_read_only() {
            return self.show_only(now, input);
        }
        // A clock that was set back must not set the journal back.
        let now = self.now.max(now);
        if let Input::Woken { unseen, .. } = &input {
            self.give_time(now, *unseen);
        }
        self.settle(now);
        match input {
            Input::Request { player, request } => self.request(now, &player, &request),
            Input::Connected(player) => self.connected(now, &player),
            Input::Disconnected(player) => self.disconnected(now, &player),
            Input::Bot { seat, turn, action } => self.bot(now, seat, turn, &action),
            // It went off; it is set again even if nothing was due yet.
            Input::Tick => self.timer = None,
            Input::Woken { here, .. } => self.woken(now, &here),
            Input::Close => self.close_now(now),
        }
        self.settle(now);
        self.take_effects()
    }

    /// A table of earlier rules can only be looked at and closed.
    fn show_only(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        self.release(now);
        self.voice.hush();
        if input == Input::Close {
            self.close_now(self.now.max(now));
            return self.take_effects();
        }
        if let Input::Request { player, request } = input {
            let answer = match request.command {
                _ if !self.admits(&player, &request.command) => Err(Refusal::no_table()),
                Command::Watch { .. } => Ok(Json::of(&self.sync(&player, None))),
                Command::Sync { since, .. } => Ok(Json::of(&self.sync(&player, since))),
                _ => Err(Refusal::new(
                    codes::OLD_RULES,
                    "this table was opened under earlier rules: it can be looked at, but not played on",
                )),
            };
            self.replies.push(Effect::Ack(Answer(answer)));
        }
        std::mem::take(&mut self.replies)
    }

    /// Does everything that is due: messages, a start, stand-ins, closing an idle table.
    pub(crate) fn settle(&mut self, now: Millis) {
        self.now = now;
        self.release(now);
        while let Some(deed) = self.overdue(now) {
            self.record(now, None, None, deed);
        }
        self.ask_bots(now);
    }

    fn overdue(&self, now: Millis) -> Option<ToRecord> {
        if self.stage == Stage::Closed {
            return None;
        }
        if self.start_at.is_some_and(|at| at <= now)
            && let Some(start) = self.next_game()
        {
            return Some(start);
        }
        let away = Seat::all(self.n_seats())
            .find(|&seat| self.takeover_at(seat).is_some_and(|at| at <= now));
        if let Some(seat) = away {
            return Some(Fact::TookOver { seat }.into());
        }
        let idle = self.idle_at() <= now;
        idle.then(|| Fact::Closed { why: Why::Idle }.into())
    }

    /// The effects so far: entries, messages, their consequences, then answers and questions, and
    /// the timer if it changed. A player who gets an answer has therefore heard the consequences of
    /// the command.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.appends.drain(..).map(Effect::Append).collect();
        effects.extend(self.ended.drain(..).map(Effect::Ended));
        effects.append(&mut self.voice.take());
        effects.append(&mut self.replies);
        let timer = self.deadline();
        if timer != self.timer {
            self.timer = timer;
            effects.push(timer.map_or(Effect::CancelTimer, Effect::SetTimer));
        }
        let closed = |effect: &Effect| matches!(effect, Effect::Append(entry) if matches!(entry.fact, Fact::Closed { .. }));
        if effects.iter().any(closed) {
            effects.push(Effect::Close);
        }
        effects
    }

    /// The next time at which something is due.
    fn deadline(&self) -> Option<Millis> {
        if self.stage == Stage::Closed {
            return None;
        }
        let seats = Seat::all(self.n_seats());
        let clocks = seats.clone().filter_map(|seat| {
            let waits = self.asked[seat].is_some_and(|asked| !asked.bot);
            self.bot_moves_at(seat).filter(|_| waits)
        });
        let grace = seats.filter_map(|seat| self.takeover_at(seat));
        let others = [self.due(), self.start_at, Some(self.idle_at())];
        clocks
            .chain(grace)
            .chain(others.into_iter().flatten())
            .min()
    }

    /// Whether a player may send this. At a private table a stranger may only join; everything else
    /// must get the answer for a table that does not exist.
    pub fn admits(&self, player: &PlayerId, command: &Command) -> bool {
        let key = match command {
            Command::Join { .. } => return true,
            Command::Watch { key } | Command::Sync { key, .. } => key.as_ref(),
            _ => None,
        };
        // A stranger to one table of a duplicate may play at the other, or know somebody who does.
        let of_two = self.is_duplicate();
        self.seat_of(player).is_some()
            || !of_two && self.access.admits(player)
            || !of_two && key.is_some_and(|key| self.access.opened_by(key).is_some())
    }

    fn request(&mut self, now: Millis, player: &PlayerId, request: &Request) {
        if !self.admits(player, &request.command) {
            let answer = Answer(Err(Refusal::no_table()));
            self.replies.push(Effect::Ack(answer));
            return;
        }
        let id = request
            .command_id
            .as_ref()
            .filter(|_| !request.command.only_looks());
        if let Some(answer) = id.and_then(|id| self.answers.find(player, id)) {
            let again = Effect::Ack(answer.clone());
            self.replies.push(again);
            return;
        }
        match self.obey(now, player, request) {
            Ok(Obeyed::Answer(answer)) => self.replies.push(Effect::Ack(Answer(Ok(answer)))),
            Ok(Obeyed::Advise(ask)) => self.replies.push(Effect::Advise(ask)),
            Err(refusal) => self.refuse(player, id, &request.command, refusal),
        }
    }

    fn refuse(
        &mut self,
        player: &PlayerId,
        id: Option<&CommandId>,
        command: &Command,
        refusal: Refusal,
    ) {
        if let Command::Act { name, .. } = command
            && let Some(name) = self.kind.refused_as(name)
        {
            let (message, code) = (refusal.message.clone(), refusal.code);
            self.replies.push(Effect::Invalid {
                name,
                message,
                code,
            });
        }
        let answer = Answer(Err(refusal));
        // Strangers' refusals are not kept: they would displace important ones.
        if let Some(id) = id.filter(|_| self.seat_of(player).is_some()) {
            self.answers.keep(player, id, answer.clone());
        }
        self.replies.push(Effect::Ack(answer));
    }

    fn obey(
        &mut self,
        now: Millis,
        player: &PlayerId,
        request: &Request,
    ) -> Result<Obeyed, Refusal> {
        if self.stage == Stage::Closed {
            return Err(Refusal::new(codes::NOT_FOUND, "this table is closed"));
        }
        self.may_arrange(player, &request.command)?;
        let id = request.command_id.as_ref();
        let deed: ToRecord = match &request.command {
            Command::Watch { .. } => {
                return Ok(Obeyed::Answer(Json::of(&self.sync(player, None))));
            }
            Command::Sync { since, .. } => {
                return Ok(Obeyed::Answer(Json::of(&self.sync(player, *since))));
            }
            Command::Advise => return self.advise(player).map(Obeyed::Advise),
            Command::Join {
                nickname,
                seat,
                entropy,
            } => self.join(player, nickname, *seat, entropy.clone())?.into(),
            Command::AddBot { seat, level } => self.add_bot(player, *seat, *level)?.into(),
            Command::RemoveSeat { seat } => self.remove_seat(player, *seat)?.into(),
            Command::Leave => Fact::Left {
                seat: self.own_seat(player)?,
            }
            .into(),
            Command::Offer { seat, agree } => self.offer_seat(player, *seat, *agree)?.into(),
            Command::Rematch { entropy } => self.rematch(player, entropy.clone())?.into(),
            Command::AddEntropy { entropy } => self.add_entropy(player, entropy.clone())?.into(),
            Command::Share => self.share(player)?.into(),
            Command::Unshare { share } => self.unshare(player, *share)?.into(),
            Command::Act { name, payload } => {
                self.act(player, name, payload, request.expect_seq)?
            }
        };
        let answer = self.record(now, Some(player), id, deed);
        let waits = self.is_duplicate() && self.stage == Stage::Waiting;
        if !self.has_human() && !waits {
            self.record(
                now,
                None,
                None,
                Fact::Closed {
                    why: Why::Abandoned,
                },
            );
        }
        Ok(Obeyed::Answer(answer))
    }

    /// Decides a command of the game.
    fn act(
        &self,
        player: &PlayerId,
        name: &str,
        payload: &Payload,
        expect_seq: Option<u64>,
    ) -> Result<ToRecord, Refusal> {
        let seat = self.own_seat(player)?;
        let play = match (self.stage, &self.play) {
            (Stage::Playing, Some(play)) => play,
            (Stage::Finished, _) => return Err(Refusal::new(codes::OVER, "the game is over")),
            _ => return Err(not_started()),
        };
        if let Some(expect) = expect_seq {
            self.must_be_current(seat, expect)?;
        }
        if !play.is_settled() {
            return Err(Refusal::new(
                codes::NOT_YOUR_TURN,
                "wait until everything is on the table",
            ));
        }
        let course = play.game.command(seat, name, payload, &play.setting());
        let course = course.ok_or_else(|| {
            Refusal::malformed(format!("{} has no command {name}", self.kind.meta().name))
        })??;
        Ok(self.decided(seat, false, course))
    }

    fn must_be_current(&self, seat: Seat, expect: u64) -> Result<(), Refusal> {
        let stream = self.voice.stream(Viewer::Seat(seat));
        if (stream.game_seq()..=stream.seq()).contains(&expect) {
            Ok(())
        } else {
            Err(Refusal::new(codes::STALE, "the game has moved on"))
        }
    }

    /// The record of a seat's decision.
    fn decided(&self, seat: Seat, bot: bool, mut course: Course) -> ToRecord {
        let run = run_of(&mut course, &self.secret.of_game(self.number));
        ToRecord {
            fact: Fact::Decided { seat, bot, run },
            course: Some(course),
        }
    }

    fn advise(&self, player: &PlayerId) -> Result<Ask, Refusal> {
        let seat = self.own_seat(player)?;
        if !self.settings.hints {
            return Err(Refusal::illegal(
                reasons::HINTS_OFF,
                "this table gives no advice",
            ));
        }
        match self.stage {
            Stage::Playing => {}
            Stage::Finished => return Err(Refusal::new(codes::OVER, "the game is over")),
            Stage::Waiting | Stage::Closed => return Err(not_started()),
        }
        self.asked[seat]
            .and_then(|asked| self.ask(seat, asked.turn))
            .ok_or_else(|| Refusal::new(codes::NOT_YOUR_TURN, "it is not your turn"))
    }

    fn connected(&mut self, now: Millis, player: &PlayerId) {
        if let Some(seat) = self.open_seat_of(player)
            && self.is_away(seat)
        {
            self.record(now, Some(player), None, Fact::Reconnected { seat });
        }
    }

    fn disconnected(&mut self, now: Millis, player: &PlayerId) {
        if let Some(seat) = self.open_seat_of(player)
            && !self.is_away(seat)
        {
            self.record(now, Some(player), None, Fact::Disconnected { seat });
        }
    }

    /// Nobody could move or come back while the table was not in memory: all times begin now.
    fn give_time(&mut self, now: Millis, unseen: Duration) {
        self.unseen = unseen;
        self.release(now);
        self.begin_turns_anew(now);
    }

    /// Players who are not here are away until they connect again.
    fn woken(&mut self, now: Millis, here: &[PlayerId]) {
        let players: Vec<PlayerId> = Seat::all(self.n_seats())
            .filter_map(|seat| self.player_at(seat).cloned())
            .collect();
        for player in players {
            if here.contains(&player) {
                self.connected(now, &player);
            } else {
                self.disconnected(now, &player);
            }
        }
    }

    fn close_now(&mut self, now: Millis) {
        if self.stage != Stage::Closed {
            let why = Why::Operator;
            self.record(now, None, None, Fact::Closed { why });
        }
    }

    fn open_seat_of(&self, player: &PlayerId) -> Option<Seat> {
        self.seat_of(player).filter(|_| self.stage != Stage::Closed)
    }

    fn is_away(&self, seat: Seat) -> bool {
        self.chairs[seat]
            .as_ref()
            .is_some_and(|sitter| sitter.away_since.is_some())
    }
}

fn game_running() -> Refusal {
    Refusal::illegal(reasons::GAME_RUNNING, "wait until the game is over")
}

fn not_started() -> Refusal {
    Refusal::new(codes::NOT_STARTED, "the game has not started")
}
