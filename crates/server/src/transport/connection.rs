//! One socket that is connected, as the rest of the house sees it.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engineioxide::{DisconnectReason, Str};
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use store::TokenHash;
use table::PlayerId;

use super::parting::Parting;
use super::progress::{self, Socket};
use super::socket_io::{self, Emission};
use crate::mailbox::Ways;
use crate::metrics;

/// The pause before asking again whether a full buffer has room for the farewell. A client that
/// reads at all makes room within this time; the socket of one that does not is ended.
const FAREWELL_RETRY: Duration = Duration::from_millis(50);

/// The number of tables that a connection may be opening and of commands about tokens that may be
/// under way for it, together. Each is a task that waits for the journal.
const MOST_ERRANDS: usize = 8;

/// A connected socket of a player.
///
/// Messages go out in the order in which they are sent here. If one cannot be
/// buffered the connection is behind: nothing more is sent, so that the client sees
/// an end and never a gap, and it is disconnected.
#[derive(Debug)]
pub(crate) struct Connection {
    id: u64,
    player: PlayerId,
    token: TokenHash,
    address: IpAddr,
    ways: Ways,
    line: Mutex<Line>,
    errands: Arc<Semaphore>,
    parting: Parting,
}

/// The way to the client. A socket and its connection hold each other while the connection is open.
enum Line {
    /// The socket is being connected.
    Connecting,
    /// Messages go out.
    Open(Arc<Socket>),
    /// Another node holds the socket, and sends it what is told to it here.
    Elsewhere(Arc<dyn Post>),
    /// The socket is closed or behind.
    Closed,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Line::Connecting => "Connecting",
            Line::Open(_) => "Open",
            Line::Elsewhere(_) => "Elsewhere",
            Line::Closed => "Closed",
        })
    }
}

/// The way to a socket that another node holds.
pub(crate) trait Post: Send + Sync {
    /// Sends it an event.
    fn send(&self, emission: &Emission);
}

impl Connection {
    pub(super) fn new(player: PlayerId, token: TokenHash, address: IpAddr) -> Arc<Connection> {
        Connection::with(player, token, address, Line::Connecting)
    }

    /// The connection of a player whose socket another node holds. Its messages have passed the
    /// gate there.
    pub(crate) fn elsewhere(
        player: PlayerId,
        address: IpAddr,
        post: Arc<dyn Post>,
    ) -> Arc<Connection> {
        Connection::with(player, TokenHash::of(""), address, Line::Elsewhere(post))
    }

    fn with(player: PlayerId, token: TokenHash, address: IpAddr, line: Line) -> Arc<Connection> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Arc::new(Connection {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            player,
            token,
            address,
            ways: Ways::default(),
            line: Mutex::new(line),
            errands: Arc::new(Semaphore::new(MOST_ERRANDS)),
            parting: Parting::default(),
        })
    }

    /// The number of this connection among all of this process.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The player of the connection.
    pub(crate) fn player(&self) -> &PlayerId {
        &self.player
    }

    /// The hash of the token with which it came.
    pub(crate) fn token(&self) -> &TokenHash {
        &self.token
    }

    /// The address of the client.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// The ways to the tables that it has asked.
    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// A place for an errand at the desk, held until it is done; nothing if too many are under way.
    pub(crate) fn errand(&self) -> Option<OwnedSemaphorePermit> {
        self.errands.clone().try_acquire_owned().ok()
    }

    /// The action that is due when the socket is gone.
    pub(super) const fn parting(&self) -> &Parting {
        &self.parting
    }

    /// Learns that the socket is connected.
    pub(super) fn open(&self, socket: &Arc<Socket>) {
        let mut line = self.lock();
        if let Line::Connecting = *line {
            *line = Line::Open(socket.clone());
            metrics::socket_opened();
        }
    }

    /// Whether messages still go out.
    pub(crate) fn is_open(&self) -> bool {
        matches!(*self.lock(), Line::Open(_) | Line::Elsewhere(_))
    }

    /// Whether the socket is at this node.
    pub(crate) fn is_here(&self) -> bool {
        matches!(*self.lock(), Line::Open(_))
    }

    /// Sends an event with a payload.
    pub(crate) fn emit<T: Serialize + ?Sized>(&self, event: &str, payload: &T) {
        self.send(&Emission::new(event, payload));
    }

    /// Sends an event that others may be told too.
    pub(crate) fn send(&self, emission: &Emission) {
        let sent = match &*self.lock() {
            Line::Open(socket) => socket.emit(emission.packet()),
            Line::Elsewhere(post) => return post.send(emission),
            Line::Connecting | Line::Closed => return,
        };
        self.noticed(sent);
    }

    /// Answers the message of this number.
    pub(super) fn acknowledge(&self, number: i64, payload: &str) {
        let packet = socket_io::ack(number, payload);
        let sent = match &*self.lock() {
            Line::Open(socket) => socket.emit(packet),
            _ => return,
        };
        self.noticed(sent);
    }

    /// Ends the connection after everything that has been sent.
    pub(crate) fn disconnect(&self) {
        if let Line::Open(socket) = self.hang_up() {
            tokio::spawn(say_farewell(socket));
        }
    }

    /// Closes the way to the client, and returns what it was.
    fn hang_up(&self) -> Line {
        let line = std::mem::replace(&mut *self.lock(), Line::Closed);
        if let Line::Open(_) = line {
            metrics::socket_closed();
        }
        line
    }

    /// Carries out the actions that are due when the socket is gone.
    pub(crate) fn close(&self) {
        self.hang_up();
        self.parting.now();
    }

    /// Looks at the outcome of a send: a full buffer means that the client is behind.
    fn noticed(&self, sent: Result<(), TrySendError<Str>>) {
        if let Err(TrySendError::Full(_)) = sent {
            tracing::debug!(connection = self.id, "behind: disconnecting");
            metrics::socket_behind();
            self.disconnect();
        }
    }

    /// Nothing is done under this lock that could leave half of it.
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket that ends while it is being connected has no connection to tell.
impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends the disconnect packet as soon as there is room for it, behind whatever waits.
async fn say_farewell(socket: Arc<Socket>) {
    let say = async {
        while let Err(TrySendError::Full(_)) = socket.emit(socket_io::disconnected()) {
            tokio::time::sleep(FAREWELL_RETRY).await;
        }
    };
    match tokio::time::timeout(socket.data.patience(), say).await {
        Ok(()) => progress::dismiss(&socket),
        Err(_) => socket.close(DisconnectReason::TransportClose),
    }
}
