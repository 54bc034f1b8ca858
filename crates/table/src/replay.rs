//! A finished game as it was seen, message by message.
//!
//! The journal is folded once more, and after every message of the game it is noted what
//! each of the asked viewers heard and saw. So a page can show any moment of a game from
//! any seat without knowing its rules. A game that is not over is not shown: seats would
//! see each other's cards.

use std::collections::BTreeMap;

use kernel::{Json, Kind, Seat, Viewer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::entry::Entry;
use crate::restore::RestoreError;
use crate::settings::Millis;
use crate::table::{Stage, Table};

/// One message of a game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Moment {
    /// Its number among all messages of the table, whoever heard them.
    pub seq: u64,
    /// When it came.
    pub at: Millis,
    /// What each of the asked viewers heard and saw, in the order in which they were asked for.
    pub told: Vec<Sight>,
}

/// What one viewer heard, and what they saw after it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Sight {
    /// The seat; nothing for a spectator.
    pub seat: Option<Seat>,
    /// The name of the message.
    pub event: String,
    /// Its fields.
    pub payload: Json,
    /// The view after it.
    pub view: Json,
}

/// Why a game cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The journal is damaged.
    #[error(transparent)]
    Journal(#[from] RestoreError),
    /// It is not over, or it never began.
    #[error("this game is not over")]
    NotOver,
}

/// The messages of a table's game of this number, for these viewers, if it was over at
/// this time. Nothing is given for messages before `from`, nor for more than `most`.
pub fn replay(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
    now: Millis,
    request: &Replay,
) -> Result<Vec<Moment>, ReplayError> {
    let mut camera = Camera {
        request,
        last: 0,
        heard: BTreeMap::new(),
        moments: Vec::new(),
        is_over: false,
    };
    let mut table = Table::fold(entries, find, &mut |table, at| camera.look(table, at))?;
    table.release_watched(now, &mut |table, at| camera.look(table, at));
    if camera.is_over {
        Ok(camera.moments)
    } else {
        Err(ReplayError::NotOver)
    }
}

/// The number of the last message before each entry of the journal, if the game of this
/// number was over at this time.
pub(crate) fn heard_before(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
    now: Millis,
    number: u32,
) -> Result<Vec<u64>, ReplayError> {
    // Nothing was told before the table was opened.
    let (mut heard, mut last, mut is_over) = (vec![0], 0, false);
    let mut listen = |table: &Table| {
        while (heard.len() as u64) < table.last_entry {
            heard.push(last);
        }
        last = table.voice.count();
        is_over |= table.number == number && table.stage() == Stage::Finished;
    };
    let mut table = Table::fold(entries, find, &mut |table, _| listen(table))?;
    table.release_watched(now, &mut |table, _| listen(table));
    if is_over {
        Ok(heard)
    } else {
        Err(ReplayError::NotOver)
    }
}

/// So many messages are given at once; a view has some two kilobytes, so four seats'
/// are less than a megabyte.
const MOST_MOMENTS: usize = 100;

/// A part of a finished game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Replayed {
    /// The messages, in order.
    pub moments: Vec<Moment>,
    /// The number of the next message, if there are more.
    pub next: Option<u64>,
}

impl Replayed {
    /// As many messages as are given at once, from the message of this number on, as this seat or
    /// every seat heard them.
    pub fn part(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
        now: Millis,
        (number, seat, from): (u32, Option<Seat>, u64),
    ) -> Result<Replayed, ReplayError> {
        let request = Replay {
            number,
            viewer: seat.map(Viewer::Seat),
            from,
            most: MOST_MOMENTS,
        };
        let moments = replay(entries, find, now, &request)?;
        let more = moments.len() == MOST_MOMENTS;
        let next = moments.last().filter(|_| more).map(|moment| moment.seq + 1);
        Ok(Replayed { moments, next })
    }
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The number of the game, from 1.
    pub number: u32,
    /// Who looks; none stands for every seat side by side.
    pub viewer: Option<Viewer>,
    /// The number of the first message.
    pub from: u64,
    /// How many messages at most.
    pub most: usize,
}

struct Camera<'a> {
    request: &'a Replay,
    /// How many messages there were when it last looked, and how many each viewer heard.
    last: u64,
    heard: BTreeMap<Viewer, u64>,
    moments: Vec<Moment>,
    is_over: bool,
}

impl Camera<'_> {
    /// Notes what is new at the table. Several messages may have come at once, and then
    /// they have one view.
    fn look(&mut self, table: &Table, at: Millis) {
        for number in self.last + 1..=table.voice.count() {
            let is_asked_for =
                number >= self.request.from && self.moments.len() < self.request.most;
            if table.number == self.request.number && !self.is_over && is_asked_for {
                let told = self.told(table, table.voice.count() - number);
                if !told.is_empty() {
                    let seq = number;
                    self.moments.push(Moment { seq, at, told });
                }
            }
        }
        self.last = table.voice.count();
        for viewer in table.voice.viewers() {
            self.heard.insert(viewer, table.seq(viewer));
        }
        self.is_over |= table.number == self.request.number && table.stage() == Stage::Finished;
    }

    /// What the asked viewers heard of a message that so many others have followed.
    fn told(&self, table: &Table, later: u64) -> Vec<Sight> {
        let viewers: Vec<Viewer> = match self.request.viewer {
            Some(viewer) => vec![viewer],
            None => Seat::all(table.n_seats()).map(Viewer::Seat).collect(),
        };
        let sight = |viewer: Viewer| {
            let before = table.seq(viewer).checked_sub(later + 1)?;
            if before < self.heard.get(&viewer).copied().unwrap_or_default() {
                return None;
            }
            // The message is one of the last that came, so it is still known.
            let message = table.voice.stream(viewer).since(before)?.next()?;
            Some(Sight {
                seat: viewer.seat(),
                event: message.name().to_owned(),
                payload: message.payload().clone(),
                view: table.wire_view(viewer),
            })
        };
        viewers.into_iter().filter_map(sight).collect()
    }
}
