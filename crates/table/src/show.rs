//! A game in play, and how it is shown.
//!
//! The events of an input are decided and journaled at once. Viewers see them scene by scene, with
//! the pauses that the game asks for. This module holds the game as it has been shown so far, and a
//! view therefore never runs ahead of the messages. While scenes are still to be shown nobody is
//! asked to move. The time of each message follows from the entry's time and the pace alone: a
//! restored table continues at the same point.

use std::collections::VecDeque;

use kernel::{
    AnyGame, BySeat, BySide, Course, Figures, Key, Scene, Seat, SeatSet, Seating, Setting, Telling,
};

use crate::deal::BotLuck;
use crate::entry::{DecidedRun, Fact, GameEnd};
use crate::fair::{Commitment, Secret};
use crate::messages::{FinishedPhase, GameFinished};
use crate::settings::{Millis, Pace};
use crate::table::{Stage, Table};
use crate::voice::Form;

/// Something to be recorded; for events of a game, with how they are shown.
#[derive(Debug)]
pub(crate) struct ToRecord {
    pub(crate) fact: Fact,
    pub(crate) course: Option<Course>,
}

impl From<Fact> for ToRecord {
    fn from(fact: Fact) -> ToRecord {
        ToRecord { fact, course: None }
    }
}

/// The part of a course that a journal keeps. If the game ends with it, the secret is revealed.
pub(crate) fn run_of(course: &mut Course, secret: &Secret) -> DecidedRun {
    let end = course.is_over.then(|| GameEnd::new(secret.clone()));
    let steps = std::mem::take(&mut course.steps);
    DecidedRun { steps, end }
}

/// A game in play.
#[derive(Debug)]
pub(crate) struct RunningGame {
    /// The game as far as it has been shown.
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) seating: Seating,
    pub(crate) key: Key,
    /// The number of draws so far.
    pub(crate) draws: u64,
    /// The number of moves of each seat.
    n_moves: BySeat<u64>,
    /// The figures of each seat, including what is still to be shown.
    pub(crate) figures: BySeat<Figures>,
    /// When the last message came.
    pub(crate) last: Millis,
    /// The scenes that are still to be shown.
    scenes: VecDeque<Scene>,
    /// The end of the game, which is announced once everything is shown, and the entry that decided
    /// it.
    end: Option<(u64, GameEnd)>,
}

impl RunningGame {
    pub(crate) fn new(
        game: Box<dyn AnyGame>,
        seating: Seating,
        key: Key,
        at: Millis,
    ) -> RunningGame {
        let n_moves = BySeat::splat(game.n_seats(), 0);
        let figures = BySeat::from_fn(game.n_seats(), |_| Figures::default());
        RunningGame {
            game,
            seating,
            key,
            draws: 0,
            n_moves,
            figures,
            last: at,
            scenes: VecDeque::new(),
            end: None,
        }
    }

    /// The source of the next decision's luck, and the players.
    pub(crate) const fn setting(&self) -> Setting<'_> {
        Setting {
            key: &self.key,
            draws: self.draws,
            seating: &self.seating,
        }
    }

    /// The source of a bot's next choice, if everybody's bot must choose alike.
    pub(crate) fn bot_luck(&self, seat: Seat) -> BotLuck {
        BotLuck {
            key: self.key.clone(),
            seat,
            n_moves: self.n_moves[seat],
        }
    }

    /// Counts a move of a seat.
    pub(crate) fn note_move(&mut self, seat: Seat) {
        self.n_moves[seat] += 1;
    }

    /// Adds the decision of an entry.
    pub(crate) fn push(&mut self, run: &DecidedRun, course: Course, entry: u64, at: Millis) {
        for sample in &course.samples {
            self.figures[sample.seat].add(sample);
        }
        self.scenes.extend(course.scenes);
        self.draws += run.steps.iter().filter(|step| step.draw.is_some()).count() as u64;
        self.end = run.end.clone().map(|end| (entry, end));
        self.last = self.last.max(at);
    }

    /// Whether the game is decided, even if its end is not shown yet.
    pub(crate) const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The game once everything is shown.
    pub(crate) fn last_game(&self) -> &dyn AnyGame {
        let mut scenes = self.scenes.iter().rev();
        let last = scenes.find_map(|scene| scene.game.as_deref());
        last.unwrap_or(&*self.game)
    }

    /// Whether every decided event has been told.
    pub(crate) fn is_settled(&self) -> bool {
        self.scenes.is_empty() && self.end.is_none()
    }

    /// Whether every message of the last event is out: the next scene, if there is one, begins
    /// another.
    pub(crate) fn is_event_told(&self) -> bool {
        self.scenes.front().is_none_or(|next| next.game.is_some())
    }

    /// The number of events that are still to be shown.
    pub(crate) fn n_unshown(&self) -> usize {
        let begin = self.scenes.iter().filter(|scene| scene.game.is_some());
        begin.count()
    }

    /// When the next message is due.
    pub(crate) fn due(&self, pace: Pace) -> Option<Millis> {
        let pause = match self.scenes.front() {
            Some(scene) => scene.pause,
            None => self.end.as_ref().map(|_| std::time::Duration::ZERO)?,
        };
        Some(self.last.plus(pace.of(pause)))
    }

    /// When the last message is due.
    fn settled_at(&self, pace: Pace) -> Millis {
        let pauses = self.scenes.iter().map(|scene| pace.of(scene.pause));
        pauses.fold(self.last, Millis::plus)
    }

    fn score(&self, scores: &BySide<i32>, seat: Seat) -> i32 {
        scores
            .get(self.game.side(seat))
            .copied()
            .unwrap_or_default()
    }

    /// The announcement of the end of this game, with the secret if it may be revealed by now, and
    /// the commitment to the next one.
    fn finished(
        &self,
        end: &GameEnd,
        is_told: bool,
        game_number: u32,
        next_commitment: Commitment,
    ) -> GameFinished {
        let (winners, scores) = (self.game.winners(), self.game.scores());
        let side = winners.first();
        let winner =
            Seat::all(self.game.n_seats()).find(|&seat| Some(&self.game.side(seat)) == side);
        GameFinished {
            winner: winner.map(|seat| self.seating.uuid(seat).to_owned()),
            side: side.copied(),
            game_phase: FinishedPhase::GameOver,
            secret: end.secret.clone().filter(|_| is_told),
            game_number,
            next_commitment,
            scores: self.seating.scores(|seat| self.score(&scores, seat)),
            outcome: self.game.wire_outcome(&self.seating).into_value(),
        }
    }
}

impl Table {
    /// Shows everything that is due, and notes the seats that must move then.
    pub(crate) fn release(&mut self, now: Millis) {
        self.release_watched(now, &mut |_, _| {});
    }

    /// The same, and calls `watch` with the table after each message.
    pub(crate) fn release_watched(&mut self, now: Millis, watch: &mut dyn FnMut(&Table, Millis)) {
        while let Some(due) = self.due().filter(|due| *due <= now) {
            self.show_next(due);
            watch(self, due);
        }
        self.note_turns();
    }

    /// The time at which everything that was decided will have been shown.
    pub fn settled_at(&self) -> Millis {
        let shown = self
            .play
            .as_ref()
            .map(|play| play.settled_at(self.settings.pace));
        shown.map_or(self.now, |at| at.max(self.now))
    }

    /// When the next message is due.
    pub(crate) fn due(&self) -> Option<Millis> {
        self.play.as_ref()?.due(self.settings.pace)
    }

    fn show_next(&mut self, due: Millis) {
        let Some(play) = &mut self.play else { return };
        play.last = due;
        match play.scenes.pop_front() {
            Some(scene) => {
                if let Some(game) = scene.game {
                    play.game = game;
                }
                let forms = scene.tellings.into_iter().map(form);
                self.voice.tell(forms.collect(), true);
            }
            None => {
                if let Some((entry, end)) = play.end.take() {
                    self.finish(entry, &end);
                }
            }
        }
    }

    fn finish(&mut self, entry: u64, end: &GameEnd) {
        self.stage = Stage::Finished;
        self.revealed = entry;
        if let Some(play) = &self.play {
            let is_told = self.deal.as_ref().is_none_or(|deal| deal.tells(play.last));
            let finished = play.finished(end, is_told, self.number, self.commitment());
            self.voice.tell_all_of_game("game_finished", &finished);
        }
        for seat in Seat::all(self.n_seats()) {
            let chair = &mut self.chairs[seat];
            if let Some(sitter) = chair {
                sitter.agreed = false;
                sitter.entropy = None;
                sitter.offered_by = SeatSet::EMPTY;
            }
            if chair.as_ref().is_some_and(|sitter| sitter.left) {
                *chair = None;
            }
        }
    }
}

fn form(telling: Telling) -> Form {
    let to = telling.viewers().iter().copied().collect();
    let say = telling.into_say();
    Form {
        to,
        name: say.name,
        fields: say.fields,
    }
}
