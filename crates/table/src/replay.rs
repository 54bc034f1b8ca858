//! A finished game as it was seen, message by message.
//!
//! The journal is folded once more, and after every message of the game it is noted what each
//! requested viewer heard and saw. A page can therefore show any moment of a game from any seat
//! without knowing its rules. A game that is not over is not shown: seats would see each other's
//! cards.

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
    /// Its number among all messages of the table, for any audience.
    pub seq: u64,
    /// When it came.
    pub at: Millis,
    /// Each requested viewer's message and view, in the order of the request.
    pub told: Vec<ReplaySight>,
}

/// The message that one viewer heard, and the view after it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReplaySight {
    /// The seat; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The name of the message.
    pub event: String,
    /// Its fields.
    pub payload: Json,
    /// The view after it.
    pub view: Json,
}

/// The reasons why a game cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The journal is damaged.
    #[error(transparent)]
    Journal(#[from] RestoreError),
    /// It is not over, or it never began.
    #[error("this game is not over")]
    NotOver,
}

/// The messages of a table's game of this number, for these viewers, if it was over at this time.
/// Messages before `from` and beyond `most` are left out.
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

/// The number of the last message before each entry of the journal, if the game of this number was
/// over at this time.
pub(crate) fn heard_before(
    entries: &[Entry],
    find: impl Fn(&str) -> Option<&'static dyn Kind>,
    now: Millis,
    number: u32,
) -> Result<Vec<u64>, ReplayError> {
    // No messages came before the table was opened.
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

/// The most messages per request; a view has about two kilobytes, and those of four seats are less
/// than a megabyte.
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
    /// The messages from this number on, as many as one request gives, as this seat or every seat
    /// heard them.
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

/// A request for a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The number of the game, from 1.
    pub number: u32,
    /// The viewer; `None` for every seat side by side.
    pub viewer: Option<Viewer>,
    /// The number of the first message.
    pub from: u64,
    /// The most messages.
    pub most: usize,
}

struct Camera<'a> {
    request: &'a Replay,
    /// The number of messages at the last look, and the number that each viewer heard.
    last: u64,
    heard: BTreeMap<Viewer, u64>,
    moments: Vec<Moment>,
    is_over: bool,
}

impl Camera<'_> {
    /// Notes the new messages of the table. Several that came at once share one view.
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

    /// The messages of the requested viewers, for a message that was followed by this many others.
    fn told(&self, table: &Table, later: u64) -> Vec<ReplaySight> {
        let viewers: Vec<Viewer> = match self.request.viewer {
            Some(viewer) => vec![viewer],
            None => Seat::all(table.n_seats()).map(Viewer::Seat).collect(),
        };
        let sight = |viewer: Viewer| {
            let before = table.seq(viewer).checked_sub(later + 1)?;
            if before < self.heard.get(&viewer).copied().unwrap_or_default() {
                return None;
            }
            // The message is among the latest, and therefore still known.
            let message = table.voice.stream(viewer).since(before)?.next()?;
            Some(ReplaySight {
                seat: viewer.seat(),
                event: message.name().to_owned(),
                payload: message.payload(),
                view: table.wire_view(viewer),
            })
        };
        viewers.into_iter().filter_map(sight).collect()
    }
}
