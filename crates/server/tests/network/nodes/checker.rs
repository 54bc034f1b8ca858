//! A witness outside the house. It sees every write that reaches the store with its outcome, and
//! every ack that reaches a player, and knows nothing of their causes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use store::{Code, Error, StoredEntry, Write};

/// The observations of the witness.
#[derive(Debug, Default)]
pub(crate) struct Checker(Mutex<Observed>);

#[derive(Debug, Default)]
struct Observed {
    tables: BTreeMap<Code, Journaled>,
    /// Every accepted command: its player and its id.
    commands: BTreeSet<(String, String)>,
    /// The first violation.
    wrong: Option<String>,
    sights: Sights,
}

/// The accepted writes of a table.
#[derive(Debug, Default)]
struct Journaled {
    epoch: u64,
    numbers: BTreeSet<u64>,
    at: u64,
}

/// The counts of things that a story should have met.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sights {
    pub(crate) appends: u64,
    pub(crate) claims: u64,
    /// Claims after the first one of a table.
    pub(crate) moves: u64,
    /// Appends of a node that had lost the table.
    pub(crate) fenced: u64,
    /// Claims that came second.
    pub(crate) outrun: u64,
    /// Claims that a lease kept out.
    pub(crate) kept_out: u64,
}

impl Checker {
    /// Notes a write and its outcome.
    pub(crate) fn attempted(&self, write: &Write, outcome: &Result<(), Error>) {
        self.0
            .lock()
            .expect("nobody panics with it")
            .attempted(write, outcome);
    }

    /// A player has the ack of a command.
    pub(crate) fn acknowledged(&self, player: &str, id: &str) {
        let mut seen = self.0.lock().expect("nobody panics with it");
        if !seen.commands.contains(&(player.to_owned(), id.to_owned())) {
            seen.note_wrong(format!("{id} is acknowledged and was never accepted"));
        }
    }

    /// The first violation, if there was one.
    pub(crate) fn wrong(&self) -> Option<String> {
        self.0.lock().expect("nobody panics with it").wrong.clone()
    }

    pub(crate) fn sights(&self) -> Sights {
        self.0.lock().expect("nobody panics with it").sights
    }
}

impl Observed {
    fn attempted(&mut self, write: &Write, outcome: &Result<(), Error>) {
        self.sights.count(write, outcome);
        if outcome.is_err() {
            return;
        }
        match write {
            Write::Create { table, entries } => {
                if self.tables.contains_key(&table.code) {
                    self.note_wrong(format!("table {} is opened twice", table.code));
                }
                self.accept(&table.code, 0, entries);
                if let Some(id) = &table.command_id {
                    let who = table.creator.as_str().to_owned();
                    self.commands.insert((who, id.as_str().to_owned()));
                }
            }
            Write::Append {
                table,
                epoch,
                entries,
                ..
            } => self.accept(table, *epoch, entries),
            Write::Finish { table, epoch, .. } => self.accept(table, *epoch, &[]),
            // The node that claims carries the next epoch from then on.
            Write::Claim { table, epoch, .. } => {
                let known = self.tables.entry(table.clone()).or_default();
                if *epoch != known.epoch {
                    let known = known.epoch;
                    self.note_wrong(format!("table {table}: claimed at {epoch} after {known}"));
                } else {
                    known.epoch += 1;
                }
            }
            _ => {}
        }
    }

    fn accept(&mut self, table: &Code, epoch: u64, entries: &[StoredEntry]) {
        let known = self.tables.entry(table.clone()).or_default();
        let mut wrong = Vec::new();
        if epoch != known.epoch {
            let now = known.epoch;
            wrong.push(format!(
                "something is accepted with epoch {epoch} and not {now}"
            ));
        }
        known.epoch = known.epoch.max(epoch);
        for entry in entries {
            if !known.numbers.insert(entry.seq) {
                wrong.push(format!("entry {} is accepted twice", entry.seq));
            }
            if entry.seq > 1 && !known.numbers.contains(&(entry.seq - 1)) {
                wrong.push(format!("entry {} comes too early", entry.seq));
            }
            if entry.at < known.at {
                wrong.push(format!("entry {} goes back in time", entry.seq));
            }
            known.at = known.at.max(entry.at);
            if let (Some(player), Some(id)) = (&entry.player, &entry.command_id) {
                let command = (player.as_str().to_owned(), id.as_str().to_owned());
                if !self.commands.insert(command) {
                    wrong.push(format!("command {} is accepted twice", id.as_str()));
                }
            }
        }
        for wrong in wrong {
            self.note_wrong(format!("table {table}: {wrong}"));
        }
    }

    fn note_wrong(&mut self, wrong: String) {
        self.wrong.get_or_insert(wrong);
    }
}

impl Sights {
    fn count(&mut self, write: &Write, outcome: &Result<(), Error>) {
        match (write, outcome) {
            (Write::Append { .. }, Ok(())) => self.appends += 1,
            (Write::Append { .. }, Err(Error::Fenced { .. })) => self.fenced += 1,
            (Write::Claim { epoch, .. }, Ok(())) => {
                self.claims += 1;
                self.moves += u64::from(*epoch > 0);
            }
            (Write::Claim { .. }, Err(Error::Fenced { .. })) => self.outrun += 1,
            (Write::Claim { .. }, Err(Error::Owned { .. })) => self.kept_out += 1,
            _ => {}
        }
    }

    /// The things that must have happened, by name.
    pub(crate) fn named(&self) -> [(&'static str, u64); 4] {
        [
            ("a table that moved", self.moves),
            ("a late append", self.fenced),
            ("a claim that came second", self.outrun),
            ("a claim that a lease kept out", self.kept_out),
        ]
    }

    pub(crate) fn add(&mut self, other: Sights) {
        self.appends += other.appends;
        self.claims += other.claims;
        self.moves += other.moves;
        self.fenced += other.fenced;
        self.outrun += other.outrun;
        self.kept_out += other.kept_out;
    }
}
