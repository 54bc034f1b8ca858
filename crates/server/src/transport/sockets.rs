//! The sockets of this node: what Engine.IO tells of them, and what a packet means to each.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use engineioxide::handler::EngineIoHandler;
use engineioxide::socket::Sid;
use engineioxide::{DisconnectReason, Str};
use serde::Serialize;
use store::TokenHash;
use table::messages;
use tokio::time::Instant;

use super::socket_io::{self, Emission, Incoming, Kind};
use super::{Connection, Desk, Knock, Packet, PacketFault, Reply, Session, Settings, token_in};
use crate::error::Fault;
use crate::limits::{AddressAllowance, SocketAllowance, Verdict};

/// A connection of Engine.IO, by WebSocket or polling.
pub(crate) type Socket = engineioxide::Socket<SocketState>;

/// How far a socket has come.
pub(crate) struct SocketState(Mutex<Progress>);

struct Progress {
    admission: Admission,
    /// When the socket was last without a player.
    since: Instant,
}

enum Admission {
    /// The client has not asked to be let in.
    NotAsked,
    /// The desk is asked.
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
        SocketState(Mutex::new(Progress {
            admission: Admission::NotAsked,
            since: Instant::now(),
        }))
    }
}

impl SocketState {
    /// Moves on, and gives the connection that there was.
    fn become_now(&self, admission: Admission) -> Option<Arc<Connection>> {
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
    fn connection(&self) -> Option<Arc<Connection>> {
        match &self.lock().admission {
            Admission::Admitted(connection) => Some(connection.clone()),
            _ => None,
        }
    }

    /// Whether the socket has been without a player for so long.
    fn has_waited(&self, limit: Duration) -> bool {
        let progress = self.lock();
        let is_admitted = matches!(progress.admission, Admission::Admitted(_));
        !is_admitted && progress.since.elapsed() >= limit
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Learns that the house has disconnected the client of a socket.
pub(super) fn dismiss(socket: &Socket) {
    if let Some(connection) = socket.data.become_now(Admission::Dismissed) {
        connection.close();
    }
}

/// All sockets that are open, so that the house can speak to all of them and close them.
#[derive(Default)]
pub(crate) struct OpenSockets(Mutex<HashMap<Sid, Arc<Socket>>>);

impl OpenSockets {
    /// Sends an event to everybody who is let in.
    pub(crate) fn emit<T: Serialize>(&self, event: &str, payload: &T) {
        let emission = Emission::new(event, payload);
        for socket in self.all() {
            if let Some(connection) = socket.data.connection() {
                connection.send(&emission);
            }
        }
    }

    /// Closes all sockets, after what they have been sent.
    pub(crate) async fn close(&self) {
        let sockets = self.all();
        for socket in &sockets {
            socket.close(DisconnectReason::ClosingServer);
        }
        for socket in sockets {
            socket.closed().await;
        }
    }

    fn all(&self) -> Vec<Arc<Socket>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Sid, Arc<Socket>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What Engine.IO calls. The messages of a socket come here one after the other.
pub(crate) struct Reception<D> {
    pub(super) desk: Arc<D>,
    pub(super) settings: Settings,
    pub(super) commands: Arc<AddressAllowance>,
    pub(super) open: Arc<OpenSockets>,
}

/// Engine.IO keeps one and clones the way to it.
impl<D> Clone for Reception<D> {
    fn clone(&self) -> Reception<D> {
        Reception {
            desk: self.desk.clone(),
            settings: self.settings.clone(),
            commands: self.commands.clone(),
            open: self.open.clone(),
        }
    }
}

impl<D> fmt::Debug for Reception<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Reception")
    }
}

impl<D: Desk> EngineIoHandler for Reception<D> {
    type Data = SocketState;

    fn on_connect(self: Arc<Self>, socket: Arc<Socket>) {
        self.open.lock().insert(socket.id, socket.clone());
        self.expect_player(&socket);
    }

    fn on_disconnect(&self, socket: Arc<Socket>, _: DisconnectReason) {
        self.open.lock().remove(&socket.id);
        if let Some(connection) = socket.data.become_now(Admission::Gone) {
            connection.close();
        }
    }

    fn on_message(self: &Arc<Self>, message: Str, socket: Arc<Socket>) {
        let Some(packet) = Incoming::read(message) else {
            return socket.close(DisconnectReason::PacketParsingError);
        };
        match (packet.kind, &packet.namespace) {
            (Kind::Ack, _) => {}
            (Kind::Disconnect, None) => self.leave(&socket),
            (Kind::Disconnect, Some(_)) => {}
            (_, Some(namespace)) => {
                self.refuse(&socket, socket_io::no_namespace(namespace.as_str()));
            }
            (Kind::Connect, None) => self.connect(socket, packet.json.as_str()),
            (Kind::Event | Kind::BinaryEvent, None) => self.take(&socket, packet),
        }
    }

    /// A binary part belongs to an event that has been refused.
    fn on_binary(self: &Arc<Self>, _: Bytes, socket: Arc<Socket>) {
        match socket.data.connection() {
            Some(connection) => {
                self.count(&connection);
            }
            None => socket.close(DisconnectReason::PacketParsingError),
        }
    }
}

impl<D: Desk> Reception<D> {
    /// Ends a socket if nobody is let in within the time for that.
    fn expect_player(&self, socket: &Arc<Socket>) {
        let limit = self.settings.connect_timeout;
        let socket = Arc::downgrade(socket);
        tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            if let Some(socket) = socket.upgrade()
                && socket.data.has_waited(limit)
            {
                socket.close(DisconnectReason::TransportClose);
            }
        });
    }

    /// The client asks to be let in.
    fn connect(self: &Arc<Self>, socket: Arc<Socket>, auth: &str) {
        {
            let mut progress = socket.data.lock();
            match progress.admission {
                Admission::NotAsked | Admission::Dismissed => {
                    progress.admission = Admission::Asked;
                }
                Admission::Asked | Admission::Admitted(_) | Admission::Gone => {
                    drop(progress);
                    return socket.close(DisconnectReason::PacketParsingError);
                }
            }
        }
        let token = read_token(auth);
        let reception = self.clone();
        tokio::spawn(async move {
            let knock = token.map(|token| Knock {
                token,
                address: reception.address(&socket),
            });
            let admitted = match knock {
                Ok(knock) => reception.desk.admit(knock).await,
                Err(fault) => Err(fault),
            };
            match admitted {
                Ok(session) => reception.admit(&socket, session),
                Err(fault) => {
                    socket.data.become_now(Admission::NotAsked);
                    let why = format!("{}: {fault}", fault.code());
                    send(&socket, socket_io::not_connected(&why));
                }
            }
        });
    }

    /// Lets the client in, and greets it before anything else can be said to it.
    fn admit(&self, socket: &Arc<Socket>, session: Session) {
        let allowance = SocketAllowance::new(self.settings.limits.socket);
        let (player, token) = (session.player.clone(), TokenHash::of(&session.token));
        let connection = Connection::new(player, token, self.address(socket), allowance);
        self.desk.enter(&connection);
        let mut progress = socket.data.lock();
        if let Admission::Asked = progress.admission {
            send(socket, socket_io::connected(socket.id));
            connection.open(socket);
            let greeting = messages::Session {
                player_uuid: session.player.to_string(),
                token: session.token,
            };
            connection.emit("session", &greeting);
            if let Some(notice) = session.notice {
                connection.emit("announcement", &notice);
            }
            progress.admission = Admission::Admitted(connection);
        } else {
            // The client has gone meanwhile.
            connection.close();
        }
    }

    /// The client leaves and may come back by the same socket.
    fn leave(&self, socket: &Arc<Socket>) {
        if let Some(connection) = socket.data.become_now(Admission::NotAsked) {
            connection.close();
            self.expect_player(socket);
        }
    }

    /// Hands a message on, or says why not.
    fn take(&self, socket: &Arc<Socket>, incoming: Incoming) {
        let connection = match &socket.data.lock().admission {
            Admission::Admitted(connection) => connection.clone(),
            Admission::NotAsked | Admission::Asked => {
                let why = "connect to the house before you send anything";
                let fault = Fault::from(PacketFault::Malformed(why.to_owned()));
                let why = format!("{}: {fault}", fault.code());
                return self.refuse(socket, socket_io::not_connected(&why));
            }
            Admission::Dismissed | Admission::Gone => return,
        };
        let packet = match self.count(&connection) {
            Verdict::Flood => return,
            Verdict::Beyond => Packet::refused(PacketFault::TooFast),
            Verdict::Within if incoming.kind == Kind::BinaryEvent => {
                let why = "commands carry no binary data";
                Packet::refused(PacketFault::Malformed(why.to_owned()))
            }
            Verdict::Within => Packet::read(incoming.json.as_str(), self.settings.max_payload),
        };
        let reply = Reply::new(connection.clone(), incoming.number, &packet.event);
        self.desk.take(&connection, packet, reply);
    }

    /// Counts a message against what its socket and its address may send, before it is read. A
    /// connection that floods the house is disconnected.
    fn count(&self, connection: &Connection) -> Verdict {
        match connection.allowance().take() {
            Verdict::Flood => {
                tracing::info!(address = %connection.address(), "flood: disconnecting");
                connection.disconnect();
                Verdict::Flood
            }
            Verdict::Beyond => Verdict::Beyond,
            Verdict::Within => match self.commands.take(connection.address()) {
                Verdict::Within => Verdict::Within,
                _ => Verdict::Beyond,
            },
        }
    }

    /// Answers what no connection can. Each answer counts as one to the address, and a socket
    /// beyond that is ended.
    fn refuse(&self, socket: &Socket, answer: Str) {
        match self.commands.take(self.address(socket)) {
            Verdict::Within => send(socket, answer),
            _ => socket.close(DisconnectReason::PacketParsingError),
        }
    }

    fn address(&self, socket: &Socket) -> IpAddr {
        let parts = &socket.req_parts;
        let peer = parts.extensions.get();
        crate::address::of(&parts.headers, peer, self.settings.behind_proxy)
    }
}

/// Sends a packet that no connection counts on. A client that does not read what it is answered
/// is not waited for.
fn send(socket: &Socket, packet: Str) {
    if socket.emit(packet).is_err() {
        socket.close(DisconnectReason::TransportError);
    }
}

/// The token that a client sends with its wish to be let in.
fn read_token(auth: &str) -> Result<Option<String>, Fault> {
    if auth.is_empty() {
        return Ok(None);
    }
    token_in(serde_json::from_str(auth).ok().as_ref())
}
