//! What each viewer may see, and the worlds that look alike to them.

use crate::options::Options;
use crate::play::Player;
use crate::run::{Run, Stage};
use crate::state::{DiceHands, Event, Phase, Table};
use kernel::{BySeat, Imagine, Key, Luck, Rng, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// A game as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// What everybody sees.
    pub table: Table,
    /// The runs as everybody last saw them: in a race, when the last round ended.
    pub shown: BySeat<Run>,
    /// In a race, the viewer's own run as it is now.
    pub own: Option<Run>,
}

impl View {
    /// The run of a seat, as far as the viewer knows it.
    pub fn run(&self, viewer: Viewer, seat: Seat) -> Option<&Run> {
        let own = self.own.as_ref().filter(|_| viewer.is(seat));
        own.or_else(|| self.shown.get(seat))
    }
}

pub(crate) fn view(game: &DiceHands, viewer: Viewer) -> View {
    let secret = game.table.options.is_race();
    let own = viewer.seat().filter(|_| secret);
    View {
        table: game.table.clone(),
        shown: game.shown.clone(),
        own: own.and_then(|seat| game.runs.get(seat)).cloned(),
    }
}

/// A secret step belongs to its seat; the others see that something was done.
pub(crate) fn redact(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Step {
            seat,
            secret: true,
            waits,
            step,
        } => Event::Step {
            seat: *seat,
            secret: true,
            waits: *waits,
            step: step.to(viewer, *seat),
        },
        open => open.clone(),
    }
}

impl Imagine for DiceHands {
    /// Throws the dice of the others anew.
    ///
    /// A viewer knows what the others owned when the round began, and only that
    /// they are at work, wait for luck or have finished. What they choose is not
    /// luck and has no chances to draw it by, so they are imagined to have done
    /// the least that fits: thrown once, or scored that throw and bought nothing.
    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> DiceHands {
        let table = view.table.clone();
        let mut runs = view.shown.clone();
        if let (Some(seat), Some(own)) = (viewer.seat(), &view.own) {
            runs[seat] = own.clone();
        }
        if table.options.is_race() && table.phase == Phase::Playing {
            for seat in Seat::all(table.options.seats).filter(|&seat| !viewer.is(seat)) {
                if !runs[seat].is_out() {
                    imagine_run(&mut runs[seat], &table, seat, &random_key(rng).draw(0));
                }
            }
        }
        DiceHands {
            table,
            runs,
            shown: view.shown.clone(),
        }
    }
}

/// Plays a run from the start of the round to where its seat is known to be.
fn imagine_run(run: &mut Run, table: &Table, seat: Seat, luck: &Luck) {
    if table.finished.contains(seat) {
        // What a finished seat shows is at rest, but it was thrown all the same.
        run.begin();
    }
    if table.waiting.contains(seat) {
        return;
    }
    meet_luck(run, table, luck);
    if table.finished.contains(seat) {
        let steps = player(run, table).score();
        run.apply_all(&steps);
        if run.stage == Stage::Settling && !table.is_last_of_race() {
            meet_luck(run, table, luck);
        }
        run.rest();
    }
}

fn meet_luck(run: &mut Run, table: &Table, luck: &Luck) {
    let steps = player(run, table).meet_drawn(luck);
    run.apply_all(&steps);
}

fn player<'a>(run: &'a Run, table: &'a Table) -> Player<'a> {
    let options: &Options = &table.options;
    Player {
        run,
        round: &table.round,
        options,
    }
}

/// A key that nobody knows, for luck that is only imagined.
pub(crate) fn random_key(rng: &mut Rng) -> Key {
    let mut bytes = [0; 32];
    for word in bytes.chunks_exact_mut(4) {
        word.copy_from_slice(&rng.next_u32().to_le_bytes());
    }
    Key::new(bytes)
}
