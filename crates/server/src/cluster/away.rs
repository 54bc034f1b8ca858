//! Sockets of this node that attend tables of other nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::GameCode;

use crate::transport::Connection;

/// Who attends what elsewhere.
#[derive(Debug, Default)]
pub(super) struct Away(Mutex<BTreeMap<u64, Traveller>>);

/// A connection, and where it has been.
#[derive(Debug)]
struct Traveller {
    connection: Arc<Connection>,
    /// The tables that it attends, with the node that has each and the share key that opened it.
    tables: BTreeMap<GameCode, Visit>,
    /// The nodes that know it.
    owners: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Visit {
    owner: String,
    key: Option<String>,
}

impl Away {
    /// A connection asks another node; whether that is the first time, so that its end is to be
    /// waited for.
    pub(super) fn goes(&self, connection: &Arc<Connection>) -> bool {
        let mut away = self.lock();
        let is_new = !away.contains_key(&connection.id());
        away.entry(connection.id()).or_insert_with(|| Traveller {
            connection: connection.clone(),
            tables: BTreeMap::new(),
            owners: BTreeSet::new(),
        });
        is_new
    }

    /// A connection brings a share key to a table.
    pub(super) fn brings(&self, connection: u64, code: &GameCode, key: Option<&str>) {
        if let (Some(traveller), Some(key)) = (self.lock().get_mut(&connection), key) {
            let visit = traveller.tables.entry(code.clone()).or_default();
            visit.key = Some(key.to_owned());
        }
    }

    /// A node has answered a connection.
    pub(super) fn known_to(&self, connection: u64, owner: &str) {
        if let Some(traveller) = self.lock().get_mut(&connection)
            && !traveller.owners.contains(owner)
        {
            traveller.owners.insert(owner.to_owned());
        }
    }

    /// A table of a node tells a connection something, so that it attends there; nothing if
    /// there is no such connection.
    pub(super) fn attends(
        &self,
        connection: u64,
        code: &GameCode,
        owner: &str,
    ) -> Option<Arc<Connection>> {
        let mut away = self.lock();
        let traveller = away.get_mut(&connection)?;
        let visit = traveller.tables.entry(code.clone()).or_default();
        if visit.owner != owner {
            owner.clone_into(&mut visit.owner);
            traveller.owners.insert(owner.to_owned());
        }
        Some(traveller.connection.clone())
    }

    /// A connection attends a table no longer.
    pub(super) fn leaves(&self, connection: u64, code: &GameCode) {
        if let Some(traveller) = self.lock().get_mut(&connection) {
            traveller.tables.remove(code);
        }
    }

    /// Who attends a table, and with which key.
    pub(super) fn at(&self, code: &GameCode) -> Vec<(Arc<Connection>, Option<String>)> {
        let away = self.lock();
        let visits = away.values().filter_map(|traveller| {
            let visit = traveller.tables.get(code)?;
            Some((traveller.connection.clone(), visit.key.clone()))
        });
        visits.collect()
    }

    /// The tables of a node that somebody attends.
    pub(super) fn tables_of(&self, owner: &str) -> BTreeSet<GameCode> {
        let away = self.lock();
        let visits = away.values().flat_map(|traveller| &traveller.tables);
        let theirs = visits.filter(|(_, visit)| visit.owner == owner);
        theirs.map(|(code, _)| code.clone()).collect()
    }

    /// Every table that somebody attends.
    pub(super) fn tables(&self) -> BTreeSet<GameCode> {
        let away = self.lock();
        let visits = away.values().flat_map(|traveller| traveller.tables.keys());
        visits.cloned().collect()
    }

    /// A connection is gone: the nodes that know it.
    pub(super) fn ends(&self, connection: u64) -> BTreeSet<String> {
        let traveller = self.lock().remove(&connection);
        traveller.map_or_else(BTreeSet::new, |traveller| traveller.owners)
    }

    /// It is whole between any two statements, so a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Traveller>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
