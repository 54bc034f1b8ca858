//! The view of each viewer, and redaction.

use crate::run::{Run, RunStep};
use crate::state::{DiceHands, Event, Phase, PublicTable};
use kernel::{BySeat, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// A game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The public table.
    pub table: PublicTable,
    /// The runs as everybody last saw them: in a race, when the last round ended.
    pub shown: BySeat<Run>,
    /// In a race, the viewer's own run now.
    pub own: Option<Run>,
    /// In a race, the steps of the viewer's own run in this round. All have the same luck; this is
    /// the evidence about the others' dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<RunStep>,
}

impl View {
    /// The run of a seat, as far as the viewer knows it.
    pub fn run(&self, viewer: Viewer, seat: Seat) -> Option<&Run> {
        let own = self.own.as_ref().filter(|_| viewer.is(seat));
        own.or_else(|| self.shown.get(seat))
    }

    /// The seats that the viewer knows to be asked for a move.
    pub fn awaited(&self, viewer: Viewer) -> SeatSet {
        let run = |seat| self.run(viewer, seat);
        known_to_be_asked(&self.table, viewer, run)
    }
}

pub(crate) fn view(game: &DiceHands, viewer: Viewer) -> View {
    let secret = game.table.options.is_race();
    let own = viewer.seat().filter(|_| secret);
    View {
        table: game.table.clone(),
        shown: game.shown.clone(),
        own: own.and_then(|seat| game.runs.get(seat)).cloned(),
        path: own
            .and_then(|seat| game.paths.get(seat))
            .cloned()
            .unwrap_or_default(),
    }
}

/// The seats that a viewer knows to be asked for a move, in a game with these runs.
pub(crate) fn awaited(table: &PublicTable, viewer: Viewer, runs: &BySeat<Run>) -> SeatSet {
    known_to_be_asked(table, viewer, |seat| runs.get(seat))
}

/// Alone everything is known. In a race a seat knows its own run. Everybody knows which seats have
/// their dice in the air and which have scored, and that the rest are still choosing.
fn known_to_be_asked<'a>(
    table: &PublicTable,
    viewer: Viewer,
    run: impl Fn(Seat) -> Option<&'a Run>,
) -> SeatSet {
    let knows = |seat: Seat| !table.options.is_race() || viewer.is(seat);
    let known = |seat: Seat| run(seat).filter(|_| knows(seat));
    let seats = || Seat::all(table.options.seats);
    let luck = || seats().filter_map(known).any(|run| table.awaits_luck(run));
    if table.phase != Phase::Playing || !table.waiting.is_empty() || luck() {
        return SeatSet::EMPTY;
    }
    let asked = |&seat: &Seat| match known(seat) {
        Some(run) => run.is_asked(),
        None => !table.finished.contains(seat),
    };
    seats().filter(asked).collect()
}

/// A secret step belongs to its seat, and nobody else hears of it.
pub(crate) fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
    let hidden = match event {
        Event::Step { seat, secret, .. } => *secret && !viewer.is(*seat),
        Event::RoundStarted(_)
        | Event::Rerolling { .. }
        | Event::Finished { .. }
        | Event::RoundEnded
        | Event::Ended { .. } => false,
    };
    (!hidden).then(|| event.clone())
}
