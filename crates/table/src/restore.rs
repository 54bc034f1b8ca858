//! Restores a table from its journal.

use std::borrow::Cow;

use kernel::{AnyGame, Course, Kind, Seat, Setting};
use serde_json::Value;

use crate::effect::{Answer, Input};
use crate::entry::{DecidedRun, Entry, Fact};
use crate::player::{CommandId, PlayerId};
use crate::settings::Millis;
use crate::table::{Stage, Table};

/// A fault in the journal of one table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq}: {message}")]
pub struct RestoreError {
    /// The faulty entry, by the number it should have.
    pub seq: u64,
    /// The fault, in a sentence.
    pub message: String,
}

impl Table {
    /// Folds a journal. Every move is decided again: a journal that no table could have written is
    /// an error and never a panic. Send the table [`Input::Woken`](crate::Input::Woken) next: it
    /// then does what is overdue, and knows that nobody is connected.
    pub fn restore(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
    ) -> Result<Table, RestoreError> {
        let mut table = Table::fold(entries, find, &mut |_, _| {})?;
        // They were stored when they ended.
        table.ended.clear();
        Ok(table)
    }

    /// The first answer to a command of this player, however long ago: that of the table at that
    /// time.
    pub fn answered(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
        player: &PlayerId,
        id: &CommandId,
    ) -> Result<Option<Answer>, RestoreError> {
        let is_it = |entry: &Entry| {
            entry.player.as_ref() == Some(player) && entry.command_id.as_ref() == Some(id)
        };
        let Some(place) = entries.iter().position(is_it) else {
            return Ok(None);
        };
        let then = Table::restore(&entries[..=place], find)?;
        Ok(then.answer_to(player, id).cloned())
    }

    /// The public part of a journal at this time. A copy of the table, told the time, knows how
    /// much of a game has been shown. The secret of shared luck is left out unless `told` says that
    /// nobody can play with it any more.
    pub fn public_at(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
        now: Millis,
        told: bool,
    ) -> Result<Vec<Entry>, RestoreError> {
        let mut copy = Table::restore(entries, find)?;
        copy.handle(now, Input::Tick);
        Ok(copy.public_journal(entries, told))
    }

    /// The number of milliseconds by which a table is ahead of this time, if its last entry was
    /// written by a clock that was ahead. It is unknown how much had been shown then; all of it
    /// counts as shown.
    pub fn ahead_of(&self, now: Millis) -> u64 {
        let is_ahead = self.now() > now;
        let ahead = self.settled_at().0.saturating_sub(now.0);
        if is_ahead { ahead } else { 0 }
    }

    /// Folds a journal, and calls `watch` with the table after each message.
    pub(crate) fn fold(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
        watch: &mut dyn FnMut(&Table, Millis),
    ) -> Result<Table, RestoreError> {
        let fault = |seq, message: &str| RestoreError {
            seq,
            message: message.to_owned(),
        };
        let (first, rest) = entries
            .split_first()
            .ok_or_else(|| fault(1, "the journal must not be empty"))?;
        let Fact::Opened {
            game,
            rules_version,
            ..
        } = &first.fact
        else {
            return Err(fault(
                1,
                "a journal must begin with the opening of its table",
            ));
        };
        let kind = find(game).ok_or_else(|| fault(1, "this house does not have the game"))?;
        if !kind.reads(*rules_version) {
            return Err(fault(
                1,
                "the game was begun under rules that are not known here",
            ));
        }
        let mut table = Table::new(first, kind)
            .filter(|_| first.seq == 1)
            .ok_or_else(|| {
                fault(
                    1,
                    "the table cannot be opened: its options or its secret are missing or wrong",
                )
            })?;
        for (entry, seq) in rest.iter().zip(2..) {
            if entry.seq != seq {
                return Err(fault(seq, "an entry is missing"));
            }
            if entry.at < table.last_at {
                return Err(fault(seq, "it happened before the entry before it"));
            }
            let entry = today(entry, kind, *rules_version).map_err(|why| fault(seq, &why))?;
            // Earlier decisions have been shown by then: only now can a seat move.
            table.release_watched(entry.at, watch);
            let course = table.check(&entry).map_err(|why| fault(seq, why))?;
            table.apply_watched(&entry, course, watch);
        }
        // Clients have heard the messages before, or will ask for them.
        table.voice.hush();
        Ok(table)
    }

    /// Checks that this entry can follow: the fold knows no rules and would apply anything, even
    /// what no game understands. Moves are decided again, and only events that the rules give reach
    /// a game; the result is their course.
    fn check(&self, entry: &Entry) -> Result<Option<Course>, &'static str> {
        if self.stage == Stage::Closed {
            return Err("nothing happens at a closed table");
        }
        match &entry.fact {
            Fact::Opened { .. } => Err("a table is opened only once"),
            Fact::Seated { seat, .. }
                if self.chairs.get(*seat).is_some_and(Option::is_none)
                    || self.is_offered(*seat) =>
            {
                Ok(None)
            }
            Fact::Offered { seat, by, .. } => {
                self.must_sit(*by)?;
                self.must_sit(*seat).map(|()| None)
            }
            Fact::Seated { .. } => Err("this chair is not free"),
            Fact::Left { seat }
            | Fact::Disconnected { seat }
            | Fact::Reconnected { seat }
            | Fact::TookOver { seat }
            | Fact::Added { seat, .. }
            | Fact::Shared { seat, .. }
            | Fact::Unshared { seat, .. }
            | Fact::Agreed { seat, .. } => self.must_sit(*seat).map(|()| None),
            Fact::Started {
                number,
                options,
                entropy,
                run,
                ..
            } => {
                let setting = Setting {
                    key: &self.key(*number, entropy),
                    draws: 0,
                    seating: &self.seating(),
                };
                let game = self.check_start(*number, options)?;
                retrace(&*game, run, &setting)
            }
            Fact::Decided { seat, run, .. } => {
                self.must_sit(*seat)?;
                if !self.to_move().contains(*seat) {
                    return Err("it is not this seat's turn");
                }
                let play = self.play.as_ref().ok_or("no game has begun")?;
                retrace(&*play.game, run, &play.setting())
            }
            Fact::Closed { .. } => Ok(None),
        }
    }

    fn check_start(&self, number: u32, options: &Value) -> Result<Box<dyn AnyGame>, &'static str> {
        if self.stage == Stage::Playing || number != self.current_number() {
            return Err("it is not time for this game");
        }
        if self.free_seat().is_some() {
            return Err("a chair is free");
        }
        self.kind
            .start(options)
            .ok()
            .filter(|game| game.n_seats() == self.n_seats())
            .ok_or("these options are not possible here")
    }

    fn must_sit(&self, seat: Seat) -> Result<(), &'static str> {
        match self.chairs.get(seat) {
            Some(Some(_)) => Ok(()),
            _ => Err("nobody sits there"),
        }
    }
}

fn retrace(
    game: &dyn AnyGame,
    run: &DecidedRun,
    setting: &Setting<'_>,
) -> Result<Option<Course>, &'static str> {
    let course = game.retrace(&run.steps, setting)?;
    if course.is_over != run.end.is_some() {
        return Err("the end is not where the game ends");
    }
    Ok(Some(course))
}

/// An entry of this version of the rules, converted to today's.
pub(crate) fn today<'a>(
    entry: &'a Entry,
    kind: &dyn Kind,
    rules_version: u32,
) -> Result<Cow<'a, Entry>, String> {
    if rules_version == kind.meta().rules_version {
        return Ok(Cow::Borrowed(entry));
    }
    let mut entry = entry.clone();
    if let Fact::Started { run, .. } | Fact::Decided { run, .. } = &mut entry.fact {
        for step in &mut run.steps {
            *step = kind.today(rules_version, step)?;
        }
    }
    Ok(Cow::Owned(entry))
}
