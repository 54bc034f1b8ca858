//! The bans, which the house checks at every connection and request.
//!
//! The journal keeps them. This copy is read when the house opens, and changes together with the
//! journal. Only an operator adds to it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::{Ban, Banned, Error, Journal};
use table::PlayerId;

use crate::error::Fault;

/// The bans of a house.
#[derive(Debug, Default)]
pub(crate) struct Bans(Mutex<BTreeMap<Banned, Option<u64>>>);

impl Bans {
    /// The bans in a journal. If the journal cannot be read, nobody can play at this house either.
    pub(crate) fn of(journal: &dyn Journal) -> Bans {
        let bans = Bans::default();
        match Bans::read(journal) {
            Ok(stored) => bans.replace(stored),
            Err(error) => tracing::error!(%error, "the bans cannot be read"),
        }
        bans
    }

    /// Those that a journal has now.
    pub(crate) fn read(journal: &dyn Journal) -> Result<Vec<Ban>, Error> {
        journal
            .archive()
            .map_or_else(|| Ok(Vec::new()), store::Archive::bans)
    }

    /// Keeps these out and nobody else.
    pub(crate) fn replace(&self, bans: Vec<Ban>) {
        let bans = bans.into_iter().map(|ban| (ban.banned, ban.until));
        *self.lock() = bans.collect();
    }

    /// Whether this ban is known.
    pub(crate) fn knows(&self, ban: &Ban) -> bool {
        self.lock().get(&ban.banned) == Some(&ban.until)
    }

    /// Keeps somebody out.
    pub(crate) fn put(&self, banned: &Banned, until: Option<u64>) {
        self.lock().insert(banned.clone(), until);
    }

    /// Lets somebody in again.
    pub(crate) fn lift(&self, banned: &Banned) {
        self.lock().remove(banned);
    }

    /// Whether an address may come in.
    pub(crate) fn check_address(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        if self.lock().is_empty() {
            return Ok(());
        }
        self.check(&Banned::Address(address.to_string()), now)
    }

    /// Whether a player may come in.
    pub(crate) fn check_player(&self, player: &PlayerId, now: u64) -> Result<(), Fault> {
        if self.lock().is_empty() {
            return Ok(());
        }
        let player = store::PlayerId::trusted(player.shared());
        self.check(&Banned::Player(player), now)
    }

    fn check(&self, banned: &Banned, now: u64) -> Result<(), Fault> {
        match self.lock().get(banned) {
            Some(until) if until.is_none_or(|until| now < until) => {
                Err(Fault::Banned { until: *until })
            }
            _ => Ok(()),
        }
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Banned, Option<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
