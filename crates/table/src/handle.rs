//! What a table does with what it is told.

use kernel::{Payload, Seat, fields};
use serde_json::Value;

use crate::bot::Level;
use crate::command::{Command, Request};
use crate::effect::{Answer, Ask, Effect, Input};
use crate::entry::{Fact, Why};
use crate::fair::{self, Entropy};
use crate::player::{CommandId, Nickname, PlayerId};
use crate::refusal::{Refusal, codes};
use crate::settings::Millis;
use crate::show;
use crate::table::{BOT_MOMENT, IDLE, Stage, Table};

/// What a command leads to.
enum Reply {
    Answer(Payload),
    Advise(Ask),
}

impl Table {
    /// Takes in one thing at a time and says what is to be done.
    pub fn handle(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        // A clock that was set back must not set the journal back.
        let now = self.now.max(now);
        self.settle(now);
        match input {
            Input::Request { player, request } => self.request(now, &player, &request),
            Input::Connected(player) => self.connected(now, &player),
            Input::Disconnected(player) => self.disconnected(now, &player),
            Input::Bot { seat, turn, action } => self.bot(now, seat, turn, &action),
            // It went off, so it is set again even if nothing was due yet.
            Input::Tick => self.timer = None,
            Input::Woken => self.woken(now),
        }
        self.settle(now);
        self.take_effects()
    }

    /// Does everything that is due: messages, a start, stand-ins, the end of an idle table.
    pub(crate) fn settle(&mut self, now: Millis) {
        self.now = now;
        self.release(now);
        while let Some(fact) = self.overdue(now) {
            self.record(now, None, None, fact);
        }
        self.ask_bots(now);
    }

    fn overdue(&self, now: Millis) -> Option<Fact> {
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
            return Some(Fact::TookOver { seat });
        }
        (self.last_at.plus(IDLE) <= now).then_some(Fact::Closed { why: Why::Idle })
    }

    /// How the next game begins: with the options of the table, or those that follow
    /// from the game before.
    fn next_game(&self) -> Option<Fact> {
        let number = self.current_number();
        let follows = self.play.as_ref().and_then(|play| play.game.rematch());
        let options = follows
            .filter(|options| self.kind.start(options).is_ok())
            .unwrap_or_else(|| self.options.clone());
        let entropy = self.chairs.map(|_, chair| chair.as_ref()?.entropy.clone());
        let secret = self.secret.of_game(number);
        let key = fair::key(&secret, &self.code, number, &entropy);
        let game = self.kind.start(&options).ok()?;
        let run = show::run(game, None, 0, &key, &secret).ok()?;
        let commitment = secret.commitment();
        Some(Fact::Started {
            number,
            options,
            commitment,
            entropy,
            run,
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
                self.voice.out.extend(ask.map(Effect::AskBot));
            }
        }
    }

    /// Whether a bot may move for a seat now.
    fn moves_by_bot(&self, seat: Seat, now: Millis) -> bool {
        self.bot_moves_at(seat).is_some_and(|at| at <= now)
    }

    /// From when on a bot may move for a seat that is to move: a moment after its turn
    /// began, if it is a bot's or its player is away for too long; else when its clock runs out.
    fn bot_moves_at(&self, seat: Seat) -> Option<Millis> {
        let sitter = self.chairs[seat].as_ref()?;
        if sitter.is_played_by_bot() {
            let asked = self.asked[seat]?;
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
        })
    }

    /// The effects so far, entries first, and the timer if it changed.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.appends.drain(..).map(Effect::Append).collect();
        effects.append(&mut self.voice.out);
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

    /// When something is due next.
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
        let others = [self.due(), self.start_at, Some(self.last_at.plus(IDLE))];
        clocks
            .chain(grace)
            .chain(others.into_iter().flatten())
            .min()
    }

    fn request(&mut self, now: Millis, player: &PlayerId, request: &Request) {
        let id = request
            .command_id
            .as_ref()
            .filter(|_| !request.command.only_looks());
        if let Some(answer) = id.and_then(|id| self.answers.find(player, id)) {
            let again = Effect::Ack(answer.clone());
            self.voice.out.push(again);
            return;
        }
        match self.obey(now, player, request) {
            Ok(Reply::Answer(answer)) => self.voice.out.push(Effect::Ack(Answer(Ok(answer)))),
            Ok(Reply::Advise(ask)) => self.voice.out.push(Effect::Advise(ask)),
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
            self.voice.out.push(Effect::Invalid {
                name,
                message,
                code,
            });
        }
        let answer = Answer(Err(refusal));
        // Strangers' refusals are not kept: they would push out what matters.
        if let Some(id) = id.filter(|_| self.seat_of(player).is_some()) {
            self.answers.keep(player, id, answer.clone());
        }
        self.voice.out.push(Effect::Ack(answer));
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
        let fact = match &request.command {
            Command::Watch => return Ok(Reply::Answer(fields(&self.sync(player, None)))),
            Command::Sync { since } => {
                return Ok(Reply::Answer(fields(&self.sync(player, *since))));
            }
            Command::Advise => return self.advise(player).map(Reply::Advise),
            Command::Join {
                nickname,
                seat,
                entropy,
            } => self.join(player, nickname, *seat, entropy.clone())?,
            Command::AddBot { seat, level } => self.add_bot(player, *seat, *level)?,
            Command::RemoveSeat { seat } => self.remove_seat(player, *seat)?,
            Command::Leave => Fact::Left {
                seat: self.own_seat(player)?,
            },
            Command::Rematch { entropy } => self.rematch(player, entropy.clone())?,
            Command::AddEntropy { entropy } => self.add_entropy(player, entropy.clone())?,
            Command::Act { name, payload } => {
                self.act(player, name, payload, request.expect_seq)?
            }
        };
        let answer = self.record(now, Some(player), id, fact);
        if !self.has_human() {
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
        let seat = self.chair(seat)?;
        let (player, nickname) = (player.clone(), nickname.clone());
        Ok(Fact::Seated {
            seat,
            player,
            nickname,
            entropy,
            bot: None,
        })
    }

    fn add_bot(
        &self,
        player: &PlayerId,
        seat: Option<Seat>,
        level: Level,
    ) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        let seat = self.chair(seat)?;
        Ok(Fact::Seated {
            seat,
            player: PlayerId::of_bot(&self.code, self.last_entry + 1),
            nickname: Nickname::of_bot(seat.0 + 1),
            entropy: None,
            bot: Some(level),
        })
    }

    fn remove_seat(&self, player: &PlayerId, seat: Seat) -> Result<Fact, Refusal> {
        self.must_host(player)?;
        if self.stage == Stage::Playing {
            return Err(game_running());
        }
        match self.chairs.get(seat) {
            Some(Some(_)) => Ok(Fact::Left { seat }),
            _ => Err(Refusal::new(
                codes::NOT_SEATED,
                format!("nobody sits in seat {seat}"),
            )),
        }
    }

    fn rematch(&self, player: &PlayerId, entropy: Option<Entropy>) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
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
        self.must_not_have_added(seat)?;
        Ok(Fact::Added { seat, entropy })
    }

    /// A seat adds to the luck of a game once, so that a journal cannot be filled with it.
    fn must_not_have_added(&self, seat: Seat) -> Result<(), Refusal> {
        match &self.chairs[seat] {
            Some(sitter) if sitter.entropy.is_some() => Err(Refusal::illegal(
                "entropy_added",
                "you have already added to the luck of this game",
            )),
            _ => Ok(()),
        }
    }

    /// The action of a seat, decided.
    fn act(
        &self,
        player: &PlayerId,
        name: &str,
        payload: &Payload,
        expect_seq: Option<u64>,
    ) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        let play = match (self.stage, &self.play) {
            (Stage::Playing, Some(play)) => play,
            (Stage::Finished, _) => return Err(Refusal::new(codes::OVER, "the game is over")),
            _ => return Err(not_started()),
        };
        let action = play.game.read_command(name, payload);
        let action = action.ok_or_else(|| {
            Refusal::malformed(format!("{} has no command {name}", self.kind.meta().name))
        })??;
        if let Some(expect) = expect_seq {
            self.must_be_current(expect)?;
        }
        if !play.is_settled() {
            return Err(Refusal::new(
                codes::NOT_YOUR_TURN,
                "wait until everything is on the table",
            ));
        }
        self.decide(seat, &action, false)
    }

    fn must_be_current(&self, expect: u64) -> Result<(), Refusal> {
        if (self.voice.game_seq()..=self.seq()).contains(&expect) {
            Ok(())
        } else {
            Err(Refusal::new(codes::STALE, "the game has moved on"))
        }
    }

    fn decide(&self, seat: Seat, action: &Value, bot: bool) -> Result<Fact, Refusal> {
        let play = self.play.as_ref().ok_or_else(not_started)?;
        let secret = self.secret.of_game(self.number);
        let run = play.decide(play.game.act(seat, action), &secret)?;
        Ok(Fact::Decided { seat, bot, run })
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

    /// After a restart everybody is away until they connect again.
    fn woken(&mut self, now: Millis) {
        let players: Vec<PlayerId> = Seat::all(self.n_seats())
            .filter_map(|seat| self.player_at(seat).cloned())
            .collect();
        for player in players {
            self.disconnected(now, &player);
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
        let fact = self.decide(seat, action, true).or_else(|refusal| {
            let legal = self
                .play
                .as_ref()
                .and_then(|play| play.game.legal_actions(seat).into_iter().next());
            self.decide(seat, &legal.ok_or(refusal)?, true)
        });
        if let Ok(fact) = fact {
            self.record(now, None, None, fact);
        }
    }
}

fn game_running() -> Refusal {
    Refusal::illegal("game_running", "wait until the game is over")
}

fn not_started() -> Refusal {
    Refusal::new(codes::NOT_STARTED, "the game has not started")
}
