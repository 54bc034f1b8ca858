//! A journal in memory that fails in a chosen way, at every step or while it is broken.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use store::{
    Callback, Code, CommandId, Error, Filter, HouseSecret, Journal, MemoryJournal, PlayerId,
    StoredTable, Summary, Token, TokenHash, Write,
};

/// The ways in which a journal fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Nothing is written, as on a full disk.
    NotWritten,
    /// It is written, but the result is unknown: the commit itself failed.
    WrittenUnknown,
    /// The queue is full.
    Overloaded,
    /// The file may not be written any more.
    ReadOnly,
    /// The writer has died: there is no answer at all.
    Died,
    /// There is no answer yet, as from a disk that hangs.
    Hangs,
}

/// The times at which it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Each kind of step fails this often before it succeeds once: every append of a game, and
    /// every creation, enrolment, finish and read.
    First(u64),
    /// While it is broken.
    Broken,
    /// Steps of this kind, while it is broken.
    BrokenFor(&'static str),
}

pub(crate) struct Failing {
    pub(crate) kept: MemoryJournal,
    failure: Failure,
    when: When,
    broken: AtomicBool,
    /// The number of tries of each kind of step.
    tried: Mutex<BTreeMap<&'static str, u64>>,
    /// The writes that hang.
    hanging: Mutex<Vec<Callback>>,
}

impl Failing {
    pub(crate) fn new(failure: Failure, when: When) -> Arc<Failing> {
        Arc::new(Failing {
            kept: MemoryJournal::new(),
            failure,
            when,
            broken: AtomicBool::new(false),
            tried: Mutex::default(),
            hanging: Mutex::default(),
        })
    }

    pub(crate) fn break_down(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }

    pub(crate) fn mend(&self) {
        self.broken.store(false, Ordering::Relaxed);
    }

    /// The number of tries of a kind of step.
    pub(crate) fn n_tried(&self, step: &str) -> u64 {
        self.tried.lock().unwrap().get(step).copied().unwrap_or(0)
    }

    fn fails(&self, step: &'static str) -> bool {
        let mut tried = self.tried.lock().unwrap();
        let n = tried.entry(step).or_default();
        *n += 1;
        match self.when {
            When::First(times) => (*n - 1) % (times + 1) != times,
            When::Broken => self.broken.load(Ordering::Relaxed),
            When::BrokenFor(which) => step == which && self.broken.load(Ordering::Relaxed),
        }
    }

    fn read<T>(
        &self,
        step: &'static str,
        read: impl FnOnce(&MemoryJournal) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.fails(step) {
            return Err(self.error());
        }
        read(&self.kept)
    }

    /// The error that it returns.
    fn error(&self) -> Error {
        let unavailable = |why: &str| Error::Unavailable {
            why: why.to_owned(),
        };
        match self.failure {
            Failure::Overloaded => Error::Overloaded,
            Failure::ReadOnly => unavailable("attempt to write a readonly database"),
            _ => unavailable("no space left on the device"),
        }
    }
}

impl Journal for Failing {
    fn submit(&self, write: Write, done: Callback) {
        let step = match &write {
            Write::Append { .. } => "append",
            Write::Finish { .. } => "finish",
            Write::Create { .. } => "create",
            Write::Enroll { .. } => "enroll",
            Write::Probe => "probe",
            Write::Operate(_) => "operate",
            _ => "other",
        };
        if !self.fails(step) {
            return self.kept.submit(write, done);
        }
        let error = self.error();
        match self.failure {
            Failure::Died => drop(done),
            Failure::Hangs => self.hanging.lock().unwrap().push(done),
            // A new player whose enrolment was written never learned their identity, and has no use
            // for it.
            Failure::WrittenUnknown => {
                self.kept.submit(write, Box::new(move |_| done(Err(error))));
            }
            _ => done(Err(error)),
        }
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        self.read("load", |kept| kept.load(table))
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.read("list", |kept| kept.list(filter))
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        self.read("token", |kept| kept.token(hash))
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        self.read("tokens", |kept| kept.tokens(player))
    }

    fn creation(&self, creator: &PlayerId, command: &CommandId) -> Result<Option<Code>, Error> {
        self.read("creation", |kept| kept.creation(creator, command))
    }

    fn secret(&self) -> Result<Option<HouseSecret>, Error> {
        self.read("secret", Journal::secret)
    }
}
