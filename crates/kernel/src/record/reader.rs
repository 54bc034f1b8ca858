//! A record while its text is being read, line by line.

use super::{Notation, Record, RecordError, text};
use crate::{Input, Seat};

/// A record while its text is being read.
#[derive(Debug)]
pub struct Reader<G: Notation> {
    record: Record<G>,
    latest: usize,
    pub(super) line: usize,
    open: Option<(usize, G::Open)>,
}

impl<G: Notation> Reader<G> {
    pub(super) fn new(record: Record<G>) -> Reader<G> {
        Reader {
            record,
            latest: 0,
            line: 0,
            open: None,
        }
    }

    pub(super) fn finish(self) -> Result<Record<G>, RecordError> {
        match self.open {
            Some((line, _)) => Err(RecordError::new(line, G::INCOMPLETE)),
            None => Ok(self.record),
        }
    }

    /// The options of the game.
    pub const fn options(&self) -> &G::Options {
        &self.record.options
    }

    /// The game at this point.
    pub const fn game(&self) -> &G {
        &self.record.game
    }

    /// The events of the last move.
    pub fn latest(&self) -> &[G::Event] {
        &self.record.events[self.latest..]
    }

    /// Adds a seat's move.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), String> {
        self.push(Input::Act { seat, action })
    }

    /// Adds a draw of luck.
    pub fn luck(&mut self, chance: G::Chance) -> Result<(), String> {
        self.push(Input::Chance(chance))
    }

    fn push(&mut self, input: Input<G>) -> Result<(), String> {
        let before = self.record.events.len();
        self.record.push(input).map_err(text)?;
        self.latest = before;
        Ok(())
    }

    /// Whether a step of several lines is open.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The open step of several lines; opens one if there is none.
    pub fn open(&mut self) -> &mut G::Open {
        let line = self.line;
        &mut self
            .open
            .get_or_insert_with(|| (line, Default::default()))
            .1
    }

    /// Closes the step of several lines.
    pub fn close(&mut self) -> G::Open {
        self.open.take().map(|(_, open)| open).unwrap_or_default()
    }
}
