//! Players at the tables of this node whose sockets other nodes hold.
//!
//! To a table, a guest is a connection like any other. It is forgotten when its node reports that
//! the socket is gone, or when its node is silent.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{GameCode, PlayerId};

use super::letters::Guest;
use super::outbox::{Outbox, Told};
use crate::transport::{Connection, Emission, MOST_ATTENDED, Post};

/// The guests of this node.
#[derive(Debug, Default)]
pub(super) struct Guests(Mutex<ByNode>);

/// The connection of a guest to each table, by the node and the number of the socket there.
type ByNode = BTreeMap<(String, u64), BTreeMap<GameCode, Arc<Connection>>>;

/// The way back to a guest, for one table.
struct Back {
    outbox: Outbox,
    subject: String,
    connection: u64,
    code: GameCode,
}

impl Post for Back {
    fn send(&self, emission: &Emission) {
        self.outbox.tell(Told {
            subject: self.subject.clone(),
            connection: self.connection,
            code: self.code.clone(),
            emission: emission.clone(),
        });
    }
}

impl Guests {
    /// The connection of a guest at a table; nothing if it attends as many tables as it may.
    pub(super) fn at(
        &self,
        code: &GameCode,
        (node, guest): (&str, &Guest),
        player: PlayerId,
        (outbox, subject): (&Outbox, String),
    ) -> Option<Arc<Connection>> {
        let mut guests = self.lock();
        let tables = guests
            .entry((node.to_owned(), guest.connection))
            .or_default();
        let known = tables.get(code).filter(|known| known.is_open());
        if let Some(known) = known {
            return Some(known.clone());
        }
        if tables.len() >= MOST_ATTENDED {
            // Connections that attend no table any more are dropped only here.
            tables.retain(|_, known| Arc::strong_count(known) > 1);
        }
        if tables.len() >= MOST_ATTENDED {
            return None;
        }
        let back = Back {
            outbox: outbox.clone(),
            subject,
            connection: guest.connection,
            code: code.clone(),
        };
        let connection = Connection::elsewhere(player, guest.address, Arc::new(back));
        tables.insert(code.clone(), connection.clone());
        Some(connection)
    }

    /// Removes a guest whose socket is gone.
    pub(super) fn gone(&self, node: &str, connection: u64) {
        let tables = self.lock().remove(&(node.to_owned(), connection));
        // A connection that closes tells its tables, which may ask for guests.
        for (_, connection) in tables.into_iter().flatten() {
            connection.close();
        }
    }

    /// Removes all guests of a node that is gone.
    pub(super) fn lost(&self, node: &str) {
        let connections: Vec<u64> = self
            .lock()
            .keys()
            .filter(|(its, _)| its == node)
            .map(|(_, connection)| *connection)
            .collect();
        for connection in connections {
            self.gone(node, connection);
        }
    }

    /// Removes the guests of a table that has left this node.
    pub(super) fn let_go(&self, code: &GameCode) {
        let mut gone = Vec::new();
        self.lock().retain(|_, tables| {
            gone.extend(tables.remove(code));
            !tables.is_empty()
        });
        for connection in gone {
            connection.close();
        }
    }

    /// The data is whole between any two statements; a panic elsewhere does not damage it.
    fn lock(&self) -> MutexGuard<'_, ByNode> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
