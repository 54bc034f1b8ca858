//! The tables at work: the ways to them, and waking, looking at and retiring one.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use table::{GameCode, Nickname, PlayerId};
use tokio::sync::oneshot;

use crate::actor::{Actor, Start};
use crate::error::Fault;
use crate::mailbox::{self, Errand, Glance, Letter, Mailbox, Progress, Stub, Unsent};

use super::{Shared, lock};

impl Shared {
    pub(super) fn tables(&self) -> MutexGuard<'_, BTreeMap<GameCode, Stub>> {
        lock(&self.tables)
    }

    /// Sends an errand to a table, and wakes the table if it is at rest. A connection
    /// that has asked the table before knows the way, and takes no lock that others need.
    pub(crate) fn send(self: &Arc<Self>, code: &GameCode, errand: Errand) {
        let mut errand = errand;
        if let Some(stub) = errand.connection.ways().to(code) {
            match stub.ask(errand) {
                Ok(()) => return,
                Err(Unsent::Busy(errand)) => return errand.reply.refuse(&Fault::Crowded),
                Err(Unsent::Gone(again)) => errand = *again,
            }
        }
        // A code that no open table has costs a look into the journal, and nobody may ask for many.
        if !self.is_at_work(code)
            && !self.openings.knows(code)
            && let Err(wait) = self
                .guesses
                .may_try(errand.connection.address(), code.as_str())
        {
            return errand.reply.refuse(&Fault::Guessing(wait));
        }
        // A table may be put to rest at any moment; then it is woken.
        loop {
            let Some(stub) = self.way_to(code) else {
                return errand.reply.refuse(&Fault::Closing);
            };
            errand.connection.ways().remember(code, &stub);
            match stub.ask(errand) {
                Ok(()) => return,
                Err(Unsent::Busy(errand)) => return errand.reply.refuse(&Fault::Crowded),
                Err(Unsent::Gone(again)) => errand = *again,
            }
        }
    }

    /// The way to a table, which is woken if it is at rest; `None` if the house is closing.
    fn way_to(self: &Arc<Self>, code: &GameCode) -> Option<Stub> {
        let mut tables = self.tables();
        match tables.get(code) {
            Some(stub) if !stub.is_closed() => Some(stub.clone()),
            _ => {
                let stub = self.put_to_work(code, Start::Journaled)?;
                tables.insert(code.clone(), stub.clone());
                Some(stub)
            }
        }
    }

    /// Sends a letter to a table, which is woken if it is at rest.
    pub(crate) fn tell(self: &Arc<Self>, code: &GameCode, letter: Letter) -> Result<(), Fault> {
        self.way_to(code).ok_or(Fault::Closing)?.tell(letter);
        Ok(())
    }

    /// Whether a table is in memory.
    pub(crate) fn is_at_work(&self, code: &GameCode) -> bool {
        let tables = self.tables();
        tables.get(code).is_some_and(|stub| !stub.is_closed())
    }

    /// Puts a table to rest, as if nobody attended it: the next request reads it anew.
    pub(crate) fn stop_table(&self, code: &GameCode) {
        if let Some(stub) = self.tables().get(code) {
            stub.tell(Letter::Stop);
        }
    }

    /// Lets a table find out whether another node has claimed it.
    pub(crate) fn check_table(&self, code: &GameCode) {
        if let Some(stub) = self.tables().get(code) {
            stub.tell(Letter::Check);
        }
    }

    /// Checks this for every table at work, and returns their codes.
    pub(crate) fn check_tables(&self) -> Vec<GameCode> {
        let tables = self.tables();
        for stub in tables.values() {
            stub.tell(Letter::Check);
        }
        tables.keys().cloned().collect()
    }

    /// A table as it is now; `None` if it is at rest.
    pub(crate) async fn glance(&self, code: &GameCode) -> Option<Glance> {
        let stub = self.tables().get(code).cloned()?;
        glance(stub).await
    }

    /// Every table at work as it is now.
    pub(crate) async fn glances(&self) -> Vec<Glance> {
        let stubs: Vec<Stub> = self.tables().values().cloned().collect();
        let mut glances = Vec::with_capacity(stubs.len());
        for stub in stubs {
            glances.extend(glance(stub).await);
        }
        glances
    }

    /// Renames a player at every table at work. When this is done, all earlier messages to them are
    /// done too.
    pub(crate) async fn rename(&self, player: &PlayerId, nickname: &Nickname) {
        let stubs: Vec<Stub> = self.tables().values().cloned().collect();
        for stub in stubs {
            let (done, renamed) = oneshot::channel();
            stub.tell(Letter::Rename {
                player: player.clone(),
                nickname: nickname.clone(),
                done,
            });
            // A table that has just been put to rest reads the new name.
            let _ = renamed.await;
        }
    }

    pub(super) fn wake(self: &Arc<Self>, code: &store::Code) {
        let Ok(code) = code.as_str().parse::<GameCode>() else {
            return;
        };
        let mut tables = self.tables();
        if !tables.contains_key(&code)
            && let Some(stub) = self.put_to_work(&code, Start::Journaled)
        {
            tables.insert(code, stub);
        }
    }

    /// Starts a table's task; `None` if the house is closing.
    fn put_to_work(self: &Arc<Self>, code: &GameCode, start: Start) -> Option<Stub> {
        let at_work = lock(&self.at_work).clone()?;
        let (stub, mailbox) = mailbox::channel();
        let actor = Actor {
            house: self.clone(),
            code: code.clone(),
            stub: stub.clone(),
            mailbox,
        };
        tokio::spawn(async move {
            actor.run(start).await;
            drop(at_work);
        });
        Some(stub)
    }

    /// Takes a table out if no letter waits for it. Returns whether it did. A letter that comes at
    /// the last moment is sent again, which wakes the table.
    pub(crate) async fn retire(self: &Arc<Self>, code: &GameCode, mailbox: &mut Mailbox) -> bool {
        if !mailbox.is_empty() {
            return false;
        }
        self.remove(code);
        for letter in mailbox.close().await {
            if let Letter::Errand(errand) = letter {
                self.send(code, errand);
            }
        }
        true
    }

    /// Takes a table out: the next request wakes it again.
    pub(crate) fn remove(&self, code: &GameCode) {
        self.lobby.remove(code);
        self.tables().remove(code);
    }

    /// The progress of a table; `None` if it is at rest, because then everything has been told. A
    /// fault if nobody can say how much of its journal has been told.
    pub(crate) async fn progress(&self, code: &GameCode) -> Result<Option<Progress>, Fault> {
        match (self.progress_here(code).await?, &self.cluster) {
            (None, Some(cluster)) => cluster.progress(code).await,
            (progress, _) => Ok(progress),
        }
    }

    /// The progress of a table of this node; `None` if it is not at work here.
    pub(crate) async fn progress_here(&self, code: &GameCode) -> Result<Option<Progress>, Fault> {
        let stub = self.tables().get(code).cloned();
        let Some(stub) = stub else { return Ok(None) };
        let (sender, receiver) = oneshot::channel();
        stub.look(sender).await;
        // A table that was just put to rest drops the letter.
        receiver.await.ok().transpose()
    }
}

pub(super) async fn glance(stub: Stub) -> Option<Glance> {
    let (asker, seen) = oneshot::channel();
    stub.tell(Letter::Glance(asker));
    // A table that waits for its journal is skipped.
    let seen = tokio::time::timeout(GLANCE_PATIENCE, seen).await;
    seen.ok()?.ok()
}

/// The time that a table has to report its state.
const GLANCE_PATIENCE: Duration = Duration::from_secs(2);
