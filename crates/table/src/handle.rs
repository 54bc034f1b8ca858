//! How a table handles its inputs.

use std::time::Duration;

use kernel::{Course, Json, Payload, Seat, Setting, Viewer};
use serde_json::Value;

use crate::access::{MOST_SHARES, ShareKey};
use crate::bot::Level;
use crate::command::{Command, Request};
use crate::deal::{DUPLICATE_BOTS, Deal};
use crate::effect::{Answer, Ask, Effect, Input};
use crate::entry::{Fact, Why};
use crate::fair::Entropy;
use crate::player::{CommandId, Nickname, PlayerId};
use crate::refusal::{Refusal, codes};
use crate::settings::Millis;
use crate::show::{ToRecord, run_of};
use crate::table::{BOT_MOMENT, Sitter, Stage, Table};

/// The result of a command.
enum Reply {
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

    /// The next game: with the options of the table, or those that follow from the previous game.
    fn next_game(&self) -> Option<ToRecord> {
        let number = self.current_number();
        let follows = self.play.as_ref().and_then(|play| play.game.rematch());
        let options = follows
            .filter(|options| self.kind.start(options).is_ok())
            .unwrap_or_else(|| self.options.clone());
        let entropy = self.chairs.map(|_, chair| chair.as_ref()?.entropy.clone());
        let secret = self.secret.of_game(number);
        let setting = Setting {
            key: &self.key(number, &entropy),
            draws: 0,
            seating: &self.seating(),
        };
        let game = self.kind.start(&options).ok()?;
        let mut course = game.begin(&setting).ok()?;
        let fact = Fact::Started {
            number,
            options,
            commitment: secret.commitment(),
            entropy,
            run: run_of(&mut course, &secret),
        };
        Some(ToRecord {
            fact,
            course: Some(course),
        })
    }

    /// Asks bots about the turns that are theirs, once each.
    fn ask_bots(&mut self, now: Millis) {
        for seat in Seat::all(self.n_seats()) {
            let moves = self.moves_by_bot(seat, now);
            if let Some(asked) = self.asked[seat]
                .as_mut()
                .filter(|asked| moves && !asked.bot)
            {
                asked.bot = true;
                let turn = asked.turn;
                let ask = self.ask(seat, turn);
                self.replies.extend(ask.map(Effect::AskBot));
            }
        }
    }

    /// Whether a bot may move for a seat now.
    fn moves_by_bot(&self, seat: Seat, now: Millis) -> bool {
        self.bot_moves_at(seat).is_some_and(|at| at <= now)
    }

    /// The time from which a bot may move for a seat that must move: a moment after its turn began,
    /// if it is a bot's or its player is away for too long; otherwise when its clock runs out. Bots
    /// do not play among themselves.
    fn bot_moves_at(&self, seat: Seat) -> Option<Millis> {
        let sitter = self.chairs[seat].as_ref()?;
        if sitter.is_played_by_bot() {
            let asked = self.asked[seat].filter(|_| self.is_attended())?;
            Some(asked.at.plus(self.settings.pace.of(BOT_MOMENT)))
        } else {
            self.clock_ends(seat)
        }
    }

    fn ask(&self, seat: Seat, turn: u64) -> Option<Ask> {
        let play = self.play.as_ref()?;
        let level = self.chairs[seat].as_ref()?.bot.unwrap_or_default();
        Some(Ask {
            game: self.kind.meta().key,
            seat,
            turn,
            level,
            view: play.game.view(kernel::Viewer::Seat(seat)),
            legal: play.game.legal_actions(seat),
            luck: self.deal.as_ref().map(|_| play.bot_luck(seat)),
        })
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
        // A stranger to one table of a duplicate may play at the other, or tell somebody who does.
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
            Ok(Reply::Answer(answer)) => self.replies.push(Effect::Ack(Answer(Ok(answer)))),
            Ok(Reply::Advise(ask)) => self.replies.push(Effect::Advise(ask)),
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
    ) -> Result<Reply, Refusal> {
        if self.stage == Stage::Closed {
            return Err(Refusal::new(codes::NOT_FOUND, "this table is closed"));
        }
        let id = request.command_id.as_ref();
        let deed: ToRecord = match &request.command {
            Command::Watch { .. } => {
                return Ok(Reply::Answer(Json::of(&self.sync(player, None))));
            }
            Command::Sync { since, .. } => {
                return Ok(Reply::Answer(Json::of(&self.sync(player, *since))));
            }
            Command::Advise => return self.advise(player).map(Reply::Advise),
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
        Ok(Reply::Answer(answer))
    }

    fn own_seat(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        self.seat_of(player)
            .ok_or_else(|| Refusal::new(codes::NOT_SEATED, "you do not sit at this table"))
    }

    fn must_host(&self, player: &PlayerId) -> Result<(), Refusal> {
        if self.host == *player {
            Ok(())
        } else {
            Err(Refusal::new(
                codes::NOT_HOST,
                "only the host of the table may do this",
            ))
        }
    }

    /// The chair that was asked for, or the first free one.
    fn chair(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let full = |message: &str| Refusal::new(codes::FULL, message);
        match seat {
            None => self.free_seat().ok_or_else(|| full("every chair is taken")),
            Some(seat) => match self.chairs.get(seat) {
                None => {
                    let n_seats = self.chairs.len();
                    Err(Refusal::malformed(format!(
                        "there is no seat {seat}: this table has {n_seats}, numbered from 0"
                    )))
                }
                Some(Some(_)) => Err(full("this chair is taken")),
                Some(None) => Ok(seat),
            },
        }
    }

    /// The requested chair, or the first one, if the people at the table offer it.
    fn offered_chair(&self, seat: Option<Seat>) -> Option<Seat> {
        let wanted = |other: &Seat| seat.is_none_or(|seat| seat == *other);
        let mut seats = Seat::all(self.n_seats()).filter(wanted);
        seats.find(|seat| self.is_offered(*seat))
    }

    fn join(
        &self,
        player: &PlayerId,
        nickname: &Nickname,
        seat: Option<Seat>,
        entropy: Option<Entropy>,
    ) -> Result<Fact, Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::new(
                codes::ALREADY_SEATED,
                "you already sit at this table",
            ));
        }
        if let Some(seat) = self.left_by(player) {
            return Ok(Fact::Reconnected { seat });
        }
        let free = self.chair(seat);
        let seat = free.or_else(|full| self.offered_chair(seat).ok_or(full))?;
        // A player who takes a chair over may have the same name as its former player.
        let mut others = self.chairs.iter().filter(|(other, _)| *other != seat);
        let is_alike = |sitter: &Sitter| sitter.nickname.is_like(nickname);
        if others.any(|(_, chair)| chair.as_ref().is_some_and(is_alike)) {
            return Err(Refusal::new(
                codes::NAME_TAKEN,
                format!("somebody at this table is called {nickname} already"),
            ));
        }
        let (player, nickname) = (player.clone(), nickname.clone());
        let entropy = entropy.filter(|_| self.deal.is_none());
        Ok(Fact::Seated {
            seat,
            player,
            nickname,
            entropy,
            bot: None,
        })
    }

    /// The chair that this player left in the running game; it is kept for them.
    fn left_by(&self, player: &PlayerId) -> Option<Seat> {
        let is_theirs = |sitter: &Sitter| sitter.left && sitter.player == *player;
        self.chairs
            .iter()
            .find(|(_, chair)| chair.as_ref().is_some_and(is_theirs))
            .map(|(seat, _)| seat)
    }

    fn add_bot(
        &self,
        player: &PlayerId,
        seat: Option<Seat>,
        level: Level,
    ) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        let level = if self.is_duplicate() {
            DUPLICATE_BOTS
        } else {
            level
        };
        Ok(self.new_bot(self.chair(seat)?, level))
    }

    /// A bot for a free chair.
    pub(crate) fn new_bot(&self, seat: Seat, level: Level) -> Fact {
        Fact::Seated {
            seat,
            player: PlayerId::of_bot(&self.code, self.last_entry + 1),
            nickname: self.bot_name(seat),
            entropy: None,
            bot: Some(level),
        }
    }

    /// A name with the number of its seat, or the next that nobody has.
    fn bot_name(&self, seat: Seat) -> Nickname {
        let is_free = |name: &Nickname| {
            let mut sitters = self.chairs.values().flatten();
            !sitters.any(|sitter| sitter.nickname.is_like(name))
        };
        let mut names = (seat.0 + 1..=u8::MAX).map(Nickname::of_bot);
        let name = names.find(is_free);
        name.unwrap_or_else(|| Nickname::of_bot(seat.0 + 1))
    }

    fn remove_seat(&self, player: &PlayerId, seat: Seat) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        if self.stage == Stage::Playing {
            return Err(game_running());
        }
        if !self.is_duplicate() || self.stage != Stage::Waiting {
            self.must_have_own_luck()?;
        }
        match self.chairs.get(seat) {
            Some(Some(_)) => Ok(Fact::Left { seat }),
            _ => Err(Refusal::new(
                codes::NOT_SEATED,
                format!("nobody sits in seat {seat}"),
            )),
        }
    }

    /// Those who are still there decide whether somebody else may take the chair of a player who
    /// has gone.
    fn offer_seat(&self, player: &PlayerId, seat: Seat, agree: bool) -> Result<Fact, Refusal> {
        let by = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if !self.is_abandoned(seat) {
            return Err(Refusal::illegal(
                "not_abandoned",
                "only a chair whose player has gone can be offered while a game is played",
            ));
        }
        let sitter = self.chairs[seat].as_ref();
        if sitter.is_some_and(|sitter| sitter.offered_by.contains(by) == agree) {
            return Err(Refusal::illegal("already_said", "you have already said so"));
        }
        Ok(Fact::Offered { seat, by, agree })
    }

    fn rematch(&self, player: &PlayerId, entropy: Option<Entropy>) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if entropy.is_some() {
            self.must_not_have_added(seat)?;
        }
        match self.stage {
            Stage::Finished => Ok(Fact::Agreed { seat, entropy }),
            Stage::Playing => Err(game_running()),
            Stage::Waiting | Stage::Closed => Err(not_started()),
        }
    }

    fn add_entropy(&self, player: &PlayerId, entropy: Entropy) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        if self.stage == Stage::Playing {
            return Err(game_running());
        }
        self.must_have_own_luck()?;
        self.must_not_have_added(seat)?;
        Ok(Fact::Added { seat, entropy })
    }

    fn share(&self, player: &PlayerId) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if !self.access.is_private() {
            return Err(Refusal::illegal(
                "not_private",
                "everybody may watch this table: its code is enough",
            ));
        }
        if self.access.n_live() >= MOST_SHARES {
            return Err(Refusal::illegal(
                "too_many_shares",
                format!("{MOST_SHARES} keys open this table: revoke one first"),
            ));
        }
        let number = self.access.next_share();
        let hash = ShareKey::of_table(&self.secret, number).hash();
        Ok(Fact::Shared { seat, number, hash })
    }

    fn unshare(&self, player: &PlayerId, share: Option<u32>) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        let live = match share {
            Some(share) => self.access.is_live(share),
            None => self.access.n_live() > 0,
        };
        if live {
            let number = share;
            Ok(Fact::Unshared { seat, number })
        } else {
            Err(Refusal::illegal(
                "no_such_share",
                "no such key opens this table",
            ))
        }
    }

    fn is_duplicate(&self) -> bool {
        self.deal.as_ref().is_some_and(Deal::is_duplicate)
    }

    /// Shared luck allows one game, against these bots, with this luck.
    fn must_have_own_luck(&self) -> Result<(), Refusal> {
        match &self.deal {
            None => Ok(()),
            Some(_) => Err(Refusal::illegal(
                "same_for_all",
                "others play with the same luck: there is one game, and nobody else comes or looks",
            )),
        }
    }

    /// A seat adds entropy to a game once: nobody can fill a journal with it.
    fn must_not_have_added(&self, seat: Seat) -> Result<(), Refusal> {
        match &self.chairs[seat] {
            Some(sitter) if sitter.entropy.is_some() => Err(Refusal::illegal(
                "entropy_added",
                "you have already added to the luck of this game",
            )),
            _ => Ok(()),
        }
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
            return Err(Refusal::illegal("hints_off", "this table gives no advice"));
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

    /// Nobody could move or come back while the table was not there; their time begins now.
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

    fn bot(&mut self, now: Millis, seat: Seat, turn: u64, action: &Value) {
        let asked = self.asked.get(seat).copied().flatten();
        if asked.is_none_or(|asked| asked.turn != turn) || !self.moves_by_bot(seat, now) {
            return;
        }
        let Some(play) = &self.play else { return };
        let act = |action: &Value| play.game.action(seat, action, &play.setting());
        let course = act(action).or_else(|refusal| {
            let first = play.game.legal_actions(seat).into_iter().next();
            act(&first.ok_or(refusal)?)
        });
        if let Ok(course) = course {
            let deed = self.decided(seat, true, course);
            self.record(now, None, None, deed);
        }
    }
}

fn game_running() -> Refusal {
    Refusal::illegal("game_running", "wait until the game is over")
}

fn not_started() -> Refusal {
    Refusal::new(codes::NOT_STARTED, "the game has not started")
}
