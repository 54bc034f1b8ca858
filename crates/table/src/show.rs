//! A game in play, and how it is shown.
//!
//! What an input leads to is decided and journaled at once; what viewers see of it
//! comes message by message, with the pauses that the game's cues ask for. The game
//! that is held here is the one that has been shown so far, so a view never runs
//! ahead of the messages. While something is still to be shown nobody is asked to
//! move. When each message comes follows from the entry's time and the pace alone:
//! a restored table goes on where it was.

use std::collections::VecDeque;
use std::time::Duration;

use kernel::{AnyGame, AnyRefusal, Cue, Key, Payload, Seat, Seating, Turn, Viewer, fields};
use serde_json::Value;

use crate::effect::Audience;
use crate::entry::{End, Run, Step};
use crate::fair::{Commitment, Secret};
use crate::messages::{FinishedPhase, GameFinished};
use crate::settings::{Millis, Pace};
use crate::table::{Stage, Table};
use crate::voice::Forms;

/// A game in play.
#[derive(Debug)]
pub(crate) struct Play {
    /// The game as far as it has been shown.
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) seating: Seating,
    pub(crate) key: Key,
    /// How many draws there have been.
    pub(crate) draws: u64,
    /// When the last message came.
    pub(crate) last: Millis,
    /// What was decided and is still to be shown.
    events: VecDeque<Value>,
    /// The remaining messages of the last event, with the pause before each.
    late: VecDeque<(Duration, Forms)>,
    /// How the game ends once all of it is shown, and the entry that decided it.
    end: Option<(u64, End)>,
}

impl Play {
    pub(crate) const fn new(
        game: Box<dyn AnyGame>,
        seating: Seating,
        key: Key,
        at: Millis,
    ) -> Play {
        Play {
            game,
            seating,
            key,
            draws: 0,
            last: at,
            events: VecDeque::new(),
            late: VecDeque::new(),
            end: None,
        }
    }

    /// What an input leads to, with the luck that follows it, up to the next choice
    /// or the end. Changes nothing.
    pub(crate) fn decide(&self, input: Value, secret: &Secret) -> Result<Run, AnyRefusal> {
        run(
            self.game.boxed(),
            Some(input),
            self.draws,
            &self.key,
            secret,
        )
    }

    /// Takes in what was decided in an entry.
    pub(crate) fn push(&mut self, run: &Run, entry: u64, at: Millis) {
        let events = run.steps.iter().flat_map(|step| &step.events);
        self.events.extend(events.cloned());
        self.draws += run.steps.iter().filter(|step| step.draw.is_some()).count() as u64;
        self.end = run.end.clone().map(|end| (entry, end));
        self.last = self.last.max(at);
    }

    /// Whether everything that was decided has been told.
    pub(crate) fn is_settled(&self) -> bool {
        self.events.is_empty() && self.late.is_empty() && self.end.is_none()
    }

    /// Whether every message of the last event is out.
    pub(crate) fn is_event_told(&self) -> bool {
        self.late.is_empty()
    }

    /// When the next message is due.
    pub(crate) fn due(&self, pace: Pace) -> Option<Millis> {
        let pause = match (self.late.front(), self.events.front()) {
            (Some((pause, _)), _) => *pause,
            (None, Some(event)) => first_pause(&self.cues(event)),
            (None, None) => self.end.as_ref().map(|_| Duration::ZERO)?,
        };
        Some(self.last.plus(pace.of(pause)))
    }

    /// The journal holds what the game wrote, so its events can be read; a restored
    /// journal was checked for it.
    fn cues(&self, event: &Value) -> Vec<Cue> {
        self.game.cues(event).unwrap_or_default()
    }

    /// Lets the next event happen and gives its first message, which is due. One
    /// without messages happens silently.
    fn happen(&mut self, viewers: &[Viewer]) -> Option<Forms> {
        let event = self.events.pop_front()?;
        let before = self.game.scores();
        // As with its cues, the event can be read.
        let happening = self.game.happen(&event, viewers, &self.seating).ok()?;
        let scored = self.game.scores() != before;
        let mut tellings: Vec<(Audience, Option<VecDeque<Payload>>)> = happening
            .tellings
            .into_iter()
            .map(|telling| {
                let to = telling.viewers().iter().copied().collect();
                (to, telling.into_payloads().map(VecDeque::from))
            })
            .collect();
        for (place, cue) in happening.cues.into_iter().enumerate() {
            let forms = tellings.iter_mut().map(|(to, payloads)| {
                let form = payloads.as_mut().map(|payloads| {
                    // A game that gives fewer payloads than cues has nothing more to say.
                    let mut payload = payloads.pop_front().unwrap_or_default();
                    if scored && place == 0 {
                        self.put_scores(&mut payload);
                    }
                    (cue.name.clone(), payload)
                });
                (*to, form)
            });
            let forms = forms.collect();
            self.late.push_back((cue.pause, forms));
        }
        self.late.pop_front().map(|(_, forms)| forms)
    }

    fn put_scores(&self, payload: &mut Payload) {
        if !payload.contains_key("scores") {
            let scores = self.game.scores();
            self.seating
                .put_scores(payload, |seat| self.score(&scores, seat));
        }
    }

    fn score(&self, scores: &kernel::BySide<i32>, seat: Seat) -> i32 {
        scores
            .get(self.game.side(seat))
            .copied()
            .unwrap_or_default()
    }

    /// How the end of this game is told, with the promise about the next one.
    fn finished(&self, end: &End, game_number: u32, next_commitment: Commitment) -> Payload {
        let side = end.winners.first();
        let winner =
            Seat::all(self.game.n_seats()).find(|&seat| Some(&self.game.side(seat)) == side);
        fields(&GameFinished {
            winner: winner.map(|seat| self.seating.uuid(seat).to_owned()),
            side: side.copied(),
            game_phase: FinishedPhase::GameOver,
            secret: end.secret.clone(),
            game_number,
            next_commitment,
            scores: self.seating.scores(|seat| self.score(&end.scores, seat)),
            outcome: self.game.wire_outcome(&self.seating).into_value(),
        })
    }
}

/// Decides an input, or at first only luck, and the luck that follows.
pub(crate) fn run(
    mut game: Box<dyn AnyGame>,
    mut input: Option<Value>,
    mut draws: u64,
    key: &Key,
    secret: &Secret,
) -> Result<Run, AnyRefusal> {
    let mut run = Run::default();
    loop {
        let (draw, input) = match input.take() {
            Some(input) => (None, input),
            None => match game.draw(key, draws) {
                Some(luck) => (Some(draws), luck),
                None => break,
            },
        };
        draws += u64::from(draw.is_some());
        let events = game.decide(&input)?;
        for event in &events {
            game.evolve(event)?;
        }
        run.steps.push(Step {
            draw,
            input,
            events,
        });
    }
    if game.turn() == Turn::Over {
        let (winners, scores) = (game.winners(), game.scores());
        let secret = secret.clone();
        run.end = Some(End {
            winners,
            scores,
            secret,
        });
    }
    Ok(run)
}

fn first_pause(cues: &[Cue]) -> Duration {
    cues.first().map_or(Duration::ZERO, |cue| cue.pause)
}

impl Table {
    /// Shows everything that is due, and notes who is to move then.
    pub(crate) fn release(&mut self, now: Millis) {
        self.release_watched(now, &mut |_, _| {});
    }

    /// The same, while somebody looks at the table after each message.
    pub(crate) fn release_watched(&mut self, now: Millis, watch: &mut dyn FnMut(&Table, Millis)) {
        while let Some(due) = self.due().filter(|due| *due <= now) {
            self.show_next(due);
            watch(self, due);
        }
        self.note_turns();
    }

    /// When the next message is due.
    pub(crate) fn due(&self) -> Option<Millis> {
        self.play.as_ref()?.due(self.settings.pace)
    }

    fn show_next(&mut self, due: Millis) {
        let viewers = self.voice.viewers();
        let Some(play) = &mut self.play else { return };
        play.last = due;
        let late = play.late.pop_front().map(|(_, forms)| forms);
        let forms = late.or_else(|| play.happen(&viewers));
        let end = play
            .end
            .take_if(|_| forms.is_none() && play.events.is_empty());
        if let Some(forms) = forms {
            self.voice.tell_game(forms);
        }
        if let Some((entry, end)) = end {
            self.finish(entry, &end);
        }
    }

    fn finish(&mut self, entry: u64, end: &End) {
        self.stage = Stage::Finished;
        self.revealed = entry;
        if let Some(play) = &self.play {
            let payload = play.finished(end, self.number, self.commitment());
            let to = self.voice.everybody();
            self.voice
                .tell_game(vec![(to, Some(("game_finished".into(), payload)))]);
        }
        for seat in Seat::all(self.n_seats()) {
            let chair = &mut self.chairs[seat];
            if let Some(sitter) = chair {
                sitter.agreed = false;
                sitter.entropy = None;
            }
            if chair.as_ref().is_some_and(|sitter| sitter.left) {
                *chair = None;
            }
        }
    }
}
