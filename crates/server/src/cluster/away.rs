//! Sockets of this node that attend tables of other nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::GameCode;

use crate::transport::{Connection, MOST_ATTENDED};

/// The connections of this node that attend tables of other nodes.
#[derive(Debug, Default)]
pub(super) struct Away(Mutex<BTreeMap<u64, Traveller>>);

/// A connection and the nodes that it has used.
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
    /// Notes that a connection asks another node. Returns whether this is the first time: then its
    /// end must be reported.
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

    /// Whether a connection may attend one table more elsewhere, or attends this one.
    pub(super) fn may_attend(&self, connection: u64, code: &GameCode) -> bool {
        self.lock().get(&connection).is_none_or(|traveller| {
            let tables = &traveller.tables;
            tables.len() < MOST_ATTENDED || tables.contains_key(code)
        })
    }

    /// A share key has opened a table that a connection attends.
    pub(super) fn brought(&self, connection: u64, code: &GameCode, key: &str) {
        if let Some(traveller) = self.lock().get_mut(&connection)
            && let Some(visit) = traveller.tables.get_mut(code)
        {
            visit.key = Some(key.to_owned());
        }
    }

    /// Notes that a node has answered a connection.
    pub(super) fn known_to(&self, connection: u64, owner: &str) {
        if let Some(traveller) = self.lock().get_mut(&connection)
            && !traveller.owners.contains(owner)
        {
            traveller.owners.insert(owner.to_owned());
        }
    }

    /// Notes that a table of a node told a connection something, and that the connection therefore
    /// attends it. Does nothing if the connection is gone.
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

    /// Removes a table from those that a connection attends.
    pub(super) fn leaves(&self, connection: u64, code: &GameCode) {
        if let Some(traveller) = self.lock().get_mut(&connection) {
            traveller.tables.remove(code);
        }
    }

    /// The connections that attend a table, each with its share key.
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

    /// Removes a connection and returns the nodes that know it.
    pub(super) fn ends(&self, connection: u64) -> BTreeSet<String> {
        let traveller = self.lock().remove(&connection);
        traveller.map_or_else(BTreeSet::new, |traveller| traveller.owners)
    }

    /// The data is whole between any two statements; a panic elsewhere does not damage it.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Traveller>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
