//! A game in play without its type: the one edge between a typed game and JSON.
//!
//! Inside a game everything is typed. Code that serves all games uses a [`Kind`](crate::Kind) for a
//! game of the roster and an [`AnyGame`] for a game that is being played. A command arrives as
//! JSON, is read once, and leaves as a [`Course`]. Everything that an `AnyGame` shows to a viewer
//! has been redacted.

use std::fmt::Debug;

use serde_json::Value;

use crate::course::{is_same, retrace, run};
use crate::kind::{from_json, to_json};
use crate::{
    ACT, Act, AnyRefusal, BySide, Course, Facade, Game, Input, Json, Key, Meta, Payload, Seat,
    SeatSet, Seating, Seen, Setting, Side, Step, Turn, Viewer, read_fields,
};

/// The view and the legal actions of a viewer, in the words of the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The view.
    pub view: Json,
    /// The legal actions, in the form of their commands.
    pub legal: Json,
}

/// A game in play, of any kind. Every game with a [`Facade`] implements it.
pub trait AnyGame: Debug + Send + Sync {
    /// The name of the game and the number of its seats.
    fn meta(&self) -> Meta;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// The number of seats at this table.
    fn n_seats(&self) -> u8;
    /// The side of a seat.
    fn side(&self, seat: Seat) -> Side;
    /// The seats, or luck, that must move next.
    fn turn(&self) -> Turn;
    /// The seats that this viewer knows to be asked for a move.
    fn awaited(&self, viewer: Viewer) -> SeatSet;
    /// The actions that a seat may take now, in the game's own JSON.
    fn legal_actions(&self, seat: Seat) -> Vec<Value>;
    /// The view of a viewer, in the game's own JSON.
    fn view(&self, viewer: Viewer) -> Seen<Value>;
    /// The score of each side.
    fn scores(&self) -> BySide<i32>;
    /// The sides that won.
    fn winners(&self) -> Vec<Side>;
    /// The options of the next game of the match, once this one is over.
    fn rematch(&self) -> Option<Value>;

    /// The course from the start of the game to the first choice.
    fn begin(&self, setting: &Setting<'_>) -> Result<Course, AnyRefusal>;
    /// The course of a seat's command, or its refusal; `None` if the game has no such command.
    /// Changes nothing.
    fn command(
        &self,
        seat: Seat,
        command: &str,
        payload: &Payload,
        setting: &Setting<'_>,
    ) -> Option<Result<Course, AnyRefusal>>;
    /// The course of a seat's action, given in the game's own JSON, or its refusal. Changes
    /// nothing.
    fn action(
        &self,
        seat: Seat,
        action: &Value,
        setting: &Setting<'_>,
    ) -> Result<Course, AnyRefusal>;
    /// Decides the steps of a journal again and returns their course, or says what is wrong with
    /// them.
    fn retrace(&self, steps: &[Step], setting: &Setting<'_>) -> Result<Course, &'static str>;

    /// The `n`-th draw of the game's luck as a journaled input; `None` if it is not luck's turn.
    fn draw(&self, key: &Key, n: u64) -> Option<Json>;
    /// Takes a step of a journal if the rules decide exactly its events. Returns whether it did.
    fn follow(&mut self, step: &Step) -> bool;
    /// Takes a journaled input and returns its events. A refused input changes nothing.
    fn take(&mut self, input: &Json) -> Result<Vec<Json>, AnyRefusal>;

    /// The view of a viewer, in the words of the wire. `settled` tells whether every message of the
    /// last event has been sent.
    fn wire_view(&self, viewer: Viewer, seating: &Seating, settled: bool) -> Seen<Json>;
    /// The fields that the end of the game adds to its announcement, which everybody hears.
    fn wire_outcome(&self, seating: &Seating) -> Seen<Payload>;
    /// The same view, and what the viewer may do now, in the form of commands: nothing unless it is
    /// `asked`.
    fn wire_shown(
        &self,
        viewer: Viewer,
        seating: &Seating,
        settled: bool,
        asked: bool,
    ) -> Seen<Shown>;
    /// The dealer, in a game that has one.
    fn dealer(&self) -> Option<Seat>;
}

impl<G: Facade> AnyGame for G {
    fn meta(&self) -> Meta {
        G::META
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn n_seats(&self) -> u8 {
        Game::n_seats(self)
    }

    fn side(&self, seat: Seat) -> Side {
        Game::side(self, seat)
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn awaited(&self, viewer: Viewer) -> SeatSet {
        Game::awaited(self, viewer)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Value> {
        Game::legal_actions(self, seat)
            .iter()
            .map(to_json)
            .collect()
    }

    fn view(&self, viewer: Viewer) -> Seen<Value> {
        Seen::view(self, viewer).map(|view| to_json(&view))
    }

    fn scores(&self) -> BySide<i32> {
        Game::scores(self)
    }

    fn winners(&self) -> Vec<Side> {
        Game::winners(self)
    }

    fn rematch(&self) -> Option<Value> {
        Game::rematch(self).map(|options| to_json(&options))
    }

    fn begin(&self, setting: &Setting<'_>) -> Result<Course, AnyRefusal> {
        Ok(run(self, None, setting)?)
    }

    fn command(
        &self,
        seat: Seat,
        command: &str,
        payload: &Payload,
        setting: &Setting<'_>,
    ) -> Option<Result<Course, AnyRefusal>> {
        if command == ACT {
            let read = read_fields(payload);
            return Some(read.and_then(|Act { action }| self.action(seat, &action, setting)));
        }
        let read = (G::WIRE.read)(command, payload)?;
        Some(read.and_then(|action| Ok(run(self, Some(Input::Act { seat, action }), setting)?)))
    }

    fn action(
        &self,
        seat: Seat,
        action: &Value,
        setting: &Setting<'_>,
    ) -> Result<Course, AnyRefusal> {
        let action = from_json(action)?;
        Ok(run(self, Some(Input::Act { seat, action }), setting)?)
    }

    fn retrace(&self, steps: &[Step], setting: &Setting<'_>) -> Result<Course, &'static str> {
        retrace(self, steps, setting)
    }

    fn draw(&self, key: &Key, n: u64) -> Option<Json> {
        (Game::turn(self) == Turn::Chance)
            .then(|| Json::of(&Input::<G>::Chance(Game::draw(self, &key.draw(n)))))
    }

    fn follow(&mut self, step: &Step) -> bool {
        let before = self.clone();
        let taken = self.take(&step.input);
        let fits = taken.is_ok_and(|events| is_same::<G>(&events, &step.events));
        if !fits {
            *self = before;
        }
        fits
    }

    fn take(&mut self, input: &Json) -> Result<Vec<Json>, AnyRefusal> {
        let input: Input<G> = from_json(&input.value())?;
        let events = Game::decide(self, &input)?;
        for event in &events {
            Game::evolve(self, event);
        }
        Ok(events.iter().map(Json::of).collect())
    }

    fn wire_view(&self, viewer: Viewer, seating: &Seating, settled: bool) -> Seen<Json> {
        let seen = Seen::view(self, viewer);
        let view = (G::WIRE.view)(&seen, seating, settled);
        seen.map(|_| view)
    }

    fn wire_outcome(&self, seating: &Seating) -> Seen<Payload> {
        let seen = Seen::view(self, Viewer::Spectator);
        let outcome = (G::WIRE.outcome)(&seen, seating);
        seen.map(|_| outcome)
    }

    fn wire_shown(
        &self,
        viewer: Viewer,
        seating: &Seating,
        settled: bool,
        asked: bool,
    ) -> Seen<Shown> {
        let seen = Seen::view(self, viewer);
        let asked = viewer.seat().filter(|_| asked);
        let actions = asked.map(|seat| Game::legal_actions(self, seat));
        let shown = Shown {
            view: (G::WIRE.view)(&seen, seating, settled),
            legal: (G::WIRE.legal)(&seen, &actions.unwrap_or_default()),
        };
        seen.map(|_| shown)
    }

    fn dealer(&self) -> Option<Seat> {
        (G::WIRE.dealer)(&Game::view(self, Viewer::Spectator))
    }
}
