//! The sockets of this node: handles the calls of Engine.IO and the packets of each socket.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use engineioxide::handler::EngineIoHandler;
use engineioxide::socket::Sid;
use engineioxide::{DisconnectReason, Str};
use serde::Serialize;
use store::TokenHash;
use table::messages;

use super::progress::{Admission, Socket, SocketState, Terms, expect_player, part};
use super::socket_io::{self, Emission, Incoming, PacketKind};
use super::{
    Connection, FrontDesk, Identity, Knock, PacketFault, Raw, Reply, SocketSettings, token_in,
};
use crate::error::Fault;
use crate::limits::{AddressAllowance, SocketAllowance, Verdict};
use crate::metrics;

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

/// The handler that Engine.IO calls. The messages of a socket come here one after the other.
pub(crate) struct Reception<D> {
    pub(super) desk: Arc<D>,
    pub(super) settings: SocketSettings,
    pub(super) commands: Arc<AddressAllowance>,
    pub(super) open: Arc<OpenSockets>,
}

/// Engine.IO keeps a handler and clones a pointer to it.
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

impl<D: FrontDesk> EngineIoHandler for Reception<D> {
    type Data = SocketState;

    fn on_connect(self: Arc<Self>, socket: Arc<Socket>) {
        socket.data.begin(Terms {
            allowance: SocketAllowance::new(self.settings.limits.socket),
            address: self.address(&socket),
            patience: self.settings.connect_timeout,
        });
        self.open.lock().insert(socket.id, socket.clone());
        expect_player(&socket);
    }

    fn on_disconnect(&self, socket: Arc<Socket>, _: DisconnectReason) {
        self.open.lock().remove(&socket.id);
        if let Some(connection) = socket.data.become_now(Admission::Gone) {
            connection.close();
        }
    }

    /// Counts a message before anything of it is read.
    fn on_message(self: &Arc<Self>, message: Str, socket: Arc<Socket>) {
        let verdict = self.count(&socket);
        if verdict == Verdict::Flood {
            return;
        }
        let Some(packet) = Incoming::read(message) else {
            return socket.close(DisconnectReason::PacketParsingError);
        };
        match (packet.kind, &packet.namespace) {
            (PacketKind::Ack, _) | (PacketKind::Disconnect, Some(_)) => {}
            (PacketKind::Disconnect, None) => part(&socket, Admission::NotAsked),
            (_, Some(namespace)) => {
                refuse(
                    &socket,
                    verdict,
                    socket_io::no_namespace(namespace.as_str()),
                );
            }
            (PacketKind::Connect, None) => self.connect(socket, verdict, packet.json.as_str()),
            (PacketKind::Event | PacketKind::BinaryEvent, None) => {
                self.take(&socket, verdict, packet);
            }
        }
    }

    /// A binary part belongs to an event that has been refused.
    fn on_binary(self: &Arc<Self>, _: Bytes, socket: Arc<Socket>) {
        match socket.data.connection() {
            Some(_) => {
                self.count(&socket);
            }
            None => socket.close(DisconnectReason::PacketParsingError),
        }
    }
}

impl<D: FrontDesk> Reception<D> {
    /// The client asks to be let in.
    fn connect(self: &Arc<Self>, socket: Arc<Socket>, verdict: Verdict, auth: &str) {
        {
            let mut progress = socket.data.lock();
            match (&progress.admission, verdict) {
                (Admission::NotAsked | Admission::Dismissed, Verdict::Within) => {
                    progress.admission = Admission::Asked;
                }
                (Admission::NotAsked | Admission::Dismissed, Verdict::Beyond) => {
                    let fault = Fault::from(PacketFault::TooFast);
                    fault.log();
                    metrics::refusal(fault.code());
                    return send(&socket, socket_io::not_connected(&fault.refusal()));
                }
                _ => {
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
                address: socket.data.terms().address,
            });
            let admitted = match knock {
                Ok(knock) => reception.desk.admit(knock).await,
                Err(fault) => Err(fault),
            };
            match admitted {
                Ok(identity) => reception.admit(&socket, identity),
                Err(fault) => {
                    socket.data.become_now(Admission::NotAsked);
                    fault.log();
                    metrics::refusal(fault.code());
                    send(&socket, socket_io::not_connected(&fault.refusal()));
                }
            }
        });
    }

    /// Admits the client, and greets it before anything else can be sent to it.
    fn admit(&self, socket: &Arc<Socket>, identity: Identity) {
        let (player, token) = (identity.player.clone(), TokenHash::of(&identity.token));
        let connection = Connection::new(player, token, socket.data.terms().address);
        self.desk.enter(&connection);
        let mut progress = socket.data.lock();
        if let Admission::Asked = progress.admission {
            send(socket, socket_io::connected(socket.id));
            connection.open(socket);
            let greeting = messages::Session {
                player_uuid: identity.player.to_string(),
                token: identity.token,
            };
            connection.emit("session", &greeting);
            if let Some(notice) = identity.notice {
                connection.emit("announcement", &notice);
            }
            progress.admission = Admission::Admitted(connection);
        } else {
            // The client has gone meanwhile.
            connection.close();
        }
    }

    /// Hands a message on, or refuses it.
    fn take(&self, socket: &Socket, verdict: Verdict, incoming: Incoming) {
        let connection = match &socket.data.lock().admission {
            Admission::Admitted(connection) => Some(connection.clone()),
            Admission::NotAsked | Admission::Asked => None,
            Admission::Dismissed | Admission::Gone => return,
        };
        let Some(connection) = connection else {
            let why = "connect to the house before you send anything";
            let fault = Fault::from(PacketFault::Malformed(why.to_owned()));
            return refuse(socket, verdict, socket_io::not_connected(&fault.refusal()));
        };
        let raw = match verdict {
            Verdict::Beyond | Verdict::Flood => Raw::refused(PacketFault::TooFast),
            Verdict::Within if incoming.kind == PacketKind::BinaryEvent => {
                let why = "commands carry no binary data";
                Raw::refused(PacketFault::Malformed(why.to_owned()))
            }
            Verdict::Within => Raw::new(incoming.json, self.settings.max_payload),
        };
        let reply = Reply::new(connection.clone(), incoming.number, &raw);
        self.desk.take(&connection, raw, reply);
    }

    /// Counts a message against what its socket and its address may send. A client that floods the
    /// house is disconnected, and its socket ends if it has none.
    fn count(&self, socket: &Socket) -> Verdict {
        let terms = socket.data.terms();
        match terms.allowance.take() {
            Verdict::Flood => {
                tracing::info!(address = %terms.address, "flood: disconnecting");
                match socket.data.connection() {
                    Some(connection) => connection.disconnect(),
                    None => socket.close(DisconnectReason::PacketParsingError),
                }
                Verdict::Flood
            }
            Verdict::Beyond => Verdict::Beyond,
            Verdict::Within => self.commands.take(terms.address),
        }
    }

    fn address(&self, socket: &Socket) -> IpAddr {
        let parts = &socket.req_parts;
        let peer = parts.extensions.get();
        crate::address::of(&parts.headers, peer, self.settings.behind_proxy)
    }
}

/// Answers a message that no connection can answer. A socket that sends them beyond its limit, or
/// that of its address, is ended.
fn refuse(socket: &Socket, verdict: Verdict, answer: Str) {
    match verdict {
        Verdict::Within => send(socket, answer),
        _ => socket.close(DisconnectReason::PacketParsingError),
    }
}

/// Sends a packet to a socket without a connection. A client that does not read it is not waited
/// for.
fn send(socket: &Socket, packet: Str) {
    if socket.emit(packet).is_err() {
        socket.close(DisconnectReason::TransportError);
    }
}

/// The token in the `auth` of a client.
fn read_token(auth: &str) -> Result<Option<String>, Fault> {
    if auth.is_empty() {
        return Ok(None);
    }
    token_in(serde_json::from_str(auth).ok().as_ref())
}
