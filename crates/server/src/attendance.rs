//! Who hears what happens at a table.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use table::PlayerId;

use crate::transport::Connection;

/// The connections that attend a table. A player may have several, as with two
/// windows; all of them see the same.
#[derive(Debug, Default)]
pub(crate) struct Attendance(Vec<(Arc<Connection>, PlayerId)>);

impl Attendance {
    /// Adds a connection that is not there.
    pub(crate) fn add(&mut self, connection: &Arc<Connection>, player: &PlayerId) {
        self.0.push((connection.clone(), player.clone()));
    }

    /// Whether the connection of this number is there.
    pub(crate) fn knows(&self, connection: u64) -> bool {
        self.0.iter().any(|(known, _)| known.id() == connection)
    }

    /// Whether a player has a connection here.
    pub(crate) fn has(&self, player: &PlayerId) -> bool {
        self.0.iter().any(|(_, known)| known == player)
    }

    /// Removes a connection, and names its player if that was the last one.
    pub(crate) fn remove(&mut self, connection: u64) -> Option<PlayerId> {
        let place = self
            .0
            .iter()
            .position(|(known, _)| known.id() == connection)?;
        let (_, player) = self.0.swap_remove(place);
        (!self.has(&player)).then_some(player)
    }

    /// Everybody, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Connection, &PlayerId)> {
        self.0
            .iter()
            .map(|(connection, player)| (&**connection, player))
    }

    /// The players, each as often as they have connections.
    pub(crate) fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.0.iter().map(|(_, player)| player)
    }

    /// The address that work for this table counts for: that of whoever came first. Where
    /// nobody is, all tables share one.
    pub(crate) fn address(&self) -> IpAddr {
        let first = self.0.first();
        first.map_or(Ipv6Addr::UNSPECIFIED.into(), |(connection, _)| {
            connection.address()
        })
    }

    /// Whether nobody is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
