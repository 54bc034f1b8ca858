//! Who is connected, for whoever looks for a player, a token or an address.
//!
//! It holds nobody: a connection that is gone is gone from here, also if nobody said so.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::transport::Connection;

/// The connections of the house, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Register(Mutex<BTreeMap<u64, Weak<Connection>>>);

impl Register {
    /// Adds a connection.
    pub(crate) fn enter(&self, connection: &Arc<Connection>) {
        let weak = Arc::downgrade(connection);
        self.lock().insert(connection.id(), weak);
    }

    /// Forgets a connection.
    pub(crate) fn part(&self, connection: &Connection) {
        self.lock().remove(&connection.id());
    }

    /// Every connection that messages still go out to, in the order in which they came.
    pub(crate) fn all(&self) -> Vec<Arc<Connection>> {
        let mut known = self.lock();
        known.retain(|_, connection| connection.strong_count() > 0);
        let here = known.values().filter_map(Weak::upgrade);
        here.filter(|connection| connection.is_open()).collect()
    }

    /// It is whole between any two statements, so a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Weak<Connection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
