//! The progress of a socket, and the time that it may be without a player.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use engineioxide::DisconnectReason;
use tokio::time::Instant;

use super::Connection;
use crate::limits::SocketAllowance;

/// A connection of Engine.IO, by WebSocket or polling.
pub(crate) type Socket = engineioxide::Socket<SocketState>;

/// The progress of a socket, and its remaining allowance.
pub(crate) struct SocketState {
    progress: Mutex<Progress>,
    terms: OnceLock<Terms>,
}

/// The settings of a socket for its whole life.
pub(super) struct Terms {
    pub(super) allowance: SocketAllowance,
    pub(super) address: IpAddr,
    /// The time that it may be without a player.
    pub(super) patience: Duration,
}

pub(super) struct Progress {
    pub(super) admission: Admission,
    /// When the socket was last without a player.
    since: Instant,
    /// Whether a task waits for the end of the time without a player.
    is_timed: bool,
}

pub(super) enum Admission {
    /// The client has not asked to be let in.
    NotAsked,
    /// The desk is asked. A client that does anything else meanwhile is closed.
    Asked,
    /// The client plays.
    Admitted(Arc<Connection>),
    /// The house has disconnected the client, which may ask to be let in again.
    Dismissed,
    /// The socket has ended.
    Gone,
}

impl Default for SocketState {
    fn default() -> SocketState {
        let progress = Progress {
            admission: Admission::NotAsked,
            since: Instant::now(),
            is_timed: false,
        };
        SocketState {
            progress: Mutex::new(progress),
            terms: OnceLock::new(),
        }
    }
}

impl SocketState {
    /// Moves on, and gives the connection that there was.
    pub(super) fn become_now(&self, admission: Admission) -> Option<Arc<Connection>> {
        let mut progress = self.lock();
        if let Admission::Gone = progress.admission {
            return None;
        }
        match std::mem::replace(&mut progress.admission, admission) {
            Admission::Admitted(connection) => {
                progress.since = Instant::now();
                Some(connection)
            }
            _ => None,
        }
    }

    /// The connection of the player, if there is one.
    pub(super) fn connection(&self) -> Option<Arc<Connection>> {
        match &self.lock().admission {
            Admission::Admitted(connection) => Some(connection.clone()),
            _ => None,
        }
    }

    /// The time that the socket may be without a player.
    pub(super) fn patience(&self) -> Duration {
        self.terms().patience
    }

    /// Sets the terms of the socket; only the first call counts.
    pub(super) fn begin(&self, terms: Terms) {
        self.terms.get_or_init(|| terms);
    }

    pub(super) fn terms(&self) -> &Terms {
        let terms = self.terms.get();
        terms.expect("they are set before Engine.IO tells anything else of a socket")
    }

    /// The remaining time that the socket may be without a player; `None` if it has one, or has
    /// ended. Then nobody waits for it any more.
    fn waits_for(&self) -> Option<Duration> {
        let mut progress = self.lock();
        match progress.admission {
            Admission::Admitted(_) | Admission::Gone => {
                progress.is_timed = false;
                None
            }
            _ => Some(self.patience().saturating_sub(progress.since.elapsed())),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Learns that the house has disconnected the client of a socket, which may ask to be let in again.
pub(super) fn dismiss(socket: &Arc<Socket>) {
    part(socket, Admission::Dismissed);
}

/// The client of a socket is no longer admitted. A socket whose admission is under way is closed:
/// no admission may finish for a client that has left.
pub(super) fn part(socket: &Arc<Socket>, admission: Admission) {
    if let Admission::Asked = socket.data.lock().admission {
        return socket.close(DisconnectReason::TransportClose);
    }
    if let Some(connection) = socket.data.become_now(admission) {
        connection.close();
        expect_player(socket);
    }
}

/// Ends a socket if nobody is admitted within the time for that. One task waits for each socket.
pub(super) fn expect_player(socket: &Arc<Socket>) {
    if std::mem::replace(&mut socket.data.lock().is_timed, true) {
        return;
    }
    let waiting = Arc::downgrade(socket);
    tokio::spawn(async move {
        // The waiting task does not keep the socket alive.
        let left = || waiting.upgrade()?.data.waits_for();
        while let Some(left) = left() {
            if left.is_zero() {
                if let Some(socket) = waiting.upgrade() {
                    socket.close(DisconnectReason::TransportClose);
                }
                return;
            }
            tokio::time::sleep(left).await;
        }
    });
}
