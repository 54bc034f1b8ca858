//! The effect of each journal entry on the table.
//!
//! This is the only code that changes a table, live or restored; the two cannot differ. It knows no
//! rules: every entry was decided before it was recorded.

mod chairs;

use std::time::Duration;

use kernel::{BySeat, Course, Json, Key, Player, Seat, SeatSet, Seating, Viewer};
use serde_json::Value;

use crate::access::ShareKey;
use crate::effect::Answer;
use crate::entry::{DecidedRun, Entry, Fact, Why};
use crate::fair::{self, Commitment, Entropy};
use crate::messages::{Chair, Done, Freed, GameStarted, RematchAgreed, Shared, TableClosed};
use crate::settings::Millis;
use crate::show::RunningGame;
use crate::sitter::{PendingTurn, Sitter};
use crate::table::{BEFORE_START, Stage, Table};

impl Table {
    /// Applies an entry and returns the answer to the command that caused it.
    pub(crate) fn apply(&mut self, entry: &Entry, course: Option<Course>) -> Json {
        self.apply_watched(entry, course, &mut |_, _| {})
    }

    /// The same, and calls `watch` with the table after each message.
    pub(crate) fn apply_watched(
        &mut self,
        entry: &Entry,
        course: Option<Course>,
        watch: &mut dyn FnMut(&Table, Millis),
    ) -> Json {
        self.release_watched(entry.at, watch);
        self.now = self.now.max(entry.at);
        self.last_entry = entry.seq;
        self.last_at = entry.at;
        self.unseen = Duration::ZERO;
        self.happen(entry, course);
        if !self.is_attended() {
            Seat::all(self.n_seats()).for_each(|seat| self.hear_no_bot(seat));
        }
        watch(self, entry.at);
        self.plan_start(entry.at);
        self.release_watched(entry.at, watch);
        let viewer = entry.player.as_ref().map(|player| self.viewer(player));
        let answer = self.answer(&entry.fact, viewer.unwrap_or(Viewer::Spectator));
        if let (Some(player), Some(id)) = (&entry.player, &entry.command_id) {
            self.answers.keep(player, id, Answer(Ok(answer.clone())));
        }
        answer
    }

    fn happen(&mut self, entry: &Entry, course: Option<Course>) {
        self.access.take(&entry.fact);
        match &entry.fact {
            Fact::Started { .. } => self.arrangements = 0,
            fact if fact.arranges() => self.arrangements += 1,
            _ => {}
        }
        match &entry.fact {
            // A table begins with it.
            Fact::Opened { .. } => {}
            // The access list has noted it, and no message is sent.
            Fact::Shared { .. } | Fact::Unshared { .. } => {}
            Fact::Seated {
                seat,
                player,
                nickname,
                entropy,
                bot,
            } => {
                self.seat(*seat, player, nickname, entropy.as_ref(), *bot);
            }
            Fact::Left { seat } => self.leave(*seat),
            Fact::Disconnected { seat } => self.disconnect(*seat, entry.at),
            Fact::Reconnected { seat } => self.reconnect(*seat, entry.at),
            Fact::TookOver { seat } => self.take_over(*seat),
            Fact::Offered { seat, by, agree } => self.offer(*seat, *by, *agree),
            Fact::Added { seat, entropy } => self.keep_entropy(*seat, entropy),
            Fact::Agreed { seat, entropy } => self.agree(*seat, entropy.as_ref()),
            Fact::Started {
                number,
                options,
                commitment,
                entropy,
                run,
            } => {
                self.start(*number, options, *commitment, entropy, entry.at);
                self.push(run, course, entry);
            }
            Fact::Decided { seat, run, .. } => {
                self.note_move(*seat, course.as_ref());
                self.push(run, course, entry);
            }
            Fact::Closed { why } => self.close(*why),
        }
    }

    /// A seat has moved. If it must move again, it has a whole turn for that, unless nobody else
    /// heard of the move and all see the seat still thinking: then its clock, which all see too,
    /// runs on.
    fn note_move(&mut self, seat: Seat, course: Option<&Course>) {
        let Some(play) = &mut self.play else { return };
        play.note_move(seat);
        let is_told = course.is_some_and(|course| course.is_told_to(Viewer::Spectator));
        let thinks_on = !is_told && play.game.awaited(Viewer::Spectator).contains(seat);
        let asked = self.asked[seat].filter(|_| thinks_on);
        self.asked[seat] = asked.map(|asked| self.next_turn(asked.at));
    }

    fn next_turn(&mut self, at: Millis) -> PendingTurn {
        self.turns += 1;
        PendingTurn {
            at,
            turn: self.turns,
            bot: false,
        }
    }

    /// The game stood still: seats that must move have a whole turn from now on, and absent players
    /// the whole time to come back.
    pub(crate) fn begin_turns_anew(&mut self, at: Millis) {
        for seat in Seat::all(self.n_seats()) {
            if let Some(asked) = &mut self.asked[seat] {
                asked.at = at;
            }
            if let Some(since) = self.chairs[seat]
                .as_mut()
                .and_then(|sitter| sitter.away_since.as_mut())
            {
                *since = at;
            }
        }
    }

    /// Ignores the bot that thinks for this seat; if a bot must move here, it is asked again.
    fn hear_no_bot(&mut self, seat: Seat) {
        if let Some(asked) = &mut self.asked[seat] {
            asked.bot = false;
        }
    }

    /// Nothing is told before the game begins; then everybody hears everybody's entropy.
    fn keep_entropy(&mut self, seat: Seat, entropy: &Entropy) {
        if let Some(sitter) = &mut self.chairs[seat] {
            sitter.entropy = Some(entropy.clone());
        }
    }

    fn agree(&mut self, seat: Seat, entropy: Option<&Entropy>) {
        let Some(sitter) = &mut self.chairs[seat] else {
            return;
        };
        sitter.agreed = true;
        if entropy.is_some() {
            sitter.entropy = entropy.cloned();
        }
        let player = sitter.player.clone();
        let agreed = RematchAgreed {
            about: self.about(seat, &player),
            game_number: self.current_number(),
        };
        self.voice.tell_all("rematch_agreed", &agreed);
    }

    fn start(
        &mut self,
        number: u32,
        options: &Value,
        commitment: Commitment,
        entropy: &BySeat<Option<Entropy>>,
        at: Millis,
    ) {
        // The options of a started game were accepted when it was recorded, and a restored journal
        // was checked for it.
        let Ok(game) = self.kind.start(options) else {
            return;
        };
        let seating = self.seating();
        let started = GameStarted {
            game_number: number,
            commitment,
            entropy: seating.map(|seat| entropy.get(seat).cloned().flatten()),
            options: options.clone(),
            deal: self.deal.clone(),
        };
        let key = self.key(number, entropy);
        self.play = Some(RunningGame::new(game, seating, key, at));
        self.number = number;
        self.stage = Stage::Playing;
        self.voice.tell_all_of_game("game_started", &started);
    }

    /// The key of the luck of a game.
    pub(crate) fn key(&self, number: u32, entropy: &BySeat<Option<Entropy>>) -> Key {
        let secret = self.secret.of_game(number);
        match &self.deal {
            Some(deal) => fair::key(&secret, &deal.to_string(), number, entropy),
            None => fair::key(&secret, self.code.as_str(), number, entropy),
        }
    }

    fn push(&mut self, run: &DecidedRun, course: Option<Course>, entry: &Entry) {
        if let (Some(play), Some(course)) = (&mut self.play, course) {
            play.push(run, course, entry.seq, entry.at);
        }
        self.note_end(entry);
    }

    fn close(&mut self, why: Why) {
        self.stage = Stage::Closed;
        self.voice
            .tell_all("table_closed", &TableClosed { reason: why });
    }

    /// The next game begins a moment after everybody is there and wants it.
    fn plan_start(&mut self, at: Millis) {
        let waits = matches!(self.stage, Stage::Waiting | Stage::Finished);
        let wants = |sitter: &Sitter| sitter.agreed || sitter.bot.is_some();
        let ready = waits
            && self
                .chairs
                .values()
                .all(|chair| chair.as_ref().is_some_and(wants));
        let planned = self
            .start_at
            .unwrap_or_else(|| at.plus(self.settings.pace.of(BEFORE_START)));
        self.start_at = ready.then_some(planned);
    }

    /// Notes the seats that must move, and since when.
    pub(crate) fn note_turns(&mut self) {
        let to_move: SeatSet = self.to_move();
        let at = self.play.as_ref().map_or(self.last_at, |play| play.last);
        for seat in Seat::all(self.n_seats()) {
            if !to_move.contains(seat) {
                self.asked[seat] = None;
            } else if self.asked[seat].is_none() {
                self.asked[seat] = Some(self.next_turn(at));
            }
        }
    }

    /// The players by seat, as the game's messages name them. Every chair is taken when a game
    /// starts.
    pub(crate) fn seating(&self) -> Seating {
        Seating::new(self.chairs.map(|_, chair| {
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let sitter = chair.as_ref();
            Player {
                uuid: text(sitter.map(|sitter| sitter.player.as_str())),
                nickname: text(sitter.map(|sitter| sitter.nickname.as_str())),
            }
        }))
    }

    /// The ack for the command that led to a fact, for a sender with this view.
    fn answer(&self, fact: &Fact, viewer: Viewer) -> Json {
        let seq = self.seq(viewer);
        match fact {
            // A player who left comes back by taking the chair.
            Fact::Seated { seat, .. } | Fact::Reconnected { seat } => Json::of(&Chair {
                game_code: self.code.clone(),
                seat: *seat,
                commitment: self.commitment(),
                seq,
            }),
            Fact::Shared { number, .. } => Json::of(&Shared {
                share: *number,
                key: ShareKey::of_table(&self.secret, *number),
                seq,
            }),
            Fact::Left { seat } => Json::of(&Freed { seat: *seat, seq }),
            _ => Json::of(&Done { seq }),
        }
    }
}
