//! A table from its journal.

use kernel::{AnyGame, Kind, Seat, Viewer};

use crate::entry::{Entry, Fact, Run};
use crate::table::Table;

/// Why a journal is not that of a table; other tables are not concerned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq}: {message}")]
pub struct RestoreError {
    /// The entry at fault, as the journal should number it.
    pub seq: u64,
    /// What is wrong with it.
    pub message: String,
}

impl Table {
    /// Folds a journal. Tell the table [`Input::Woken`](crate::Input::Woken) next: it
    /// then does what is overdue, and knows that nobody is connected.
    pub fn restore(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
    ) -> Result<Table, RestoreError> {
        let fault = |seq, message: &str| RestoreError {
            seq,
            message: message.to_owned(),
        };
        let (first, rest) = entries
            .split_first()
            .ok_or_else(|| fault(1, "the journal is empty"))?;
        let Fact::Opened {
            game,
            rules_version,
            ..
        } = &first.fact
        else {
            return Err(fault(1, "a journal begins with the opening of its table"));
        };
        let kind = find(game).ok_or_else(|| fault(1, "this house does not have the game"))?;
        if kind.meta().rules_version != *rules_version {
            return Err(fault(1, "the game was begun under other rules"));
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
            table.check(entry).map_err(|message| fault(seq, message))?;
            table.apply(entry);
        }
        // Who heard it has heard it, and who did not will ask.
        table.voice.out.clear();
        Ok(table)
    }

    /// Whether the fold can take this entry in: it knows no rules, so nothing else would.
    fn check(&self, entry: &Entry) -> Result<(), &'static str> {
        if entry.at < self.last_at {
            return Err("it happened before the entry before it");
        }
        match &entry.fact {
            Fact::Opened { .. } => Err("a table is opened only once"),
            Fact::Seated { seat, .. } if self.chairs.get(*seat).is_some_and(Option::is_none) => {
                Ok(())
            }
            Fact::Seated { .. } => Err("this chair is not free"),
            Fact::Left { seat }
            | Fact::Disconnected { seat }
            | Fact::Reconnected { seat }
            | Fact::TookOver { seat }
            | Fact::Agreed { seat, .. } => self.must_sit(*seat),
            Fact::Started { options, run, .. } => {
                let game = self
                    .kind
                    .start(options)
                    .map_err(|_| "these options are not possible")?;
                check_run(&*game, run)
            }
            Fact::Decided { seat, run, .. } => {
                self.must_sit(*seat)?;
                let play = self.play.as_ref().ok_or("no game has begun")?;
                check_run(&*play.game, run)
            }
            Fact::Closed { .. } => Ok(()),
        }
    }

    fn must_sit(&self, seat: Seat) -> Result<(), &'static str> {
        match self.chairs.get(seat) {
            Some(Some(_)) => Ok(()),
            _ => Err("nobody sits there"),
        }
    }
}

/// Whether the game can read every event.
fn check_run(game: &dyn AnyGame, run: &Run) -> Result<(), &'static str> {
    let mut events = run.steps.iter().flat_map(|step| &step.events);
    if events.all(|event| game.redact(event, Viewer::Spectator).is_ok()) {
        Ok(())
    } else {
        Err("the game does not know this event")
    }
}
