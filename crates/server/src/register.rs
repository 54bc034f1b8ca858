//! The register of connections, by player, token and address.
//!
//! It keeps nobody connected: a connection that ends, in whatever state, is gone from here.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::transport::Connection;

/// The connections of the house, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Register(Mutex<BTreeMap<u64, Weak<Connection>>>);

impl Register {
    /// Adds a connection, until it ends.
    pub(crate) fn enter(self: &Arc<Register>, connection: &Arc<Connection>) {
        let (register, id) = (self.clone(), connection.id());
        self.lock().insert(id, Arc::downgrade(connection));
        let forget = move || {
            register.lock().remove(&id);
        };
        connection.when_parted("the register", Box::new(forget));
    }

    /// Every connection that messages still go out to, in the order in which they came.
    pub(crate) fn all(&self) -> Vec<Arc<Connection>> {
        // An ending connection takes the lock, so none may be dropped under it.
        let mut here: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
        here.retain(|connection| connection.is_open());
        here
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Weak<Connection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
