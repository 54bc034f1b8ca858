//! The players and addresses that opened tables: nobody may fill the house with them.
//!
//! A table counts until it is closed for good, awake or at rest. Only the process that opened a
//! table knows its address; after a restart the table counts for its player and for the house.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{GameCode, PlayerId};

use crate::budgets::{Budgets, Shortage};
use crate::metrics;
use crate::places::{Bound, Full};

/// The tables that are not closed.
#[derive(Debug)]
pub(crate) struct Openings {
    tables: Bound,
    each_player: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    tables: HashMap<GameCode, (PlayerId, Option<IpAddr>)>,
    /// The number of tables that are not yet in the list, because they have no code yet.
    n_reserved: usize,
    players: HashMap<PlayerId, usize>,
    addresses: HashMap<IpAddr, usize>,
}

impl Openings {
    pub(crate) fn new(budgets: &Budgets) -> Arc<Openings> {
        Arc::new(Openings {
            tables: budgets.tables,
            each_player: budgets.tables_of_player,
            open: Mutex::default(),
        })
    }

    /// Makes room for a table of this player, or returns the bound that forbids it.
    pub(crate) fn reserve(
        self: &Arc<Openings>,
        player: &PlayerId,
        address: IpAddr,
    ) -> Result<Reserved, Shortage> {
        let mut open = self.open();
        if open.tables.len() + open.n_reserved >= self.tables.in_all {
            return Err(Shortage::of_tables(Full::Everywhere));
        }
        if open.addresses.get(&address).copied().unwrap_or(0) >= self.tables.each {
            return Err(Shortage::of_tables(Full::Here));
        }
        if open.players.get(player).copied().unwrap_or(0) >= self.each_player {
            return Err(Shortage::TablesOfPlayer);
        }
        open.n_reserved += 1;
        open.count(player, Some(address));
        Ok(Reserved {
            openings: self.clone(),
            who: Some((player.clone(), address)),
        })
    }

    /// Counts a table that the journal knows.
    pub(crate) fn remember(&self, code: GameCode, player: PlayerId) {
        let mut open = self.open();
        if !open.tables.contains_key(&code) {
            open.count(&player, None);
            open.tables.insert(code, (player, None));
            open.show();
        }
    }

    /// Whether a table is counted. The house knows every open table a moment after it was opened,
    /// also one of another node.
    pub(crate) fn knows(&self, code: &GameCode) -> bool {
        self.open().tables.contains_key(code)
    }

    /// The tables that are counted.
    pub(crate) fn codes(&self) -> Vec<GameCode> {
        self.open().tables.keys().cloned().collect()
    }

    /// Forgets a table that was closed for good.
    pub(crate) fn closed(&self, code: &GameCode) {
        let mut open = self.open();
        if let Some((player, address)) = open.tables.remove(code) {
            open.discount(&player, address);
            open.show();
        }
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn count(&mut self, player: &PlayerId, address: Option<IpAddr>) {
        *self.players.entry(player.clone()).or_default() += 1;
        if let Some(address) = address {
            *self.addresses.entry(address).or_default() += 1;
        }
    }

    fn discount(&mut self, player: &PlayerId, address: Option<IpAddr>) {
        less(&mut self.players, player);
        if let Some(address) = address {
            less(&mut self.addresses, &address);
        }
    }

    fn show(&self) {
        metrics::places(metrics::OPEN_TABLES, self.tables.len());
    }
}

/// Counts one less, and keeps no zero.
fn less<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(n) = counts.get_mut(key) {
        *n -= 1;
        if *n == 0 {
            counts.remove(key);
        }
    }
}

/// Room for a table. Unless the table is opened, the room is free again.
#[derive(Debug)]
pub(crate) struct Reserved {
    openings: Arc<Openings>,
    who: Option<(PlayerId, IpAddr)>,
}

impl Reserved {
    /// The table was opened under this code.
    pub(crate) fn opened(mut self, code: GameCode) {
        if let Some((player, address)) = self.who.take() {
            let mut open = self.openings.open();
            open.n_reserved -= 1;
            open.tables.insert(code, (player, Some(address)));
            open.show();
        }
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some((player, address)) = self.who.take() {
            let mut open = self.openings.open();
            open.n_reserved -= 1;
            open.discount(&player, Some(address));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn player(n: u32) -> PlayerId {
        PlayerId::new(format!("player-{n}")).unwrap()
    }

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, n).into()
    }

    fn code(n: usize) -> GameCode {
        let letters = ["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE"];
        letters[n].parse().unwrap()
    }

    #[test]
    fn a_player_an_address_and_the_house_have_bounds() {
        let openings = Openings::new(&Budgets {
            tables: Bound { in_all: 4, each: 3 },
            tables_of_player: 2,
            ..Budgets::NONE
        });
        let reserve = |n, from| openings.reserve(&player(n), address(from));
        openings.remember(code(0), player(9));
        reserve(1, 1).unwrap().opened(code(1));
        reserve(1, 1).unwrap().opened(code(2));
        assert_eq!(reserve(1, 1).err(), Some(Shortage::TablesOfPlayer));
        // A table that was not opened leaves nothing.
        drop(reserve(2, 1).unwrap());
        let reserved = reserve(2, 1).unwrap();
        assert_eq!(reserve(3, 2).err(), Some(Shortage::Tables));
        drop(reserved);
        reserve(2, 1).unwrap().opened(code(3));
        openings.closed(&code(0));
        assert_eq!(reserve(3, 1).err(), Some(Shortage::TablesOfAddress));
        assert!(reserve(3, 2).is_ok());
        for n in 0..4 {
            openings.closed(&code(n));
        }
        let open = openings.open();
        let left = (open.tables.len(), open.players.len(), open.addresses.len());
        assert_eq!((left, open.n_reserved), ((0, 0, 0), 0));
    }
}
