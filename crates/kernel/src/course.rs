//! The course of a decision, up to the next choice.
//!
//! A seat's action is decided, then the luck that the game asks for next is drawn and decided. On
//! this one path each event is applied once, redacted for each viewer, and turned into messages
//! once for all viewers who saw the same. The result is all that a table needs: the steps for its
//! journal, and the scenes to show, each with the game at that moment.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnyGame, BySide, Draft, Facade, Input, Json, Key, Refusal, Sample, Say, Scores, Seating, Seen,
    Told, Turn, Viewer,
};

/// The result of a decision and of the luck that followed it.
#[derive(Debug)]
pub struct Course {
    /// The inputs and their events, for the journal.
    pub steps: Vec<Step>,
    /// The scenes to show, in order.
    pub scenes: Vec<Scene>,
    /// The samples of the game's measures, for the figures that are shown when the game is over.
    pub samples: Vec<Sample>,
    /// Whether the game is over at the end of this course.
    pub is_over: bool,
}

impl Course {
    /// Whether this viewer is told anything of it.
    pub fn is_told_to(&self, viewer: Viewer) -> bool {
        let mut tellings = self.scenes.iter().flat_map(|scene| &scene.tellings);
        tellings.any(|telling| telling.viewers.contains(&viewer))
    }
}

/// One input of a game as a journal holds it, and its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The number of the draw, counted from 0, if the input is luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<u64>,
    /// The input, as the game writes it.
    pub input: Json,
    /// Its events, as the game writes them.
    pub events: Vec<Json>,
}

/// The messages that are shown at one moment.
#[derive(Debug)]
pub struct Scene {
    /// The time that the table waits before it, at a normal pace.
    pub pause: Duration,
    /// The messages and their viewers. A viewer who is in none of them hears nothing.
    pub tellings: Vec<Telling>,
    /// The game from this scene on; `None` if this is another message of the same event.
    pub game: Option<Box<dyn AnyGame>>,
}

/// A message for all viewers who saw the same. Only redaction makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    viewers: Vec<Viewer>,
    say: Say,
}

impl Telling {
    /// The viewers who hear it.
    pub fn viewers(&self) -> &[Viewer] {
        &self.viewers
    }

    /// The message.
    pub fn into_say(self) -> Say {
        self.say
    }
}

/// The source of luck, and the players.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The key of the game's luck.
    pub key: &'a Key,
    /// The number of draws so far.
    pub draws: u64,
    /// The players by seat.
    pub seating: &'a Seating,
}

/// Decides an input, if there is one, and then the luck that follows.
pub(crate) fn run<G: Facade>(
    game: &G,
    input: Option<Input<G>>,
    setting: &Setting<'_>,
) -> Result<Course, Refusal<G::Reason>> {
    let mut way = Way::new(game, setting.seating);
    let mut draws = setting.draws;
    if let Some(input) = input {
        way.take(None, input)?;
    }
    while way.game.turn() == Turn::Chance {
        let luck = way.game.draw(&setting.key.draw(draws));
        way.take(Some(draws), Input::Chance(luck))?;
        draws += 1;
    }
    Ok(way.end())
}

/// Decides the steps of a journal again. Luck must come when the game asks for it, the rules must
/// decide exactly these events, and the steps must lead to the next choice.
pub(crate) fn retrace<G: Facade>(
    game: &G,
    steps: &[Step],
    setting: &Setting<'_>,
) -> Result<Course, &'static str> {
    let mut way = Way::new(game, setting.seating);
    let mut draws = setting.draws;
    for step in steps {
        let expect = (way.game.turn() == Turn::Chance).then_some(draws);
        if step.draw != expect {
            return Err("the draw must be the one that the game asks for");
        }
        draws += u64::from(expect.is_some());
        let input = step.input.read();
        let input = input.map_err(|_| "the game does not know this input")?;
        way.take(step.draw, input)
            .map_err(|_| "the rules do not allow this")?;
        let decided = way.steps.last().map(|step| step.events.as_slice());
        if decided.is_none_or(|decided| !is_same::<G>(decided, &step.events)) {
            return Err("the rules do not decide these events");
        }
    }
    match way.game.turn() {
        Turn::Chance => Err("a draw is missing"),
        _ => Ok(way.end()),
    }
}

/// Whether these are the same events. Their texts may differ, because another build may write the
/// fields in another order.
pub(crate) fn is_same<G: Facade>(decided: &[Json], stored: &[Json]) -> bool {
    let same = |(decided, stored): (&Json, &Json)| {
        let read = |json: &Json| json.read::<G::Event>().ok();
        decided == stored || read(stored).is_some_and(|stored| read(decided) == Some(stored))
    };
    decided.len() == stored.len() && decided.iter().zip(stored).all(same)
}

/// A course while it is being made.
struct Way<'a, G: Facade> {
    game: G,
    seating: &'a Seating,
    /// The view that a spectator has been shown so far, with its scores.
    public: Seen<G::View>,
    scores: BySide<i32>,
    steps: Vec<Step>,
    scenes: Vec<Scene>,
    samples: Vec<Sample>,
}

impl<'a, G: Facade> Way<'a, G> {
    fn new(game: &G, seating: &'a Seating) -> Self {
        Way {
            game: game.clone(),
            seating,
            public: Seen::view(game, Viewer::Spectator),
            scores: game.scores(),
            steps: Vec::new(),
            scenes: Vec::new(),
            samples: Vec::new(),
        }
    }

    fn take(&mut self, draw: Option<u64>, input: Input<G>) -> Result<(), Refusal<G::Reason>> {
        let mut draft = Draft::keeping(self.game.clone());
        draft.take(&self.game, &input)?;
        let (last, events, after) = draft.into_parts();
        self.steps.push(Step {
            draw,
            input: Json::of(&input),
            events: events.iter().map(Json::of).collect(),
        });
        if let Some(watch) = G::WATCH {
            let mut before = &self.game;
            for (event, after) in events.iter().zip(&after) {
                watch(before, event, after, &mut self.samples);
                before = after;
            }
        }
        for (event, after) in events.iter().zip(after) {
            self.show(event, after);
        }
        self.game = last;
        Ok(())
    }

    /// Adds the scenes of an event: in each scene every viewer hears its next message.
    fn show(&mut self, event: &G::Event, after: G) {
        let public = Seen::view(&after, Viewer::Spectator);
        let scores = self.new_scores(&after);
        let mut says: Vec<(Vec<Viewer>, std::vec::IntoIter<Say>)> = Vec::new();
        for (seen, viewers) in sights::<G>(event, after.n_seats()) {
            let mut said = (G::WIRE.tell)(&Told {
                event: &seen,
                before: &self.public,
                after: &public,
                seating: self.seating,
            });
            if let (Some(scores), Some(first)) = (&scores, said.first_mut()) {
                first.fields = first.fields.and(scores);
            }
            says.push((viewers, said.into_iter()));
        }
        self.public = public;
        let mut game: Option<Box<dyn AnyGame>> = Some(Box::new(after));
        loop {
            let next = says.iter_mut().filter_map(|(viewers, said)| {
                let (viewers, say) = (viewers.clone(), said.next()?);
                Some(Telling { viewers, say })
            });
            let tellings: Vec<Telling> = next.collect();
            if tellings.is_empty() && game.is_none() {
                return;
            }
            let pauses = tellings.iter().map(|telling| telling.say.pause);
            self.scenes.push(Scene {
                pause: pauses.max().unwrap_or_default(),
                tellings,
                game: game.take(),
            });
        }
    }

    /// The scores, if they changed and the game's own messages do not include them.
    fn new_scores(&mut self, after: &G) -> Option<Json> {
        if G::WIRE.tells_scores {
            return None;
        }
        let scores = after.scores();
        if scores == self.scores {
            return None;
        }
        self.scores.clone_from(&scores);
        let score = |seat| scores.get(after.side(seat)).copied().unwrap_or_default();
        let scores: Scores = self.seating.scores(score);
        Some(Json::of(&scores))
    }

    fn end(self) -> Course {
        Course {
            steps: self.steps,
            scenes: self.scenes,
            samples: self.samples,
            is_over: self.game.turn() == Turn::Over,
        }
    }
}

/// Each distinct redaction of an event and its viewers. Viewers who see nothing of it are left out.
fn sights<G: Facade>(event: &G::Event, n_seats: u8) -> Vec<(Seen<G::Event>, Vec<Viewer>)> {
    let mut sights: Vec<(Seen<G::Event>, Vec<Viewer>)> = Vec::new();
    for viewer in Viewer::all(n_seats) {
        let Some(seen) = Seen::event::<G>(event, viewer) else {
            continue;
        };
        let same = sights
            .iter_mut()
            .find(|(other, _)| other.value() == seen.value());
        match same {
            Some((_, viewers)) => viewers.push(viewer),
            None => sights.push((seen, vec![viewer])),
        }
    }
    sights
}
