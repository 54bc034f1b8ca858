//! The actions that are due when a socket is gone, and the tables that it attends until then.
//!
//! A table is forgotten here when its attendance ends, so that a connection that comes to many
//! tables and leaves them keeps nothing of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Connection;

/// The number of tables that a connection may attend at once, here and at other nodes. A person
/// looks at one, or at a few in several windows, each with a socket of its own.
pub(crate) const MOST_ATTENDED: usize = 32;

/// The actions that are due when a socket is gone; none after that.
#[derive(Debug)]
pub(super) struct Parting(Mutex<Option<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    /// By the number of the attendance.
    tables: BTreeMap<u64, Then>,
    next: u64,
    others: BTreeMap<&'static str, Then>,
}

impl Default for Parting {
    fn default() -> Parting {
        Parting(Mutex::new(Some(Waiting::default())))
    }
}

impl Parting {
    /// Carries out all of them.
    pub(super) fn now(&self) {
        let waiting = self.lock().take();
        for Then(then) in waiting.into_iter().flat_map(Waiting::all) {
            then();
        }
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, Option<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn all(self) -> impl Iterator<Item = Then> {
        self.tables.into_values().chain(self.others.into_values())
    }
}

/// The reason why a connection does not attend a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// Its socket is gone.
    Gone,
    /// It attends as many tables as it may.
    Full,
}

/// A connection that attends a table, until this is dropped.
#[derive(Debug)]
pub(crate) struct Attending {
    connection: Arc<Connection>,
    number: u64,
}

impl Attending {
    /// The connection.
    pub(crate) const fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        if let Some(waiting) = &mut *self.connection.parting().lock() {
            waiting.tables.remove(&self.number);
        }
    }
}

impl Connection {
    /// Sets `then` as the action for the end of the socket, instead of an earlier one under the
    /// same name; nothing if the socket is gone already.
    pub(crate) fn when_parted(&self, name: &'static str, then: Box<dyn FnOnce() + Send>) {
        if let Some(waiting) = &mut *self.parting().lock() {
            waiting.others.insert(name, Then(then));
        }
    }

    /// Whether it may attend one table more.
    pub(crate) fn may_attend(&self) -> bool {
        let parting = self.parting().lock();
        let waiting = parting.as_ref();
        waiting.is_none_or(|waiting| waiting.tables.len() < MOST_ATTENDED)
    }

    /// Attends one table more, and sets `then` as the action if the socket goes before.
    pub(crate) fn attend(
        self: &Arc<Connection>,
        then: Box<dyn FnOnce() + Send>,
    ) -> Result<Attending, NoPlace> {
        let number = {
            let mut parting = self.parting().lock();
            let waiting = parting.as_mut().ok_or(NoPlace::Gone)?;
            if waiting.tables.len() >= MOST_ATTENDED {
                return Err(NoPlace::Full);
            }
            waiting.next += 1;
            waiting.tables.insert(waiting.next, Then(then));
            waiting.next
        };
        Ok(Attending {
            connection: self.clone(),
            number,
        })
    }
}

/// An action. Its `Debug` output reveals nothing.
struct Then(Box<dyn FnOnce() + Send>);

impl std::fmt::Debug for Then {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Then")
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use store::TokenHash;
    use table::PlayerId;

    use super::*;

    fn connection() -> Arc<Connection> {
        let player = PlayerId::new("somebody").unwrap();
        Connection::new(player, TokenHash::of(""), Ipv4Addr::LOCALHOST.into())
    }

    fn n_tables(connection: &Connection) -> Option<usize> {
        let parting = connection.parting().lock();
        parting.as_ref().map(|waiting| waiting.tables.len())
    }

    #[test]
    fn a_table_is_forgotten_when_its_attendance_ends() {
        let connection = connection();
        for _ in 0..10 * MOST_ATTENDED {
            let attending = connection.attend(Box::new(|| ()));
            assert!(attending.is_ok());
        }
        assert_eq!(n_tables(&connection), Some(0));
    }

    #[test]
    fn the_number_of_attended_tables_is_bounded() {
        let connection = connection();
        let attend = || connection.attend(Box::new(|| ()));
        let mut attended: Vec<_> = (0..MOST_ATTENDED).map(|_| attend().unwrap()).collect();
        assert_eq!(attend().err(), Some(NoPlace::Full));
        attended.pop();
        assert!(attend().is_ok());
    }

    #[test]
    fn the_end_of_a_socket_is_told_once_to_each_table_that_is_attended() {
        let connection = connection();
        let (sender, told) = std::sync::mpsc::channel();
        let attend = |n: u32| {
            let sender = sender.clone();
            connection.attend(Box::new(move || sender.send(n).unwrap()))
        };
        let _first = attend(1).unwrap();
        drop(attend(2).unwrap());
        let _third = attend(3).unwrap();
        connection.close();
        connection.close();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(attend(4).err(), Some(NoPlace::Gone));
    }
}
