//! The connections that hear what happens at a table.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use kernel::Viewer;
use table::{PlayerId, ShareKey, Table};

use crate::transport::{Attending, Connection};

/// The connections that attend a table. A player may have several, for example with two windows;
/// all of them see the same.
#[derive(Debug, Default)]
pub(crate) struct Attendance(Vec<Attendant>);

/// A connection that hears what happens.
#[derive(Debug)]
struct Attendant {
    attending: Attending,
    player: PlayerId,
    /// The share key that let it in, if it was one: it opens the table at another node too.
    key: Option<ShareKey>,
}

impl Attendant {
    const fn connection(&self) -> &Arc<Connection> {
        self.attending.connection()
    }
}

impl Attendance {
    /// Adds a connection that is not there, and the share key that let it in.
    pub(crate) fn add(&mut self, attending: Attending, player: &PlayerId, key: Option<ShareKey>) {
        self.0.push(Attendant {
            attending,
            player: player.clone(),
            key,
        });
    }

    /// Whether the connection of this number is there.
    pub(crate) fn knows(&self, connection: u64) -> bool {
        self.0
            .iter()
            .any(|here| here.connection().id() == connection)
    }

    /// Whether a player has a connection here.
    pub(crate) fn has(&self, player: &PlayerId) -> bool {
        self.0.iter().any(|here| here.player == *player)
    }

    /// Removes a connection, and names its player if that was the last one.
    pub(crate) fn remove(&mut self, connection: u64) -> Option<PlayerId> {
        let place = self
            .0
            .iter()
            .position(|here| here.connection().id() == connection)?;
        let Attendant { player, .. } = self.0.swap_remove(place);
        (!self.has(&player)).then_some(player)
    }

    /// Removes everybody who came with a share key that no longer opens the table, unless they may
    /// look without one.
    pub(crate) fn expel(&mut self, table: &Table) -> Vec<Arc<Connection>> {
        let access = table.access();
        let may_stay = |here: &Attendant| {
            let key = here.key.as_ref();
            key.is_none_or(|key| access.opened_by(key).is_some())
                || access.admits(&here.player)
                || table.viewer(&here.player).seat().is_some()
        };
        let out = self.0.extract_if(.., |here| !may_stay(here));
        out.map(|here| here.connection().clone()).collect()
    }

    /// All of them, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Connection, &PlayerId)> {
        let attendants = self.0.iter();
        attendants.map(|here| (&**here.connection(), &here.player))
    }

    /// The connections, each with the share key that let it in.
    pub(crate) fn connections(
        &self,
    ) -> impl Iterator<Item = (&Arc<Connection>, Option<&ShareKey>)> {
        let attendants = self.0.iter();
        attendants.map(|here| (here.connection(), here.key.as_ref()))
    }

    /// The players, each as often as they have connections.
    pub(crate) fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.0.iter().map(|here| &here.player)
    }

    /// The viewers who are here, each with the number of the last message that they heard.
    pub(crate) fn viewers(&self, table: &Table) -> Vec<(Viewer, u64)> {
        let mut viewers: Vec<(Viewer, u64)> = Vec::with_capacity(self.0.len());
        for here in &self.0 {
            let viewer = table.viewer(&here.player);
            if !viewers.iter().any(|(known, _)| *known == viewer) {
                viewers.push((viewer, table.seq(viewer)));
            }
        }
        viewers
    }

    /// The address that work for this table counts for: that of the first connection. Tables
    /// without connections share one address.
    pub(crate) fn address(&self) -> IpAddr {
        let first = self.0.first();
        first.map_or(Ipv6Addr::UNSPECIFIED.into(), |attendant| {
            attendant.connection().address()
        })
    }

    /// Whether nobody attends the table.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
