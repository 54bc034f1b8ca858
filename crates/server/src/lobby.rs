//! The open tables where somebody could sit down.
//!
//! A table is here while it is awake: as long as somebody attends it, and for a moment after that,
//! so that a page can be reloaded. A table at rest is woken when somebody comes back to it, also
//! after a restart of the house, and is then here again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::Json;
use table::messages::Listing;
use table::{GameCode, Stage, Table};

/// More than a person reads; somebody who looks for a certain table has its code.
pub(crate) const MOST_LISTED: usize = 100;

/// The open tables, as `list_games` tells them.
#[derive(Debug, Default)]
pub(crate) struct Lobby(Mutex<BTreeMap<GameCode, Listing>>);

impl Lobby {
    /// Lists a table as it is now, or removes it from the list. Returns whether it is listed.
    pub(crate) fn update(&self, code: &GameCode, table: &Table) -> bool {
        let waits = table.stage() == Stage::Waiting;
        match table.listing().filter(|_| waits) {
            Some(listing) => {
                self.lock().insert(code.clone(), listing);
                true
            }
            None => {
                self.remove(code);
                false
            }
        }
    }

    /// Removes a table from the list.
    pub(crate) fn remove(&self, code: &GameCode) {
        self.lock().remove(code);
    }

    /// The open tables.
    pub(crate) fn tables(&self) -> Vec<Json> {
        self.lock()
            .values()
            .take(MOST_LISTED)
            .map(Json::of)
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameCode, Listing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
